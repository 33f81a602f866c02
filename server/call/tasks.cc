#include "server/call/tasks.h"

#include <algorithm>
#include <numeric>

#include "core/base/version.h"
#include "server/aim_run.h"
#include "server/cell_run.h"
#include "server/convert/mechanism_convert.h"
#include "server/mechanism_run.h"
#include "server/play_run.h"
#include "server/rules_run.h"
#include "server/shot_stop.h"
#include "server/split.h"

namespace carom {
namespace {

// Memory beside the outbox: chunks in the making, as columns that have room to grow. Each chunk may
// be too long by a shot, which is reserved for every worker on top.
constexpr int64_t kOutboxes = 2;
// Progress is reported so often in a call: enough for a bar.
constexpr int64_t kProgressMessages = 32;

// What is asked while a call is planned in the lane of `stop`.
Planning PlanningOf(const ShotStop& stop, const TaskContext& context) {
  return {stop.token(),
          [&allowance = context.allowance](int64_t bytes) { return allowance.Grow(bytes); }};
}

// Whether a plan that ended with this status is to be begun anew in the long lane.
bool TakesLong(const absl::Status& planned, const TaskContext& context) {
  return absl::IsCancelled(planned) && !context.control.Over();
}

// A run of shots that was left, as a part of a call; kFull counts as done.
absl::StatusOr<PartState> ToPartState(ShotRun::State state, const CallControl& control) {
  if (state == ShotRun::State::kOver) return control.OverStatus();
  if (state == ShotRun::State::kAgain) return PartState::kAgain;
  return state == ShotRun::State::kLong ? PartState::kLong : PartState::kDone;
}

// What one message of `bytes` bytes tells. With a selection all played shots count: they are
// answered, though not one by one.
SentAnswers AnswersIn(const v1::ShotResults& results, int64_t bytes) {
  if (results.has_selection()) {
    const v1::ShotSelection& selection = results.selection();
    return {selection.played_count(), results.failures_size(),
            static_cast<int64_t>(selection.event_count()), bytes};
  }
  return {results.shot_count(), results.failures_size(),
          std::accumulate(results.event_counts().begin(), results.event_counts().end(), int64_t{0}),
          bytes};
}

absl::Status Draining() { return absl::UnavailableError("the server is shutting down"); }

// How each question is answered; most by a function of their own.
template <class Request, class Response>
absl::Status Answer(const Request& request, const TaskContext& context, StopToken stop,
                    Response& response, LogFields& /*outcome*/) {
  return RunQuestion(request, context.scenes, stop, response);
}

absl::Status Answer(const v1::RuleShotsRequest& request, const TaskContext& context, StopToken,
                    v1::RuleShotsResponse& response, LogFields&) {
  if (absl::Status bad = context.allowance.Grow(RulingsBytes(request)); !bad.ok()) return bad;
  return RunRules(request, response);
}

absl::Status Answer(const v1::SimulateMechanismRequest& request, const TaskContext& context,
                    StopToken stop, v1::SimulateMechanismResponse& response, LogFields& outcome) {
  outcome = {{"mechanism", MechanismName(request)}};
  LogFields run;
  const auto grow = [&context](int64_t bytes) { return context.allowance.Grow(bytes); };
  const absl::Status status =
      RunMechanism(request, {context.limits, context.control, stop, grow, run}, response);
  outcome.insert(outcome.end(), run.begin(), run.end());
  return status;
}

// What the answer tells.
template <class Response>
SentAnswers AnswersIn(const Response& response, int64_t bytes) {
  if constexpr (requires { response.shots_played(); }) {
    return {.shots = static_cast<int64_t>(response.shots_played()), .bytes = bytes};
  } else if constexpr (std::is_same_v<Response, v1::FindAimsResponse>) {
    return {.shots = static_cast<int64_t>(response.shots()), .bytes = bytes};
  }
  return {.bytes = bytes};
}

SentAnswers AnswersIn(const v1::RuleShotsResponse& response, int64_t bytes) {
  const auto& rulings = response.rulings();
  const auto failed = std::count_if(rulings.begin(), rulings.end(), [](const v1::Ruling& ruling) {
    return !ruling.failure().empty();
  });
  return {rulings.size(), failed, 0, bytes};
}

}  // namespace

template <class Request, class Response>
absl::StatusOr<CallTask::Conclusion> RequestTask<Request, Response>::EndWith(
    const SentAnswers& answers) {
  const int64_t most = context_.limits.max_message_bytes;
  if (answers.bytes > most) return TooLarge(most);
  CallTask::Conclusion conclusion;
  conclusion.message = {&response_, answers};
  return conclusion;
}

template <class Request, class Response>
absl::Status ShotRequestTask<Request, Response>::LoadOnce(int max_shots) {
  if (message_ != nullptr) return absl::OkStatus();
  const absl::StatusOr<const Request*> loaded = this->load_();
  if (!loaded.ok()) return loaded.status();
  message_ = *loaded;
  view_.emplace(*message_);
  return CheckRequest(*view_, max_shots);
}

template <class Request, class Response>
absl::StatusOr<PartState> ShotRequestTask<Request, Response>::Plan(int max_shots,
                                                                   const WorkItem::Yield& yield) {
  if (absl::Status bad = LoadOnce(max_shots); !bad.ok()) return bad;
  const TaskContext& context = this->context_;
  const ShotStop stop(context.control, yield, kLongPlan);
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan = ShotPlan::Make(
      *view_, ToConvertLimits(context.limits), context.scenes, PlanningOf(stop, context));
  if (TakesLong(plan.status(), context)) return PartState::kLong;
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  shot_bytes_ = ShotAnswerBytes(plan_->detail(), view_->MostBalls(), context.limits.max_shot_bytes);
  return PartState::kDone;
}

template <class Request, class Response>
absl::Status ShotRequestTask<Request, Response>::Reserve(int64_t bytes) {
  const int64_t workers = std::min<int64_t>(this->context_.threads, view_->shot_count);
  Allowance& allowance = this->context_.allowance;
  const int64_t log = RecordBytes(plan_->detail());
  // A shot that rests keeps its log, and its place goes to another.
  if (IsLong()) return allowance.Grow(workers * log + bytes);
  absl::Status full = allowance.GrowForWorkers(log, workers);
  return full.ok() ? allowance.Grow(bytes) : full;
}

class ShotsTask::PartRunner : public Runner {
 public:
  explicit PartRunner(ShotsTask& task) : task_(task) {}

