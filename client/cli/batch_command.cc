#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/batch_sink.h"
#include "client/cli/commands.h"
#include "client/cli/drawn_shot_flags.h"
#include "client/cli/interrupt.h"
#include "client/cli/parameter_flags.h"
#include "client/cli/progress_bar.h"
#include "client/cli/request_file.h"
#include "client/cli/scene_flags.h"
#include "client/shot_range.h"

namespace carom {
namespace {

using carom::v1::SimulateBatchRequest;

class BatchCommand : public Command {
 public:
  std::string name() const override { return "batch"; }
  std::string summary() const override { return "many shots, summed up in one line"; }
  std::string usage() const override {
    return "carom batch (--scene=NAME --shots=N | --draw=... --shots=N | --request=FILE) [FLAGS]";
  }
  std::string details() const override;
  std::string examples() const override;
  void Declare(FlagSet* flags) override;
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  absl::Status MakeRequest(const Console& console, SimulateBatchRequest* request) const;
  absl::Status ApplyGenerator(SimulateBatchRequest* request) const;
  /// The shots of the request that are wanted.
  absl::StatusOr<ShotRange> PartOf(const SimulateBatchRequest& request) const;
  absl::Status Configure(const Console& console, BatchSink* sink) const;

  std::optional<std::string> scene_;
  std::optional<uint64_t> shots_;
  std::optional<uint64_t> first_shot_;
  std::optional<std::string> request_path_;
  std::optional<std::string> format_;
  std::optional<std::string> out_path_;
  std::optional<std::string> resume_path_;
  ParameterFlags parameters_;
  DrawnShotFlags drawn_;
};

const ParameterFlags::Field& Seed() {
  using Wire = carom::v1::ShotGenerator;
  return FieldOf<Wire>(Wire::kSeedFieldNumber);
}

std::string BatchCommand::details() const {
  return "Simulates up to 10^8 shots and ends with one line on standard output, or on standard\n"
         "error when rows go to standard output:\n"
         "  shots=N failed=F events=E seconds=T shots_per_s=R hash=H\n"
         "H (hexadecimal) is the same for the same shots, whatever threads or server simulate\n"
         "them.\n"
         "Shots that cannot be simulated are counted and fail alone; exit code 2 if all do. "
         "Ctrl-C\n"
         "ends the batch early: rows and line tell of the shots that are done, exit code 1. So\n"
         "does the loss of the server.\n"
         "With --resume-from=FILE a batch keeps in FILE what is done. However it ends, the same\n"
         "command then does the missing shots only: rows and line are in the end those of a batch\n"
         "that was never interrupted. A FILE of another request or engine is refused.\n";
}

std::string BatchCommand::examples() const {
  return "  carom batch --scene=eight_ball_break --shots=10000 --seed=1\n"
         "  carom batch --scene=two_ball_cut --shots=1000 --out=cuts.csv\n"
         "  carom batch --ball=-0.6,0 --ball=0.6,0.1 --draw=speed_m_s=uniform:1,4 \\\n"
         "    --draw=hit_offset=uniform:-1,1 --shots=1000 --out=hits.csv\n"
         "  carom batch --request=shots.json --format=jsonl\n"
         "  carom batch --request=shots.json --out=shots.csv --resume-from=shots.state\n"
         "  carom batch --request=shots.pb --first-shot=5000 --shots=5000 --out=part1.csv\n";
}

void BatchCommand::Declare(FlagSet* flags) {
  flags->AddSection("Shots");
  flags->AddText("scene", "NAME", "a scene of the benchmark, as listed by `carom server-info`",
                 &scene_);
  flags->AddCount("shots", "N",
                  "how many to draw; of a request: how many of its shots; default: all", &shots_);
  parameters_.Declare(Seed(), flags);
  flags->AddCount("first-shot", "N", "number of the first one; default: 0, of a request its first",
                  &first_shot_);
  flags->AddText("request", "FILE",
                 "a SimulateBatchRequest: JSON, - for standard input, or protobuf's binary\n"
                 "form in a file .pb",
                 &request_path_);
  drawn_.Declare(flags);
  flags->AddSection("Rows");
  flags->AddText("format", "csv|jsonl", "a row for each shot, in order; default: none", &format_);
  flags->AddText("out", "FILE",
                 "where rows go; default: standard output. The format follows\n"
                 "from its ending, else csv",
                 &out_path_);
  flags->AddSection("Resumption");
  flags->AddText("resume-from", "FILE",
                 "what is done, kept while the batch runs: the same command goes on\n"
                 "with the missing shots. Rows must go to --out=FILE",
                 &resume_path_);
}

absl::Status BatchCommand::MakeRequest(const Console& console,
                                       SimulateBatchRequest* request) const {
  const bool generates = scene_ || drawn_.given() || parameters_.Given(Seed());
  if ((request_path_ && generates) || (scene_ && drawn_.given())) {
    return absl::InvalidArgumentError(
        "give either --scene and --shots, or --draw and --shots, or --request");
  }
  if (request_path_) return ReadRequest(*request_path_, console.in, request);
  return ApplyGenerator(request);
}

absl::Status BatchCommand::ApplyGenerator(SimulateBatchRequest* request) const {
  if (!scene_ && !drawn_.given())
    return absl::InvalidArgumentError(
        "--scene is missing: carom server-info lists them; or give --draw or --request");
  if (!shots_) return absl::InvalidArgumentError("--shots is missing");
  if (*shots_ < 1 || *shots_ > kMaxShotsPerBatch) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shots: ", *shots_, " must be in [1, ", kMaxShotsPerBatch, "]"));
  }
  carom::v1::ShotGenerator& generator = *request->mutable_generator();
  parameters_.Apply(Seed(), &generator);
  generator.set_first_shot(first_shot_.value_or(0));
  generator.set_shot_count(static_cast<uint32_t>(*shots_));
  if (!scene_) return drawn_.Apply(request);
  generator.set_scene(CatalogueName(*scene_));
  return absl::OkStatus();
}

absl::StatusOr<ShotRange> BatchCommand::PartOf(const SimulateBatchRequest& request) const {
  const ShotRange all = AllShots(request);
  if (!request_path_ || (!first_shot_ && !shots_)) return all;
  const uint64_t first = first_shot_.value_or(all.first);
  if (first < all.first || first >= all.end()) {
    return absl::InvalidArgumentError(absl::StrCat("--first-shot: ", first,
                                                   " must be a shot of the request, in [",
                                                   all.first, ", ", all.end(), ")"));
  }
  const uint64_t most = all.end() - first;
  const uint64_t count = shots_.value_or(most);
  if (count >= 1 && count <= most) return ShotRange{first, count};
  return absl::InvalidArgumentError(
      absl::StrCat("--shots: ", count, " must be in [1, ", most, "]: the request has no more"));
}

absl::Status BatchCommand::Configure(const Console& console, BatchSink* sink) const {
  if (absl::Status status = sink->ConfigureRows(format_, out_path_, &console.out); !status.ok()) {
    return status;
  }
  return resume_path_ ? sink->ResumeFrom(*resume_path_) : absl::OkStatus();
}

// The run of one batch, from the first call to the last line.
class BatchSession {
 public:
  // The arguments must outlive the session.
  BatchSession(const CommonFlags& common, const SimulateBatchRequest& request, BatchSink* sink,
               const Console& console)
      : common_(common),
        request_(request),
        sink_(*sink),
        console_(console),
        done_before_(sink->tally().Summary().shots) {}

