#ifndef CAROM_CLIENT_LOCAL_LOCAL_SHOTS_H_
#define CAROM_CLIENT_LOCAL_LOCAL_SHOTS_H_

#include <cstddef>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/simulation.pb.h"
#include "client/local/local_engine.h"
#include "server/call_control.h"
#include "server/request_view.h"
#include "server/unary_shots.h"
#include "server/worker_pool.h"

namespace carom {

/// One call of Simulate in this process, as carom-server runs it: its shots are cut into parts; up
/// to one runner per thread takes parts, one after the other, and the last one to end puts them
/// together in the order of the shots.
class LocalShots {
 public:
  /// Gets the outcome once, when no runner is queued or running; the call may be gone afterwards.
  using End = std::function<void(absl::StatusOr<v1::SimulateResponse>)>;

  /// Whether the thread that starts the call takes part in it.
  enum class Caller { kPlansOnly, kWorks };

  /// All outlive the call. The pool knows its items by `id`.
  LocalShots(LocalEngine& engine, const v1::SimulateRequest& request, CallControl& control,
             const void* id, End end);
  ~LocalShots();
  LocalShots(const LocalShots&) = delete;
  LocalShots& operator=(const LocalShots&) = delete;

  /// Plans the call and starts its runners; once.
  void Start(Caller caller);
  /// Ends the call that has not been started.
  void Refuse(const absl::Status& status) { Finish(status); }

 private:
  class Runner;

  void RunHere(std::unique_ptr<Runner> runner);
  /// Works on part `index`, which becomes the next part to take. After kDone the call may be gone.
  WorkItem::Progress RunPart(size_t& index, Worker& worker, const WorkItem::Yield& yield);
  /// Runs parts until none is left or the worker must leave this one.
  absl::Status RunParts(size_t& index, Worker& worker, const WorkItem::Yield& yield,
                        WorkItem::Progress& progress);
  void RunnerDone(const absl::Status& status);
  absl::StatusOr<v1::SimulateResponse> Assemble();
  void Finish(absl::StatusOr<v1::SimulateResponse> outcome);

  LocalEngine& engine_;
  CallControl& control_;
  const void* const id_;
  End end_;
  const RequestView request_;
  v1::SimulateResponse response_;
  UnaryShots shots_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_SHOTS_H_
