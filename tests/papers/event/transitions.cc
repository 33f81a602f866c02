// Experiments on the natural transitions and their times: event-13, 14, 17 and 27.

#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

// One ball on an endless cloth, and its log.
std::optional<Record> PlayBall(const Vec2& velocity_m_s, const Vec3& spin_rad_s,
                               Findings& findings) {
  Setup setup;
  setup.AddBall({0.0, 0.0}, velocity_m_s, spin_rad_s);
  return Play(setup, findings);
}

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

double TimeOf(const std::optional<Record>& record, EventKind kind) {
  const Event* event = record ? FirstOf(*record, kind) : nullptr;
  return event == nullptr ? kMissing : event->time_s;
}

BallState StateAfter(const std::optional<Record>& record, EventKind kind) {
  const Event* event = record ? FirstOf(*record, kind) : nullptr;
  if (event == nullptr) return {};
  return record->event_states[2 * static_cast<size_t>(event - record->events.data())].after;
}

Vec3 RollingSpin(const Vec2& velocity_m_s, double spin_z) {
  return Vec3(-velocity_m_s.y() / kBallRadius_m, velocity_m_s.x() / kBallRadius_m, spin_z);
}

std::string Chain(const Record& record) {
  std::string chain;
  for (const Event& event : record.events) {
    chain += (chain.empty() ? "" : ", then ") + Name(event.kind) + " at " + Text(event.time_s);
  }
  return chain;
}

// E-54 of the catalogue, with and without side spin: 5 v + 2 R (w x z) = 0.
void StopAtOnce(const std::string& what, const Vec2& velocity, double spin_z, double stop_s,
                const Vec2& place_m, Findings& findings) {
  const Vec3 spin(2.5 * velocity.y() / kBallRadius_m, -2.5 * velocity.x() / kBallRadius_m, spin_z);
  const auto record = PlayBall(velocity, spin, findings);
  if (!record) return;
  const EventKind stop =
      spin.z() == 0.0 ? EventKind::kRollingToStationary : EventKind::kRollingToSpinning;
  const double rolling_s = TimeOf(record, stop) - TimeOf(record, EventKind::kSlidingToRolling);
  findings.Reproduces(what + ": chain", "decomposed in two", Chain(*record),
                      std::isfinite(rolling_s));
  findings.Reproduces(what + ": time spent rolling, s", "some very small amount of time", 0.0,
                      rolling_s, 1e-12);
  findings.Reproduces(what + ": stops at, s", stop_s, TimeOf(record, stop), 1e-12);
  const BallState rest = record->final_states[0];
  findings.Reproduces(what + ": distance from the exact place, m", "none", 0.0,
                      (rest.position.head<2>() - place_m).norm(), 1e-12);
  const bool finite = IsFinite(rest.position) && IsFinite(rest.velocity) && IsFinite(rest.spin);
  findings.Reproduces(what + ": heading", "no NaN", finite ? "finite" : "NaN", finite);
}

// How often w_z(t) as the paper computes it is exactly zero when a roll has ended whose spin was
// over before.
int ExactZeros(int tries) {
  CounterRandom random(17, 0);
  constexpr double kRollRate = 0.01 * 9.81;  // mu_r g
  constexpr double kSpinRate = 10.9;         // 5 mu_sp g / (2 R)
  int zeros = 0;
  for (int i = 0; i < tries; ++i) {
    const double roll_s = random.Uniform(0.1, 2.0) / kRollRate;
    const double spin_z = random.Uniform(0.1, 1.0) * kSpinRate * roll_s;
    if (spin_z - kSpinRate * roll_s == 0.0) ++zeros;
  }
  return zeros;
}

}  // namespace

void FourTransitions(Findings& findings) {
  // The catalogue's E-01, E-02, E-06, E-07 and E-08, all at their closed forms.
  const auto stun = PlayBall({2.0, 0.0}, Vec3::Zero(), findings);
  findings.Reproduces("sliding to rolling, v = 2 m/s without spin, s", 0.29124799767001602,
                      TimeOf(stun, EventKind::kSlidingToRolling), 1e-12);
  const BallState rolling = StateAfter(stun, EventKind::kSlidingToRolling);
  findings.Reproduces("the speed then, m/s", 1.4285714285714286, rolling.velocity.x(), 1e-12);
  findings.Reproduces("the spin then, rad/s", 49.993750781152356, rolling.spin.y(), 1e-12);

  const auto draw = PlayBall({2.0, 0.0}, {0.0, -120.0, 0.0}, findings);
  findings.Reproduces("sliding to rolling, v = 2 m/s with -120 rad/s of draw, s",
                      0.79059268967525848, TimeOf(draw, EventKind::kSlidingToRolling), 1e-12);

  const auto roll = PlayBall({1.2, 0.0}, RollingSpin({1.2, 0.0}, 0.0), findings);
  findings.Reproduces("rolling to stationary, v = 1.2 m/s, s", 12.232415902140673,
                      TimeOf(roll, EventKind::kRollingToStationary), 1e-11);
  findings.Reproduces("the distance rolled, m", 7.3394495412844037,
                      StateAfter(roll, EventKind::kRollingToStationary).position.x(), 1e-11);

  const auto spin = PlayBall({0.0, 0.0}, {0.0, 0.0, 30.0}, findings);
  findings.Reproduces("spinning to stationary, 30 rad/s, s", 2.7522935779816514,
                      TimeOf(spin, EventKind::kSpinningToStationary), 1e-12);

  const auto both = PlayBall({0.3, 0.0}, RollingSpin({0.3, 0.0}, 50.0), findings);
  findings.Reproduces("rolling to spinning, v = 0.3 m/s and 50 rad/s, s", 3.0581039755351682,
                      TimeOf(both, EventKind::kRollingToSpinning), 1e-12);
  findings.Reproduces("the spin left then, rad/s", 16.666666666666667,
                      StateAfter(both, EventKind::kRollingToSpinning).spin.z(), 1e-11);
  findings.Reproduces("its end, s", 4.5871559633027523,
                      TimeOf(both, EventKind::kSpinningToStationary), 1e-12);
}

