#include "server/wire_stream.h"

namespace carom {

WireStream::WireStream(EventLoop& loop) : user_(loop) { context_.AsyncNotifyWhenDone(gone_.Tag()); }

void WireStream::Start(Reactor& reactor) {
  reactor_ = &reactor;
  MayCancel();
  reactor.OnStart();
  Release();
}

void WireStream::StartRead(grpc::ByteBuffer& bytes) {
  ++pending_;
  stream_.Read(&bytes, read_.Tag());
}

void WireStream::StartWrite(const grpc::ByteBuffer& bytes) {
  ++pending_;
  stream_.Write(bytes, written_.Tag());
}

void WireStream::WriteAndFinish(const grpc::ByteBuffer& bytes, const grpc::Status& status) {
  stream_.WriteAndFinish(bytes, grpc::WriteOptions(), status, finished_.Tag());
}

void WireStream::Finish(const grpc::Status& status) { stream_.Finish(status, finished_.Tag()); }

void WireStream::Step::Happened(bool ok) {
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
