#ifndef CAROM_SERVER_ESTIMATE_REACTOR_H_
#define CAROM_SERVER_ESTIMATE_REACTOR_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/estimate_run.h"
#include "server/request_view.h"
#include "server/stream_reactor.h"

namespace carom {

/// One call of EstimateOutcomes, admitted as a batch. The first runner parses and plans it. In each
/// round up to one runner per thread takes cells, one after the other; the last one to end plans
/// the next round or, when there is none, writes the answer. Between rounds, and when some draws
/// have been played, it tells how far it is, unless the message before is still on its way: a
/// client that does not read costs one message.
class EstimateReactor : public StreamReactor {
 public:
  /// Begins the call. All arguments outlive it.
  static EstimateReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                const grpc::ByteBuffer* request);

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

  std::vector<std::unique_ptr<WorkItem>> NextItems() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;
  std::optional<Packet> NextPacket() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;
  void Discard() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;
  bool IsComplete() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;

  // Set by the first runner.
  v1::EstimateOutcomesRequest message_;
  std::optional<RequestView> request_;
  std::unique_ptr<EstimateRun> run_;
  std::atomic<size_t> next_cell_{0};
  std::atomic<int64_t> told_draws_{0};  ///< When progress was told last.
  std::atomic<bool> long_{false};       ///< Shots take long: the lane of those that follow.

  bool round_is_planned_ ABSL_GUARDED_BY(mutex_) = false;  ///< Its runners have not started.
  bool complete_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Packet> waiting_ ABSL_GUARDED_BY(mutex_);  ///< The packet to write next.
};

}  // namespace carom

#endif  // CAROM_SERVER_ESTIMATE_REACTOR_H_
