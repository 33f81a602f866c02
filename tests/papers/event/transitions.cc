// Experiments on the natural transitions and their times: event-13, 14, 17 and 27.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/vec3.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

constexpr double kGravity = 9.81;
constexpr double kSlidingFriction = 0.2;
constexpr double kRollingFriction = 0.01;
constexpr double kSpinRate = 10.9;  // 5 mu_sp g / (2 R)

// One ball on an endless cloth, and its log.
std::optional<Record> PlayBall(const Vec2& velocity_m_s, const Vec3& spin_rad_s,
                               Findings& findings) {
  Setup setup;
  setup.AddBall({0.0, 0.0}, velocity_m_s, spin_rad_s);
  return Play(setup, findings);
}

double TimeOf(const std::optional<Record>& record, EventKind kind) {
  const Event* event = record ? FirstOf(*record, kind) : nullptr;
  return event == nullptr ? std::numeric_limits<double>::quiet_NaN() : event->time_s;
}

Vec3 RollingSpin(const Vec2& velocity_m_s, double spin_z) {
  return Vec3(-velocity_m_s.y() / kBallRadius_m, velocity_m_s.x() / kBallRadius_m, spin_z);
}

// A transition of the paper's list: how often it happens between its two states in a run.
void CountTransition(const char* printed, const std::optional<Record>& record, EventKind kind,
                     MotionState from, MotionState to, Findings& findings) {
  double as_listed = 0.0;
  for (size_t k = 0; record && k < record->events.size(); ++k) {
    if (record->events[k].kind != kind) continue;
    const EventStates& states = record->event_states[2 * k];
    as_listed += states.before.motion == from && states.after.motion == to ? 1.0 : 0.0;
  }
  findings.Measure("event-13", {{as_listed, printed}});
}

// E-54 of the catalogue, with and without side spin: 5 v + 2 R (w x z) = 0.
void StopAtOnce(const std::string& what, const Vec2& velocity, double spin_z, Findings& findings) {
  const Vec3 spin(2.5 * velocity.y() / kBallRadius_m, -2.5 * velocity.x() / kBallRadius_m, spin_z);
  const auto record = PlayBall(velocity, spin, findings);
  const EventKind stop =
      spin_z == 0.0 ? EventKind::kRollingToStationary : EventKind::kRollingToSpinning;
  findings.Measure("event-14a",
                   {{TimeOf(record, stop) - TimeOf(record, EventKind::kSlidingToRolling), what}});
}

// When `speed`, which loses `rate(speed)` a second, has gone: steps of 1e-5 s, the last one cut.
double TimeToLose(double speed, const std::function<double(double)>& rate) {
  constexpr double kStep_s = 1e-5;
  const double start = speed;
  double time_s = 0.0;
  while (true) {
    const double next = speed - kStep_s * rate(speed);
    if (next * start <= 0.0) return time_s + kStep_s * speed / (speed - next);
    speed = next;
    time_s += kStep_s;
  }
}

// When the slip u = v + w x r of a sliding ball has gone, by Newton's and Euler's laws with Coulomb
// friction and J = 2/5 m R^2.
double SlideTime(const Vec2& velocity, const Vec3& spin) {
  constexpr double kStep_s = 1e-5;
  const Vec3 arm(0.0, 0.0, -kBallRadius_m);
  Vec3 v(velocity.x(), velocity.y(), 0.0);
  Vec3 w = spin;
  for (double time_s = 0.0;; time_s += kStep_s) {
    const Vec3 slip = v + w.cross(arm);
    const Vec3 acceleration = -kSlidingFriction * kGravity * slip.normalized();
    v += kStep_s * acceleration;
    w += kStep_s * 2.5 / (kBallRadius_m * kBallRadius_m) * arm.cross(acceleration);
    const double left = (v + w.cross(arm)).dot(slip.normalized());
    if (left <= 0.0) return time_s + kStep_s * slip.norm() / (slip.norm() - left);
  }
}

double Sign(double x) { return x < 0.0 ? -1.0 : 1.0; }

}  // namespace

void FourTransitions(Findings& findings) {
  using enum MotionState;
  CountTransition("spinning-stationary", PlayBall({0.0, 0.0}, {0.0, 0.0, 30.0}, findings),
                  EventKind::kSpinningToStationary, kSpinning, kStationary, findings);
  CountTransition("rolling-stationary",
                  PlayBall({1.2, 0.0}, RollingSpin({1.2, 0.0}, 0.0), findings),
                  EventKind::kRollingToStationary, kRolling, kStationary, findings);
  CountTransition("rolling-spinning", PlayBall({0.3, 0.0}, RollingSpin({0.3, 0.0}, 50.0), findings),
                  EventKind::kRollingToSpinning, kRolling, kSpinning, findings);
  CountTransition("sliding-rolling", PlayBall({2.0, 0.0}, Vec3::Zero(), findings),
                  EventKind::kSlidingToRolling, kSliding, kRolling, findings);
}

