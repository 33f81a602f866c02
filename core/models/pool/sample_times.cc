#include "core/models/pool/sample_times.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace carom {

std::vector<double> SampleTimes(const Detail& detail, double end_s) {
  std::vector<double> times;
  if (!detail.samples) return times;
  std::vector<double> periodic;
  if (detail.sample_period_s > 0.0) {
    for (int64_t i = 0; i <= detail.max_samples; ++i) {
      const double time = static_cast<double>(i) * detail.sample_period_s;
      if (time > end_s) break;
      periodic.push_back(time);
    }
  }
  std::merge(periodic.begin(), periodic.end(), detail.sample_times_s.begin(),
             detail.sample_times_s.end(), std::back_inserter(times));
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace carom
