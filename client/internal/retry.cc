#include "client/internal/retry.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <random>

#include "absl/strings/match.h"
#include "carom/client/field_error.h"

namespace carom {
namespace {

void SleepUnlessStopped(absl::Duration duration, std::stop_token stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  wake.wait_for(lock, stop, absl::ToChronoNanoseconds(duration), [] { return false; });
}

// Between half of the backoff and all of it, so that clients that lost one server do not all return
// at the same moment.
absl::Duration Jittered(absl::Duration backoff) {
  thread_local std::minstd_rand random(std::random_device{}());
  return backoff * std::uniform_real_distribution<double>(0.5, 1.0)(random);
}

}  // namespace

bool IsTransient(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kUnavailable:
      return true;
    // The server is busy. But a message that is too large stays too large.
    case absl::StatusCode::kResourceExhausted:
      return !absl::StrContains(status.message(), "larger than max");
    // A server of another version than the batch began with.
    case absl::StatusCode::kFailedPrecondition:
      return ErrorField(status).value_or(carom::v1::FieldError()).path() == "engine_version";
    // A server that is shut down cancels what it still holds. The caller's own cancellation never
    // comes this far.
    case absl::StatusCode::kCancelled:
      return true;
    // The error that gRPC reports for a connection that broke in the middle of a call.
    case absl::StatusCode::kUnknown:
      return absl::StrContains(status.message(), "Stream removed");
    case absl::StatusCode::kInternal:
      return absl::StrContains(status.message(), "RST_STREAM");
    default:
      return false;
  }
}

RetryPolicy::RetryPolicy(const RetryOptions& options, const CallOptions& call,
                         const RetryTime& time)
    : options_(options),
      call_(call),
      time_(time),
      deadline_(time.now() + call.timeout),
      backoff_(options.initial_backoff) {}

std::optional<absl::Duration> RetryPolicy::NextWait(const AttemptEnd& end) {
  if (call_.stop.stop_requested() || !IsTransient(end.status)) return std::nullopt;
  if (end.pushback && *end.pushback < absl::ZeroDuration()) return std::nullopt;
  const absl::Duration wait =
      Jittered(backoff_) + (end.pushback ? *end.pushback : absl::ZeroDuration());
  // Patience begins with the first failure: until then the call may have run, for however long.
  const SteadyTime now = time_.now();
  if (!failing_since_) failing_since_ = now;
  const SteadyTime again = now + wait;
  if (again >= deadline_ || again > *failing_since_ + call_.retry_for) return std::nullopt;
  if (options_.on_wait) options_.on_wait(end.status, now - *failing_since_);
  backoff_ = std::min(backoff_ * options_.backoff_growth, options_.max_backoff);
  return wait;
}

bool RetryPolicy::WaitForRetry(const AttemptEnd& end) {
  const std::optional<absl::Duration> wait = NextWait(end);
  if (!wait) return false;
  if (time_.sleep) {
    time_.sleep(*wait, call_.stop);
  } else {
    SleepUnlessStopped(*wait, call_.stop);
  }
  return !call_.stop.stop_requested();
}

void RetryPolicy::NoteProgress() {
  failing_since_.reset();
  backoff_ = options_.initial_backoff;
}

}  // namespace carom
