#include "core/math/ivp/stepper.h"

#include "core/base/portable_math.h"
#include "core/math/sign_changes.h"

namespace carom {

double ErrorMeasure::OfWhole(std::span<const double> error, std::span<const double> before,
                             std::span<const double> after) const {
  const auto norm = [](std::span<const double> v) {
    double squares = 0.0;
    for (const double x : v) squares += x * x;
    return std::sqrt(squares);
  };
  const double ratio =
      norm(error) / std::max(relative_ * std::max(norm(before), norm(after)), absolute_);
  return std::isfinite(ratio) ? ratio : std::numeric_limits<double>::infinity();
}

void Stepper::Bind(OdeSystem& system, const IvpOptions& options) {
  system_ = &system;
  measure_ = ErrorMeasure(options);
  largest_step_s_ = options.largest_step_s;
  relative_tolerance_ = options.relative_tolerance;
  as_matlab_ = options.step_control == StepControl::kMatlab;
  stop_ = options.stop;
  evaluations_ = 0;
  const auto n = static_cast<std::size_t>(system.size());
  for (std::vector<double>* vector : {&y_, &slope_, &end_, &probe_, &probe_slope_}) {
    vector->resize(n);
  }
  Resize(n);
}

bool Stepper::Begin(double t, std::span<const double> y) {
  t_ = t;
  std::copy(y.begin(), y.end(), y_.begin());
  Slope(t_, y_, slope_);
  Restart();
  return std::all_of(slope_.begin(), slope_.end(), [](double s) { return std::isfinite(s); });
}

double Stepper::FirstStep(double limit) {
  const double size = measure_.At(y_, y_);
  const double speed = measure_.At(y_, slope_);
  const double probe_step =
      std::min(limit, size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed);
  for (std::size_t i = 0; i < y_.size(); ++i) probe_[i] = y_[i] + probe_step * slope_[i];
  Slope(t_ + probe_step, probe_, probe_slope_);
  for (std::size_t i = 0; i < y_.size(); ++i) probe_slope_[i] -= slope_[i];
  const double steepest = std::max(speed, measure_.At(y_, probe_slope_) / probe_step);
  const double step = steepest <= 1e-15 ? std::max(1e-6, 1e-3 * probe_step)
                                        : Pow(0.01 / steepest, 1.0 / error_order());
  return std::min({100.0 * probe_step, step, limit});
}

double Stepper::NextStep(double h, double error) {
  // The usual controller: aim below the ideal, and neither shrink nor grow too much at once.
  constexpr double kSafety = 0.9;
  return h * std::clamp(kSafety * Pow(std::max(error, 1e-10), -1.0 / error_order()), 0.2, 5.0);
}

namespace {

// A cubic on [0, 1] by its values and slopes at the ends.
struct Cubic {
  double c0, c1, c2, c3;

  Cubic(double value_0, double slope_0, double value_1, double slope_1)
      : c0(value_0),
        c1(slope_0),
        c2(3.0 * (value_1 - value_0) - 2.0 * slope_0 - slope_1),
        c3(2.0 * (value_0 - value_1) + slope_0 + slope_1) {}

  double At(double s) const { return c0 + s * (c1 + s * (c2 + s * c3)); }

