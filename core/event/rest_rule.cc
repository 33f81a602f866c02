#include "core/event/rest_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/event/hop_speed.h"
#include "core/motion/motion.h"
#include "core/solid/contact_noise.h"

namespace carom {
namespace {

// Which balls an impulse can move. The cloth holds a ball that has stopped, as it does a real one:
// else two that touch would hand ever smaller speeds to and fro.
struct Mobility {
  std::array<double, 2> inverse_mass{};  // 1/kg; 0 for a cushion and for a ball that is held.

  double ReducedMass() const { return 1.0 / (inverse_mass[0] + inverse_mass[1]); }
  bool NothingMoves() const { return inverse_mass[0] + inverse_mass[1] == 0.0; }
};

bool InFlight(const ImpactState& impact) {
  return impact.state[0].motion == MotionState::kAirborne ||
         (impact.BallBall() && impact.state[1].motion == MotionState::kAirborne);
}

// Brings balls that have stopped to rest.
Mobility HoldStoppedBalls(const World& world, ImpactState& impact) {
  Mobility mobility;
  for (int i = 0; i < impact.count; ++i) {
    const auto k = static_cast<size_t>(i);
    const BallSpec& ball = world.balls[static_cast<size_t>(impact.ball[k])];
    BallState& state = impact.state[k];
    if (HasStopped(state, ball, world.settings->environment)) {
      state.velocity = Vec3::Zero();
      state.spin = Vec3(0.0, 0.0, state.spin.z());
    } else {
      mobility.inverse_mass[k] = 1.0 / ball.mass_kg;
    }
  }
  return mobility;
}

// A ball on the cloth does not give way to one that lies on it: the slate holds it.
Mobility HoldWhatLiesBelow(const ImpactState& impact, Mobility mobility) {
  for (size_t i = 0; i < 2; ++i) {
    if (impact.state[i].motion != MotionState::kAirborne) mobility.inverse_mass[i] = 0.0;
  }
  return mobility;
}

// What lies on a ball presses it onto the slate, which gives nothing way: of hops no impact of its
// own comes of that, and none of their energy is lost in it.
void LeanOnSlate(ImpactState& impact) {
  for (BallState& state : impact.state) {
    if (OnCloth(state.motion)) state.velocity.z() = 0.0;
  }
}

void AddImpulse(const Mobility& mobility, const Vec3& impulse_Ns, ImpactState& impact) {
  impact.state[0].velocity += mobility.inverse_mass[0] * impulse_Ns;
  impact.state[1].velocity -= mobility.inverse_mass[1] * impulse_Ns;
}

void AddPartingSpeed(const Mobility& mobility, const ContactGeometry& contact, double speed_m_s,
                     ImpactState& impact) {
  AddImpulse(mobility, (mobility.ReducedMass() * speed_m_s) * contact.parting, impact);
}

void LimitEnergy(const World& world, double energy_J, ImpactState& impact) {
  const double present_J = TotalEnergy(world, impact);
  if (present_J <= energy_J) return;
  const double factor = std::sqrt(energy_J / present_J);
  for (BallState& state : impact.state) {
    state.velocity *= factor;
    state.spin *= factor;
  }
}

Vec3 RelativeVelocity(const ImpactState& impact) {
  if (!impact.BallBall()) return impact.state[0].velocity;
  return impact.state[0].velocity - impact.state[1].velocity;
}

Vec3 Sliding(const ContactGeometry& contact, const ImpactState& impact) {
  const Vec3 relative = RelativeVelocity(impact);
  return relative - contact.parting.dot(relative) * contact.parting;
}

// Of the relative motion of two bodies what is not their parting: sliding and spins, J.
double SlidingEnergy(const World& world, const Mobility& mobility, const ContactGeometry& contact,
                     const ImpactState& impact) {
  double energy_J = 0.5 * mobility.ReducedMass() * Sliding(contact, impact).squaredNorm();
  for (int i = 0; i < impact.count; ++i) {
    const auto k = static_cast<size_t>(i);
    const BallSpec& ball = world.balls[static_cast<size_t>(impact.ball[k])];
    energy_J += 0.5 * ball.Inertia() * impact.state[k].spin.squaredNorm();
  }
  return energy_J;
}

// The common momentum of two balls stays as it is.
void ScaleSliding(const Mobility& mobility, const ContactGeometry& contact, double factor,
                  ImpactState& impact) {
  const Vec3 change = (factor - 1.0) * Sliding(contact, impact);
  AddImpulse(mobility, mobility.ReducedMass() * change, impact);
  for (BallState& state : impact.state) state.spin *= factor;
}

// Raises the parting speed to `speed_m_s`, or to what there is energy for: see rest_rule.h.
void PartFor(const World& world, const Mobility& mobility, const ContactGeometry& contact,
             double speed_m_s, double energy_J, ImpactState& impact) {
  const double half_mass = 0.5 * mobility.ReducedMass();
  const double present = PartingSpeed(contact.parting, impact);
  const double spare_J = std::max(energy_J - TotalEnergy(world, impact), 0.0);
  const double free_J = half_mass * present * present + spare_J;
  if (half_mass * speed_m_s * speed_m_s > free_J) {
    const double sliding_J = SlidingEnergy(world, mobility, contact, impact);
    const double all_J = free_J + sliding_J;
    speed_m_s = std::max(std::min(speed_m_s, std::sqrt(0.5 * all_J / half_mass)), present);
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
  const double possible = std::sqrt(present * present + 2.0 * lost / mobility.ReducedMass());
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
                 kTurnBack * Sliding(contact, impact).norm());
    PartFor(world, mobility, contact, speed, energy_before_J, impact);
  }
  if (needed <= PartingSpeed(contact.parting, impact)) return;
  if (leans) LeanOnSlate(impact);
  if (InFlight(impact)) mobility = HoldWhatLiesBelow(impact, mobility);
  PartFor(world, mobility, contact, needed, energy_before_J, impact);
  // What the slate holds takes no part in the balance above.
  if (InFlight(impact) && impact.BallBall()) LimitEnergy(world, energy_before_J, impact);
}

void EndApproach(const World& world, const ContactGeometry& contact, double energy_before_J,
                 ImpactState& impact) {
  if (!InFlight(impact)) return;
  const double present = PartingSpeed(contact.parting, impact);
  if (present >= 0.0) return;
  const Mobility mobility = HoldWhatLiesBelow(impact, HoldStoppedBalls(world, impact));
  AddPartingSpeed(mobility, contact, -present, impact);
  LimitEnergy(world, energy_before_J, impact);
}

}  // namespace carom
