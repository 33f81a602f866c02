#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/batch_tally.h"
#include "client/cli/commands.h"
#include "client/cli/interrupt.h"
#include "client/cli/json.h"
#include "client/cli/progress_bar.h"
#include "client/cli/row_output.h"
#include "client/cli/scene_flags.h"
#include "client/shot_range.h"

namespace carom {
namespace {

using carom::v1::ShotResults;
using carom::v1::SimulateBatchRequest;

class BatchCommand : public Command {
 public:
  std::string name() const override { return "batch"; }
  std::string summary() const override { return "many shots, summed up in one line"; }
  std::string usage() const override {
    return "carom batch (--scene=NAME --shots=N | --request=FILE) [FLAGS]";
  }
  std::string details() const override;
  std::string examples() const override;
  void Declare(FlagSet* flags) override;
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  absl::Status MakeRequest(const Console& console, SimulateBatchRequest* request) const;
  absl::Status ApplyGenerator(carom::v1::ShotGenerator* generator) const;
  absl::Status TakeChunk(const ShotResults& chunk);
  ExitCode RunBatch(const CommonFlags& common, const SimulateBatchRequest& request,
                    std::stop_token stop, const Console& console);
  ExitCode ReportBreak(const absl::Status& status, double seconds, const Console& console) const;
  std::string HowToGoOn() const;

  std::optional<std::string> scene_;
  std::optional<uint64_t> shots_;
  std::optional<uint64_t> seed_;
  std::optional<uint64_t> first_shot_;
  std::optional<std::string> request_path_;
  std::optional<std::string> format_;
  std::optional<std::string> out_path_;

