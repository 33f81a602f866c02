#include "server/wire_stream.h"

#include "server/handover.h"

namespace carom {

WireStream::WireStream(EventLoop& loop) : user_(loop) { context_.AsyncNotifyWhenDone(&gone_); }

void WireStream::Start(Reactor& reactor) {
  reactor_ = &reactor;
  HandOver(this);
  MayCancel();
  reactor.OnStart();
  Release();
}

void WireStream::StartRead(grpc::ByteBuffer& bytes) {
  ++pending_;
  HandOver(this);
  stream_.Read(&bytes, &read_);
}

void WireStream::StartWrite(const grpc::ByteBuffer& bytes) {
  ++pending_;
  HandOver(this);
  stream_.Write(bytes, &written_);
}

void WireStream::WriteAndFinish(const grpc::ByteBuffer& bytes, const grpc::Status& status) {
  HandOver(this);
  stream_.WriteAndFinish(bytes, grpc::WriteOptions(), status, &finished_);
}

void WireStream::Finish(const grpc::Status& status) {
  HandOver(this);
  stream_.Finish(status, &finished_);
}

void WireStream::Step::Happened(bool ok) {
  TakeOver(&stream_);
  (stream_.*reaction_)(ok);
  stream_.Release();
}

void WireStream::Gone(bool /*ok*/) {
  if (context_.IsCancelled()) MayCancel();
}

void WireStream::MayCancel() {
  if (--until_cancel_ == 0) reactor_->OnCancel();
}

void WireStream::Release() {
  if (--pending_ == 0) reactor_->OnDone();
}

}  // namespace carom