void SlidingToStationary(Findings& findings) {
  StopAtOnce("v = 2 m/s, perfect backspin", {2.0, 0.0}, 0.0, 1.01936799184506,
             {1.01936799184506, 0.0}, findings);
  StopAtOnce("v = 2 m/s, perfect backspin and side", {2.0, 0.0}, 30.0, 1.01936799184506,
             {1.01936799184506, 0.0}, findings);
  const double angle = 37.0 * 3.14159265358979323846 / 180.0;
  StopAtOnce("v = 1.6 m/s at 37 degrees", {1.6 * std::cos(angle), 1.6 * std::sin(angle)}, 0.0,
             0.815494393476044, {0.521026224699559, 0.392621421832121}, findings);
}

void TransitionTimes(Findings& findings) {
  const double g = 9.81;
  const double slip_speed = 2.0;  // A ball of 2 m/s without spin.
  const auto slide = PlayBall({slip_speed, 0.0}, Vec3::Zero(), findings);
  findings.Reproduces("2/7 u / (mu_s g), s", 2.0 / 7.0 * slip_speed / (0.2 * g),
                      TimeOf(slide, EventKind::kSlidingToRolling), 1e-12);
  const auto roll = PlayBall({1.2, 0.0}, RollingSpin({1.2, 0.0}, 0.0), findings);
  findings.Reproduces("v / (mu_r g), s", 1.2 / (0.01 * g),
                      TimeOf(roll, EventKind::kRollingToStationary), 1e-11);
  const auto spin = PlayBall({0.0, 0.0}, {0.0, 0.0, 30.0}, findings);
  findings.Reproduces("2 R w_z / (5 mu_sp g), s", 30.0 / 10.9,
                      TimeOf(spin, EventKind::kSpinningToStationary), 1e-12);
  const auto other_way = PlayBall({0.0, 0.0}, {0.0, 0.0, -30.0}, findings);
  findings.Differs("the same clockwise, w_z = -30 rad/s, s", Text(-30.0 / 10.9), 30.0 / 10.9,
                   TimeOf(other_way, EventKind::kSpinningToStationary), 1e-12,
                   "a time cannot be negative: |w_z| is needed");
  // Spin that is over long before the roll is.
  const auto short_spin = PlayBall({0.3, 0.0}, RollingSpin({0.3, 0.0}, 10.0), findings);
  const double roll_s = 0.3 / (0.01 * g);
  findings.Differs("rolling, w_z over before the roll: what it ends in",
                   "spinning, as w_z = " + Text(10.0 - 10.9 * roll_s) + " is not 0",
                   short_spin && FirstOf(*short_spin, EventKind::kRollingToStationary) != nullptr
                       ? "stationary"
                       : "spinning",
                   std::isfinite(TimeOf(short_spin, EventKind::kRollingToStationary)),
                   "the linear law runs past zero: times must be compared");
  const int zeros = ExactZeros(1000);
  findings.Differs("of 1000 such balls, those with w_z = 0 by the formula", "all",
                   std::to_string(zeros), zeros == 0,
                   "equality with zero is never met; the engine compares times");
}

void NamesOfStates(Findings& findings) {
  std::set<std::string> names;
  for (int k = 0; k < 5; ++k) names.insert(Name(static_cast<MotionState>(k)));
  findings.Differs("states: stationary, spinning, rolling, spinning, airborne", "spinning twice",
                   Name(MotionState::kSliding) + " is the fifth",
                   names.size() == 5 && names.count("sliding") == 1,
                   "the paper's own list of motions has sliding; the second spinning is sliding");
  // What perfect backspin does shows which transition is meant.
  const auto record = PlayBall({2.0, 0.0}, {0.0, -5.0 / kBallRadius_m, 0.0}, findings);
  const bool slid = record && record->event_states[0].before.motion == MotionState::kSliding;
  const bool rests = record && record->final_states[0].motion == MotionState::kStationary;
  findings.Differs("the rare transition of perfect backspin", "spinning to stationary",
                   slid && rests ? "sliding to stationary" : "another", slid && rests,
                   "a ball with backspin slides; spinning to stationary is the first, common one");
  findings.Tells("figures numbered 13", "two",
                 "ball-cushion time; cushion line, which is meant to be Fig 14");
}

}  // namespace carom::papers
