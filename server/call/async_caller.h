#ifndef CAROM_SERVER_CALL_ASYNC_CALLER_H_
#define CAROM_SERVER_CALL_ASYNC_CALLER_H_

#include <functional>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "server/call/call.h"
#include "server/call/call_sink.h"
#include "server/sync.h"

namespace carom {

/// A sink for which nobody waits: the end of a call with at most one message is told by a worker.
/// It keeps itself alive until it has told. Thread-safe.
class AsyncCaller : public CallSink, public std::enable_shared_from_this<AsyncCaller> {
 public:
  ~AsyncCaller() override = default;

  /// Begins a call, of which this is the sink and which it owns. Once.
  void Begin(Call& call, const CallerStopToken& stop);

  /// Ends the call; on a worker, so that whoever cuts a call does not find itself in its callback.
  /// Does nothing if it has ended. May be called after the last owner has let go.
  void Cut(const absl::Status& why);

 protected:
  /// The call has ended; by a worker, once.
  virtual void Ended(const absl::Status& status, std::unique_ptr<Packet> last) = 0;

 private:
  // Never called: the only message goes with the end.
  void Write(const Packet&) final {}
  void End(const absl::Status& status, std::unique_ptr<Packet> last) final;

  Call* begun_ = nullptr;
  std::shared_ptr<AsyncCaller> self_;  ///< Until the end.
  std::optional<CallerStopCallback> on_stop_;
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_ASYNC_CALLER_H_
