#include "core/event/hop_speed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/event/predict/parting.h"
#include "core/motion/motion.h"

namespace carom {
namespace {

constexpr double kForEver = std::numeric_limits<double>::infinity();

// A constant part of -g'' for a while; negative when it opens the gap.
struct Push {
  double acceleration = 0.0;  // m/s^2
  double from_s = 0.0;        // Since the impact.
  double to_s = 0.0;
};

// Those of the two phases of each ball, and the curvature's.
struct Pushes {
  std::array<Push, 5> push;
  size_t count = 0;

  void Add(double acceleration, double from_s, double to_s) {
    push[count++] = {acceleration, from_s, to_s};
  }
  const Push* begin() const { return push.data(); }
  const Push* end() const { return push.data() + count; }
};

// Parting adds to the slip: a pressing slide lasts longer by less than a half, ...
constexpr double kProlonged = 1.5;
// ... and the slide that a rolling ball is put into keeps 5/7 of the speed that it was given.
constexpr double kKeptByRolling = 5.0 / 7.0;
// v_t may turn by this much in a hop, rad: sin(x) / x = 0.998 for half of it.
constexpr double kTurn = 0.2;

void AddPhases(const World& world, const ImpactState& impact, size_t i, const Vec3& away,
               Pushes& pushes) {
  const BallSpec& ball = world.balls[static_cast<size_t>(impact.ball[i])];
  const Environment& environment = world.settings->environment;
  BallState state = impact.state[i];
  if (OnCloth(state.motion)) state.velocity.z() = 0.0;  // The slate answers what drives it down.
  const Trajectory phase = BeginPhase(state, 0.0, ball, environment);
  if (!Translates(phase.motion)) return;
  const double end_s = kProlonged * phase.duration_s;
  pushes.Add(-2.0 * away.dot(phase.half_acceleration), 0.0, end_s);
  if (phase.motion != MotionState::kSliding || !std::isfinite(end_s)) return;
  const Trajectory rolling = NextPhase(phase, ball, environment);
  pushes.Add(-2.0 * away.dot(rolling.half_acceleration), end_s, end_s + rolling.duration_s);
}

// v_t^T H v_t of a ball on the inside of a pocket: against its wall a circle of the radius
// inside_m, over its rim a torus, away from whose circle the ball curves as well.
double InsideCurvature(double radius_m, const ContactGeometry& contact, const Vec3& sliding) {
  const double level = Horizontal(contact.normal).norm();
  if (level == 0.0) return 0.0;
  const double round_m_s = PerpendicularZ(contact.normal).dot(sliding) / level;
  const double over_m2_s2 = sliding.squaredNorm() - round_m_s * round_m_s;
  const double away = contact.normal.z() == 0.0 ? 0.0 : over_m2_s2 / radius_m;
  return away - level * round_m_s * round_m_s / contact.inside_m;
}

Vec3 SlidingVelocity(const ContactGeometry& contact, const ImpactState& impact) {
  Vec3 relative = impact.state[0].velocity;
  if (impact.BallBall()) relative -= impact.state[1].velocity;
  return relative - contact.parting.dot(relative) * contact.parting;
}

// v_t^T H v_t. Noses and jaws count as straight: a ball curves away from their ends, which opens
// the gap, so that the hop is only longer.
double GapCurvature(const World& world, const ContactGeometry& contact, const ImpactState& impact,
                    const Vec3& sliding) {
  if (impact.BallBall()) {
    const Vec3 between = impact.state[0].position - impact.state[1].position;
    const bool level = OnCloth(impact.state[0].motion) && OnCloth(impact.state[1].motion);
    return sliding.squaredNorm() / (level ? Horizontal(between) : between).norm();
  }
  if (contact.inside_m == 0.0) return 0.0;
  const double radius_m = world.balls[static_cast<size_t>(impact.ball[0])].radius_m;
  return InsideCurvature(radius_m, contact, sliding);
}

// The parting speed that keeps the gap open at `time_s`.
double SpeedToLast(double time_s, const Pushes& pushes) {
  double closed_m = 0.0;
  for (const Push& push : pushes) {
    const double since_from = std::max(time_s - push.from_s, 0.0);
    const double since_to = std::max(time_s - push.to_s, 0.0);
    closed_m += 0.5 * push.acceleration * (since_from * since_from - since_to * since_to);
  }
  return closed_m / time_s;
}

double PressedUntil(const Pushes& pushes) {
  double until_s = 0.0;
  for (const Push& push : pushes) {
    if (push.acceleration >= kPressingNoise) until_s = std::max(until_s, push.to_s);
  }
  return until_s;
}

bool AnyOnCloth(const ImpactState& impact) {
  return OnCloth(impact.state[0].motion) || (impact.BallBall() && OnCloth(impact.state[1].motion));
}

}  // namespace

double HopSpeed(const World& world, const ContactGeometry& contact, const ImpactState& impact) {
  Pushes pushes;
  AddPhases(world, impact, 0, contact.parting, pushes);
  if (impact.BallBall()) AddPhases(world, impact, 1, -contact.parting, pushes);
  const Vec3 sliding = SlidingVelocity(contact, impact);
  const double curvature_m_s2 = GapCurvature(world, contact, impact, sliding);
  pushes.Add(-curvature_m_s2, 0.0, kForEver);
  const double pressed_until_s = PressedUntil(pushes);
  if (pressed_until_s == 0.0) return 0.0;
  double hop_s = std::min(world.settings->environment.rest_hop_s, pressed_until_s);
  if (curvature_m_s2 < 0.0) hop_s = std::min(hop_s, kTurn * sliding.norm() / -curvature_m_s2);
  double speed = SpeedToLast(hop_s, pushes);
  for (const Push& push : pushes) {
    if (push.to_s > 0.0 && push.to_s < hop_s) {
      speed = std::max(speed, SpeedToLast(push.to_s, pushes));
    }
  }
  if (speed <= kPressingNoise * hop_s) return 0.0;
  if (AnyOnCloth(impact)) speed /= kKeptByRolling;
  return speed;
}

}  // namespace carom
