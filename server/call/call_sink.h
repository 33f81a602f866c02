#ifndef CAROM_SERVER_CALL_CALL_SINK_H_
#define CAROM_SERVER_CALL_CALL_SINK_H_

#include <memory>

#include "absl/status/status.h"
#include "server/sent_answers.h"

namespace google::protobuf {
class Message;
}

namespace carom {

/// A message on its way out: what it tells, and the sink's own form of it.
struct Packet {
  /// Whatever a sink needs to hand the message on.
  class Payload {
   public:
    virtual ~Payload() = default;
  };

  std::unique_ptr<Payload> payload;
  SentAnswers told;  ///< `bytes` is the room that the packet takes in the outbox.
};

/// Where the messages of one Call go: a stream of gRPC, or a caller in the process. The call never
/// holds a lock when it calls a sink, and a sink may call it back at once.
class CallSink {
 public:
  virtual ~CallSink() = default;

  /// Makes a packet of a message, whose content it may take; sets told.bytes where it knows better.
  /// By workers, several at a time.
  virtual Packet Encode(google::protobuf::Message& message, const SentAnswers& told) = 0;

  /// Begins to hand over a packet, which stays valid until the sink has called Call::Written().
  /// There is never more than one on its way, nor one after End().
  virtual void Write(const Packet& packet) = 0;

  /// So many bytes of packets wait or are on their way. Under the call's lock: for counters.
  virtual void OutboxHolds(int64_t /*bytes*/) {}

  /// The call ends, with a last packet or none (null after an error). Called once, when nothing of
  /// the call is left in the pool and no packet is on its way; the call may be destroyed in it.
  virtual void End(const absl::Status& status, std::unique_ptr<Packet> last) = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_CALL_SINK_H_
