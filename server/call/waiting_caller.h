#ifndef CAROM_SERVER_CALL_WAITING_CALLER_H_
#define CAROM_SERVER_CALL_WAITING_CALLER_H_

#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "server/call/call.h"
#include "server/call/call_sink.h"
#include "server/call_control.h"
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

}  // namespace carom

#endif  // CAROM_SERVER_CALL_WAITING_CALLER_H_
