#include "tests/testing/bouncing_ball.h"

#include <algorithm>
#include <cmath>

namespace carom::testing {
namespace {

// Follows the height that the ball would reach from the end of each step in flight.
class Tops : public IvpObserver {
 public:
  explicit Tops(BounceOutcome& outcome) : tops_m_(outcome.tops_m), samples_(outcome.samples) {}

  void Sample(double /*t*/, std::span<const double> y) override {
    samples_.push_back({y[0], y[1]});
  }

  bool Step(double /*t*/, std::span<const double> y) override {
    const bool flies = y[0] > 0.0;
    const bool rises = y[1] > 0.0;
    // A step may leap over a whole contact.
    if (flies && (!flew_ || (rises && !rose_))) tops_m_.push_back(0.0);
    if (flies && !tops_m_.empty()) {
      tops_m_.back() = y[0] + 0.5 * y[1] * y[1] / BouncingBall::kGravity_m_s2;
    }
    flew_ = flies;
    rose_ = rises;
    return true;
  }

 private:
  std::vector<double>& tops_m_;
  std::vector<std::array<double, 2>>& samples_;
  bool flew_ = true;  // In the drop, which is not counted.
  bool rose_ = false;
};

}  // namespace

BouncingBall::BouncingBall(const NormalForceLaw& law, ContactSense sense)
    : law_(law), sense_(sense) {}

void BouncingBall::Begin(double t, double approach_m_s) {
  touching_ = true;
  now_ = {.begin_s = t, .begin_m_s = approach_m_s};
}

void BouncingBall::End(double t, double rate_m_s) {
  touching_ = false;
  now_.end_s = t;
  now_.end_m_s = rate_m_s;
  contacts_.push_back(now_);
}

void BouncingBall::Slope(double t, std::span<const double> y, std::span<double> slope) {
  if (sense_ == ContactSense::kEvaluations) {
    if (y[0] < 0.0 && !touching_) Begin(t, -y[1]);
    if (y[0] >= 0.0 && touching_) End(t, y[1]);
  }
  double force = 0.0;
  if (touching_ || (sense_ == ContactSense::kSteps && y[0] < 0.0)) {
    // Until a step has ended in contact, the rate of now stands for that at its beginning.
    force = law_.Force(-y[0], -y[1], touching_ ? now_.begin_m_s : -y[1]);
  }
  slope[0] = y[1];
  slope[1] = force / kMass_kg - kGravity_m_s2;
}

// The gap while apart, the penetration in contact.
void BouncingBall::Guards(double /*t*/, std::span<const double> y, std::span<double> value,
                          std::span<double> rate) {
  value[0] = touching_ ? -y[0] : y[0];
  rate[0] = touching_ ? -y[1] : y[1];
}

bool BouncingBall::OnGuards(double t, std::span<double> y, std::span<const int> /*crossed*/) {
  if (touching_) {
    End(t, y[1]);
  } else {
    Begin(t, -y[1]);
  }
  return true;
}

bool BouncingBall::AfterStep(double t, std::span<double> y) {
  if (sense_ == ContactSense::kSteps) {
    if (y[0] < 0.0 && !touching_) Begin(t, -y[1]);
    if (y[0] >= 0.0 && touching_) End(t, y[1]);
  }
  return false;
}

double BouncingBall::Energy(std::span<const double> y) const {
  const double penetration = std::max(-y[0], 0.0);
  const double elastic = kStiffness * penetration * penetration * std::sqrt(penetration) / 2.5;
  return 0.5 * kMass_kg * y[1] * y[1] + kMass_kg * kGravity_m_s2 * y[0] + elastic;
}

BounceOutcome Drop(BouncingBall& ball, double gap_m, double duration_s, const IvpOptions& options,
                   std::span<const double> sample_times) {
  std::array<double, 2> y = {gap_m, 0.0};
  const double energy = ball.Energy(y);
  BounceOutcome outcome;
  Tops tops(outcome);
  outcome.result = Integrator().Run(ball, 0.0, y, duration_s, options, sample_times, tops);
  outcome.energy_change = ball.Energy(y) / energy - 1.0;
  return outcome;
}

DropSweep SweepDrops(const IvpOptions& options, int count) {
  DropSweep sweep;
  for (int i = 0; i < count; ++i) {
    const double gap = 0.09 + 0.02 * i / (count - 1);
    BouncingBall ball({.stiffness = BouncingBall::kStiffness}, ContactSense::kSteps);
    const BounceOutcome outcome = Drop(ball, gap, 2.0, options);
    sweep.energy_changes.push_back(outcome.energy_change);
    sweep.gaining += (outcome.energy_change > 0.0 ? 1.0 : 0.0) / count;
    sweep.overtopping += (outcome.HighestTop() > 1.001 * gap ? 1.0 : 0.0) / count;
    sweep.evaluations += static_cast<double>(outcome.result.cost.evaluations) / count;
    sweep.complete = sweep.complete && outcome.result.end == IvpEnd::kComplete;
  }
  std::sort(sweep.energy_changes.begin(), sweep.energy_changes.end());
  return sweep;
}

double BounceOutcome::HighestTop() const {
  return tops_m.empty() ? 0.0 : *std::max_element(tops_m.begin(), tops_m.end());
}

IvpOptions ToolOptions(double relative_tolerance, double absolute_tolerance, double duration_s) {
  return {.relative_tolerance = relative_tolerance,
          .absolute_tolerance = absolute_tolerance,
          .step_control = StepControl::kMatlab,
          .largest_step_s = 0.1 * duration_s};
}

}  // namespace carom::testing
