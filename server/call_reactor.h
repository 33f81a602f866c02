#ifndef CAROM_SERVER_CALL_REACTOR_H_
#define CAROM_SERVER_CALL_REACTOR_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <atomic>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "server/admission.h"
#include "server/call/call.h"
#include "server/call_shape.h"
#include "server/log/call_log.h"
#include "server/method.h"
#include "server/service_context.h"
#include "server/stall_watch.h"
#include "server/wire_stream.h"

namespace carom {

/// One call from a client. To gRPC every method is a stream both ways, so that nothing of a request
/// is read before its caller is known: what gRPC reads of an unary request by itself, nobody
/// counts.
///
///   made -- caller refused ---------------------------------------------------> end
///     |                                                                          ^
///     +-- the request is read -- answered at once, refused, or a Call until its -+
///
/// Lifetime: deletes itself in OnDone(), which never comes before the call has finished, nor while
/// another reaction runs.
class CallReactor : private WireStream::Reactor, private CallSink, private StallWatch::Waiter {
 public:
  /// Begins the call that has come by this stream. The service outlives it.
  static void Begin(ServiceContext& service, Method method, std::unique_ptr<WireStream> stream);

 private:
  CallReactor(ServiceContext& service, Method method, std::unique_ptr<WireStream> stream);
  ~CallReactor() override = default;

  void OnStart() override;
  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  /// Answers a question about the server on this thread of gRPC's.
  template <class Request, class Response, class Fill>
  void Answer(const Fill& fill);
  /// Admits the call and gives its task to the pool, or refuses it.
  template <class Task>
  void BeginTask();

  Packet Encode(google::protobuf::Message& message, const SentAnswers& answers) override;
  void OutboxHolds(int64_t bytes) override;
  void Write(const Packet& packet) override;
  void End(const absl::Status& status, std::unique_ptr<Packet> last) override;

  void Stalled(Why why) override;

  /// Ends the call towards gRPC, once; with a last message, or with none.
  void FinishOnce(const absl::Status& status, std::unique_ptr<Packet> last);
  void FinishWith(const absl::Status& status);
  void Count(const SentAnswers& answers);

  ServiceContext& service_;
  const Method method_;
  const std::unique_ptr<WireStream> stream_;
  grpc::ServerContext& context_;
  const CallLog log_;
  CallControl control_;
  grpc::ByteBuffer request_;
  std::unique_ptr<Admission::Ticket> ticket_;  ///< Null: refused.
  std::unique_ptr<CallTask> task_;
  LogFields outcome_;
  int64_t counted_bytes_ = 0;  ///< Of the outbox, by the service. Under the call's lock.
  // Of the message on its way: set by the one who writes, read when it has left.
  const Packet* writing_ = nullptr;
  std::unique_ptr<Packet> last_;
  Timings::Clock::time_point write_began_;
  grpc::Status sent_status_;
  std::atomic<bool> finished_{false};
  std::atomic<bool> stuck_{false};  ///< Counted in Stats.calls_stuck.
  std::optional<Call> call_;
  std::atomic<bool> begun_{false};  ///< There is a call, which may be cancelled.
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_REACTOR_H_
