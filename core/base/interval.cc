#include "core/base/interval.h"

#include "core/base/field_error.h"

namespace carom {

std::string Describe(const Interval& interval) {
  const char* const open = interval.ends == Interval::Ends::kOpenLow ? "in (" : "in [";
  const char* const close = interval.ends == Interval::Ends::kOpenHigh ? ")" : "]";
  return open + FormatNumber(interval.low) + ", " + FormatNumber(interval.high) + close;
}

}  // namespace carom