  void Take() override { part_ = &task_.parts_[task_.next_part_++]; }
  absl::StatusOr<PartState> Run(Worker& worker, const WorkItem::Yield& yield) override {
    return task_.RunPart(*part_, worker, yield);
  }

 private:
  ShotsTask& task_;
  Part* part_ = nullptr;
};

absl::StatusOr<PartState> ShotsTask::Open(const WorkItem::Yield& yield) {
  const auto planned = Plan(context_.limits.max_shots_per_simulate, yield);
  if (!planned.ok() || *planned == PartState::kLong) return planned;
  // An answer whose smallest form exceeds the limit is refused before anything is played.
  const int64_t most = context_.limits.max_message_bytes;
  const int64_t shots = view_->shot_count;
  if (shots * shot_bytes_.least > most) return TooLarge(most);
  const absl::Status full = Reserve(kAnswerCopies * std::min(shots * shot_bytes_.most, most));
  if (!full.ok()) return full;
  Split();
  return PartState::kDone;
}

std::unique_ptr<CallTask::Runner> ShotsTask::MakeRunner() {
  return std::make_unique<PartRunner>(*this);
}

void ShotsTask::Split() {
  const uint32_t shots = view_->shot_count;
  const uint32_t size = ShotsPerPart(shots, context_.threads);
  v1::ShotResults& results = *response_.mutable_results();
  for (uint32_t begin = 0; begin < shots; begin += size) {
    Part& part = parts_.emplace_back();
    part.run.emplace(*plan_, context_.control, begin, std::min(begin + size, shots),
                     context_.limits.max_shot_bytes, size >= shots ? &results : &part.own_results);
  }
}

absl::StatusOr<PartState> ShotsTask::RunPart(Part& part, Worker& worker,
                                             const WorkItem::Yield& yield) {
  const int64_t most = context_.limits.max_message_bytes;
  // The bytes of the answer that the other parts leave.
  const int64_t room = most - (answer_bytes_ - part.counted_bytes);
  const ShotRun::State state = part.run->Run(worker, yield, room);
  const int64_t bytes = part.run->byte_size();
  answer_bytes_ += bytes - std::exchange(part.counted_bytes, bytes);
  if (state != ShotRun::State::kOver && (state == ShotRun::State::kFull || answer_bytes_ > most)) {
    return TooLarge(most);
  }
  return ToPartState(state, context_.control);
}

absl::StatusOr<CallTask::Conclusion> ShotsTask::Conclude(const WorkItem::Yield&) {
  response_.set_engine_version(kEngineVersion);
  if (parts_.size() > 1) {
    for (Part& part : parts_) {
      AppendResults(part.own_results, *response_.mutable_results());
      part.own_results = v1::ShotResults();
    }
  }
  // The parts' bytes are never too few, but for the message around them.
  constexpr int64_t kAround = 64;
  int64_t bytes = answer_bytes_;
  if (bytes + kAround > context_.limits.max_message_bytes) {
    bytes = static_cast<int64_t>(response_.ByteSizeLong());
  }
  return EndWith(AnswersIn(response_.results(), bytes));
}

/// Its message is filled again and again, so that the columns are warm.
class BatchTask::ChunkRunner : public Runner {
 public:
  explicit ChunkRunner(BatchTask& task) : task_(task) {}

