#include "tests/testing/bouncing_ball.h"

#include <algorithm>
#include <cmath>

namespace carom::testing {
namespace {

// Follows the height that the ball would reach from the end of each step in flight.
class HighestFlight : public IvpObserver {
 public:
  bool Step(double /*t*/, std::span<const double> y) override {
    if (y[0] > 0.0) {
      highest_m = std::max(highest_m, y[0] + 0.5 * y[1] * y[1] / BouncingBall::kGravity_m_s2);
    }
    return true;
  }
  double highest_m = 0.0;
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

// The gap while apart, the indentation in contact.
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
  const double indentation = std::max(-y[0], 0.0);
  const double elastic = kStiffness * indentation * indentation * std::sqrt(indentation) / 2.5;
  return 0.5 * kMass_kg * y[1] * y[1] + kMass_kg * kGravity_m_s2 * y[0] + elastic;
}

BounceOutcome Drop(BouncingBall& ball, double gap_m, double duration_s, const IvpOptions& options) {
  std::array<double, 2> y = {gap_m, 0.0};
  const double energy = ball.Energy(y);
  HighestFlight flight;
  BounceOutcome outcome;
  outcome.result = Integrator().Run(ball, 0.0, y, duration_s, options, {}, flight);
  outcome.energy_change = ball.Energy(y) / energy - 1.0;
  outcome.highest = flight.highest_m / gap_m;
  return outcome;
}

double FirstStepFromSlope(double duration_s, const IvpOptions& options) {
  const double threshold = options.absolute_tolerance / options.relative_tolerance;
  // From rest: the gap has no slope, its rate has g.
  const double fastest = BouncingBall::kGravity_m_s2 / threshold;
  const double step = 0.8 * std::pow(options.relative_tolerance, 0.2) / fastest;
  return std::min(step, 0.1 * duration_s);
}

}  // namespace carom::testing
