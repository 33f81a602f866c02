#include "client/internal/batch_run.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "carom/v1/options.pb.h"
#include "client/internal/callback_scope.h"
#include "client/internal/columns.h"

namespace carom {
namespace {

using carom::v1::ShotResults;
using carom::v1::SimulateBatchResponse;

// The greatest value of a field of the generator.
uint64_t MostOf(const char* generator_field) {
  const auto* const field =
      carom::v1::ShotGenerator::descriptor()->FindFieldByName(generator_field);
  return static_cast<uint64_t>(field->options().GetExtension(carom::v1::parameter).range().max());
}

// Most shots that the service takes in one SimulateBatch call.
uint32_t MaxShotsPerCall() { return static_cast<uint32_t>(MostOf("shot_count")); }

absl::Status CheckOptions(const BatchOptions& options) {
  if (options.max_shots_per_call < 1 || options.max_shots_per_call > MaxShotsPerCall()) {
    return absl::InvalidArgumentError(
        absl::StrCat("max_shots_per_call: ", options.max_shots_per_call, " must be in [1, ",
                     MaxShotsPerCall(), "]"));
  }
  if (options.calls_in_flight < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("calls_in_flight: ", options.calls_in_flight, " must be at least 1"));
  }
  return absl::OkStatus();
}

// A count beyond any plausible batch is a mistake that would run for hours.
absl::Status CheckShotCount(uint64_t count) {
  if (count <= kMaxShotsPerBatch) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("generator.shot_count: ", count, " must be in [1, ", kMaxShotsPerBatch, "]"));
}

// Beyond it numbers would wrap around before a server sees them.
absl::Status CheckFirstShot(uint64_t first) {
  const uint64_t most = MostOf("first_shot");
  if (first <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("generator.first_shot: ", first, " must be in [0, ", most, "]"));
}

// The shots that are not wanted, and of the others those that an earlier run has handed over.
ShotSet ShotsBefore(const ShotRange& all, const BatchOptions& options) {
  ShotSet before = options.done;
  uint64_t left = options.after.shots;
  for (const ShotRange& range : options.done.MissingOf(all)) {
    left -= before.Add({range.first, std::min(left, range.count)});
  }
  return before;
}

uint64_t CountOf(const std::vector<ShotRange>& ranges) {
  uint64_t count = 0;
  for (const ShotRange& range : ranges) count += range.count;
  return count;
}

void Count(const ShotResults& chunk, BatchProgress* progress) {
  progress->shots += CoveredShots(chunk).count;
  progress->received += chunk.shot_count();
  progress->failed += static_cast<uint64_t>(chunk.failures_size());
  progress->events +=
      chunk.has_selection() ? chunk.selection().event_count() : SumOf(chunk.event_counts());
}

}  // namespace

BatchRun::BatchRun(Connection* connection, const carom::v1::SimulateBatchRequest& request,
                   const BatchHandlers& handlers, const BatchOptions& options)
    : connection_(connection),
      request_(request),
      all_(AllShots(request)),
      handlers_(handlers),
      options_(options),
      before_(ShotsBefore(all_, options)),
      deadline_(SteadyNow() + options.timeout),
      wanted_engine_(options.engine_version),
      closed_(before_),
      progress_(options.after),
      hash_(all_.first, before_, options.after.received, options.after.hash),
      next_shot_(before_.FirstMissing(all_.first)) {
  if (wanted_engine_.empty()) wanted_engine_ = options.after.engine_version;
  if (wanted_engine_.empty()) wanted_engine_ = request.engine_version();
  progress_.shots_total = CountOf(options.done.MissingOf(all_));
}

absl::Status BatchRun::Check() const {
  absl::Status status = CheckOptions(options_);
  status.Update(CheckShotCount(all_.count));
  status.Update(CheckFirstShot(all_.first));
  return status;
}

