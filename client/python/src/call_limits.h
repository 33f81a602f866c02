#ifndef CAROM_CLIENT_PYTHON_SRC_CALL_LIMITS_H_
#define CAROM_CLIENT_PYTHON_SRC_CALL_LIMITS_H_

#include <optional>
#include <utility>

#include "absl/time/time.h"

namespace carom::python {

/// The arguments `timeout` and `retry_for` of a call in Python, s: infinite without a timeout; none
/// for the library's own patience.
using CallLimits = std::pair<double, std::optional<double>>;

/// Puts them into CallOptions or BatchOptions.
template <class Options>
void PutLimits(const CallLimits& limits, Options& options) {
  const auto& [timeout_s, retry_for_s] = limits;
  options.timeout = absl::Seconds(timeout_s);
  if (retry_for_s) options.retry_for = absl::Seconds(*retry_for_s);
}

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_CALL_LIMITS_H_
