#ifndef CAROM_SERVER_WIRE_STREAM_H_
#define CAROM_SERVER_WIRE_STREAM_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/byte_buffer.h>

#include <atomic>

#include "server/event_loop.h"

namespace carom {

/// What gRPC has of one call: its context, and its stream of bytes both ways. Made before the call
/// comes. Operations may be started by any thread, one read and one write at a time.
class WireStream {
 public:
  using Stream = grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>;

  /// Whoever answers the call. Its reactions run on threads of the loop, and may run at the same
  /// time; they must not block.
  class Reactor {
   public:
    /// May end the call. Before every other reaction, or at the same time.
    virtual void OnStart() = 0;
    virtual void OnReadDone(bool ok) = 0;
    virtual void OnWriteDone(bool ok) = 0;
    /// The client has cancelled the call, or is gone. At most once.
    virtual void OnCancel() = 0;
    /// The last: Finish() has been called, and nothing is left with gRPC. May destroy the stream.
    virtual void OnDone() = 0;

   protected:
    ~Reactor() = default;
  };

  explicit WireStream(EventLoop& loop);
  WireStream(const WireStream&) = delete;
  WireStream& operator=(const WireStream&) = delete;

  grpc::ServerContext& context() { return context_; }
  Stream& stream() { return stream_; }

  /// The call has come. Called once; the reactor lives until OnDone().
  void Start(Reactor& reactor);

  // What is read into or written stays until the reaction.
  void StartRead(grpc::ByteBuffer& bytes);
  void StartWrite(const grpc::ByteBuffer& bytes);
  // The end, once, after the last write's reaction.
  void WriteAndFinish(const grpc::ByteBuffer& bytes, const grpc::Status& status);
  void Finish(const grpc::Status& status);

 private:
  class Step : public EventLoop::Event {
   public:
    using Reaction = void (WireStream::*)(bool ok);
    Step(WireStream& stream, Reaction reaction) : stream_(stream), reaction_(reaction) {}
    void Happened(bool ok) override;

   private:
    WireStream& stream_;
    const Reaction reaction_;
  };

  void ReadDone(bool ok) { reactor_->OnReadDone(ok); }
  void WriteDone(bool ok) { reactor_->OnWriteDone(ok); }
  void Finished(bool /*ok*/) {}
  void Gone(bool ok);
  /// The reactor is there, or the client is gone: the second of both cancels.
  void MayCancel();
  void Release();

  const EventLoop::User user_;
  grpc::ServerContext context_;
  Stream stream_{&context_};
  Step read_{*this, &WireStream::ReadDone};
  Step written_{*this, &WireStream::WriteDone};
  Step finished_{*this, &WireStream::Finished};
  Step gone_{*this, &WireStream::Gone};
  Reactor* reactor_ = nullptr;
  std::atomic<int> until_cancel_{2};
  std::atomic<int> pending_{
      3};  ///< Operations, of which the start, the end and `gone_` always come.
};

}  // namespace carom

#endif  // CAROM_SERVER_WIRE_STREAM_H_
