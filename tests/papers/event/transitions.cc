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
  const Tolerance time = {1e-12, "s", "rounding"};
  findings.Reproduced(what + ": time spent rolling (" + Chain(*record) + ")",
                      {"decomposed into 2 transition events separated by some very small amount of "
                       "time",
                       "(2), Fig 8"},
                      {{rolling_s, NearZero(time, 1.0)}},
                      {Source::kClosedForm, "the slip and the speed vanish together"});
  const Reference catalogue = {Source::kCatalogue, "E-54"};
  const BallState rest = record->final_states[0];
  findings.SelfCheck(
      what + ": where and when it stops", catalogue,
      {{TimeOf(record, stop), Around(stop_s, time), "time"},
       {(rest.position.head<2>() - place_m).norm(), SizeWithin({1e-12, "m", "rounding"}, 1.0),
        "distance from the exact place"}});
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

namespace {

// What a transition of the paper's list does in a run: it happens once, between its two states.
void JudgeTransition(const char* printed, const std::optional<Record>& record, EventKind kind,
                     MotionState from, MotionState to, const std::string& run, Findings& findings) {
  double happens = 0.0;
  double as_listed = 0.0;
  for (size_t k = 0; record && k < record->events.size(); ++k) {
    if (record->events[k].kind != kind) continue;
    const EventStates& states = record->event_states[2 * k];
    ++happens;
    as_listed += states.before.motion == from && states.after.motion == to ? 1.0 : 0.0;
  }
  findings.Reproduced(run, {printed, "(2), list of transitions"},
                      {{happens, Exactly(1.0), "times that it happens"},
                       {as_listed, Exactly(1.0), "from the first state to the second"}},
                      {Source::kReferenceRun, "one ball on an endless cloth"});
}

// Slides, rolls, spins and rests: when each ends is event-17.
std::optional<Record> RollWithSpin(Findings& findings) {
  return PlayBall({0.3, 0.0}, RollingSpin({0.3, 0.0}, 50.0), findings);
}

}  // namespace

