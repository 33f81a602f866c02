#include "server/simulate_reactor.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/version.h"
#include "server/split.h"
#include "server/wire_message.h"

namespace carom {
namespace {

// A larger request does not belong to somebody who waits for a few shots: this size holds some 2900
// strikes. Parsing it takes less than a slice.
constexpr int64_t kInteractiveBytes = 64 << 10;

}  // namespace

/// Consecutive shots and where their results go.
struct SimulateReactor::Part {
  v1::ShotResults own_results;  ///< Unused where the call has one part only.
  std::unique_ptr<ShotRun> run;
  int64_t counted_bytes = 0;  ///< Of answer_bytes_.
};

class SimulateReactor::Runner : public WorkItem {
 public:
  Runner(SimulateReactor& call, Lane lane) : call_(call), lane_(lane), part_(call.next_part_++) {}

  Lane lane() const override { return lane_; }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker& worker, const Yield& yield) override {
    return call_.RunPart(part_, worker, yield);
  }
  void Drop() override { call_.RunnerDone(call_.control_.OverStatus()); }

 private:
  SimulateReactor& call_;
  const Lane lane_;
  size_t part_;
};

SimulateReactor* SimulateReactor::Start(ServiceContext& service,
                                        grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) {
  auto* const call = new SimulateReactor(service, context, request, response);
  const int64_t bytes = call->request_size();
  const absl::Time deadline = absl::FromChrono(context->deadline());
  if (!call->TakeUp(service.admission.TakeCall(bytes, deadline))) return call;
  service.pool.Submit(std::make_unique<Runner>(
      *call, bytes <= kInteractiveBytes ? Lane::kInteractive : Lane::kLarge));
  return call;
}

SimulateReactor::SimulateReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer* request, grpc::ByteBuffer* response)
    : UnaryReactor(service, Method::kSimulate, context, request, response) {}

WorkItem::Progress SimulateReactor::RunPart(size_t& index, Worker& worker,
                                            const WorkItem::Yield& yield) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  auto progress = WorkItem::Progress::kDone;
  absl::Status status = plan_ == nullptr ? Open(index) : absl::OkStatus();
  if (status.ok() && index < parts_.size()) status = RunOpenPart(index, worker, yield, progress);
  ticket_->Worked(Clock::now() - begin);
  if (status.ok() && progress != WorkItem::Progress::kDone) return progress;
  RunnerDone(status);
  return WorkItem::Progress::kDone;
}

absl::Status SimulateReactor::RunOpenPart(size_t& index, Worker& worker,
                                          const WorkItem::Yield& yield,
                                          WorkItem::Progress& progress) {
  const int64_t max_bytes = service_.options.requests.max_message_bytes;
  Part& part = *parts_[index];
  // What the other parts leave of the answer's bytes.
  const int64_t room = max_bytes - (answer_bytes_ - part.counted_bytes);
  const ShotRun::State state = part.run->Run(worker, yield, room);
  const int64_t bytes = part.run->byte_size();
  answer_bytes_ += bytes - std::exchange(part.counted_bytes, bytes);
  if (state == ShotRun::State::kOver) return control_.OverStatus();
  if (state == ShotRun::State::kFull || answer_bytes_ > max_bytes) return TooLarge(max_bytes);
  if (state == ShotRun::State::kLong) {
    ticket_->BecomesLong();
    progress = WorkItem::Progress::kLong;
    return absl::OkStatus();
  }
  if (state == ShotRun::State::kDone) index = next_part_++;
  if (index < parts_.size()) progress = WorkItem::Progress::kAgain;
  return absl::OkStatus();
}

absl::Status SimulateReactor::Open(size_t& index) {
  if (absl::Status bad =
          ParseRequest(*request_bytes_, service_.options.requests, *ticket_, message_);
      !bad.ok())
    return bad;
  request_.emplace(message_);
  absl::Status bad = CheckRequest(*request_, service_.options.requests.max_shots_per_simulate);
  if (!bad.ok()) return bad;
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan =
      ShotPlan::Make(*request_, ToConvertLimits(service_.options.requests), service_.scenes);
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  if (bad = ReserveAnswer(); !bad.ok()) return bad;
  Split();
  const size_t runners = std::min(parts_.size(), static_cast<size_t>(service_.pool.threads()));
  if (request_->AsksForCompliantEngine()) {
    next_part_ = 0;
    index = parts_.size();  // This runner plays no long shots.
    ticket_->BecomesLong();
    SubmitRunners(runners, Lane::kLong);
  } else {
    SubmitRunners(runners - 1, Lane::kLarge);
  }
  return absl::OkStatus();
}

// The most bytes of the answer. A call whose answer would exceed them at the least is refused
// before it is simulated.
absl::Status SimulateReactor::ReserveAnswer() {
  const RequestLimits& limits = service_.options.requests;
  const AnswerBytes shot =
      ShotAnswerBytes(plan_->detail(), request_->MostBalls(), limits.max_shot_bytes);
  const int64_t shots = request_->shot_count;
  if (shots * shot.least > limits.max_message_bytes) return TooLarge(limits.max_message_bytes);
  return ticket_->Grow(kAnswerCopies * std::min(shots * shot.most, limits.max_message_bytes));
}

void SimulateReactor::Split() {
  const uint32_t shots = request_->shot_count;
  const uint32_t size = ShotsPerPart(shots, service_.pool.threads());
  const bool alone = size >= shots;
  for (uint32_t begin = 0; begin < shots; begin += size) {
    auto part = std::make_unique<Part>();
    part->run = std::make_unique<ShotRun>(*plan_, control_, begin, std::min(begin + size, shots),
                                          service_.options.requests.max_shot_bytes,
                                          alone ? response_.mutable_results() : &part->own_results);
    parts_.push_back(std::move(part));
  }
}

void SimulateReactor::SubmitRunners(size_t count, Lane lane) {
  {
    const MutexLock lock(mutex_);
    runners_ += count;
  }
  for (size_t i = 0; i < count; ++i) {
    service_.pool.Submit(std::make_unique<Runner>(*this, lane));
  }
}

void SimulateReactor::RunnerDone(const absl::Status& status) {
  absl::Status all;
  {
    const MutexLock lock(mutex_);
    status_.Update(status);
    if (!status_.ok()) control_.Cancel();  // Spares the other runners.
    if (--runners_ > 0) return;
    all = status_;
  }
  if (all.ok()) ticket_->Answered();
  FinishCall(all.ok() ? Assemble() : all);
}

absl::Status SimulateReactor::Assemble() {
  response_.set_engine_version(kEngineVersion);
  if (parts_.size() > 1) {
    for (const std::unique_ptr<Part>& part : parts_) {
      AppendResults(part->own_results, *response_.mutable_results());
      part->own_results = v1::ShotResults();
    }
  }
  {
    const Timings::Timer timer(service_.timings.encode(Method::kSimulate));
    *response_bytes_ = ToBytes(response_);
  }
  const int64_t bytes = response_size();
  const int64_t max_bytes = service_.options.requests.max_message_bytes;
  if (bytes > max_bytes) return TooLarge(max_bytes);
  const MutexLock lock(mutex_);
  sent_ = Sent(response_.results(), bytes);
  return absl::OkStatus();
}

void SimulateReactor::Free() {
  parts_.clear();
  plan_.reset();
  response_ = {};
  message_ = {};
}

void SimulateReactor::Log(const grpc::Status& sent) {
  const MutexLock lock(mutex_);
  service_.stats.Count(sent_);
  log_.Done(sent, sent_);
}

}  // namespace carom