void SlidingToStationary(Findings& findings) {
  StopAtOnce("v = 2 m/s", {2.0, 0.0}, 0.0, findings);
  StopAtOnce("with side", {2.0, 0.0}, 30.0, findings);
  StopAtOnce("1.6 m/s at 37 degrees", {1.6 * std::cos(0.6458), 1.6 * std::sin(0.6458)}, 0.0,
             findings);
  const auto sliding = PlayBall({2.0, 0.0}, Vec3::Zero(), findings);
  findings.Plant("event-14a", "without backspin",
                 {{TimeOf(sliding, EventKind::kRollingToStationary) -
                   TimeOf(sliding, EventKind::kSlidingToRolling)}});
  CounterRandom random(14, 0);
  double least_m_s = 1e9;
  for (int i = 0; i < 1000; ++i) {
    const auto any = [&](double size) { return random.Uniform(-size, size); };
    const auto record =
        PlayBall({any(3.0), any(3.0)}, {any(200.0), any(200.0), any(200.0)}, findings);
    if (!record) return;
    for (size_t k = 0; k < record->events.size(); ++k) {
      if (record->events[k].kind != EventKind::kSlidingToRolling) continue;
      least_m_s = std::min(least_m_s, record->event_states[2 * k].after.velocity.norm());
    }
  }
  findings.Measure("event-14b", least_m_s);
  findings.Measure("event-14c", std::log10(std::nextafter(10.0, 11.0) - 10.0));
}

void TransitionTimes(Findings& findings) {
  const auto slide = [](const Vec2& velocity, const Vec3& spin, const std::vector<double>& n) {
    const double slip = (velocity - kBallRadius_m * Vec2(spin.y(), -spin.x())).norm();
    const double printed_s = n[0] / n[1] * slip / (kSlidingFriction * kGravity);
    return std::abs(printed_s - SlideTime(velocity, spin));
  };
  findings.MeasureFormula("event-17a", {2.0, 7.0}, [&](const std::vector<double>& n) {
    return std::vector<Quantity>{{slide({2.0, 0.0}, Vec3::Zero(), n), "2 m/s"},
                                 {slide({2.0, 0.3}, {20.0, -120.0, 0.0}, n), "2 m/s with draw"}};
  });
  findings.MeasureFormula("event-17b", {1.0}, [](const std::vector<double>& n) {
    const double rate = kRollingFriction * kGravity;
    std::vector<Quantity> off_s;
    for (const double speed : {1.2, 0.3}) {
      const double roll_s = TimeToLose(speed, [&](double) { return rate; });
      off_s.push_back({std::abs(n[0] * speed / rate - roll_s), Text(speed) + " m/s"});
    }
    return off_s;
  });
  for (const double spin : {30.0, -30.0}) {
    const double spin_s = TimeToLose(spin, [](double w) { return kSpinRate * Sign(w); });
    findings.Measure("event-17c", {{std::abs(spin / kSpinRate - spin_s), Text(spin) + " rad/s"}});
  }
  // omega_z(Delta t_E) is that of the ball then: a spin that was over before is zero.
  CounterRandom random(17, 0);
  int otherwise = 0;
  int still_spinning = 0;
  for (int i = 0; i < 1000; ++i) {
    const double speed = random.Uniform(0.1, 2.0);
    const double end_s = speed / (kRollingFriction * kGravity);
    const double spin = random.Uniform(-2.0, 2.0) * kSpinRate * end_s;
    const auto record = PlayBall({speed, 0.0}, RollingSpin({speed, 0.0}, spin), findings);
    const bool spins = std::abs(spin) > kSpinRate * end_s;
    still_spinning += spins ? 1 : 0;
    const bool said = record && FirstOf(*record, EventKind::kRollingToSpinning) != nullptr;
    otherwise += said == spins ? 0 : 1;
  }
  findings.Measure("event-17d", otherwise);
  findings.Tell("event-17d", std::to_string(still_spinning) +
                                 " of them spin on; by the linear law omega_z is never exactly 0");
}

void NamesOfStates(Findings& findings) {
  const auto record = PlayBall({2.0, 0.0}, {0.0, -5.0 / kBallRadius_m, 0.0}, findings);
  if (!record) return;
  const bool spins = record->event_states[0].before.motion == MotionState::kSpinning;
  findings.Measure("event-27b", spins ? 1.0 : 0.0);
}

}  // namespace carom::papers