absl::StatusOr<BatchSummary> BatchRun::Run() {
  if (absl::Status status = Check(); !status.ok()) return status;
  const std::vector<ShotRange> missing = before_.MissingOf(all_);
  if (absl::Status status = AskServer(CountOf(missing)); !status.ok()) return status;
  for (const ShotRange& part : missing) {
    const auto cut = SplitShots(request_, part, shots_per_call_, options_.max_request_bytes);
    ranges_.insert(ranges_.end(), cut.begin(), cut.end());
  }
  if (all_.count == 0) ranges_.push_back(all_);  // The server refuses a request without shots.
  {
    const std::stop_callback forward(options_.stop, [this] { stop_.request_stop(); });
    const size_t threads = std::min(ranges_.size(), static_cast<size_t>(options_.calls_in_flight));
    std::vector<std::jthread> others;
    try {
      for (size_t i = 1; i < threads; ++i) {
        others.emplace_back([this] {
          const CallbackScope scope;  // A handler may let the last copy of the client go.
          RunCalls();
        });
      }
    } catch (const std::system_error&) {
      // The process has no more threads. Those that there are, this one at least, run all calls:
      // calls_in_flight is a bound, and the results are the same.
    }
    RunCalls();
  }
  const ClientLock lock(mutex_);
  if (thrown_ != nullptr) std::rethrow_exception(thrown_);
  if (!status_.ok()) return status_;
  return Summary();
}

CallOptions BatchRun::MakeCallOptions(std::stop_token stop) const {
  CallOptions call;
  call.timeout = deadline_ - SteadyNow();
  call.retry_for = options_.retry_for;
  call.stop = std::move(stop);
  return call;
}

absl::Status BatchRun::AskServer(uint64_t shots) {
  shots_per_call_ = options_.max_shots_per_call;
  if (shots <= 1) return absl::OkStatus();
  const auto info = connection_->GetServerInfo({}, MakeCallOptions(options_.stop));
  if (absl::IsUnavailable(info.status()) || absl::IsDeadlineExceeded(info.status())) {
    return info.status();
  }
  if (!info.ok())
    return absl::OkStatus();  // A server that does not tell may do the shots all the same.
  const uint32_t limit = info->limits().max_shots_per_batch();
  if (limit > 0) shots_per_call_ = std::min(shots_per_call_, limit);
  if (wanted_engine_.empty()) wanted_engine_ = info->engine_version();
  return absl::OkStatus();
}

void BatchRun::RunCalls() {
  size_t index = 0;
  while (OpenRange(&index)) {
    const ShotRange& range = ranges_[index];
    const ResponseCallback accept = [&](SimulateBatchResponse response) {
      Renumber(request_, range, response.mutable_results());
      return Accept(std::move(response));
    };
    carom::v1::SimulateBatchRequest slice = Slice(request_, range);
    slice.set_engine_version(wanted_engine_);
    absl::Status status;
    try {
      status = connection_->SimulateBatch(slice, accept, MakeCallOptions(stop_.get_token()));
    } catch (...) {
      status = NoteThrown();  // By the handler of a wait.
    }
    CloseRange(range, status);
  }
}

bool BatchRun::OpenRange(size_t* index) {
  const uint64_t window = 2 * static_cast<uint64_t>(options_.calls_in_flight) * shots_per_call_;
  const ClientLock lock(mutex_);
  moved_.wait(mutex_, stop_.get_token(), [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return next_range_ == ranges_.size() ||
           ranges_[next_range_].first < closed_.FirstMissing(all_.first) + window;
  });
  if (stop_.stop_requested() || next_range_ == ranges_.size()) return false;
  *index = next_range_++;
  return true;
}

void BatchRun::CloseRange(const ShotRange& range, const absl::Status& status) {
  {
    const ClientLock lock(mutex_);
    closed_.Add(range);
    // Calls that end because of a stop, by the caller or after an earlier error, are not errors.
    if (status.ok() || stop_.stop_requested()) {
      moved_.notify_all();
      return;
    }
    status_.Update(status);
  }
  stop_.request_stop();
}

