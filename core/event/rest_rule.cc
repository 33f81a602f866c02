#include "core/event/rest_rule.h"

#include <algorithm>
#include <cmath>

#include "core/event/predict/gap.h"
#include "core/event/predict/parting.h"
#include "core/math/first_crossing.h"
#include "core/motion/motion.h"

namespace carom {
namespace {

// The gap that opens after an impact, as a polynomial of the time since.
struct OpeningGap {
  Quartic gap;
  double speed_per_c1 = 1.0;  // Parting speed, m/s, for a unit c1.
  double phase_s = 0.0;       // How long the polynomial holds.
};

OpeningGap SquaredGap(const Quartic& gap, double distance_m, double phase_s) {
  return {gap, 0.5 / distance_m, phase_s};
}

// Distance along the parting direction. For a straight nose it is exact; at its end points and at
// jaws the circle bends away, which only helps them part.
OpeningGap GapToCushion(const ContactGeometry& contact, const Trajectory& phase) {
  const Vec3& n = contact.parting;
  return {Quartic{{0.0, n.dot(phase.velocity), n.dot(phase.half_acceleration), 0.0, 0.0}}, 1.0,
          phase.duration_s};
}

OpeningGap GapBetweenBalls(const World& world, const ImpactState& impact, const Trajectory& first,
                           const Trajectory& second) {
  const auto a = static_cast<size_t>(impact.ball[0]);
  const auto b = static_cast<size_t>(impact.ball[1]);
  const Vec3 d0 = second.position - first.position;
  const Vec3 d1 = second.velocity - first.velocity;
  const Vec3 d2 = second.half_acceleration - first.half_acceleration;
  const Quartic gap = CircleGap({d0.x(), d1.x(), d2.x()}, {d0.y(), d1.y(), d2.y()},
                                4.0 * world.balls[a].radius_m * world.balls[b].radius_m);
  return SquaredGap(gap, Horizontal(d0).norm(), std::min(first.duration_s, second.duration_s));
}

OpeningGap MakeOpeningGap(const World& world, const ContactGeometry& contact,
                          const ImpactState& impact) {
  const auto phase = [&](size_t i) {
    return BeginPhase(impact.state[i], 0.0, world.balls[static_cast<size_t>(impact.ball[i])],
                      world.settings->environment);
  };
  if (impact.BallBall()) return GapBetweenBalls(world, impact, phase(0), phase(1));
  return GapToCushion(contact, phase(0));
}

// The parting speed that the hop needs; 0 when the bodies part for long enough by themselves.
double SpeedForHop(const OpeningGap& opening, double rest_hop_s) {
  const double hop_s = std::min(rest_hop_s, opening.phase_s);
  Quartic gap = opening.gap;
  gap.c[0] = 0.0;  // They touch; what else it holds is rounding or an accepted overlap.
  gap = Parted(gap);
  if (!FirstCrossing(gap, hop_s)) return 0.0;
  double c1 = 0.0;
  double power = 1.0;
  for (size_t k = 2; k <= 4; ++k) {
    power *= hop_s;
    c1 += std::max(-gap.c[k], 0.0) * power;
  }
  return c1 * opening.speed_per_c1;
}

void AddPartingSpeed(const World& world, const ContactGeometry& contact, double speed_m_s,
                     ImpactState& impact) {
  const Vec3 impulse = (contact.reduced_mass_kg * speed_m_s) * contact.parting;
  impact.state[0].velocity += impulse / world.balls[static_cast<size_t>(impact.ball[0])].mass_kg;
  if (!impact.BallBall()) return;
  impact.state[1].velocity -= impulse / world.balls[static_cast<size_t>(impact.ball[1])].mass_kg;
}

void ScaleMotion(double factor, ImpactState& impact) {
  for (BallState& state : impact.state) {
    state.velocity *= factor;
    state.spin *= factor;
  }
}

// Sets the parting speed to `speed_m_s` without exceeding `energy_J` in all: the rest of the motion
// is scaled down for what is missing, and the speed itself if it alone would take more than half.
void SetPartingSpeed(const World& world, const ContactGeometry& contact, double speed_m_s,
                     double energy_J, ImpactState& impact) {
  const double half_mass = 0.5 * contact.reduced_mass_kg;
  const double present = PartingSpeed(contact.parting, impact);
  const double rest_energy = TotalEnergy(world, impact) - half_mass * present * present;
  if (rest_energy + half_mass * speed_m_s * speed_m_s > energy_J) {
    speed_m_s = std::min(speed_m_s, std::sqrt(0.5 * energy_J / half_mass));
    const double left = energy_J - half_mass * speed_m_s * speed_m_s;
    if (rest_energy > left) ScaleMotion(std::sqrt(left / rest_energy), impact);
  }
  AddPartingSpeed(world, contact, speed_m_s - PartingSpeed(contact.parting, impact), impact);
}

// The fastest parting, up to the approach, that leaves the rest of the motion as it is.
double ElasticSpeed(const World& world, const ContactGeometry& contact, double energy_J,
                    double approach_m_s, const ImpactState& impact) {
  const double present = PartingSpeed(contact.parting, impact);
  const double lost = std::max(energy_J - TotalEnergy(world, impact), 0.0);
  const double possible = std::sqrt(present * present + 2.0 * lost / contact.reduced_mass_kg);
  return std::max(present, std::min(approach_m_s, possible));
}

}  // namespace

void KeepApart(const World& world, const ContactGeometry& contact, double energy_before_J,
               double approach_m_s, bool burst, ImpactState& impact) {
  // Dropping the vertical velocity of unequal balls may leave some approach: take it away.
  const double present = PartingSpeed(contact.parting, impact);
  if (present < 0.0) AddPartingSpeed(world, contact, -present, impact);
  if (burst) {
    const double speed = ElasticSpeed(world, contact, energy_before_J, approach_m_s, impact);
    SetPartingSpeed(world, contact, speed, energy_before_J, impact);
  }
  const double needed =
      SpeedForHop(MakeOpeningGap(world, contact, impact), world.settings->environment.rest_hop_s);
  if (needed > PartingSpeed(contact.parting, impact)) {
    SetPartingSpeed(world, contact, needed, energy_before_J, impact);
  }
}

}  // namespace carom
