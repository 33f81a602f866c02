#ifndef CAROM_CORE_KERNELS_STEP_H_
#define CAROM_CORE_KERNELS_STEP_H_

// Read by kernels: includes neither Eigen nor the standard library
// (core/kernels/lanes.inl says why).

namespace carom::internal {

/// A weighted sum of slopes: weight[0] slope[0] + ... + weight[count - 1] slope[count - 1], summed
/// in this order, 1 <= count <= 7.
struct WeightedSlopes {
  int count;
  const double* weight;
  const double* const* slope;
};

/// A largest error for each component: the larger of `absolute` and `relative` times its size.
struct Tolerances {
  double absolute;
  double relative;
};

/// What a stepper does with vectors of n components, for one width of registers. All widths give
/// the same bits. No result overlaps an argument. Thread-safe, no allocation.
struct StepKernels {
  /// to = y + h sum
  void (*advance)(long n, const double* y, double h, const WeightedSlopes& sum, double* to);
  /// to = h sum
  void (*weigh)(long n, double h, const WeightedSlopes& sum, double* to);
  /// The largest |error| over its tolerance, where the size of a component is the larger one of
  /// |before| and |after|; infinite when a quotient is not finite.
  double (*worst)(long n, const double* error, const double* before, const double* after,
                  const Tolerances& tolerances);
  /// The first component from `from` on that is at most 0; n if there is none.
  long (*next_reached)(long n, const double* value, long from);
  /// The first component from `from` on that falls at the start and rises at the end; n if none.
  long (*next_turned)(long n, const double* start_rate, const double* end_rate, long from);
};

extern const StepKernels kPlainStepKernels;
extern const StepKernels kAvx2StepKernels;  ///< On x86-64 alone.

/// Those for the ChosenWidth() (core/base/register_width.h). Thread-safe.
const StepKernels& ChosenStepKernels();

}  // namespace carom::internal

#endif  // CAROM_CORE_KERNELS_STEP_H_