  void Take() override { range_ = task_.Cut(); }

  absl::StatusOr<PartState> Run(Worker& worker, const WorkItem::Yield& yield) override {
    const TaskContext& context = task_.context_;
    if (!run_) {
      run_.emplace(*task_.plan_, context.control, range_.begin, range_.end,
                   context.limits.max_shot_bytes, response_.mutable_results());
    }
    return ToPartState(run_->RunChunk(worker, yield, context.streams), context.control);
  }

  CallMessage Message() override {
    response_.set_engine_version(kEngineVersion);
    return {&response_, AnswersIn(response_.results(), run_->byte_size())};
  }

  void Finished() override {
    // A chunk that closed early leaves the rest of its range.
    if (run_->next() < run_->end()) task_.ranges_.push_back({run_->next(), run_->end()});
    const bool huge = run_->byte_size() > 2 * task_.context_.streams.chunk_bytes;
    run_.reset();
    if (huge) response_ = {};
  }

 private:
  BatchTask& task_;
  Range range_;
  v1::SimulateBatchResponse response_;
  std::optional<ShotRun> run_;
};

absl::StatusOr<PartState> BatchTask::Open(const WorkItem::Yield& yield) {
  const auto planned = Plan(context_.limits.max_shots_per_batch, yield);
  if (!planned.ok() || *planned == PartState::kLong) return planned;
  const StreamLimits& streams = context_.streams;
  const uint32_t shots = view_->shot_count;
  const int most = plan_->detail().selected ? streams.chunk_played_shots : streams.chunk_shots;
  shots_per_chunk_ = std::min(static_cast<uint32_t>(most), ShotsPerPart(shots, context_.threads));
  ranges_.push_back({0, shots});
  const absl::Status full = Reserve(kOutboxes * streams.outbox_bytes +
                                    kAnswerCopies * context_.threads * shot_bytes_.most);
  if (!full.ok()) return full;
  return PartState::kDone;
}

std::unique_ptr<CallTask::Runner> BatchTask::MakeRunner() {
  return std::make_unique<ChunkRunner>(*this);
}

// As many chunks as there are threads, and as the outbox has room for; but always one.
int BatchTask::Ready(const CallLoad& load) const {
  if (!HasParts()) return 0;
  if (load.running == 0 && load.outbox_bytes == 0) return 1;
  const StreamLimits& limits = context_.streams;
  const int64_t room = (limits.outbox_bytes - load.outbox_bytes) / limits.chunk_bytes;
  const int64_t may_run = std::min<int64_t>(context_.threads, room);
  int64_t chunks = 0;
  for (const Range& range : ranges_) {
    chunks += (range.end - range.begin + shots_per_chunk_ - 1) / shots_per_chunk_;
  }
  return static_cast<int>(std::clamp<int64_t>(may_run - load.running, 0, chunks));
}

BatchTask::Range BatchTask::Cut() {
  Range& range = ranges_.back();
  const Range cut{range.begin, std::min(range.end, range.begin + shots_per_chunk_)};
  range.begin = cut.end;
  if (range.begin == range.end) ranges_.pop_back();
  return cut;
}

absl::StatusOr<CallTask::Conclusion> BatchTask::Conclude(const WorkItem::Yield&) {
  Conclusion conclusion;
  if (!ranges_.empty()) conclusion.end = Draining();
  return conclusion;
}

class EstimateTask::CellRunner : public Runner {
 public:
  explicit CellRunner(EstimateTask& task) : task_(task), run_(*task.run_, task.context_.control) {}

  void Take() override { cell_ = task_.next_cell_++; }

  absl::StatusOr<PartState> Run(Worker& worker, const WorkItem::Yield& yield) override {
    if (cell_) run_.Begin(*std::exchange(cell_, std::nullopt));
    return ToPartState(run_.Run(worker, yield), task_.context_.control);
  }