absl::Status BatchRun::Accept(SimulateBatchResponse response) {
  const absl::Status checked = CheckChunk(response.results());
  {
    const ClientLock lock(mutex_);
    moved_.wait(mutex_, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return !handing_over_; });
    // Kept at once: until the call has ended, other calls bring chunks.
    status_.Update(checked);
    status_.Update(CheckEngine(response.engine_version()));
    if (!status_.ok()) return status_;
    handing_over_ = true;
    engine_version_ = response.engine_version();
    const uint64_t first = CoveredShots(response.results()).first;
    waiting_.emplace(first, std::move(*response.mutable_results()));
  }
  const absl::Status handed_over = HandOver();
  const ClientLock lock(mutex_);
  handing_over_ = false;
  status_.Update(handed_over);
  moved_.notify_all();
  return status_;
}

absl::Status BatchRun::CheckChunk(const ShotResults& results) const {
  const uint64_t shots = results.shot_count();
  const auto labels = static_cast<uint64_t>(request_.labels_size());
  ColumnCheck check;
  check.Expect("hashes", results.hashes(), shots)
      .Expect("event_counts", results.event_counts(), shots)
      .Expect("labels", results.labels(), labels * shots);
  return check.status().ok() ? CheckSelection(results) : check.status();
}

// Refuses results that are filtered although the caller did not ask for it, and filtered results
// that do not say properly which shots they hold.
absl::Status BatchRun::CheckSelection(const ShotResults& results) const {
  if (results.has_selection() != request_.has_filter()) {
    return absl::InternalError(request_.has_filter() ? "the server did not filter the shots"
                                                     : "the server filtered the shots, unasked");
  }
  if (!request_.has_filter()) return absl::OkStatus();
  const carom::v1::ShotSelection& selection = results.selection();
  ColumnCheck check;
  check.Expect("selection.offsets", selection.offsets(), results.shot_count());
  if (!check.status().ok()) return check.status();
  uint64_t next = 0;
  for (const uint32_t offset : selection.offsets()) {
    if (offset < next || offset >= selection.played_count()) {
      return absl::InternalError(absl::StrCat("the server sent shot ", offset, " of ",
                                              selection.played_count(), ", not in order"));
    }
    next = uint64_t{offset} + 1;
  }
  return absl::OkStatus();
}

// A server that is older than this field of the request ignores it.
absl::Status BatchRun::CheckEngine(const std::string& version) const {
  const std::string& wanted = wanted_engine_.empty() ? engine_version_ : wanted_engine_;
  if (wanted.empty() || version == wanted) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("a server of engine version ", version,
                                                    " answered, where the batch is of ", wanted));
}

absl::Status BatchRun::HandOver() {
  try {
    return CallHandlers();
  } catch (...) {
    // It must leave neither a thread of the run's, nor the caller's while others still run.
    return NoteThrown();
  }
}

absl::Status BatchRun::CallHandlers() {
  ShotResults chunk;
  BatchProgress progress;
  absl::Status status;
  while (status.ok() && TakeDue(&chunk, &progress)) {
    if (handlers_.on_chunk) status = handlers_.on_chunk(chunk);
    if (status.ok() && handlers_.on_progress) status = handlers_.on_progress(progress);
  }
  return status;
}

bool BatchRun::TakeDue(ShotResults* chunk, BatchProgress* progress) {
  const bool in_order = options_.order == ChunkOrder::kShot;
  const ClientLock lock(mutex_);
  if (waiting_.empty() || (in_order && waiting_.begin()->first != next_shot_)) return false;
  *chunk = std::move(waiting_.extract(waiting_.begin()).mapped());
  next_shot_ = before_.FirstMissing(CoveredShots(*chunk).end());
  Count(*chunk, &progress_);
  hash_.Add(*chunk);
  if (in_order) progress_.hash = hash_.Value();
  progress_.engine_version = engine_version_;
  *progress = progress_;
  return true;
}

absl::Status BatchRun::NoteThrown() {
  const ClientLock lock(mutex_);
  if (thrown_ == nullptr) thrown_ = std::current_exception();
  return absl::AbortedError("a callback has thrown an exception");
}

BatchSummary BatchRun::Summary() const {
  BatchSummary summary{progress_};
  summary.hash = hash_.Value();
  summary.complete = progress_.shots == progress_.shots_total;
  return summary;
}

}  // namespace carom
