#include <memory>
#include <optional>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/commands.h"
#include "client/cli/describe_estimate.h"
#include "client/cli/elapsed_line.h"
#include "client/cli/goal_flags.h"
#include "client/cli/json.h"
#include "client/cli/law_flags.h"
#include "client/cli/policy_flags.h"
#include "client/cli/request_file.h"
#include "client/cli/scene_flags.h"
#include "client/cli/strike_flags.h"

namespace carom {
namespace {

using carom::v1::EstimateOutcomesRequest;

constexpr uint64_t kDefaultDraws = 1000;
constexpr uint64_t kMostDraws = 1 << 20;

class EstimateCommand : public Command {
 public:
  std::string name() const override { return "estimate"; }
  std::string summary() const override { return "how probably a shot with noise meets a goal"; }
  std::string usage() const override {
    return "carom estimate (--rack=NAME | --ball=X,Y ... | --request=FILE) [FLAGS]";
  }
  std::string details() const override {
    return "Plays one shot again and again, each time with the noise of a player, and tells how\n"
           "often it meets the goals: the mean, the deviation from draw to draw, Wilson's "
           "interval\n"
           "and the exact one of Clopper and Pearson, both of 95 %; where balls end, and which\n"
           "drop. A request file compares up to 65536 candidates and may race them: see\n"
           "proto/carom/v1/estimate.proto in Carom's sources.\n";
  }
  std::string examples() const override {
    return "  carom estimate --ball=-0.5,0 --ball=0.3,0.1 --speed=2 --azimuth=5.4 --pot=1\n"
           "  carom estimate --rack=9-ball --pot=9 --no-scratch --draws=5000 --noise=0.5\n"
           "  carom estimate --rack=9-ball --pot=9 --print-request > ask.json\n"
           "  carom estimate --request=ask.json --json\n";
  }
  void Declare(FlagSet* flags) override;
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  absl::Status MakeRequest(const FlagSet& flags, const Console& console,
                           EstimateOutcomesRequest* request) const;
  absl::Status ApplyFlags(EstimateOutcomesRequest* request) const;

  SceneFlags scene_;
  StrikeFlags strike_;
  GoalFlags goals_;
  LawFlags laws_;
  PolicyFlags policies_;
  std::optional<double> noise_;
  std::optional<uint64_t> draws_;
  std::optional<uint64_t> noise_seed_;
  std::optional<std::string> request_path_;
  bool print_request_ = false;
  bool json_ = false;
};

void EstimateCommand::Declare(FlagSet* flags) {
  scene_.Declare(flags);
  strike_.Declare(flags);
  goals_.Declare(flags);
  flags->AddSection("Noise");
  flags->AddNumber("noise", "MAGNITUDE",
                   "of the noise of the ICGA's tournaments: 0.075 m/s of the speed, 0.125\n"
                   "and 0.1 degrees of azimuth and elevation, 0.5 mm of the tip, each times\n"
                   "the magnitude; default 1",
                   &noise_);
  flags->AddCount("draws", "N", "how often the shot is played; default 1000", &draws_);
  flags->AddCount("noise-seed", "S", "decides the noise; default 0", &noise_seed_);
  laws_.Declare(flags);
  policies_.Declare(flags);
  flags->AddSection("Input and output");
  flags->AddText("request", "FILE",
                 "an EstimateOutcomesRequest in place of all flags above: JSON, - for\n"
                 "standard input, or protobuf's binary form in a file .pb",
                 &request_path_);
  flags->AddSwitch("print-request", "the JSON that the flags stand for, and no shot",
                   &print_request_);
  flags->AddSwitch("json", "the JSON of the Estimates", &json_);
}

absl::Status EstimateCommand::MakeRequest(const FlagSet& flags, const Console& console,
                                          EstimateOutcomesRequest* request) const {
  if (!request_path_) return ApplyFlags(request);
  const std::set<std::string> output{"request", "print-request", "json"};
  for (const std::string& name : flags.given()) {
    if (output.count(name) > 0) continue;
    return absl::InvalidArgumentError(absl::StrCat("--", name, " does not go with --request"));
  }
  return ReadRequest(*request_path_, console.in, request);
}

// Scene and strike are those of one shot of `simulate`.
absl::Status EstimateCommand::ApplyFlags(EstimateOutcomesRequest* request) const {
  carom::v1::SimulateRequest shot;
  if (absl::Status bad = scene_.Apply(&shot); !bad.ok()) return bad;
  if (absl::Status bad = laws_.Apply(shot.add_settings()); !bad.ok()) return bad;
  policies_.Apply(shot.mutable_settings(0));
  if (absl::Status bad = strike_.Apply(scene_.has_rack(), shot.add_shots()); !bad.ok()) return bad;
  request->mutable_tables()->Swap(shot.mutable_tables());
  request->mutable_settings()->Swap(shot.mutable_settings());
  request->mutable_layouts()->Swap(shot.mutable_layouts());
  request->mutable_shots()->mutable_shots()->Swap(shot.mutable_shots());
  const uint64_t draws = draws_.value_or(kDefaultDraws);
  if (draws < 1 || draws > kMostDraws) {
    return absl::InvalidArgumentError(
        absl::StrCat("--draws: ", draws, " must be in [1, ", kMostDraws, "]"));
  }
  request->set_draws(static_cast<uint32_t>(draws));
  request->set_seed(noise_seed_.value_or(0));
  request->mutable_noise()->mutable_icga()->set_magnitude(noise_.value_or(1.0));
  return goals_.Apply(request->add_goals());
}

ExitCode EstimateCommand::Run(const CommonFlags& common, const FlagSet& flags,
                              const Console& console) {
  EstimateOutcomesRequest request;
  if (absl::Status bad = MakeRequest(flags, console, &request); !bad.ok()) {
    return ReportError(bad, console);
  }
  if (print_request_) {
    console.out << ToJson(request);
    return kDone;
  }
  const Client client = common.MakeClient(console);
  const auto estimates =
      WithElapsedLine(console, [&] { return client.EstimateOutcomes(request, common.Call()); });
  if (!estimates.ok()) return ReportError(estimates.status(), console);
  if (json_) {
    console.out << ToJson(*estimates);
  } else {
    DescribeEstimates(*estimates, console.out);
  }
  for (const carom::v1::ShotFailure& failure : estimates->failures()) {
    console.err << "carom: candidate " << failure.shot() << ": " << failure.message() << '\n';
  }
  const bool all_failed =
      estimates->best_size() > 0 && estimates->best(0).failed() == estimates->best(0).draws();
  return all_failed ? kFailed : kDone;
}

}  // namespace

std::unique_ptr<Command> MakeEstimateCommand() { return std::make_unique<EstimateCommand>(); }

}  // namespace carom
