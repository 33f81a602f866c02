#ifndef CAROM_CLIENT_INTERNAL_ASYNC_CALL_H_
#define CAROM_CLIENT_INTERNAL_ASYNC_CALL_H_

#include <grpcpp/alarm.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/connection.h"
#include "client/internal/calls_in_flight.h"
#include "client/internal/hedge_budget.h"
#include "client/internal/retry.h"
#include "client/internal/server_revision.h"
#include "client/internal/ways.h"

namespace carom {

/// One Connection::SimulateAsync(): attempts, waits and a hedge, all without a thread of its own.
///
///   attempt -- answer or lasting error, perhaps explained --------> done
///      |  ^
///      |  +-- look for the server <-- wait <-- transient error
///      +-- nothing after hedge_after: a second attempt beside it; the first answer wins
///
/// Keeps itself alive by what is under way: attempts and alarms. Each step runs on whatever thread
/// of gRPC's brings its event, and never blocks. Thread-safe.
class AsyncCall : public Cancellable, public std::enable_shared_from_this<AsyncCall> {
 public:
  /// What the calls of a connection share; outlives them.
  struct Shared {
    Shared(const std::vector<std::shared_ptr<grpc::Channel>>& channels, Ways::Reconnect reconnect,
           RetryOptions retry_options, std::string caller_token, RetryTime retry_time)
        : ways(channels, reconnect),
          retry(std::move(retry_options)),
          time(std::move(retry_time)),
          token(std::move(caller_token)) {}

    Ways ways;
    const RetryOptions retry;
    const RetryTime time;
    const std::string token;  ///< Empty: none.
    HedgeBudget hedges;
    ServerRevision revision;
    CallsInFlight in_flight;
  };

  AsyncCall(Shared* shared, carom::v1::SimulateRequest request, CallOptions options,
            SimulateCallback done);

  /// Sends the first attempt. Once.
  void Start();

  void Cut(const absl::Status& status) override;

 private:
  struct Attempt;
  struct Question;
  using Lock = std::unique_lock<std::mutex>;
  // A step is called with the lock, and gives it up before it calls anybody else.
  using Step = void (AsyncCall::*)(Lock lock);

  void TryOnce(Lock lock);
  void Hedge(Lock lock);
  void Send(Lock lock, size_t way);
  void OnEnd(const std::shared_ptr<Attempt>& attempt, const absl::Status& status);
  // Ends the call with a lasting error, after the server is asked for its revision where that may
  // explain it.
  void Explain(Lock lock, const absl::Status& refusal);
  void OnInfo(const std::shared_ptr<Question>& question, bool answered);
  // These two call what the caller gave: an exception ends the process, where gRPC would swallow it
  // and leave the call without an end.
  void Retry(Lock lock, const AttemptEnd& end) noexcept;
  void Finish(Lock lock, absl::StatusOr<carom::v1::SimulateResponse> result) noexcept;
  void BeginToLook(Lock lock);
  void Look(Lock lock);

  // Runs `step` after `wait`, or sooner if the call is cut.
  void SetAlarm(std::unique_ptr<grpc::Alarm>* alarm, absl::Duration wait, Step step);
  void OnAlarm(std::unique_ptr<grpc::Alarm>* alarm, Step step);

  CallsInFlight::Place place_;  // The first member.
  Shared& shared_;
  const carom::v1::SimulateRequest request_;
  const CallOptions options_;

  RetryPolicy policy_;  // Of Retry() alone, but for the deadline.

  // All below are guarded by mutex_.
  std::mutex mutex_;
  SimulateCallback done_;
  std::vector<std::shared_ptr<grpc::ClientContext>> running_;  // Attempts and questions.
  size_t way_ = 0;                                             // Of the last attempt.
  SteadyTime look_until_;
  std::unique_ptr<grpc::Alarm> retry_alarm_;
  std::unique_ptr<grpc::Alarm> hedge_alarm_;
  bool finished_ = false;
  absl::Status cut_;  // Other than OK: ends with it.

  std::optional<std::stop_callback<std::function<void()>>> on_stop_;  // After what it uses.
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_ASYNC_CALL_H_
