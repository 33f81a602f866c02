#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "carom/client/shot_range.h"
#include "client/cli/batch_session.h"
#include "client/cli/batch_sink.h"
#include "client/cli/commands.h"
#include "client/cli/drawn_shot_flags.h"
#include "client/cli/goal_flags.h"
#include "client/cli/interrupt.h"
#include "client/cli/parameter_flags.h"
#include "client/cli/request_file.h"
#include "client/cli/scene_flags.h"

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
  absl::Status ApplyGoals(SimulateBatchRequest* request) const;
  /// The shots of the request that are wanted.
  absl::StatusOr<ShotRange> PartOf(const SimulateBatchRequest& request) const;
  absl::Status Configure(const Console& console, BatchSink* sink) const;

  std::optional<std::string> scene_;
  std::optional<uint64_t> shots_;
  std::optional<uint64_t> first_shot_;
  std::optional<std::string> request_path_;
  std::optional<std::string> filter_;
  std::vector<std::string> labels_;
  bool labels_only_ = false;
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
         "Shots that cannot be simulated are counted and fail alone: exit code 1, or 2 if all do.\n"
         "Ctrl-C or SIGTERM ends the batch early, with exit code 130, and the loss of the server\n"
         "with 3: rows and line tell of the shots that are done.\n"
         "With --filter=GOAL all shots are played, and those that reach the goal come: in rows\n"
         "and in H. The line has passed=N, how many they are. A GOAL is made of the words of\n"
         "`carom estimate`, by commas: pot=1:2,3,no-scratch; or it is the JSON of a Goal, see\n"
         "proto/carom/v1/goal.proto in Carom's sources.\n"
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
         "  carom batch --scene=eight_ball_break --shots=100000 --filter=pot=8 --out=eights.csv\n"
         "  carom batch --request=shots.json --label=pot=1 --label=no-scratch --labels-only\n"
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
  flags->AddSection("Goals");
  flags->AddText("filter", "GOAL",
                 "only shots that reach it come, as pot=1,no-scratch; of the words\n"
                 "pot=BALL[:POCKET,...], end=X,Y,RADIUS, first-contact=BALL, cushions=N,\n"
                 "others-stay=M and no-scratch, or a Goal in JSON",
                 &filter_);
  flags->AddList("label", "GOAL",
                 "rows tell whether the shot reaches it, 1 or 0; may be given up to\n"
                 "16 times",
                 &labels_);
  flags->AddSwitch("labels-only", "rows tell end, hash and labels: no balls and no outcome",
                   &labels_only_);
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
  absl::Status status =
      request_path_ ? ReadRequest(*request_path_, console.in, request) : ApplyGenerator(request);
  return status.ok() ? ApplyGoals(request) : status;
}

absl::Status BatchCommand::ApplyGoals(SimulateBatchRequest* request) const {
  if (filter_ && request->has_filter()) {
    return absl::InvalidArgumentError("--filter: the request has a filter of its own");
  }
  if (!labels_.empty() && request->labels_size() > 0) {
    return absl::InvalidArgumentError("--label: the request has labels of its own");
  }
  absl::Status status;
  if (filter_) status = ParseGoalOf("--filter", *filter_, request->mutable_filter());
  for (const std::string& label : labels_) {
    status.Update(ParseGoalOf("--label", label, request->add_labels()));
  }
  if (!labels_only_) return status;
  if (request->labels_size() == 0) {
    status.Update(absl::InvalidArgumentError("--labels-only: there are none; give --label=GOAL"));
  }
  const carom::v1::Detail::Level level = request->detail().level();
  if (level == carom::v1::Detail::LEVEL_EVENTS || level == carom::v1::Detail::LEVEL_SAMPLES) {
    status.Update(absl::InvalidArgumentError("--labels-only: the request asks for more detail"));
  }
  request->mutable_detail()->set_level(carom::v1::Detail::LEVEL_LABELS);
  return status;
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
