#include "core/base/interval.h"

#include <cstdint>

#include "core/base/field_error.h"

namespace carom {
namespace {

std::string Between(const Interval& interval, const std::string& low, const std::string& high) {
  const char* const open = interval.ends == Interval::Ends::kOpenLow ? "in (" : "in [";
  const char* const close = interval.ends == Interval::Ends::kOpenHigh ? ")" : "]";
  return open + low + ", " + high + close;
}

}  // namespace

std::string Describe(const Interval& interval) {
  return Between(interval, FormatNumber(interval.low), FormatNumber(interval.high));
}

std::string DescribeCounts(const Interval& interval) {
  return Between(interval, std::to_string(static_cast<int64_t>(interval.low)),
                 std::to_string(static_cast<int64_t>(interval.high)));
}

}  // namespace carom
