#include "core/event/rest_rule.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/motion/motion.h"
#include "core/solid/contact_noise.h"

namespace carom {
namespace {

// A constant acceleration of a ball towards its partner for a while; negative when it leads away.
struct Push {
  double acceleration = 0.0;  // m/s^2
  double from_s = 0.0;        // Since the impact.
  double to_s = 0.0;
};

// What the cloth does to the balls of a contact in their present phase and, after a slide, in the
// rolling phase that follows: at most two each.
struct Pushes {
  std::array<Push, 4> push;
  size_t count = 0;

  void Add(double acceleration, double from_s, double to_s) {
    push[count++] = {acceleration, from_s, to_s};
  }
};

// Parting adds to the slip: a pressing slide lasts longer by less than a half, ...
constexpr double kProlonged = 1.5;
// ... and the slide that a rolling ball is put into keeps 5/7 of the speed that it was given.
constexpr double kKeptByRolling = 5.0 / 7.0;

void AddPushes(const World& world, const ImpactState& impact, size_t i, const Vec3& away,
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

// Two balls that slide past each other part by themselves: v_t^2 / d, d being the distance of their
// centres. (At jaws and nose ends the ball curves away likewise; leaving it out errs safely.)
double CentrifugalAcceleration(const ContactGeometry& contact, const ImpactState& impact) {
  if (!impact.BallBall()) return 0.0;
  const Vec3 relative = impact.state[0].velocity - impact.state[1].velocity;
  const Vec3 tangential = relative - contact.parting.dot(relative) * contact.parting;
  const Vec3 between = impact.state[0].position - impact.state[1].position;
  const bool level = OnCloth(impact.state[0].motion) && OnCloth(impact.state[1].motion);
  const double distance_m = (level ? Horizontal(between) : between).norm();
  return tangential.squaredNorm() / distance_m;
}

// The parting speed that keeps the gap open at `time_s`: what the pushes have closed by then, less
// what flies apart.
double SpeedToLast(double time_s, const Pushes& pushes, double centrifugal) {
  double closed_m = -0.5 * time_s * time_s * centrifugal;
  for (size_t i = 0; i < pushes.count; ++i) {
    const Push& push = pushes.push[i];
    const double since_from = std::max(time_s - push.from_s, 0.0);
    const double since_to = std::max(time_s - push.to_s, 0.0);
    closed_m += 0.5 * push.acceleration * (since_from * since_from - since_to * since_to);
  }
  return closed_m / time_s;
}

// The parting speed that the hop needs; none when nothing presses.
double SpeedForHop(const World& world, const ContactGeometry& contact, const ImpactState& impact) {
  Pushes pushes;
  AddPushes(world, impact, 0, contact.parting, pushes);
  if (impact.BallBall()) AddPushes(world, impact, 1, -contact.parting, pushes);
  double pressed_until_s = 0.0;
  for (size_t i = 0; i < pushes.count; ++i) {
    if (pushes.push[i].acceleration < kPressingNoise) continue;
    pressed_until_s = std::max(pressed_until_s, pushes.push[i].to_s);
  }
  if (pressed_until_s == 0.0) return 0.0;
  const double hop_s = std::min(world.settings->environment.rest_hop_s, pressed_until_s);
  const double centrifugal = CentrifugalAcceleration(contact, impact);
  double speed = SpeedToLast(hop_s, pushes, centrifugal);
  for (size_t i = 0; i < pushes.count; ++i) {
    const double end_s = pushes.push[i].to_s;
    if (end_s < hop_s && end_s > 0.0) {
      speed = std::max(speed, SpeedToLast(end_s, pushes, centrifugal));
    }
  }
  // Slower than this, a hop is lost in the rounding of the speed along the contact.
  const double speeds = impact.state[0].velocity.norm() + impact.state[1].velocity.norm();
  return std::max(speed / kKeptByRolling, 16.0 * RateNoise(speeds));
}

// Along the inside of a hole a ball is pressed on by its own motion, in the end with nothing else
// to part it: it goes round in chords. Over a rim, unlike along the wall, it curves away as well.
double SpeedForChord(const World& world, const ContactGeometry& contact,
                     const ImpactState& impact) {
  constexpr double kChord = 0.1;  // Of the speed along a wall: a fifth of a radian a hop.
  const double level = Horizontal(contact.normal).norm();
  if (contact.inside_m == 0.0 || level == 0.0) return 0.0;
  const Vec3& velocity = impact.state[0].velocity;
  const Vec3 tangential = velocity - contact.normal.dot(velocity) * contact.normal;
  const double round_m_s = std::abs(PerpendicularZ(contact.normal).dot(velocity)) / level;
  if (round_m_s == 0.0) return 0.0;
  const double over_m2_s2 = tangential.squaredNorm() - round_m_s * round_m_s;
  const double radius_m = world.balls[static_cast<size_t>(impact.ball[0])].radius_m;
  const double away = contact.normal.z() == 0.0 ? 0.0 : over_m2_s2 / radius_m;
  const double pressing = level * round_m_s * round_m_s / contact.inside_m - away;
  return std::max(0.0, kChord * pressing * contact.inside_m / round_m_s);
}

// Of the speed along a contact, what a burst turns into parting at least.
constexpr double kGlidingPart = 1e-3;

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
void HoldWhatLiesBelow(const ImpactState& impact, Mobility& mobility) {
  for (size_t i = 0; i < 2; ++i) {
    if (impact.state[i].motion != MotionState::kAirborne) mobility.inverse_mass[i] = 0.0;
  }
}

// What lies on a ball presses it onto the slate, which gives nothing way: of hops no impact of its
// own comes of that, and none of their energy is lost in it.
void LeanOnSlate(ImpactState& impact) {
  for (BallState& state : impact.state) {
    if (OnCloth(state.motion)) state.velocity.z() = std::max(state.velocity.z(), 0.0);
  }
}

void AddPartingSpeed(const Mobility& mobility, const ContactGeometry& contact, double speed_m_s,
                     ImpactState& impact) {
  const Vec3 impulse = (mobility.ReducedMass() * speed_m_s) * contact.parting;
  impact.state[0].velocity += mobility.inverse_mass[0] * impulse;
  impact.state[1].velocity -= mobility.inverse_mass[1] * impulse;
}

void ScaleMotion(double factor, ImpactState& impact) {
  for (BallState& state : impact.state) {
    state.velocity *= factor;
    state.spin *= factor;
  }
}

// Sets the parting speed to `speed_m_s` without exceeding `energy_J` in all: the rest of the motion
// is scaled down for what is missing, and the speed itself if it alone would take more than half.
// `at_least_m_s` of it is not scaled: what the bodies brought along.
void SetPartingSpeed(const World& world, const Mobility& mobility, const ContactGeometry& contact,
                     double speed_m_s, double at_least_m_s, double energy_J, ImpactState& impact) {
  const double half_mass = 0.5 * mobility.ReducedMass();
  const double present = PartingSpeed(contact.parting, impact);
  const double rest_energy = TotalEnergy(world, impact) - half_mass * present * present;
  if (rest_energy + half_mass * speed_m_s * speed_m_s > energy_J) {
    const double half = std::max(std::sqrt(0.5 * energy_J / half_mass), at_least_m_s);
    speed_m_s = std::min(speed_m_s, half);
    if (at_least_m_s > 0.0) speed_m_s = std::min(speed_m_s, std::sqrt(energy_J / half_mass));
    const double left = std::max(energy_J - half_mass * speed_m_s * speed_m_s, 0.0);
    if (rest_energy > left) ScaleMotion(std::sqrt(left / rest_energy), impact);
  }
  AddPartingSpeed(mobility, contact, speed_m_s - PartingSpeed(contact.parting, impact), impact);
}

void LimitEnergy(const World& world, double energy_J, ImpactState& impact) {
  const double present_J = TotalEnergy(world, impact);
  if (present_J > energy_J) ScaleMotion(std::sqrt(energy_J / present_J), impact);
}

// The fastest parting, up to the approach, that leaves the rest of the motion as it is.
double ElasticSpeed(const World& world, const Mobility& mobility, const ContactGeometry& contact,
                    double energy_J, double approach_m_s, const ImpactState& impact) {
  const double present = PartingSpeed(contact.parting, impact);
  const double lost = std::max(energy_J - TotalEnergy(world, impact), 0.0);
  const double possible = std::sqrt(present * present + 2.0 * lost / mobility.ReducedMass());
  return std::max(present, std::min(approach_m_s, possible));
}

}  // namespace

void KeepApart(const World& world, const ContactGeometry& contact, double energy_before_J,
               double approach_m_s, bool burst, ImpactState& impact) {
  Mobility mobility = HoldStoppedBalls(world, impact);
  if (mobility.NothingMoves()) return;
  // A held ball, or the vertical velocity dropped, may leave some approach: take it away.
  const double present = PartingSpeed(contact.parting, impact);
  if (present < 0.0) AddPartingSpeed(mobility, contact, -present, impact);
  // Of balls in flight the hops below part elastically what gravity presses together.
  const auto leans = [&] {
    return InFlight(impact) && approach_m_s <= SpeedForHop(world, contact, impact);
  };
  if (burst && !leans()) {
    double speed = ElasticSpeed(world, mobility, contact, energy_before_J, approach_m_s, impact);
    if (world.settings->environment.flight == Flight::kOn) {
      // Against a sloping nose a ball may glide with hardly any approach at all.
      speed = std::max(speed, kGlidingPart * impact.state[0].velocity.norm());
    }
    SetPartingSpeed(world, mobility, contact, speed, 0.0, energy_before_J, impact);
  }
  const double needed =
      std::max(SpeedForHop(world, contact, impact), SpeedForChord(world, contact, impact));
  if (needed <= PartingSpeed(contact.parting, impact)) return;
  double brought_m_s = 0.0;
  if (InFlight(impact)) {
    brought_m_s = std::min(approach_m_s, needed);
    if (approach_m_s <= needed) LeanOnSlate(impact);
    HoldWhatLiesBelow(impact, mobility);
  }
  SetPartingSpeed(world, mobility, contact, needed, brought_m_s, energy_before_J, impact);
  // What the slate holds takes no part in the balance above.
  if (InFlight(impact) && impact.BallBall()) LimitEnergy(world, energy_before_J, impact);
}

void EndApproach(const World& world, const ContactGeometry& contact, double energy_before_J,
                 ImpactState& impact) {
  if (!InFlight(impact)) return;
  const double present = PartingSpeed(contact.parting, impact);
  if (present >= 0.0) return;
  Mobility mobility = HoldStoppedBalls(world, impact);
  HoldWhatLiesBelow(impact, mobility);
  AddPartingSpeed(mobility, contact, -present, impact);
  LimitEnergy(world, energy_before_J, impact);
}

}  // namespace carom
