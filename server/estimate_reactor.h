#ifndef CAROM_SERVER_ESTIMATE_REACTOR_H_
#define CAROM_SERVER_ESTIMATE_REACTOR_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/admission.h"
#include "server/call_control.h"
#include "server/estimate_run.h"
#include "server/log/call_log.h"
#include "server/mutex.h"
#include "server/request_view.h"
#include "server/service_context.h"
#include "server/worker_pool.h"

namespace carom {

/// One call of EstimateOutcomes, admitted as a batch. The first runner parses and plans it. In each
/// round up to one runner per thread takes cells, one after the other; the last one to end plans
/// the next round or, when there is none, writes the answer. Between rounds, and when some draws
/// have been played, it tells how far it is, unless the message before is still on its way: a
/// client that does not read costs one message.
///
/// Lifetime: deletes itself in OnDone(), which cannot come before Finish(), which is called once,
/// when no runner is queued or running and no write is in flight.
class EstimateReactor : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  /// Begins the call. All arguments outlive it.
  static EstimateReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                const grpc::ByteBuffer* request);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  class Runner;

  EstimateReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                  const grpc::ByteBuffer* request);

  /// Run by the first runner: parses and plans the call and its first round.
  absl::Status Open();
  absl::Status PlanRound();
  /// Ends the last runner of a round, or starts those of the next.
  void RunnerDone(const absl::Status& status);
  void TellProgress();

  /// Starts the write that waits, or ends the call, as the state allows, and lets go the mutex. The
  /// reactor may be gone when this returns.
  void Advance() ABSL_UNLOCK_FUNCTION(mutex_);

  ServiceContext& service_;
  grpc::CallbackServerContext* const context_;
  const grpc::ByteBuffer* const request_bytes_;
  const CallLog log_;
  CallControl control_;
  std::unique_ptr<Admission::Ticket> ticket_;  ///< Null: refused.
  // Set by the first runner.
  v1::EstimateOutcomesRequest message_;
  std::optional<RequestView> request_;
  std::unique_ptr<EstimateRun> run_;
  std::atomic<size_t> next_cell_{0};
  std::atomic<int64_t> told_draws_{0};  ///< When progress was told last.
  std::atomic<bool> long_{false};       ///< Shots take long: the lane of those that follow.

  Mutex mutex_;
  int runners_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Status status_ ABSL_GUARDED_BY(mutex_);  ///< Not OK: the call ends as soon as it can.
  bool complete_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<grpc::ByteBuffer> waiting_ ABSL_GUARDED_BY(mutex_);  ///< To be written next.
  std::optional<grpc::ByteBuffer> writing_ ABSL_GUARDED_BY(mutex_);  ///< In flight.
  Timings::Clock::time_point write_began_ ABSL_GUARDED_BY(mutex_);
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::Status sent_status_ ABSL_GUARDED_BY(mutex_);
  SentAnswers sent_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_SERVER_ESTIMATE_REACTOR_H_
