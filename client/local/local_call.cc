#include "client/local/local_call.h"

#include <google/protobuf/message.h>

#include <memory>
#include <utility>

#include "client/internal/callback_scope.h"

namespace carom {
namespace {

struct Content : Packet::Payload {
  std::unique_ptr<google::protobuf::Message> message;
};

}  // namespace

Packet TakeContent(google::protobuf::Message& message, const SentAnswers& answers) {
  auto content = std::make_unique<Content>();
  content->message.reset(message.New());
  message.GetReflection()->Swap(&message, content->message.get());
  return {std::move(content), answers};
}

google::protobuf::Message& MessageOf(const Packet& packet) {
  return *static_cast<const Content&>(*packet.payload).message;
}

absl::Status RunHere(LocalCallState& state, CallTask& task, const Call::Options& lanes,
                     const CallerStopToken& stop, const WaitingCaller::OnPacket& on_packet) {
  LocalEngine& engine = state.engine;
  LocalSink<WaitingCaller> caller;
  Call call(engine.pool(), task, caller, state.control, state.allowance, lanes);
  // An idle engine's short call does not wait for a thread to wake up.
  LocalEngine::BorrowedWorker worker(nullptr, {&engine});
  if (lanes.lane == Lane::kInteractive && state.count.IsAlone()) worker = engine.BorrowWorker();
  return caller.Run(call, stop, worker.get(), on_packet);
}

void LocalAsync::Start(const CallerStopToken& stop) {
  Begin(call_, stop);
  place_.Enter(std::static_pointer_cast<LocalAsync>(shared_from_this()));
}

LocalAsync::LocalAsync(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
                       SimulateCallback done)
    : place_(&engine.in_flight()),
      request_(std::move(request)),
      state_(engine, options),
      task_(state_.context(), [this] { return &request_; }),
      call_(engine.pool(), task_, *this, state_.control, state_.allowance,
            LanesOfCall(RequestView(request_).AsksForCompliantEngine())),
      done_(std::move(done)) {}

void LocalAsync::Ended(const absl::Status& status, std::unique_ptr<Packet> last) {
  const CallbackScope scope;
  const SimulateCallback done = std::move(done_);
  if (!status.ok()) return done(status);
  done(std::move(static_cast<v1::SimulateResponse&>(MessageOf(*last))));
}

}  // namespace carom
