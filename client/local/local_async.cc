#include "client/local/local_async.h"

#include <utility>

#include "client/internal/callback_scope.h"

namespace carom {

void LocalAsync::Start(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
                       SimulateCallback done) {
  const auto call =
      std::make_shared<LocalAsync>(engine, std::move(request), options, std::move(done));
  call->Begin(call->call_, options.stop);
  call->place_.Enter(call);
}

LocalAsync::LocalAsync(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
                       SimulateCallback done)
    : place_(&engine.in_flight()),
      request_(std::move(request)),
      state_(engine, options),
      task_(state_.context(), [this] { return &request_; }),
      call_(engine.pool(), task_, *this, state_.control(), state_.allowance(),
            LanesOfCall(RequestView(request_).AsksForCompliantEngine())),
      done_(std::move(done)) {}

void LocalAsync::Ended(const absl::Status& status, std::unique_ptr<Packet> last) {
  const CallbackScope scope;
  const SimulateCallback done = std::move(done_);
  if (!status.ok()) return done(status);
  done(std::move(static_cast<v1::SimulateResponse&>(MessageOf(*last))));
}

}  // namespace carom
