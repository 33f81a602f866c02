#include "client/batch_run.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

using carom::v1::ShotResults;
using carom::v1::SimulateBatchResponse;

// What the service takes in one SimulateBatch call.
constexpr uint32_t kMaxShotsPerCall = 65536;

absl::Status CheckOptions(const BatchOptions& options) {
  if (options.max_shots_per_call < 1 || options.max_shots_per_call > kMaxShotsPerCall) {
    return absl::InvalidArgumentError(
        absl::StrCat("max_shots_per_call: ", options.max_shots_per_call, " must be in [1, 65536]"));
  }
  if (options.calls_in_flight < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("calls_in_flight: ", options.calls_in_flight, " must be at least 1"));
  }
  return absl::OkStatus();
}

// A count beyond any plausible batch is a slip of the finger that would run for hours.
absl::Status CheckShotCount(uint64_t count) {
  if (count <= kMaxShotsPerBatch) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("generator.shot_count: ", count, " must be in [1, ", kMaxShotsPerBatch, "]"));
}

// The columns that the run itself reads.
absl::Status CheckChunk(const ShotResults& results) {
  const auto shots = static_cast<int>(results.shot_count());
  if (results.hashes_size() == shots && results.event_counts_size() == shots) {
    return absl::OkStatus();
  }
  return absl::InternalError(absl::StrCat("the server sent ", results.hashes_size(), " hashes and ",
                                          results.event_counts_size(), " event counts for ", shots,
                                          " shots"));
}

}  // namespace

BatchRun::BatchRun(Connection* connection, const carom::v1::SimulateBatchRequest& request,
                   const ChunkCallback& on_chunk, const BatchOptions& options)
    : connection_(connection),
      request_(request),
      on_chunk_(on_chunk),
      options_(options),
      hash_(AllShots(request).first),
      next_shot_(AllShots(request).first) {
  progress_.shots_total = AllShots(request).count;
}

absl::StatusOr<BatchSummary> BatchRun::Run() {
  if (absl::Status status = CheckOptions(options_); !status.ok()) return status;
  if (absl::Status status = CheckShotCount(progress_.shots_total); !status.ok()) return status;
  const auto shots_per_call = ShotsPerCall();
  if (!shots_per_call.ok()) return shots_per_call.status();
  ranges_ = SplitShots(request_, *shots_per_call, options_.max_request_bytes);
  closed_.resize(ranges_.size());
  {
    const std::stop_callback forward(options_.stop, [this] { stop_.request_stop(); });
    const size_t threads = std::min(ranges_.size(), static_cast<size_t>(options_.calls_in_flight));
    std::vector<std::jthread> others;
    for (size_t i = 1; i < threads; ++i) others.emplace_back([this] { RunCalls(); });
    RunCalls();
  }
  if (!status_.ok()) return status_;
  if (absl::Status status = HandOverRest(); !status.ok()) return status;
  return Summary();
}

absl::StatusOr<uint32_t> BatchRun::ShotsPerCall() const {
  const uint32_t wanted = options_.max_shots_per_call;
  if (progress_.shots_total <= 1) return wanted;
  CallOptions call;
  call.timeout = options_.call_timeout;
  call.stop = options_.stop;
  const auto info = connection_->GetServerInfo({}, call);
  if (absl::IsUnavailable(info.status())) return info.status();
  // A server that does not tell may do the shots all the same.
  const uint32_t limit = info.ok() ? info->limits().max_shots_per_batch() : 0;
  return limit == 0 ? wanted : std::min(wanted, limit);
}

void BatchRun::RunCalls() {
  CallOptions call;
  call.timeout = options_.call_timeout;
  call.stop = stop_.get_token();
  size_t index = 0;
  while (OpenRange(&index)) {
    const ShotRange& range = ranges_[index];
    const ResponseCallback accept = [&](SimulateBatchResponse response) {
      Renumber(request_, range, response.mutable_results());
      return Accept(response);
    };
    CloseRange(index, connection_->SimulateBatch(Slice(request_, range), call, accept));
  }
}

bool BatchRun::OpenRange(size_t* index) {
  const size_t window = 2 * static_cast<size_t>(options_.calls_in_flight);
  std::unique_lock lock(mutex_);
  window_moved_.wait(lock, stop_.get_token(), [&] {
    return next_range_ == ranges_.size() || next_range_ < oldest_open_ + window;
  });
  if (stop_.stop_requested() || next_range_ == ranges_.size()) return false;
  *index = next_range_++;
  return true;
}

void BatchRun::CloseRange(size_t index, const absl::Status& status) {
  {
    const std::lock_guard lock(mutex_);
    closed_[index] = true;
    while (oldest_open_ < closed_.size() && closed_[oldest_open_]) ++oldest_open_;
    // Calls that end because of a stop, the caller's or that of an earlier error, are no errors.
    if (status.ok() || stop_.stop_requested()) {
      window_moved_.notify_all();
      return;
    }
    status_ = status;
  }
  stop_.request_stop();
}

absl::Status BatchRun::Accept(const SimulateBatchResponse& response) {
  const ShotResults& results = response.results();
  if (absl::Status status = CheckChunk(results); !status.ok()) return status;
  const std::lock_guard lock(mutex_);
  if (!status_.ok()) return status_;
  Count(response);
  absl::Status status;
  if (options_.order == ChunkOrder::kCompletion) {
    status = HandOver(results);
  } else {
    waiting_.emplace(results.first_shot(), results);
    while (status.ok() && !waiting_.empty() && waiting_.begin()->first == next_shot_) {
      status = HandOverNext();
    }
  }
  if (status.ok() && options_.on_progress) options_.on_progress(progress_);
  return status;
}

void BatchRun::Count(const SimulateBatchResponse& response) {
  const ShotResults& results = response.results();
  progress_.shots += results.shot_count();
  progress_.failed += static_cast<uint64_t>(results.failures_size());
  for (const uint32_t events : results.event_counts()) progress_.events += events;
  hash_.Add(results);
  engine_version_ = response.engine_version();
}

absl::Status BatchRun::HandOver(const ShotResults& results) {
  return on_chunk_ ? on_chunk_(results) : absl::OkStatus();
}

absl::Status BatchRun::HandOverNext() {
  const auto next = waiting_.extract(waiting_.begin());
  next_shot_ = next.key() + next.mapped().shot_count();
  return HandOver(next.mapped());
}

// After a stop, what came before its turn is handed over nevertheless, still in order.
absl::Status BatchRun::HandOverRest() {
  absl::Status status;
  while (status.ok() && !waiting_.empty()) status = HandOverNext();
  return status;
}

BatchSummary BatchRun::Summary() const {
  BatchSummary summary;
  summary.shots = progress_.shots;
  summary.failed = progress_.failed;
  summary.events = progress_.events;
  summary.hash = hash_.Value();
  summary.complete = progress_.shots == progress_.shots_total;
  summary.engine_version = engine_version_;
  return summary;
}

}  // namespace carom
