#include "core/event/rest_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/event/hop_speed.h"
#include "core/motion/motion.h"
#include "core/solid/contact_noise.h"

namespace carom {
namespace {

// How an impulse can move each body.
struct Mobility {
  // 1/kg along x, y and z. All are 0 for a cushion and for a ball that the cloth holds; the one
  // along z is 0 for a ball that the slate holds.
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

// Zeroes what motion is left in balls that have stopped, except spin about the vertical. The cloth
// holds them, as it holds real balls. Otherwise two touching balls would exchange ever smaller
// speeds without end.
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

// A ball on the cloth yields only along the slate to a ball that lies on it. The slate reacts at
// once to the load from above, so a hop of the upper ball needs no separate impact between the
// lower ball and the slate.
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

void AddSeparationSpeed(const Mobility& mobility, const ContactGeometry& contact, double speed_m_s,
                        ImpactState& impact) {
  const double mass_kg = mobility.ReducedMass(contact.separation);
  AddImpulse(mobility, (mass_kg * speed_m_s) * contact.separation, impact);
}

// The relative velocity without the part that an impulse along the normal could have caused. The
// energy of the relative motion is the sum of the energies of the two parts.
Vec3 Sliding(const Mobility& mobility, const ContactGeometry& contact, const ImpactState& impact) {
  const Vec3& normal = contact.separation;
  const double impulse_Ns = mobility.ReducedMass(normal) * SeparationSpeed(normal, impact);
  Vec3 relative = impact.state[0].velocity;
  if (impact.BallBall()) relative -= impact.state[1].velocity;
  return relative - impulse_Ns * mobility.InverseMass().cwiseProduct(normal);
}

// The impulse that causes a relative velocity; zero where no body can move.
Vec3 ImpulseFor(const Mobility& mobility, const Vec3& velocity) {
  const Vec3 inverse = mobility.InverseMass();
  return (inverse.array() > 0.0).select(velocity.cwiseQuotient(inverse), 0.0);
}

// Energy, J, of the relative motion of two bodies without that of their separation: that of sliding
// and of the spins.
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

// The common momentum of two balls is kept, except for what the slate takes.
void ScaleSliding(const Mobility& mobility, const ContactGeometry& contact, double factor,
                  ImpactState& impact) {
  const Vec3 change = (factor - 1.0) * Sliding(mobility, contact, impact);
  AddImpulse(mobility, ImpulseFor(mobility, change), impact);
  for (BallState& state : impact.state) state.spin *= factor;
}

// Raises the separation speed to `speed_m_s`, or as far as the energy allows: see rest_rule.h.
void RaiseSeparationSpeed(const World& world, const Mobility& mobility,
                          const ContactGeometry& contact, double speed_m_s, double energy_J,
                          ImpactState& impact) {
  const double half_mass = 0.5 * mobility.ReducedMass(contact.separation);
  const double present = SeparationSpeed(contact.separation, impact);
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
  AddSeparationSpeed(mobility, contact, speed_m_s - SeparationSpeed(contact.separation, impact),
                     impact);
}

// The highest separation speed, at most that of the approach, that leaves the rest of the motion
// unchanged.
double ElasticSpeed(const World& world, const Mobility& mobility, const ContactGeometry& contact,
                    double energy_J, double approach_m_s, const ImpactState& impact) {
  const double present = SeparationSpeed(contact.separation, impact);
  const double lost = std::max(energy_J - TotalEnergy(world, impact), 0.0);
  const double possible =
      std::sqrt(present * present + 2.0 * lost / mobility.ReducedMass(contact.separation));
  return std::max(present, std::min(approach_m_s, possible));
}

// A pair that chatters while it slides is caught in a narrowing gap, for example between a nose and
// a ball that the cloth holds. Elastic contacts alone would let it out only after a number of
// contacts inversely proportional to the gap's angle. With this part of the sliding speed as the
// separation speed, each contact turns the path by at least 0.01 rad, and the ball is turned back
// after some 300 contacts.
constexpr double kTurnBack = 0.01;

}  // namespace

void KeepApart(const World& world, const ContactGeometry& contact, double energy_before_J,
               double approach_m_s, Recurrence recurrence, ImpactState& impact) {
  Mobility mobility = HoldStoppedBalls(world, impact);
  if (mobility.NothingMoves()) return;
  // A ball that the cloth holds, or a vertical velocity that was dropped, may leave some approach,
  // which is removed here.
  const double present = SeparationSpeed(contact.separation, impact);
  if (present < 0.0) AddSeparationSpeed(mobility, contact, -present, impact);
  if (recurrence == Recurrence::kSeldom) return;
  const double needed = HopSpeed(world, contact, impact);
  const bool leans = InFlight(impact) && needed > 0.0 && approach_m_s <= needed;
  if (recurrence != Recurrence::kCollapsed && !leans) {
    const double speed =
        std::max(ElasticSpeed(world, mobility, contact, energy_before_J, approach_m_s, impact),
                 kTurnBack * Sliding(mobility, contact, impact).norm());
    RaiseSeparationSpeed(world, mobility, contact, speed, energy_before_J, impact);
  }
  if (needed <= SeparationSpeed(contact.separation, impact)) return;
  if (leans) mobility = LeanOnSlate(mobility, impact);
  RaiseSeparationSpeed(world, mobility, contact, needed, energy_before_J, impact);
}

void EndApproach(const World& world, const ContactGeometry& contact, ImpactState& impact) {
  if (!InFlight(impact) || SeparationSpeed(contact.separation, impact) >= 0.0) return;
  const Mobility mobility = LeanOnSlate(HoldStoppedBalls(world, impact), impact);
  const double present = SeparationSpeed(contact.separation, impact);
  if (present < 0.0) AddSeparationSpeed(mobility, contact, -present, impact);
}

}  // namespace carom
