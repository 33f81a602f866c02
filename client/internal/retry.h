#ifndef CAROM_CLIENT_INTERNAL_RETRY_H_
#define CAROM_CLIENT_INTERNAL_RETRY_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "carom/client/options.h"

namespace carom {

/// How an attempt ended.
struct AttemptEnd {
  absl::Status status;
  /// When the server wants to be asked again (gRFC A6: grpc-retry-pushback-ms); negative: never.
  std::optional<absl::Duration> pushback;
};

/// Whether the same request may succeed if it is sent again: the server was not there or busy, or
/// the transport broke. Never for an error that the server meant, nor for an expired deadline.
bool IsTransient(const absl::Status& status);

/// The patience of one call. Not thread-safe; each call makes its own.
class RetryPolicy {
 public:
  /// The call begins. The arguments must outlive the policy.
  RetryPolicy(const RetryOptions& options, const CallOptions& call);

  /// When the whole call ends.
  absl::Time deadline() const { return deadline_; }

  /// How long to wait before the next attempt. None for lasting errors, when the wait would last
  /// beyond the deadline, after `retry_for` of failures without a sign of life, and after a stop.
  std::optional<absl::Duration> NextWait(const AttemptEnd& end);

  /// Whether to try once more; if so, has already waited.
  bool WaitForRetry(const AttemptEnd& end);

  /// The server answered something: patience and backoff start anew.
  void NoteProgress();

 private:
  absl::Time Now() const { return options_.clock ? options_.clock() : absl::Now(); }

  const RetryOptions& options_;
  const CallOptions& call_;
  const absl::Time deadline_;
  std::optional<absl::Time> failing_since_;  // None: no failure since the last sign of life.
  absl::Duration backoff_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_RETRY_H_
