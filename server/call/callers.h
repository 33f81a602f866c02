#ifndef CAROM_SERVER_CALL_CALLERS_H_
#define CAROM_SERVER_CALL_CALLERS_H_

#include <functional>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "server/call/call.h"
#include "server/mutex.h"
#include "server/sync.h"

namespace carom {

/// A sink that is a thread of this process: it waits for the call, and takes its packets. The
/// caller's stop and the deadline end the call.
class WaitingCaller : public CallSink {
 public:
  /// Takes a packet. A status other than OK ends the call with it.
  using OnPacket = std::function<absl::Status(const Packet&)>;

  /// Begins a call of which this is the sink, on this thread where `worker` is not null, and
  /// returns its status when nothing of it is left. `on_packet` is called by this thread, with no
  /// lock held, also for the last packet; if it throws, the call ends, and then the exception goes
  /// on.
  absl::Status Run(Call& call, const CallerStopToken& stop, Worker* worker,
                   const OnPacket& on_packet);

 private:
  void Write(const Packet& packet) final;
  void End(const absl::Status& status, std::unique_ptr<Packet> last) final;

  /// Until there is a packet, or the end; the packet of Write(), or null.
  const Packet* Wait(Call& call);

  Mutex mutex_;
  Condition moved_;
  const Packet* packet_ ABSL_GUARDED_BY(mutex_) = nullptr;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<Packet> last_ ABSL_GUARDED_BY(mutex_);
};

/// A sink for which nobody waits: the end of a call with at most one message is delivered by a
/// worker. It keeps itself alive until it has delivered. Thread-safe.
class AsyncCaller : public CallSink, public std::enable_shared_from_this<AsyncCaller> {
 public:
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

#endif  // CAROM_SERVER_CALL_CALLERS_H_
