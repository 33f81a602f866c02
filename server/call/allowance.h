#ifndef CAROM_SERVER_CALL_ALLOWANCE_H_
#define CAROM_SERVER_CALL_ALLOWANCE_H_

#include <chrono>
#include <cstdint>

#include "absl/status/status.h"

namespace carom {

/// What a call may use, and what it reports of its use. This one sets no bounds; a server's tickets
/// do. Thread-safe.
class Allowance {
 public:
  virtual ~Allowance() = default;

  /// Takes memory. An error ends the call: RESOURCE_EXHAUSTED where it is not there now,
  /// OUT_OF_RANGE where it never is.
  virtual absl::Status Grow(int64_t /*more_bytes*/) { return absl::OkStatus(); }
  /// The same for memory that workers take while they work on the call, `bytes` each, as many as
  /// `workers` at a time: calls share it, since a worker works on one at a time. Called once.
  virtual absl::Status GrowForWorkers(int64_t /*bytes*/, int64_t /*workers*/) {
    return absl::OkStatus();
  }
  /// The call takes seconds without yielding. An error ends it: too many do so already.
  virtual absl::Status BecomesLong() { return absl::OkStatus(); }
  /// Time that a worker has spent on the call.
  virtual void Worked(std::chrono::nanoseconds /*time*/) {}
  /// The call has its answer.
  virtual void Answered() {}
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_ALLOWANCE_H_
