#ifndef CAROM_CLIENT_LOCAL_LOCAL_ASYNC_H_
#define CAROM_CLIENT_LOCAL_LOCAL_ASYNC_H_

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/connection.h"
#include "carom/v1/simulation.pb.h"
#include "client/internal/calls_in_flight.h"
#include "client/local/local_engine.h"
#include "client/local/local_shots.h"
#include "server/call_control.h"
#include "server/mutex.h"

namespace carom {

/// One SimulateAsync() in this process: planned and run by the pool, nobody waits. It keeps itself
/// alive until its callback has returned, which runs on a thread of the pool. Thread-safe.
class LocalAsync : public Cancellable, public std::enable_shared_from_this<LocalAsync> {
 public:
  static void Start(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
                    SimulateCallback done);

  /// By Start() alone.
  LocalAsync(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
             SimulateCallback done);

  void Cut(const absl::Status& status) override;

 private:
  class Opener;
  class Reaper;

  void OnEnd(absl::StatusOr<v1::SimulateResponse> result);

  CallsInFlight::Place place_;  // The first member.
  LocalEngine& engine_;
  const LocalEngine::Call count_;
  const v1::SimulateRequest request_;
  CallControl control_;
  LocalShots shots_;
  SimulateCallback done_;
  std::shared_ptr<LocalAsync> self_;  ///< Until the end.

  Mutex mutex_;
  absl::Status cut_ ABSL_GUARDED_BY(mutex_);  ///< Other than OK: ends with it.

  std::optional<std::stop_callback<std::function<void()>>> on_stop_;  // After what it uses.
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_ASYNC_H_
