#ifndef CAROM_CLIENT_INTERNAL_RETRY_H_
#define CAROM_CLIENT_INTERNAL_RETRY_H_

#include <functional>
#include <optional>
#include <stop_token>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "carom/client/options.h"
#include "client/internal/steady_time.h"

namespace carom {

/// How an attempt ended.
struct AttemptEnd {
  absl::Status status;
  /// When the server wants to be asked again (gRFC A6: grpc-retry-pushback-ms); negative: never.
  std::optional<absl::Duration> pushback;
};

/// By what a connection waits. Tests put a time of their own in its place.
struct RetryTime {
  std::function<SteadyTime()> now = SteadyNow;
  /// Waits, and returns early once the token is stopped. Empty: really waits, which asynchronous
  /// calls do without a thread.
  std::function<void(absl::Duration, std::stop_token)> sleep;
};

/// Whether the same request may succeed if it is sent again: the server was not there or busy, or
/// the transport broke. Never for an error that the server meant, nor for an expired deadline.
bool IsTransient(const absl::Status& status);

/// The patience of one call. Not thread-safe; each call makes its own.
class RetryPolicy {
 public:
  /// The call begins. The arguments must outlive the policy.
  RetryPolicy(const RetryOptions& options, const CallOptions& call, const RetryTime& time);

  /// When the whole call ends.
  SteadyTime deadline() const { return deadline_; }

  /// How long to wait before the next attempt. None for lasting errors, when the wait would last
  /// beyond the deadline, after `retry_for` of failures without a sign of life, and after a stop.
  std::optional<absl::Duration> NextWait(const AttemptEnd& end);

  /// Whether to try once more; if so, has already waited.
  bool WaitForRetry(const AttemptEnd& end);

  /// The server answered something: patience and backoff start anew.
  void NoteProgress();

 private:
  const RetryOptions& options_;
  const CallOptions& call_;
  const RetryTime& time_;
  const SteadyTime deadline_;
  std::optional<SteadyTime> failing_since_;  // None: no failure since the last sign of life.
  absl::Duration backoff_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_RETRY_H_
