#include "core/event/rest_rule.h"

#include <algorithm>
#include <cmath>

#include "core/event/predict/parting.h"
#include "core/motion/motion.h"

namespace carom {
namespace {

// How a ball is pressed towards its partner after an impact.
struct Press {
  double acceleration = 0.0;  // Towards the partner, m/s^2; negative when it leads away.
  double duration_s = 0.0;
};

// Parting speed adds to the slip and so prolongs the phase that presses, by less than a half.
constexpr double kProlonged = 1.5;

Press MakePress(const World& world, const ImpactState& impact, size_t i, const Vec3& away) {
  const Trajectory phase =
      BeginPhase(impact.state[i], 0.0, world.balls[static_cast<size_t>(impact.ball[i])],
                 world.settings->environment);
  return {-2.0 * away.dot(phase.half_acceleration), kProlonged * phase.duration_s};
}

// Two balls that slide past each other part by themselves: v_t^2 / d, d being the distance of their
// centres. (At jaws and nose ends the ball curves away likewise; leaving it out errs safely.)
double CentrifugalAcceleration(const ContactGeometry& contact, const ImpactState& impact) {
  if (!impact.BallBall()) return 0.0;
  const Vec3 relative = impact.state[0].velocity - impact.state[1].velocity;
  const Vec3 tangential = relative - contact.parting.dot(relative) * contact.parting;
  const double distance_m = Horizontal(impact.state[0].position - impact.state[1].position).norm();
  return tangential.squaredNorm() / distance_m;
}

// The parting speed that the hop needs; none when nothing presses.
double SpeedForHop(const World& world, const ContactGeometry& contact, const ImpactState& impact) {
  std::array<Press, 2> presses;
  double longest_s = 0.0;
  for (int i = 0; i < impact.count; ++i) {
    const auto k = static_cast<size_t>(i);
    const Vec3 away = i == 0 ? contact.parting : Vec3(-contact.parting);
    presses[k] = MakePress(world, impact, k, away);
    if (presses[k].acceleration > kPressingNoise) {
      longest_s = std::max(longest_s, presses[k].duration_s);
    }
  }
  const double hop_s = std::min(world.settings->environment.rest_hop_s, longest_s);
  if (hop_s == 0.0) return 0.0;
  double speed = -0.5 * hop_s * CentrifugalAcceleration(contact, impact);
  for (const Press& press : presses) {
    const double duration_s = std::min(press.duration_s, hop_s);
    speed += press.acceleration * duration_s * (1.0 - 0.5 * duration_s / hop_s);
  }
  return std::max(speed, 0.0);
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
  const double needed = SpeedForHop(world, contact, impact);
  if (needed > PartingSpeed(contact.parting, impact)) {
    SetPartingSpeed(world, contact, needed, energy_before_J, impact);
  }
}

}  // namespace carom
