#ifndef CAROM_CORE_MATH_IVP_ERROR_MEASURE_H_
#define CAROM_CORE_MATH_IVP_ERROR_MEASURE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "core/math/ivp/integrator.h"
#include "core/math/ivp/kernels/kernels.h"

namespace carom {

/// Sizes of errors in units of their tolerances, by the norm of the options.
class ErrorMeasure {
 public:
  ErrorMeasure() = default;
  explicit ErrorMeasure(const IvpOptions& options)
      : relative_(options.relative_tolerance),
        absolute_(options.absolute_tolerance),
        absolutes_(options.absolute_tolerances),
        norm_(options.norm) {}

  /// Of component i, whose magnitude is `size`.
  double Tolerance(std::size_t i, double size) const {
    const double absolute = absolutes_.empty() ? absolute_ : absolutes_[i];
    return norm_ == ErrorNorm::kMax ? std::max(absolute, relative_ * size)
                                    : absolute + relative_ * size;
  }

  /// The norm of error(i) / tolerance(i) for i < n, both callables; infinite when a part of it is
  /// no number.
  template <class Error, class Size>
  double Norm(std::size_t n, Error&& error, Size&& size) const {
    double worst = 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double ratio = std::fabs(error(i)) / Tolerance(i, size(i));
      if (!std::isfinite(ratio)) return std::numeric_limits<double>::infinity();
      worst = std::max(worst, ratio);
      squares += ratio * ratio;
    }
    return norm_ == ErrorNorm::kMax ? worst : std::sqrt(squares / static_cast<double>(n));
  }

  /// Of the error of a step that leads from `before` to `after`; infinite when `after` is not
  /// finite.
  double OfStep(std::span<const double> error, std::span<const double> before,
                std::span<const double> after) const {
    if (norm_ == ErrorNorm::kMax && absolutes_.empty()) {
      return kernels_->worst(static_cast<long>(error.size()), error.data(), before.data(),
                             after.data(), {absolute_, relative_});
    }
    return Norm(
        error.size(), [&](std::size_t i) { return error[i]; },
        [&](std::size_t i) { return std::max(std::fabs(before[i]), std::fabs(after[i])); });
  }

  /// Of a vector beside the state y.
  double At(std::span<const double> y, std::span<const double> vector) const {
    return Norm(
        y.size(), [&](std::size_t i) { return vector[i]; },
        [&](std::size_t i) { return std::fabs(y[i]); });
  }

 private:
  double relative_ = 0.0;
  double absolute_ = 0.0;
  std::span<const double> absolutes_;
  ErrorNorm norm_ = ErrorNorm::kMax;
  const internal::StepKernels* kernels_ = &internal::ChosenStepKernels();
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_ERROR_MEASURE_H_