  ExitCode Run(std::stop_token stop) {
    absl::Status status;
    if (sink_.tally().missing() > 0 || AllShots(request_).count == 0) status = DoMissingShots(stop);
    status.Update(sink_.Flush());
    if (!status.ok()) return ReportBreak(status);
    PrintLine();
    if (sink_.tally().missing() > 0) {
      console_.err << "carom: stopped before all shots were done\n";
      TellHowToGoOn();
      return kFailed;
    }
    const BatchSummary summary = sink_.tally().Summary();
    if (summary.failed == 0) return kDone;
    const ExitCode code = ReportError(sink_.tally().FirstFailure(), console_);
    return summary.failed == summary.shots ? code : kDone;
  }

 private:
  using Clock = std::chrono::steady_clock;

  absl::Status DoMissingShots(const std::stop_token& stop) {
    const Client client = common_.MakeClient(console_);
    BatchOptions options;
    CallOptions call = common_.Call();
    if (common_.retry_for_s) options.retry_for = call.retry_for;
    call.retry_for = options.retry_for;
    call.stop = options.stop = stop;
    if (absl::Status status = sink_.PinEngine(client, call, &options); !status.ok()) return status;
    if (absl::Status status = sink_.CountBalls(client, call); !status.ok()) return status;
    sink_.Apply(&options);
    options.timeout = call.timeout - absl::FromChrono(Clock::now() - start_);
    ProgressBar bar(console_.err, console_.err_is_terminal);
    options.on_progress = [&bar](const BatchProgress& progress) { bar.Update(progress); };
    const auto take = [this](const carom::v1::ShotResults& chunk) { return sink_.Take(chunk); };
    return client.SimulateBatch(request_, take, options).status();
  }

  void PrintLine() const {
    const BatchSummary summary = sink_.tally().Summary();
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const auto shots = static_cast<double>(summary.shots - done_before_);
    const double rate = seconds > 0.0 ? shots / seconds : 0.0;
    std::ostream& out = sink_.rows_go_to_standard_out() ? console_.err : console_.out;
    out << absl::StrFormat("shots=%d failed=%d events=%d seconds=%.3f shots_per_s=%.1f hash=%016x",
                           summary.shots, summary.failed, summary.events, seconds, rate,
                           summary.hash)
        << std::endl;
  }

  void TellHowToGoOn() const { console_.err << "carom: " << sink_.HowToGoOn() << '\n'; }

  ExitCode ReportBreak(const absl::Status& status) const {
    const ExitCode code = ReportError(status, console_);
    if (sink_.tally().Summary().shots == done_before_) return code;
    // When rows cannot be written it is unknown how many the file holds.
    if (absl::IsDataLoss(status) && !sink_.keeps_state()) return code;
    PrintLine();
    TellHowToGoOn();
    return kFailed;
  }

  const CommonFlags& common_;
  const SimulateBatchRequest& request_;
  BatchSink& sink_;
  const Console& console_;
  const uint64_t done_before_;  // Shots.
  const Clock::time_point start_ = Clock::now();
};

ExitCode BatchCommand::Run(const CommonFlags& common, const FlagSet& flags,
                           const Console& console) {
  SimulateBatchRequest request;
  if (absl::Status status = drawn_.CheckGiven(flags); !status.ok()) {
    return ReportError(status, console);
  }
  if (absl::Status status = MakeRequest(console, &request); !status.ok()) {
    return ReportError(status, console);
  }
  const absl::StatusOr<ShotRange> part = PartOf(request);
  if (!part.ok()) return ReportError(part.status(), console);
  BatchSink sink(request, *part);
  if (absl::Status status = Configure(console, &sink); !status.ok()) {
    return ReportError(status, console);
  }
  const InterruptWatch interrupt;  // Before the client's threads.
  return BatchSession(common, request, &sink, console).Run(interrupt.token());
}

}  // namespace

std::unique_ptr<Command> MakeBatchCommand() { return std::make_unique<BatchCommand>(); }

}  // namespace carom
