#ifndef CAROM_CLIENT_RETRY_H_
#define CAROM_CLIENT_RETRY_H_

#include <stop_token>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/options.h"

namespace carom {

/// Whether the same request may succeed if it is sent again: the server was not there or the
/// transport broke. Never for an answer that the server meant, nor for an expired deadline.
bool IsTransient(const absl::Status& status);

/// The patience of one call. Not thread-safe; each call makes its own.
class RetryPolicy {
 public:
  /// `options` must outlive the policy.
  RetryPolicy(const RetryOptions& options, std::stop_token stop);

  /// Whether to try once more after `status`; if so, has already waited. False for lasting errors,
  /// after the last attempt, and after a stop.
  bool WaitForRetry(const absl::Status& status);

  /// Tells that the server answered something: the next failure counts as the first.
  void NoteProgress();

 private:
  const RetryOptions& options_;
  std::stop_token stop_;
  int failures_ = 0;
  absl::Duration backoff_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_RETRY_H_
