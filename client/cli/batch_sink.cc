#include "client/cli/batch_sink.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/most_balls.h"

namespace carom {
namespace {

bool AreOneFile(const std::string& a, const std::string& b) {
  std::error_code error;
  return std::filesystem::weakly_canonical(a, error) == std::filesystem::weakly_canonical(b, error);
}

// Rows that an earlier run left behind.
bool HoldsRows(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) &&
         std::filesystem::file_size(path, error) > 0;
}

bool HasBalls(const carom::v1::SimulateBatchRequest& request) {
  return request.detail().level() != carom::v1::Detail::LEVEL_LABELS;
}

}  // namespace

BatchSink::BatchSink(const carom::v1::SimulateBatchRequest& request, const ShotRange& part)
    : request_(request), part_(part) {
  rows_.SetLabels(static_cast<size_t>(request.labels_size()));
  if (!HasBalls(request)) rows_.LeaveOutOutcomes();
}

absl::Status BatchSink::ConfigureRows(const std::optional<std::string>& format,
                                      const std::optional<std::string>& path,
                                      std::ostream* standard_out) {
  return rows_.Configure(format, path, standard_out);
}

absl::Status BatchSink::ResumeFrom(const std::string& path) {
  if (rows_.enabled() && !rows_.path()) {
    return absl::InvalidArgumentError(
        "--resume-from: rows must go to a file, --out=FILE: of standard output nobody knows which "
        "rows have arrived");
  }
  const std::string rows_path = rows_.path().value_or("");
  if (rows_.enabled() && AreOneFile(path, rows_path)) {
    return absl::InvalidArgumentError("--resume-from and --out must name different files");
  }
  std::error_code error;
  if (rows_.enabled() && HoldsRows(rows_path) && !std::filesystem::exists(path, error)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--resume-from: ", path, " is not there, and --out: ", rows_path,
        " holds rows, which a batch from its first shot would overwrite: name the file "
        "that was kept with them, or delete them"));
  }
  auto resume = ResumeFile::Open(path, MakeResumeKey(request_, part_, rows_.format(), rows_path));
  if (!resume.ok()) return resume.status();
  resume_path_ = path;
  resume_ = *std::move(resume);
  state_ = resume_->state();
  return rows_.enabled() ? rows_.GoOnAt(state_.rows_bytes) : absl::OkStatus();
}

absl::Status BatchSink::PinEngine(const Client& client, const CallOptions& call,
                                  BatchOptions* options) {
  if (resume_ == nullptr) return absl::OkStatus();
  options->engine_version = request_.engine_version();
  if (options->engine_version.empty()) {
    const auto info = client.GetServerInfo(call);
    if (!info.ok()) return info.status();
    options->engine_version = info->engine_version();
  }
  return resume_->PinEngine(options->engine_version);
}

absl::Status BatchSink::CountBalls(const Client& client, const CallOptions& call) {
  if (rows_.format() != "csv" || !HasBalls(request_)) return absl::OkStatus();
  const absl::StatusOr<size_t> balls = MostBalls(client, request_, call);
  if (balls.ok()) rows_.MakeRoomFor(*balls);
  return balls.status();
}

void BatchSink::Apply(BatchOptions* options) const {
  options->order = ChunkOrder::kShot;
  for (const ShotRange& other : ShotSet{part_}.MissingOf(AllShots(request_))) {
    options->done.Add(other);
  }
  options->after = state_.progress;
}

absl::Status BatchSink::Take(const carom::v1::ShotResults& chunk) {
  if (!state_.first_failure && chunk.failures_size() > 0) state_.first_failure = chunk.failures(0);
  return rows_.Write(chunk);
}

absl::Status BatchSink::Note(const BatchProgress& progress) {
  state_.progress = progress;
  if (resume_ == nullptr) return absl::OkStatus();
  const absl::StatusOr<uint64_t> bytes = rows_.enabled() ? rows_.FlushedBytes() : 0;
  if (!bytes.ok()) return bytes.status();
  state_.rows_bytes = *bytes;
  return resume_->Append(state_);
}

absl::Status BatchSink::FirstFailure() const {
  if (!state_.first_failure) return absl::OkStatus();
  const carom::v1::ShotFailure& failure = *state_.first_failure;
  return absl::Status(static_cast<absl::StatusCode>(failure.code()),
                      absl::StrCat("shot ", failure.shot(), ": ", failure.message()));
}

std::string BatchSink::HowToGoOn() const {
  if (resume_ != nullptr) {
    return absl::StrCat("the same command goes on with the other ", missing(),
                        " shots: ", resume_path_, " keeps what is done");
  }
  const uint64_t next = part_.first + state_.progress.shots;
  return absl::StrCat("all shots before number ", next, " are done; go on with --first-shot=", next,
                      " --shots=", missing());
}

}  // namespace carom
