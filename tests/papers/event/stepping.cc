// Experiments on the paper's "discrete time evolution": event-02 to 04, and 06.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/event/discrete.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

constexpr double kUntil_s = 1.0;
constexpr int kTwoBallShots = 32;

// A rolling cue ball cuts a ball at rest. The distances are spread by the golden ratio, so that the
// impacts fall anywhere within a step.
Setup TwoBallShot(int index) {
  Setup setup;
  const double spread = std::fmod(0.5 * (std::sqrt(5.0) - 1.0) * index, 1.0);
  setup.AddRolling({-0.4 - 0.1 * spread, 0.0}, {1.5, 0.0});
  setup.AddBall({0.0, 0.02});
  setup.environment().stop.at_time_s = kUntil_s;
  return setup;
}

// One length of steps over all two-ball shots: means.
struct Rung {
  double step_s = 0.0;
  double late_s = 0.0;       // The impact's time beside the engine's.
  double least_s = 1e9;      // The least late of the shots.
  double end_error_m = 0.0;  // Of the worse ball at the end.
  double steps = 0.0;
  double seconds = 0.0;
};

double EndError(const std::vector<BallState>& a, const std::vector<BallState>& b) {
  double error_m = 0.0;
  for (size_t i = 0; i < a.size(); ++i) {
    error_m = std::max(error_m, (a[i].position - b[i].position).norm());
  }
  return error_m;
}

Rung ClimbRung(const Stepping& stepping, Findings& findings) {
  Rung rung;
  rung.step_s = stepping.step_s;
  for (int index = 0; index < kTwoBallShots; ++index) {
    const Setup setup = TwoBallShot(index);
    const auto exact = Play(setup, findings);
    const auto scene = setup.MakeScene();
    if (!exact || !scene.ok()) continue;
    const auto begin = std::chrono::steady_clock::now();
    const SteppedShot stepped = PlayInSteps(*scene, setup.shot, stepping);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    const Event* impact = FirstOf(*exact, EventKind::kBallBall);
    if (impact == nullptr || stepped.impacts.empty()) {
      findings.Failed("two-ball shot " + std::to_string(index), "the balls do not meet");
      continue;
    }
    const double late_s = stepped.impacts.front().time_s - impact->time_s;
    rung.late_s += late_s / kTwoBallShots;
    rung.least_s = std::min(rung.least_s, late_s);
    rung.end_error_m += EndError(stepped.final_states, exact->final_states) / kTwoBallShots;
    rung.steps += static_cast<double>(stepped.steps) / kTwoBallShots;
    rung.seconds += elapsed.count() / kTwoBallShots;
  }
  return rung;
}

std::vector<Rung> ClimbLadder(const std::vector<double>& steps_s, Findings& findings) {
  std::vector<Rung> ladder;
  for (const double step_s : steps_s) {
    Stepping stepping;
    stepping.step_s = step_s;
    stepping.until_s = kUntil_s;
    ladder.push_back(ClimbRung(stepping, findings));
  }
  return ladder;
}

void WriteLadder(const std::vector<Rung>& ladder, Findings& findings) {
  findings.sheet() =
      Sheet({"step_s", "mean_lateness_s", "mean_end_error_m", "steps", "mean_seconds"});
  for (const Rung& rung : ladder) {
    findings.sheet().Add(rung.step_s, rung.late_s, rung.end_error_m, rung.steps, rung.seconds);
  }
}

// Exponent p of y ~ x^p by least squares.
double Slope(const std::vector<Rung>& ladder, double Rung::*y) {
  double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  const auto n = static_cast<double>(ladder.size());
  for (const Rung& rung : ladder) {
    const double log_x = std::log(rung.step_s);
    const double log_y = std::log(rung.*y);
    sx += log_x;
    sy += log_y;
    sxx += log_x * log_x;
    sxy += log_x * log_y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

const std::vector<double> kSteps_s = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6};

double StepsOfTenSeconds(double step_s, Findings& findings) {
  Setup setup;
  setup.AddRolling({0.0, 0.0}, {10.0, 0.0});
  const auto scene = setup.MakeScene();
  if (!scene.ok()) {
    findings.Failed("scene", std::string(scene.status().message()));
    return 0.0;
  }
  Stepping stepping;
  stepping.step_s = step_s;
  stepping.until_s = 10.0;
  return static_cast<double>(PlayInSteps(*scene, setup.shot, stepping).steps);
}

}  // namespace

