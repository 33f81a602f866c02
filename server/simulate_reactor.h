#ifndef CAROM_SERVER_SIMULATE_REACTOR_H_
#define CAROM_SERVER_SIMULATE_REACTOR_H_

#include <cstddef>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/mutex.h"
#include "server/sent_answers.h"
#include "server/unary_reactor.h"
#include "server/unary_shots.h"

namespace carom {

/// One call of Simulate. The first runner parses the request and plans the call. Its shots are cut
/// into parts; up to one runner per thread takes parts, one after the other, and the worker that
/// ends the last runner puts the parts together in the order of the shots and finishes the call.
/// It is finished when no runner is queued or running any more.
class SimulateReactor : public UnaryReactor {
 public:
  /// Begins the call. All arguments outlive it.
  static SimulateReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                const grpc::ByteBuffer* request, grpc::ByteBuffer* response);

 private:
  class Runner;

  SimulateReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                  const grpc::ByteBuffer* request, grpc::ByteBuffer* response);

  /// Works on part `index`, which becomes the next part to take. After kDone the call may be gone.
  WorkItem::Progress RunPart(size_t& index, Worker& worker, const WorkItem::Yield& yield);
  /// Parses and plans the call, and queues the other runners.
  absl::Status Open(size_t& index);
  void SubmitRunners(size_t count, Lane lane);
  /// A runner is over; the last one finishes the call, after which the reactor may be gone.
  void RunnerDone(const absl::Status& status);
  absl::Status Assemble();
  void Free() override;
  void Log(const grpc::Status& sent) override;

  v1::SimulateRequest message_;
  std::optional<RequestView> request_;
  v1::SimulateResponse response_;
  UnaryShots shots_;

  Mutex mutex_;
  SentAnswers sent_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_SERVER_SIMULATE_REACTOR_H_
