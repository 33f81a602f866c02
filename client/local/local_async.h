#ifndef CAROM_CLIENT_LOCAL_LOCAL_ASYNC_H_
#define CAROM_CLIENT_LOCAL_LOCAL_ASYNC_H_

#include <memory>

#include "absl/status/status.h"
#include "carom/client/connection.h"
#include "carom/v1/simulation.pb.h"
#include "client/internal/calls_in_flight.h"
#include "client/local/local_call.h"
#include "server/call/async_caller.h"
#include "server/call/shots_task.h"

namespace carom {

/// One SimulateAsync() in this process: planned and run by the pool, nobody waits. It keeps itself
/// alive until its callback has returned, which runs on a thread of the pool. Thread-safe.
class LocalAsync : public Cancellable, public LocalSink<AsyncCaller> {
 public:
  static void Start(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
                    SimulateCallback done);

  /// By Start() alone.
  LocalAsync(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
             SimulateCallback done);

  void Cut(const absl::Status& status) override { AsyncCaller::Cut(status); }

 private:
  void Ended(const absl::Status& status, std::unique_ptr<Packet> last) override;

  CallsInFlight::Place place_;  // The first member.
  const v1::SimulateRequest request_;
  LocalCallState state_;
  ShotsTask task_;
  Call call_;
  SimulateCallback done_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_ASYNC_H_
