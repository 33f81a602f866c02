#include "client/retry.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <random>
#include <utility>

#include "absl/strings/match.h"

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
    // A server that is shut down cancels what it still holds. The caller's own cancellation never
    // comes this far.
    case absl::StatusCode::kCancelled:
      return true;
    // What gRPC makes of a connection that broke in the middle of a call.
    case absl::StatusCode::kUnknown:
      return absl::StrContains(status.message(), "Stream removed");
    case absl::StatusCode::kInternal:
      return absl::StrContains(status.message(), "RST_STREAM");
    default:
      return false;
  }
}

RetryPolicy::RetryPolicy(const RetryOptions& options, std::stop_token stop)
    : options_(options), stop_(std::move(stop)), backoff_(options.initial_backoff) {}

bool RetryPolicy::WaitForRetry(const absl::Status& status) {
  ++failures_;
  if (stop_.stop_requested() || !IsTransient(status) || failures_ >= options_.max_attempts) {
    return false;
  }
  if (options_.sleeper) {
    options_.sleeper(Jittered(backoff_), stop_);
  } else {
    SleepUnlessStopped(Jittered(backoff_), stop_);
  }
  backoff_ = std::min(backoff_ * options_.backoff_growth, options_.max_backoff);
  return !stop_.stop_requested();
}

void RetryPolicy::NoteProgress() {
  failures_ = 0;
  backoff_ = options_.initial_backoff;
}

}  // namespace carom
