#ifndef CAROM_TESTS_BENCH_TIMING_H_
#define CAROM_TESTS_BENCH_TIMING_H_

#include <vector>

namespace carom::bench {

/// A pair of clocks. Wall time on a busy machine tells of its other work; a thread's processor time
/// does not, but for the caches that it shares.
struct Clocks {
  double wall_s = 0.0;
  double processor_s = 0.0;  ///< Of this thread.

  static Clocks Now();
  Clocks Since(const Clocks& begin) const {
    return {wall_s - begin.wall_s, processor_s - begin.processor_s};
  }
};

/// The middle one, or the mean of the two in the middle. Requires at least one.
double Median(std::vector<double> values);

}  // namespace carom::bench

#endif  // CAROM_TESTS_BENCH_TIMING_H_
