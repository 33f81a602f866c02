#ifndef CAROM_TESTS_CHAOS_LOAD_PERCENTILE_H_
#define CAROM_TESTS_CHAOS_LOAD_PERCENTILE_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace carom::chaos {

/// The value below which `share` in [0, 1] of the values lie; 0 if there is none.
inline double Percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const double rank = share * static_cast<double>(values.size());
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(
                                        std::min(static_cast<size_t>(rank), values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

}  // namespace carom::chaos

#endif  // CAROM_TESTS_CHAOS_LOAD_PERCENTILE_H_
