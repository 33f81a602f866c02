#include "core/event/press.h"

#include <algorithm>
#include <cmath>

#include "core/event/hop_speed.h"

namespace carom {
namespace {

// The relative velocity without the part that an impulse along the normal could have caused. The
// energy of the relative motion is the sum of the energies of the two parts.
Vec3 Sliding(const Impact& impact) {
  const Vec3& normal = impact.frame.separation;
  const double impulse_Ns = impact.ReducedMass() * impact.Separation();
  return impact.RelativeVelocity() - impulse_Ns * impact.InverseMass().cwiseProduct(normal);
}

// The impulse that causes a relative velocity; zero where no body can move.
Vec3 ImpulseFor(const Impact& impact, const Vec3& velocity) {
  const Vec3 inverse = impact.InverseMass();
  return (inverse.array() > 0.0).select(velocity.cwiseQuotient(inverse), 0.0);
}

// Energy, J, of the relative motion of two bodies without that of their separation: that of sliding
// and of the spins.
double SlidingEnergy(const World& world, const Impact& impact) {
  const Vec3 sliding = Sliding(impact);
  double energy_J = 0.5 * ImpulseFor(impact, sliding).dot(sliding);
  for (size_t i = 0; i < Index(impact.count); ++i) {
    energy_J += 0.5 * impact.Spec(world, i).Inertia() * impact.state[i].spin.squaredNorm();
  }
  return energy_J;
}

// The common momentum of two balls is kept, except for what the slate takes.
void ScaleSliding(double factor, Impact& impact) {
  impact.AddImpulse(ImpulseFor(impact, (factor - 1.0) * Sliding(impact)));
  for (BallState& state : impact.state) state.spin *= factor;
}

// Raises the separation speed to `speed_m_s`, or as far as the energy allows: see press.h.
void RaiseSeparation(const World& world, double speed_m_s, Impact& impact) {
  const double half_mass = 0.5 * impact.ReducedMass();
  const double present = impact.Separation();
  const double spare_J = std::max(impact.energy_J - impact.Energy(world), 0.0);
  const double free_J = half_mass * present * present + spare_J;
  if (half_mass * speed_m_s * speed_m_s > free_J) {
    const double sliding_J = SlidingEnergy(world, impact);
    const double all_J = free_J + sliding_J;
    speed_m_s = std::max(std::min(speed_m_s, std::sqrt(std::max(free_J, 0.5 * all_J) / half_mass)),
                         present);
    const double left_J = std::max(all_J - half_mass * speed_m_s * speed_m_s, 0.0);
    if (left_J < sliding_J) ScaleSliding(std::sqrt(left_J / sliding_J), impact);
  }
  impact.AddSeparation(speed_m_s - impact.Separation());
}

// The highest separation speed, at most that of the approach, that leaves the rest of the motion
// unchanged.
double ElasticSpeed(const World& world, const Impact& impact) {
  const double present = impact.Separation();
  const double lost = std::max(impact.energy_J - impact.Energy(world), 0.0);
  const double possible = std::sqrt(present * present + 2.0 * lost / impact.ReducedMass());
  return std::max(present, std::min(std::max(impact.approach_m_s, 0.0), possible));
}

// A pair that chatters while it slides is caught in a narrowing gap, for example between a nose and
// a ball that the cloth holds. Elastic contacts alone would let it out only after a number of
// contacts inversely proportional to the gap's angle. With this part of the sliding speed as the
// separation speed, each contact turns the path by at least 0.01 rad, and the ball is turned back
// after some 300 contacts.
constexpr double kTurnBack = 0.01;

}  // namespace

void Press(const World& world, Impact& impact) {
  if (impact.recurrence == Recurrence::kIsolated || impact.NothingMoves()) return;
  const double needed = HopSpeed(world, impact);
  const bool leans = impact.InFlight() && needed > 0.0 && impact.approach_m_s <= needed;
  if (impact.recurrence != Recurrence::kCollapsed && !leans) {
    const double turned_back = kTurnBack * Sliding(impact).norm();
    RaiseSeparation(world, std::max(ElasticSpeed(world, impact), turned_back), impact);
  }
  if (needed <= impact.Separation()) return;
  // The slate answers a load from above at once: a hop of the upper ball needs no impact of its own
  // between the lower ball and the slate.
  for (BallState& state : impact.state) {
    if (leans && OnCloth(state.motion)) state.velocity.z() = 0.0;
  }
  RaiseSeparation(world, needed, impact);
}

}  // namespace carom
