#include "client/local/local_async.h"

#include <utility>

#include "client/internal/callback_scope.h"
#include "client/local/waited_call.h"
#include "server/worker_pool.h"

namespace carom {

/// Plans the call on a thread of the pool.
class LocalAsync::Opener : public WorkItem {
 public:
  explicit Opener(LocalAsync& async) : call_(async) {}

  Lane lane() const override { return Lane::kInteractive; }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }
  void Drop() override { call_.shots_.Refuse(call_.control_.OverStatus()); }
  Progress Run(Worker&, const Yield&) override {
    call_.shots_.Start(LocalShots::Caller::kPlansOnly);
    return Progress::kDone;
  }

 private:
  LocalAsync& call_;
};

/// Drops what waits of a call that is over: on a thread of the pool, for whoever cuts a call must
/// not find itself in its callback.
class LocalAsync::Reaper : public WorkItem {
 public:
  explicit Reaper(std::shared_ptr<LocalAsync> async) : call_(std::move(async)) {}

  Lane lane() const override { return Lane::kInteractive; }
  const void* call() const override { return this; }
  bool Expired() const override { return false; }
  void Drop() override {}
  Progress Run(Worker&, const Yield&) override {
    call_->engine_.pool().Discard(call_.get());
    return Progress::kDone;
  }

 private:
  const std::shared_ptr<LocalAsync> call_;
};

void LocalAsync::Start(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
                       SimulateCallback done) {
  const auto call =
      std::make_shared<LocalAsync>(engine, std::move(request), options, std::move(done));
  call->self_ = call;
  engine.pool().Submit(std::make_unique<Opener>(*call));
  call->place_.Enter(call);
  call->on_stop_.emplace(options.stop, [raw = call.get()] {
    raw->Cut(absl::CancelledError("the call was cancelled"));
  });
}

LocalAsync::LocalAsync(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
                       SimulateCallback done)
    : place_(&engine.in_flight()),
      engine_(engine),
      count_(engine),
      request_(std::move(request)),
      control_(DeadlineAfter(options.timeout)),
      shots_(engine, request_, control_, this,
             [this](absl::StatusOr<v1::SimulateResponse> result) { OnEnd(std::move(result)); }),
      done_(std::move(done)) {}

void LocalAsync::Cut(const absl::Status& status) {
  // Null while the last owner lets go: the call has ended, and its destructor waits for the stop
  // that has come here.
  std::shared_ptr<LocalAsync> self = weak_from_this().lock();
  if (self == nullptr) return;
  {
    const MutexLock lock(mutex_);
    cut_.Update(status);
  }
  control_.Cancel();
  WorkerPool& pool = engine_.pool();
  pool.Submit(std::make_unique<Reaper>(std::move(self)));  // The call may be gone.
}

void LocalAsync::OnEnd(absl::StatusOr<v1::SimulateResponse> result) {
  const std::shared_ptr<LocalAsync> self = std::move(self_);
  {
    const MutexLock lock(mutex_);
    if (!result.ok() && !cut_.ok()) result = cut_;
  }
  const CallbackScope scope;
  const SimulateCallback done = std::move(done_);
  done(std::move(result));
}

}  // namespace carom
