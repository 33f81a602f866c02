#include "core/event/rest_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/event/hop_speed.h"
#include "core/motion/motion.h"
#include "core/solid/contact_noise.h"

namespace carom {
namespace {

// Which way an impulse can move each body.
struct Mobility {
  // 1/kg along x, y and z: 0 for a cushion, for a ball that the cloth holds, and downwards and
  // upwards for one that the slate holds.
  std::array<Vec3, 2> inverse_mass{Vec3::Zero(), Vec3::Zero()};

  Vec3 InverseMass() const { return inverse_mass[0] + inverse_mass[1]; }
  double ReducedMass(const Vec3& along) const {
    return 1.0 / along.dot(InverseMass().cwiseProduct(along));
  }
  bool NothingMoves() const { return InverseMass().isZero(0.0); }
};

bool InFlight(const ImpactState& impact) {
  return impact.state[0].motion == MotionState::kAirborne ||
         (impact.BallBall() && impact.state[1].motion == MotionState::kAirborne);
}

// Brings balls that have stopped to rest. The cloth holds them, as it does real ones: else two that
// touch would hand ever smaller speeds to and fro.
Mobility HoldStoppedBalls(const World& world, ImpactState& impact) {
  Mobility mobility;
  for (int i = 0; i < impact.count; ++i) {
    const auto k = static_cast<size_t>(i);
    const BallSpec& ball = world.balls[static_cast<size_t>(impact.ball[k])];
    BallState& state = impact.state[k];
    if (HasStopped(state, world.motion[static_cast<size_t>(impact.ball[k])])) {
      state.velocity = Vec3::Zero();
      state.spin = Vec3(0.0, 0.0, state.spin.z());
    } else {
      mobility.inverse_mass[k].setConstant(1.0 / ball.mass_kg);
    }
  }
  return mobility;
}

// A ball on the cloth gives way to one that lies on it only along the slate, which answers at once
// what is pressed onto it: of hops no impact of its own comes of that.
Mobility LeanOnSlate(Mobility mobility, ImpactState& impact) {
  for (size_t i = 0; i < 2; ++i) {
    if (!OnCloth(impact.state[i].motion)) continue;
    impact.state[i].velocity.z() = 0.0;
    mobility.inverse_mass[i].z() = 0.0;
  }
  return mobility;
}

void AddImpulse(const Mobility& mobility, const Vec3& impulse_Ns, ImpactState& impact) {
  impact.state[0].velocity += mobility.inverse_mass[0].cwiseProduct(impulse_Ns);
  impact.state[1].velocity -= mobility.inverse_mass[1].cwiseProduct(impulse_Ns);
}

void AddPartingSpeed(const Mobility& mobility, const ContactGeometry& contact, double speed_m_s,
                     ImpactState& impact) {
  const double mass_kg = mobility.ReducedMass(contact.parting);
  AddImpulse(mobility, (mass_kg * speed_m_s) * contact.parting, impact);
}

// The relative velocity less what an impulse along the normal could have given of it. The two parts
// share no energy: that of the relative motion is the sum of theirs.
Vec3 Sliding(const Mobility& mobility, const ContactGeometry& contact, const ImpactState& impact) {
  const Vec3& normal = contact.parting;
  const double impulse_Ns = mobility.ReducedMass(normal) * PartingSpeed(normal, impact);
  Vec3 relative = impact.state[0].velocity;
  if (impact.BallBall()) relative -= impact.state[1].velocity;
  return relative - impulse_Ns * mobility.InverseMass().cwiseProduct(normal);
}

// The impulse that gives a relative velocity. Where nothing moves none is needed.
Vec3 ImpulseFor(const Mobility& mobility, const Vec3& velocity) {
  const Vec3 inverse = mobility.InverseMass();
  return (inverse.array() > 0.0).select(velocity.cwiseQuotient(inverse), 0.0);
}

// Of the relative motion of two bodies what is not their parting: sliding and spins, J.
double SlidingEnergy(const World& world, const Mobility& mobility, const ContactGeometry& contact,
                     const ImpactState& impact) {
  const Vec3 sliding = Sliding(mobility, contact, impact);
  double energy_J = 0.5 * ImpulseFor(mobility, sliding).dot(sliding);
  for (int i = 0; i < impact.count; ++i) {
    const auto k = static_cast<size_t>(i);
    const BallSpec& ball = world.balls[static_cast<size_t>(impact.ball[k])];
    energy_J += 0.5 * ball.Inertia() * impact.state[k].spin.squaredNorm();
  }
  return energy_J;
}

// The common momentum of two balls stays as it is, but for what the slate takes.
void ScaleSliding(const Mobility& mobility, const ContactGeometry& contact, double factor,
                  ImpactState& impact) {
  const Vec3 change = (factor - 1.0) * Sliding(mobility, contact, impact);
  AddImpulse(mobility, ImpulseFor(mobility, change), impact);
  for (BallState& state : impact.state) state.spin *= factor;
}

// Raises the parting speed to `speed_m_s`, or to what there is energy for: see rest_rule.h.
void PartFor(const World& world, const Mobility& mobility, const ContactGeometry& contact,
             double speed_m_s, double energy_J, ImpactState& impact) {
  const double half_mass = 0.5 * mobility.ReducedMass(contact.parting);
  const double present = PartingSpeed(contact.parting, impact);
  const double spare_J = std::max(energy_J - TotalEnergy(world, impact), 0.0);
  const double free_J = half_mass * present * present + spare_J;
  if (half_mass * speed_m_s * speed_m_s > free_J) {
    const double sliding_J = SlidingEnergy(world, mobility, contact, impact);
    const double all_J = free_J + sliding_J;
    speed_m_s = std::max(std::min(speed_m_s, std::sqrt(std::max(free_J, 0.5 * all_J) / half_mass)),
                         present);
    const double left_J = std::max(all_J - half_mass * speed_m_s * speed_m_s, 0.0);
    if (left_J < sliding_J) {
      ScaleSliding(mobility, contact, std::sqrt(left_J / sliding_J), impact);
    }
  }
  AddPartingSpeed(mobility, contact, speed_m_s - PartingSpeed(contact.parting, impact), impact);
}

// The fastest parting, up to the approach, that leaves the rest of the motion as it is.
double ElasticSpeed(const World& world, const Mobility& mobility, const ContactGeometry& contact,
                    double energy_J, double approach_m_s, const ImpactState& impact) {
  const double present = PartingSpeed(contact.parting, impact);
  const double lost = std::max(energy_J - TotalEnergy(world, impact), 0.0);
  const double possible =
      std::sqrt(present * present + 2.0 * lost / mobility.ReducedMass(contact.parting));
  return std::max(present, std::min(approach_m_s, possible));
}

// A pair that rattles while it slides is caught in a gap that narrows, between a nose and a ball
// that the cloth holds, say. Elastic contacts alone would let it out only after as many of them as
// the gap's angle is small. Parting with this part of the sliding speed, each contact turns its
// path by 0.01 rad at the least: it is back after some 300.
constexpr double kTurnBack = 0.01;

}  // namespace

void KeepApart(const World& world, const ContactGeometry& contact, double energy_before_J,
               double approach_m_s, Pile pile, ImpactState& impact) {
  Mobility mobility = HoldStoppedBalls(world, impact);
  if (mobility.NothingMoves()) return;
  // A held ball, or the vertical velocity dropped, may leave some approach: take it away.
  const double present = PartingSpeed(contact.parting, impact);
  if (present < 0.0) AddPartingSpeed(mobility, contact, -present, impact);
  if (pile == Pile::kNone) return;
  const double needed = HopSpeed(world, contact, impact);
  const bool leans = InFlight(impact) && needed > 0.0 && approach_m_s <= needed;
  if (pile != Pile::kPiledUp && !leans) {
    const double speed =
        std::max(ElasticSpeed(world, mobility, contact, energy_before_J, approach_m_s, impact),
                 kTurnBack * Sliding(mobility, contact, impact).norm());
    PartFor(world, mobility, contact, speed, energy_before_J, impact);
  }
  if (needed <= PartingSpeed(contact.parting, impact)) return;
  if (leans) mobility = LeanOnSlate(mobility, impact);
  PartFor(world, mobility, contact, needed, energy_before_J, impact);
}

void EndApproach(const World& world, const ContactGeometry& contact, ImpactState& impact) {
  if (!InFlight(impact) || PartingSpeed(contact.parting, impact) >= 0.0) return;
  const Mobility mobility = LeanOnSlate(HoldStoppedBalls(world, impact), impact);
  const double present = PartingSpeed(contact.parting, impact);
  if (present < 0.0) AddPartingSpeed(mobility, contact, -present, impact);
}

}  // namespace carom