void FourTransitions(Findings& findings) {
  using enum MotionState;
  const auto stun = PlayBall({2.0, 0.0}, Vec3::Zero(), findings);
  const auto roll = PlayBall({1.2, 0.0}, RollingSpin({1.2, 0.0}, 0.0), findings);
  const auto spin = PlayBall({0.0, 0.0}, {0.0, 0.0, 30.0}, findings);
  const auto both = RollWithSpin(findings);
  JudgeTransition("sliding-rolling", stun, EventKind::kSlidingToRolling, kSliding, kRolling,
                  "v = 2 m/s without spin", findings);
  JudgeTransition("rolling-stationary", roll, EventKind::kRollingToStationary, kRolling,
                  kStationary, "rolls at 1.2 m/s", findings);
  JudgeTransition("spinning-stationary", spin, EventKind::kSpinningToStationary, kSpinning,
                  kStationary, "spins at 30 rad/s", findings);
  JudgeTransition("rolling-spinning", both, EventKind::kRollingToSpinning, kRolling, kSpinning,
                  "rolls at 0.3 m/s, spins at 50 rad/s", findings);
  const auto expect = [&](const char* what, const char* unit, const char* case_id, double expected,
                          double ours) {
    findings.SelfCheck(what, {Source::kCatalogue, std::string(case_id) + ", at its closed form"},
                       {{ours, Around(expected, {1e-11, unit, "rounding of 12 s and 17 rad/s"})}});
  };
  const BallState rolling = StateAfter(stun, EventKind::kSlidingToRolling);
  expect("v = 2 m/s without spin, when it rolls: speed", "m/s", "E-01", 1.4285714285714286,
         rolling.velocity.x());
  expect("its spin", "rad/s", "E-01", 49.993750781152356, rolling.spin.y());
  expect("v = 1.2 m/s: the distance rolled", "m", "E-06", 7.3394495412844037,
         StateAfter(roll, EventKind::kRollingToStationary).position.x());
  expect("v = 0.3 m/s and 50 rad/s: the spin left when it has rolled", "rad/s", "E-08",
         16.666666666666667, StateAfter(both, EventKind::kRollingToSpinning).spin.z());
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
  const char* where = "Transition times";
  const Tolerance rounding = {1e-11, "s", "rounding of 12 s"};
  const auto formula = [&](const char* printed, const char* what, const char* case_id,
                           double expected_s, double ours_s) {
    findings.Reproduced(what, {printed, where}, {{ours_s, Around(expected_s, rounding)}},
                        {Source::kCatalogue, std::string(case_id) + ", at its closed form"});
  };
  constexpr char kSlide[] = "Delta t_E = 2/7 u_0/(mu_s g)";
  const auto slide = PlayBall({2.0, 0.0}, Vec3::Zero(), findings);
  formula(kSlide, "slip of 2 m/s: until it rolls", "E-01", 0.29124799767001602,
          TimeOf(slide, EventKind::kSlidingToRolling));
  const auto draw = PlayBall({2.0, 0.0}, {0.0, -120.0, 0.0}, findings);
  formula(kSlide, "2 m/s with -120 rad/s of draw: until it rolls", "E-02", 0.79059268967525848,
          TimeOf(draw, EventKind::kSlidingToRolling));
  const auto roll = PlayBall({1.2, 0.0}, RollingSpin({1.2, 0.0}, 0.0), findings);
  formula("Delta t_E = v_0/(mu_r g)", "v = 1.2 m/s: until it rests", "E-06", 12.232415902140673,
          TimeOf(roll, EventKind::kRollingToStationary));
  const auto both = RollWithSpin(findings);
  formula("Delta t_E = v_0/(mu_r g)", "v = 0.3 m/s and 50 rad/s: until it only spins", "E-08",
          3.0581039755351682, TimeOf(both, EventKind::kRollingToSpinning));
  constexpr char kSpin[] = "Delta t_E = 2R/(5 mu_sp g) omega_0z";
  const auto spin = PlayBall({0.0, 0.0}, {0.0, 0.0, 30.0}, findings);
  formula(kSpin, "30 rad/s: until it rests", "E-07", 2.7522935779816514,
          TimeOf(spin, EventKind::kSpinningToStationary));
  formula(kSpin, "50 rad/s, rolling at first: until it rests", "E-08", 4.5871559633027523,
          TimeOf(both, EventKind::kSpinningToStationary));
  const auto other_way = PlayBall({0.0, 0.0}, {0.0, 0.0, -30.0}, findings);
  findings.Misprint("a spin of -30 rad/s: time to its end",
                    {"Delta t_E = 2R/(5 mu_sp g) omega_0z", where},
                    {{-30.0 / 10.9, Around(-2.7522935779816514, rounding), "as printed"},
                     {TimeOf(other_way, EventKind::kSpinningToStationary),
                      Around(30.0 / 10.9, rounding), "with |omega_0z|"}},
                    "a time cannot be negative: |omega_0z| is needed");
  // Spin that is over long before the roll is.
  const auto short_spin = PlayBall({0.3, 0.0}, RollingSpin({0.3, 0.0}, 10.0), findings);
  const double roll_s = 0.3 / (0.01 * g);
  findings.Misprint(
      "rolling, with a spin that is over before the roll",
      {"If omega_z(Delta t_E) = 0, the event is a rolling-stationary transition event. Otherwise, "
       "it is a rolling-spinning transition event.",
       where},
      {{10.0 - 10.9 * roll_s, Around(-23.3333333333333, {1e-12, "rad/s", "rounding of 33 rad/s"}),
        "omega_z then by the linear law, 10 - 10.9 t: not 0, so spinning by the rule"},
       {TimeOf(short_spin, EventKind::kRollingToStationary), Around(roll_s, rounding),
        "time at which it is stationary"}},
      "the linear law runs past zero: times must be compared");
  findings.Misprint("of 1000 such balls, those whose omega_z is 0 by the formula",
                    {"If omega_z(Delta t_E) = 0, the event is a rolling-stationary transition "
                     "event.",
                     where},
                    {{static_cast<double>(ExactZeros(1000)), Exactly(0.0)}},
                    "equality with zero is never met; the engine compares times");
}

void NamesOfStates(Findings& findings) {
  std::set<std::string> names;
  for (int k = 0; k < 5; ++k) names.insert(Name(static_cast<MotionState>(k)));
  const std::set<std::string> printed = {"stationary", "spinning", "rolling", "spinning",
                                         "airborne"};
  findings.Misprint(
      "different states",
      {"stationary, spinning, rolling, spinning, or airborne", "Ball-ball collision times"},
      {{static_cast<double>(printed.size()), Exactly(4.0), "as printed"},
       {static_cast<double>(names.size()), Exactly(5.0), "ours"}},
      "the second spinning is sliding, as in the paper's own list of motions");
  // What perfect backspin does shows which transition is meant.
  const auto record = PlayBall({2.0, 0.0}, {0.0, -5.0 / kBallRadius_m, 0.0}, findings);
  if (!record) return;
  const BallState& start = record->event_states[0].before;
  const bool slides = start.motion == MotionState::kSliding;
  findings.Misprint(
      "slip of a ball with perfect backspin when its first transition begins",
      {"In theory, a ball can transition from spinning to stationary if the perfect amount of "
       "backspin is applied.",
       "(2)"},
      {{static_cast<double>(slides), Exactly(1.0), "it slides"},
       {record->final_states[0].velocity.norm(), Exactly(0.0, "m/s"), "speed at the end"}},
      "a ball with backspin slides; spinning to stationary is the first, common one");
  findings.Tells("figures numbered 13", {"**Figure 13**", "(3)"},
                 "ball-cushion time; cushion line, which is meant to be Fig 14");
}

}  // namespace carom::papers