  CallMessage Message() override {
    if (!task_.ReportsProgress()) return {};
    progress_.set_engine_version(kEngineVersion);
    v1::EstimateProgress& progress = *progress_.mutable_progress();
    progress.set_draws_done(static_cast<uint64_t>(task_.run_->draws_done()));
    progress.set_draws_at_most(static_cast<uint64_t>(task_.run_->most_draws()));
    progress.set_candidates_left(static_cast<uint32_t>(task_.run_->candidates_left()));
    return {&progress_, {}, /*droppable=*/true};
  }

 private:
  EstimateTask& task_;
  CellRun run_;
  std::optional<size_t> cell_;  ///< Taken, but not begun.
  v1::EstimateOutcomesResponse progress_;
};

absl::StatusOr<PartState> EstimateTask::Open(const WorkItem::Yield& yield) {
  const RequestLimits& limits = context_.limits;
  const absl::Status bad = LoadOnce(limits.max_shots_per_batch);
  if (!bad.ok()) return bad;
  if (run_ == nullptr) {
    const ShotStop stop(context_.control, yield, kLongPlan);
    absl::StatusOr<std::unique_ptr<EstimateRun>> run =
        EstimateRun::Make(*message_, *view_, limits, context_.scenes, PlanningOf(stop, context_));
    if (TakesLong(run.status(), context_)) return PartState::kLong;
    if (!run.ok()) return run.status();
    if (absl::Status full = context_.allowance.Grow((*run)->most_bytes()); !full.ok()) return full;
    run_ = *std::move(run);
  }
  if (run_->RoundsAreLong() && yield.lane() != Lane::kLong) return PartState::kLong;
  if (run_->NextRound()) cells_ = run_->cells();
  return PartState::kDone;
}

std::unique_ptr<CallTask::Runner> EstimateTask::MakeRunner() {
  return std::make_unique<CellRunner>(*this);
}

bool EstimateTask::ReportsProgress() {
  const int64_t done = run_->draws_done();
  int64_t reported = reported_draws_.load(std::memory_order_relaxed);
  return done - reported >= std::max<int64_t>(1, run_->most_draws() / kProgressMessages) &&
         reported_draws_.compare_exchange_strong(reported, done);
}

absl::StatusOr<CallTask::Conclusion> EstimateTask::Conclude(const WorkItem::Yield& yield) {
  if (context_.draining) return Draining();
  Conclusion conclusion;
  conclusion.more = run_->NextRound();
  if (conclusion.more) {
    cells_ = run_->cells();
    next_cell_ = 0;
    return conclusion;
  }
  response_.set_engine_version(kEngineVersion);
  const ShotStop stop(context_.control, yield);
  const bool is_long = yield.lane() == Lane::kLong;
  run_->Write(*response_.mutable_estimates(),
              is_long ? stop.token() : context_.control.stop_token());
  if (context_.control.Over()) return context_.control.OverStatus();
  return EndWith({run_->draws_done(), run_->draws_failed(), run_->events(),
                  static_cast<int64_t>(response_.ByteSizeLong())});
}

template <class RequestType, class ResponseType>
absl::StatusOr<PartState> QuestionTask<RequestType, ResponseType>::Open(
    const WorkItem::Yield& yield) {
  const auto request = this->load_();
  if (!request.ok()) return request.status();
  const CallControl& control = this->context_.control;
  const ShotStop stop(control, yield);
  const absl::Status status =
      Answer(**request, this->context_, stop.token(), this->response_, outcome_);
  // A large answer takes a tenth of a second, which nobody waits for any more.
  if (absl::IsCancelled(status) || (status.ok() && control.Over())) return control.OverStatus();
  if (!status.ok()) return status;
  return PartState::kDone;
}

template <class RequestType, class ResponseType>
absl::StatusOr<CallTask::Conclusion> QuestionTask<RequestType, ResponseType>::Conclude(
    const WorkItem::Yield&) {
  const auto bytes = static_cast<int64_t>(this->response_.ByteSizeLong());
  return this->EndWith(AnswersIn(this->response_, bytes));
}

template class QuestionTask<v1::RuleShotsRequest, v1::RuleShotsResponse>;
template class QuestionTask<v1::PlaceBallsRequest, v1::PlaceBallsResponse>;
template class QuestionTask<v1::FindAimsRequest, v1::FindAimsResponse>;
template class QuestionTask<v1::PlanShotRequest, v1::PlanShotResponse>;
template class QuestionTask<v1::PlayMatchRequest, v1::PlayMatchResponse>;
template class QuestionTask<v1::SimulateMechanismRequest, v1::SimulateMechanismResponse>;

}  // namespace carom
