#include "client/internal/async_call.h"

#include <algorithm>
#include <utility>

#include "client/internal/attempt.h"
#include "client/internal/callback_scope.h"
#include "client/internal/grpc_callback.h"
#include "client/internal/grpc_time.h"
#include "client/internal/status.h"

namespace carom {

struct AsyncCall::Attempt {
  std::shared_ptr<AsyncCall> call;  // The first member: the context holds a channel.
  grpc::ClientContext context;
  carom::v1::SimulateResponse response;
};

struct AsyncCall::Question {
  std::shared_ptr<AsyncCall> call;  // As above.
  absl::Status refusal;
  grpc::ClientContext context;
  carom::v1::GetServerInfoRequest request;
  carom::v1::GetServerInfoResponse info;
};

namespace {

// What can be cancelled of an attempt or a question, which it keeps alive.
template <class Step>
std::shared_ptr<grpc::ClientContext> ContextOf(const std::shared_ptr<Step>& step) {
  return {step, &step->context};
}

}  // namespace

AsyncCall::AsyncCall(Shared* shared, carom::v1::SimulateRequest request, CallOptions options,
                     SimulateCallback done)
    : place_(&shared->in_flight),
      shared_(*shared),
      request_(std::move(request)),
      options_(std::move(options)),
      policy_(shared->retry, options_, shared->time),
      done_(std::move(done)) {}

void AsyncCall::Start() {
  place_.Enter(shared_from_this());
  on_stop_.emplace(options_.stop, [this] { Cut(StoppedByCaller()); });
  Lock lock(mutex_);
  if (!cut_.ok()) {
    // Not on this thread, which may hold locks that the callback takes.
    SetAlarm(&retry_alarm_, absl::ZeroDuration(), &AsyncCall::TryOnce);
    return;
  }
  if (options_.hedge_after != absl::InfiniteDuration()) {
    shared_.hedges.NoteCall();
    SetAlarm(&hedge_alarm_, options_.hedge_after, &AsyncCall::Hedge);
  }
  TryOnce(std::move(lock));
}

void AsyncCall::TryOnce(Lock lock) { Send(std::move(lock), shared_.ways.Next()); }

void AsyncCall::Hedge(Lock lock) {
  if (running_.empty() || !shared_.hedges.Take()) return;
  Send(std::move(lock), shared_.ways.After(way_));
}

void AsyncCall::Send(Lock lock, size_t way) {
  const auto attempt = std::make_shared<Attempt>();
  attempt->call = shared_from_this();
  Prepare(policy_.deadline(), shared_.token, &attempt->context);
  running_.push_back(ContextOf(attempt));
  way_ = way;
  lock.unlock();
  shared_.ways.stub<Ways::SimulationStub>(way).async()->Simulate(
      &attempt->context, &request_, &attempt->response,
      MakeGrpcCallback<grpc::Status>([attempt](const grpc::Status& status) {
        attempt->call->OnEnd(attempt, FromGrpcStatus(status));
      }));
}

void AsyncCall::OnEnd(const std::shared_ptr<Attempt>& attempt, const absl::Status& status) {
  Lock lock(mutex_);
  std::erase(running_, ContextOf(attempt));
  if (finished_) return;
  if (status.ok()) return Finish(std::move(lock), std::move(attempt->response));
  if (!cut_.ok()) return Finish(std::move(lock), cut_);
  if (!IsTransient(status)) return Explain(std::move(lock), status);
  if (!running_.empty()) return;  // The other one may still answer.
  Retry(std::move(lock), EndOf(attempt->context, status));
}

void AsyncCall::Explain(Lock lock, const absl::Status& refusal) {
  if (const auto known = shared_.revision.Explain(refusal, shared_.time.now())) {
    return Finish(std::move(lock), *known);
  }
  const auto question = std::make_shared<Question>();
  question->call = shared_from_this();
  question->refusal = refusal;
  const SteadyTime end = std::min(policy_.deadline(), SteadyNow() + ServerRevision::kAskFor);
  Prepare(end, shared_.token, &question->context);
  running_.push_back(ContextOf(question));
  const size_t way = way_;
  lock.unlock();
  shared_.ways.stub<Ways::SimulationStub>(way).async()->GetServerInfo(
      &question->context, &question->request, &question->info,
      MakeGrpcCallback<grpc::Status>([question](const grpc::Status& status) {
        question->call->OnInfo(question, status.ok());
      }));
}

void AsyncCall::OnInfo(const std::shared_ptr<Question>& question, bool answered) {
  const SteadyTime now = shared_.time.now();
  if (answered) shared_.revision.Keep(question->info, now);
  Lock lock(mutex_);
  std::erase(running_, ContextOf(question));
  if (finished_) return;
  if (!cut_.ok()) return Finish(std::move(lock), cut_);
  const absl::Status& refusal = question->refusal;
  Finish(std::move(lock), shared_.revision.Explain(refusal, now).value_or(refusal));
}

// Without the lock, which a handler of the caller's takes when it stops the call. There is no
// attempt meanwhile, and so no second Retry().
void AsyncCall::Retry(Lock lock, const AttemptEnd& end) noexcept {
  lock.unlock();
  const std::optional<absl::Duration> wait = policy_.NextWait(end);
  const bool has_waited = wait && shared_.time.sleep;
  if (has_waited) shared_.time.sleep(*wait, options_.stop);
  lock.lock();
  if (finished_) return;
  if (!cut_.ok()) return Finish(std::move(lock), cut_);
  if (!wait) return Finish(std::move(lock), end.status);
  if (has_waited) return BeginToLook(std::move(lock));
  SetAlarm(&retry_alarm_, *wait, &AsyncCall::BeginToLook);
}

void AsyncCall::BeginToLook(Lock lock) {
  look_until_ = std::min(SteadyNow() + Ways::kLook, policy_.deadline());
  shared_.ways.Revive();
  Look(std::move(lock));
}

// As Ways::LookForServer(), step by step.
void AsyncCall::Look(Lock lock) {
  if (shared_.ways.IsReady() || SteadyNow() >= look_until_) return TryOnce(std::move(lock));
  SetAlarm(&retry_alarm_, Ways::kLookStep, &AsyncCall::Look);
}

void AsyncCall::SetAlarm(std::unique_ptr<grpc::Alarm>* alarm, absl::Duration wait, Step step) {
  *alarm = std::make_unique<grpc::Alarm>();
  (*alarm)->Set(ToGrpcTime(SteadyNow() + wait),
                MakeGrpcCallback<bool>([self = shared_from_this(), alarm, step](bool) {
                  self->OnAlarm(alarm, step);
                }));
}

void AsyncCall::OnAlarm(std::unique_ptr<grpc::Alarm>* alarm, Step step) {
  Lock lock(mutex_);
  alarm->reset();  // It holds this call.
  if (finished_) return;
  if (cut_.ok()) return (this->*step)(std::move(lock));
  if (running_.empty()) Finish(std::move(lock), cut_);
}

void AsyncCall::Cut(const absl::Status& status) {
  Lock lock(mutex_);
  if (finished_ || !cut_.ok()) return;
  cut_ = status;
  if (retry_alarm_ != nullptr) retry_alarm_->Cancel();
  if (hedge_alarm_ != nullptr) hedge_alarm_->Cancel();
  const auto running = running_;
  lock.unlock();
  for (const auto& context : running) context->TryCancel();
}

void AsyncCall::Finish(Lock lock, absl::StatusOr<carom::v1::SimulateResponse> result) noexcept {
  finished_ = true;
  if (retry_alarm_ != nullptr) retry_alarm_->Cancel();
  if (hedge_alarm_ != nullptr) hedge_alarm_->Cancel();
  const auto losers = std::move(running_);
  running_.clear();
  SimulateCallback done = std::move(done_);
  lock.unlock();
  for (const auto& context : losers) context->TryCancel();
  const CallbackScope scope;
  if (done) done(std::move(result));
  done = nullptr;  // What it holds goes within the scope.
}

}  // namespace carom
