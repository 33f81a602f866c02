#include "tests/bench/timing.h"

#include <time.h>

#include <algorithm>

namespace carom::bench {
namespace {

double Read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

Clocks Clocks::Now() { return {Read(CLOCK_MONOTONIC), Read(CLOCK_THREAD_CPUTIME_ID)}; }

double Median(std::vector<double> values) {
  const std::size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

}  // namespace carom::bench
