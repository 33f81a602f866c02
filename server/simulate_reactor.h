#ifndef CAROM_SERVER_SIMULATE_REACTOR_H_
#define CAROM_SERVER_SIMULATE_REACTOR_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/call_control.h"
#include "server/log/call_log.h"
#include "server/service_context.h"
#include "server/shot_plan.h"
#include "server/shot_run.h"

namespace carom {

/// One call of Simulate. Its shots are cut into parts; up to one runner per thread takes parts, one
/// after the other, and the worker that ends the last runner puts the parts together in the order
/// of the shots and finishes the call.
///
/// Lifetime: deletes itself in OnDone(), which cannot come before Finish(), which is called once,
/// when no runner is queued or running any more. So runners may refer to the reactor, the request
/// and the response freely.
class SimulateReactor : public grpc::ServerUnaryReactor {
 public:
  /// Begins the call. All arguments outlive it.
  static SimulateReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                const v1::SimulateRequest* request, v1::SimulateResponse* response);

  void OnCancel() override;
  void OnDone() override;

 private:
  struct Part;
  class Runner;

  SimulateReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                  const v1::SimulateRequest* request, v1::SimulateResponse* response);

  /// Works on part `index`, which becomes the next part to take. The first runner also plans the
  /// call and queues the others. After kDone the call may be gone.
  WorkItem::Progress RunPart(size_t& index, Worker& worker, const WorkItem::Yield& yield);
  absl::Status PlanCall();
  void Split();
  void SubmitOtherRunners();
  /// A runner is over; the last one finishes the call, after which the reactor may be gone.
  void RunnerDone(const absl::Status& status);
  absl::Status Assemble();
  void FinishCall(const absl::Status& status);

  ServiceContext& service_;
  const RequestView request_;
  v1::SimulateResponse* const response_;
  const CallLog log_;
  CallControl control_;
  bool has_long_shots_ = false;  ///< Set before the first runner.
  std::unique_ptr<ShotPlan> plan_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::atomic<size_t> next_part_{0};

  std::mutex mutex_;
  size_t runners_ ABSL_GUARDED_BY(mutex_) = 1;
  absl::Status status_ ABSL_GUARDED_BY(mutex_);  ///< The first error of a runner.
  grpc::Status sent_status_ ABSL_GUARDED_BY(mutex_);
  SentAnswers sent_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_SERVER_SIMULATE_REACTOR_H_