  RowOutput rows_;
  ShotRange all_;                    // Of the request.
  std::optional<BatchTally> tally_;  // Of the chunks whose rows are written.
  absl::Status first_failure_;       // Of a shot.
};

std::string BatchCommand::details() const {
  return "Simulates up to 10^8 shots and ends with one line on standard output:\n"
         "  shots=N failed=F events=E seconds=T shots_per_s=R hash=H\n"
         "H (hexadecimal) is the same for the same shots, whatever threads or server simulate\n"
         "them.\n"
         "Shots that cannot be simulated are counted and fail alone; exit code 2 if all do. "
         "Ctrl-C\n"
         "ends the batch early: rows and line tell of the shots that are done, exit code 1. So\n"
         "does the loss of the server, and then it says how to go on.\n";
}

std::string BatchCommand::examples() const {
  return "  carom batch --scene=eight_ball_break --shots=10000 --seed=1\n"
         "  carom batch --scene=two_ball_cut --shots=1000 --out=cuts.csv\n"
         "  carom batch --request=shots.json --format=jsonl\n";
}

void BatchCommand::Declare(FlagSet* flags) {
  flags->AddSection("Shots");
  flags->AddText("scene", "NAME", "a scene of the benchmark, as listed by `carom server-info`",
                 &scene_);
  flags->AddCount("shots", "N", "how many to draw", &shots_);
  flags->AddCount("seed", "S", "of the draw; default 0", &seed_);
  flags->AddCount("first-shot", "N", "number of the first one; default 0", &first_shot_);
  flags->AddText("request", "FILE", "the JSON of a SimulateBatchRequest; - is standard input",
                 &request_path_);
  flags->AddSection("Rows");
  flags->AddText("format", "csv|jsonl", "a row for each shot, in order; default: none", &format_);
  flags->AddText("out", "FILE",
                 "where rows go; default: standard output. The format follows\n"
                 "from its ending, else csv",
                 &out_path_);
}

absl::Status BatchCommand::MakeRequest(const Console& console,
                                       SimulateBatchRequest* request) const {
  const bool has_generator_flags = scene_ || shots_ || seed_ || first_shot_;
  if (request_path_.has_value() == has_generator_flags) {
    return absl::InvalidArgumentError("give either --scene and --shots, or --request");
  }
  if (request_path_) return ReadJson(*request_path_, console.in, request);
  return ApplyGenerator(request->mutable_generator());
}

absl::Status BatchCommand::ApplyGenerator(carom::v1::ShotGenerator* generator) const {
  if (!scene_)
    return absl::InvalidArgumentError("--scene is missing: carom server-info lists them");
  if (!shots_) return absl::InvalidArgumentError("--shots is missing");
  if (*shots_ < 1 || *shots_ > kMaxShotsPerBatch) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shots: ", *shots_, " must be in [1, ", kMaxShotsPerBatch, "]"));
  }
  generator->set_scene(CatalogueName(*scene_));
  generator->set_seed(seed_.value_or(0));
  generator->set_first_shot(first_shot_.value_or(0));
  generator->set_shot_count(static_cast<uint32_t>(*shots_));
  return absl::OkStatus();
}

absl::Status BatchCommand::TakeChunk(const ShotResults& chunk) {
  if (chunk.failures_size() > 0 && first_failure_.ok()) {
    const carom::v1::ShotFailure& failure = chunk.failures(0);
    first_failure_ = absl::Status(static_cast<absl::StatusCode>(failure.code()),
                                  absl::StrCat("shot ", failure.shot(), ": ", failure.message()));
  }
  if (absl::Status status = rows_.Write(chunk); !status.ok()) return status;
  tally_->Add(chunk);
  return absl::OkStatus();
}

std::string SummaryLine(const BatchSummary& summary, double seconds) {
  const double rate = seconds > 0.0 ? static_cast<double>(summary.shots) / seconds : 0.0;
  return absl::StrFormat("shots=%d failed=%d events=%d seconds=%.3f shots_per_s=%.1f hash=%016x",
                         summary.shots, summary.failed, summary.events, seconds, rate,
                         summary.hash);
}

// For a batch that broke off. Rows are written in order, so that those of the rest may follow them.
std::string BatchCommand::HowToGoOn() const {
  const uint64_t next = tally_->next_shot();
  const uint64_t rest = all_.end() - next;
  const std::string done = absl::StrCat("all shots before number ", next, " are done; ");
  if (scene_) return absl::StrCat(done, "go on with --first-shot=", next, " --shots=", rest);
  return absl::StrCat(done, "of the request, ", rest, " remain to be done");
}

ExitCode BatchCommand::ReportBreak(const absl::Status& status, double seconds,
                                   const Console& console) const {
  const ExitCode code = ReportError(status, console);
  // Of rows that cannot be written nobody knows how many are there.
  if (tally_->Summary().shots == 0 || absl::IsDataLoss(status)) return code;
  console.out << SummaryLine(tally_->Summary(), seconds) << std::endl;
  console.err << "carom: " << HowToGoOn() << '\n';
  return kFailed;
}

ExitCode BatchCommand::RunBatch(const CommonFlags& common, const SimulateBatchRequest& request,
                                std::stop_token stop, const Console& console) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  absl::StatusOr<BatchSummary> summary;
  {
    ProgressBar bar(console.err, console.err_is_terminal);
    BatchOptions options;
    options.order = rows_.enabled() ? ChunkOrder::kShot : ChunkOrder::kCompletion;
    options.on_progress = [&bar](const BatchProgress& progress) { bar.Update(progress); };
    options.stop = std::move(stop);
    options.timeout = common.Call().timeout;
    if (common.retry_for_s) options.retry_for = absl::Seconds(*common.retry_for_s);
    summary = common.MakeClient().SimulateBatch(
        request, [this](const ShotResults& chunk) { return TakeChunk(chunk); }, options);
  }
  if (absl::Status status = rows_.Flush(); !status.ok()) summary = status;
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (!summary.ok()) return ReportBreak(summary.status(), seconds, console);
  console.out << SummaryLine(*summary, seconds) << std::endl;
  if (!summary->complete) {
    console.err << "carom: stopped before all shots were done\n";
    return kFailed;
  }
  if (summary->failed == 0) return kDone;
  const ExitCode code = ReportError(first_failure_, console);
  return summary->failed == summary->shots ? code : kDone;
}

ExitCode BatchCommand::Run(const CommonFlags& common, const FlagSet&, const Console& console) {
  SimulateBatchRequest request;
  absl::Status status = MakeRequest(console, &request);
  if (status.ok()) status = rows_.Configure(format_, out_path_, &console.out);
  if (!status.ok()) return ReportError(status, console);
  all_ = AllShots(request);
  tally_.emplace(all_.first);
  const InterruptWatch interrupt;  // Before the client's threads.
  return RunBatch(common, request, interrupt.token(), console);
}

}  // namespace

std::unique_ptr<Command> MakeBatchCommand() { return std::make_unique<BatchCommand>(); }

}  // namespace carom