  // Where it is least, for a slope that is negative at 0 and positive at 1.
  double Lowest() const { return -c1 / (c2 + std::sqrt(c2 * c2 - 3.0 * c3 * c1)); }
};

}  // namespace

double GuardWatch::Rounding(double t) {
  return 64.0 * std::numeric_limits<double>::epsilon() * std::fabs(t);
}

void GuardWatch::Bind(OdeSystem& system) {
  system_ = &system;
  count_ = static_cast<std::size_t>(system.guard_count());
  for (Look* look : {&start_, &before_, &after_, &trial_}) {
    look->value.resize(count_);
    look->rate.resize(count_);
  }
  trial_y_.resize(static_cast<std::size_t>(system.size()));
  crossed_.reserve(count_);
  crossed_.clear();
}

void GuardWatch::Evaluate(double t, std::span<const double> y, Look& look) {
  if (count_ > 0) system_->Guards(t, y, look.value, look.rate);
}

bool GuardWatch::HasCrossed(const Look& look, std::size_t guard) const {
  return look.value[guard] <= 0.0 && (IsArmed(guard) || look.rate[guard] < 0.0);
}

bool GuardWatch::AnyCrossed(const Look& look) const {
  const auto n = static_cast<long>(count_);
  const double* const value = look.value.data();
  for (long i = kernels_.next_reached(n, value, 0); i < n;
       i = kernels_.next_reached(n, value, i + 1)) {
    if (HasCrossed(look, static_cast<std::size_t>(i))) return true;
  }
  return false;
}

// Where nothing is known, nothing is armed.
void GuardWatch::Start(double t, std::span<const double> y) {
  std::fill(start_.value.begin(), start_.value.end(), 0.0);
  EndStep(t, y);
}

void GuardWatch::EndStep(double t, std::span<const double> y) {
  Evaluate(t, y, after_);
  crossed_ahead_ = AnyCrossed(after_);
  EndTrialStep();
}

// Until the looks change places, start_ still tells what was armed.
void GuardWatch::EndTrialStep() {
  crossed_.clear();
  for (std::size_t i = 0; crossed_ahead_ && i < count_; ++i) {
    if (HasCrossed(after_, i)) crossed_.push_back(static_cast<int>(i));
  }
  std::swap(start_, after_);
}

bool GuardWatch::TryStep(double t, std::span<const double> y) {
  Evaluate(t, y, after_);
  crossed_ahead_ = AnyCrossed(after_);
  return crossed_ahead_;
}

double GuardWatch::StepToDip(double t, double h) const {
  double step = h;
  const double* const start_rate = start_.rate.data();
  const double* const end_rate = after_.rate.data();
  const auto n = static_cast<long>(count_);
  for (long k = kernels_.next_turned(n, start_rate, end_rate, 0); k < n;
       k = kernels_.next_turned(n, start_rate, end_rate, k + 1)) {
    const auto i = static_cast<std::size_t>(k);
    const double start = start_.value[i];
    const double end = after_.value[i];
    if (!(start > 0.0 && end > 0.0)) continue;
    const Cubic guard(start, h * start_rate[i], end, h * end_rate[i]);
    const double lowest = guard.Lowest();
    // The cubic is not the guard itself: a dip of the cubic is reason enough to look.
    if (guard.At(lowest) <= 0.25 * std::min(start, end)) step = std::min(step, lowest * h);
  }
  return step > Rounding(t) ? step : h;
}

double GuardWatch::GuessCrossing(double low, double high) const {
  const double width = high - low;
  double guess = 1.0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (!HasCrossed(after_, i)) continue;
    const double rate_before = before_.rate[i];
    const double rate_after = after_.rate[i];
    double part = 0.5;
    if (before_.value[i] > 0.0) {
      const Cubic guard(before_.value[i], width * rate_before, after_.value[i], width * rate_after);
      const double size = std::max(before_.value[i], -after_.value[i]);
      part = FalsePosition([&](double s) { return guard.At(s); }, 0.0, 1.0, 1e-14 * size);
    } else if (rate_before >= 0.0 && rate_after < 0.0) {
      part = rate_before / (rate_before - rate_after);
    }
    guess = std::min(guess, part);
  }
  return low + guess * width;
}

double GuardWatch::Locate(Stepper& stepper, double t, double h, std::span<double> y) {
  constexpr int kMaxTrials = 300;
  const double last = std::max(std::fabs(t), std::fabs(t + h));
  const double closest = std::numeric_limits<double>::epsilon() * last;
  double low = 0.0;
  double high = h;
  double width_before = h;
  double nudge = closest;
  before_ = start_;
  std::copy(stepper.End().begin(), stepper.End().end(), y.begin());
  for (int i = 1; high - low > closest && i <= kMaxTrials; ++i) {
    // Off the ends by a nudge, so that the other end closes in too; by more if that misses.
    const double guess = GuessCrossing(low, high);
    double trial = std::max(std::min(std::max(guess, low + nudge), high - nudge), low);
    if (trial != guess) nudge *= 2.0;
    if (i % 4 == 0) {
      if (high - low > 0.5 * width_before) trial = low + 0.5 * (high - low);
      width_before = high - low;
    }
    if (!(trial > low && trial < high)) trial = low + 0.5 * (high - low);
    stepper.StateWithin(trial, trial_y_);
    Evaluate(t + trial, trial_y_, trial_);
    if (AnyCrossed(trial_)) {
      high = trial;
      std::swap(after_, trial_);
      std::copy(trial_y_.begin(), trial_y_.end(), y.begin());
    } else {
      low = trial;
      std::swap(before_, trial_);
    }
  }
  crossed_.clear();
  for (std::size_t i = 0; i < count_; ++i) {
    const bool about_to = IsArmed(i) && after_.value[i] + after_.rate[i] * Rounding(last) <= 0.0;
    if (HasCrossed(after_, i) || about_to) crossed_.push_back(static_cast<int>(i));
  }
  return high;
}

double GuardWatch::LocateLinearly(double h, std::span<const double> start,
                                  std::span<const double> end, std::span<double> y) {
  const auto part = [&](std::size_t i) {
    return IsArmed(i) ? start_.value[i] / (start_.value[i] - after_.value[i]) : 1.0;
  };
  double first = 1.0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (HasCrossed(after_, i)) first = std::min(first, part(i));
  }
  crossed_.clear();
  for (std::size_t i = 0; i < count_; ++i) {
    if (HasCrossed(after_, i) && part(i) <= first + Rounding(1.0)) {
      crossed_.push_back(static_cast<int>(i));
    }
  }
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = start[i] + first * (end[i] - start[i]);
  return first * h;
}

}  // namespace carom