void LatenessOfSteps(Findings& findings) {
  const std::vector<Rung> ladder = ClimbLadder(kSteps_s, findings);
  WriteLadder(ladder, findings);
  findings.SetPlot({"Fixed steps: error against step, means of 32 two-ball shots",
                    "step, s",
                    "error",
                    {{"impact noticed late, s", "step_s", "mean_lateness_s"},
                     {"place after 1 s, m", "step_s", "mean_end_error_m"}},
                    true,
                    true});
  double least_s = 1e9;
  for (const Rung& rung : ladder) least_s = std::min(least_s, rung.least_s);
  findings.Measure("event-02a", least_s);
  findings.Measure("event-02b", {{Slope(ladder, &Rung::late_s), "time of the impact"},
                                 {Slope(ladder, &Rung::end_error_m), "places after 1 s"}});
}

void HundredTimesSmallerSteps(Findings& findings) {
  const std::vector<Rung> ladder = ClimbLadder({1e-2, 1e-3, 1e-4, 1e-5, 1e-6}, findings);
  WriteLadder(ladder, findings);
  findings.SetPlot({"Fixed steps: error and cost",
                    "step, s",
                    "",
                    {{"impact noticed late, s", "step_s", "mean_lateness_s"},
                     {"run time, s", "step_s", "mean_seconds"}},
                    true,
                    true});
  for (size_t k = 0; k + 2 < ladder.size(); ++k) {
    const std::string range = Text(ladder[k].step_s) + " s to " + Text(ladder[k + 2].step_s) + " s";
    findings.Measure("event-03a", {{ladder[k].late_s / ladder[k + 2].late_s, range}});
    findings.Measure("event-03b", {{ladder[k + 2].steps / ladder[k].steps, range}});
  }
}

void StepsOfRealism(Findings& findings) {
  findings.sheet() = Sheet({"overlap_m", "speed_m_s", "step_s", "steps_in_10_s"});
  findings.Measure("event-04a", 1e3 * kBallRadius_m / 100.0);
  findings.Measure("event-04b", 1e6 * 3e-4 / 10.0);
  for (const double overlap_m : {3e-4, 3e-5}) {
    const double step_s = overlap_m / 10.0;
    const double steps = StepsOfTenSeconds(step_s, findings);
    findings.sheet().Add(overlap_m, 10.0, step_s, steps);
    findings.Measure(overlap_m == 3e-4 ? "event-04c" : "event-04d", steps);
  }
}

void UpdateWithNewVelocity(Findings& findings) {
  findings.sheet() = Sheet({"step_s", "printed_error_m", "right_error_m"});
  // A ball without spin slides from 2 m/s for 0.25 s: constant deceleration mu g.
  constexpr double kAcceleration = -0.2 * 9.81;
  constexpr double kSpeed = 2.0;
  constexpr double kTime_s = 0.25;
  const double exact_m = kTime_s * (kSpeed + 0.5 * kAcceleration * kTime_s);
  for (const int steps : {10, 100, 1000, 10000}) {
    const double dt = kTime_s / steps;
    double v = kSpeed;
    double printed = 0.0;
    double right = 0.0;
    for (int i = 0; i < steps; ++i) {
      const double v_next = v + kAcceleration * dt;
      printed += 0.5 * kAcceleration * dt * dt + v_next * dt;
      right += 0.5 * kAcceleration * dt * dt + v * dt;
      v = v_next;
    }
    findings.sheet().Add(dt, printed - exact_m, right - exact_m);
    findings.Measure("event-06", {{std::abs(printed - exact_m), Text(steps) + " steps"}});
    findings.Tell("event-06", Text(steps) + " steps with v_i: " + Text(right - exact_m) + " m");
  }
}

}  // namespace carom::papers
