#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/call_command.h"
#include "client/cli/commands.h"
#include "client/cli/describe_estimate.h"
#include "client/cli/draw_flags.h"
#include "client/cli/goal_flags.h"
#include "client/cli/law_flags.h"
#include "client/cli/noise_flags.h"
#include "client/cli/parameter_flags.h"
#include "client/cli/parameter_text.h"
#include "client/cli/policy_flags.h"
#include "client/cli/scene_flags.h"
#include "client/cli/strike_flags.h"

namespace carom {
namespace {

using carom::v1::EstimateOutcomesRequest;
using carom::v1::Estimates;
using carom::v1::PrecisionOptions;
using carom::v1::ShotGenerator;

constexpr uint64_t kDefaultDraws = 1000;
// The default where a precision ends the draws early: enough draws for a width of 0.01.
constexpr uint64_t kDefaultDrawsWithPrecision = 100000;

constexpr FlagOfField kEstimateFlags[] = {
    {"tables", "table"},       {"layouts.rack", "rack"},
    {"layouts.balls", "ball"}, {"generator.shot_count", "candidates"},
    {"race.budget", "race"},   {"noise", "noise"},
    {"draws", "draws"},        {"precision.width", "precision"}};

class EstimateCommand : public CallCommand<EstimateOutcomesRequest, Estimates> {
 public:
  std::string name() const override { return "estimate"; }
  std::string summary() const override { return "how probably a shot with noise meets a goal"; }
  std::string usage() const override {
    return "carom estimate (--rack=NAME | --ball=X,Y ... | --request=FILE) [FLAGS]";
  }
  std::string details() const override {
    return "Plays one shot again and again, each time with the noise of a player, and tells how\n"
           "often it meets the goals: the mean, the deviation from draw to draw, Wilson's\n"
           "interval and the exact one of Clopper and Pearson, both of 95 % (with --precision of\n"
           "all looks at them together); where balls end, and which drop. With --draw and\n"
           "--candidates it compares shots that are drawn, and with --race finds the best of them\n"
           "with a part of the draws. A request file can do more: see\n"
           "proto/carom/v1/estimate.proto in Carom's sources.\n";
  }
  std::string examples() const override {
    return "  carom estimate --ball=-0.5,0 --ball=0.3,0.1 --speed=2 --azimuth=5.4 --pot=1\n"
           "  carom estimate --rack=9-ball --pot=9 --no-scratch --draws=5000 --noise=0.5\n"
           "  carom estimate --ball=-0.5,0 --ball=0.3,0.1 --speed=2 --azimuth=5.4 --pot=1 "
           "--precision=0.02\n"
           "  carom estimate --ball=-0.5,0 --ball=0.3,0.1 --pot=1 --draw=speed_m_s=uniform:1,3 \\\n"
           "    --draw=hit_offset=uniform:-1,1 --candidates=2000 --race=40000\n"
           "  carom estimate --rack=9-ball --pot=9 --print-request > ask.json\n"
           "  carom estimate --request=ask.json --json\n";
  }
  void Declare(FlagSet* flags) override;

 private:
  absl::Status ApplyFlags(EstimateOutcomesRequest* request) const override;
  absl::StatusOr<Estimates> Send(const Client& client, const EstimateOutcomesRequest& request,
                                 const CallOptions& call) const override {
    return client.EstimateOutcomes(request, {}, call);
  }
  std::span<const FlagOfField> FieldFlags() const override { return kEstimateFlags; }
  void Describe(const Exchange& exchange, std::ostream& out) const override {
    DescribeEstimates(exchange.answer, out);
  }
  ExitCode ReportEnd(const Estimates& estimates, const Console& console) const override;

  absl::Status ApplyScene(EstimateOutcomesRequest* request) const;
  absl::Status ApplyDrawn(carom::v1::ShotGenerator* candidates) const;
  absl::Status ApplyDraws(EstimateOutcomesRequest* request) const;

  SceneFlags scene_;
  StrikeFlags strike_;
  GoalFlags goals_;
  LawFlags laws_;
  PolicyFlags policies_;
  DrawFlags drawn_;
  std::optional<uint64_t> candidates_;
  std::optional<uint64_t> draw_seed_;
  std::optional<uint64_t> race_;
  NoiseFlags noise_;
  std::optional<uint64_t> draws_;
  std::optional<double> precision_;
};

void EstimateCommand::Declare(FlagSet* flags) {
  scene_.Declare(flags);
  strike_.Declare(flags);
  goals_.Declare(flags);
  flags->AddSection("Candidates");
  drawn_.Declare(flags);
  flags->AddCount("candidates", "N",
                  "how many shots are drawn, with --draw; " +
                      RangeText(FieldOf<ShotGenerator>(ShotGenerator::kShotCountFieldNumber)),
                  &candidates_);
  flags->AddCount("draw-seed", "S", "decides what is drawn; default 0", &draw_seed_);
  flags->AddCount("race", "DRAWS",
                  "the best is found by a race with so many draws at most, of all\n"
                  "candidates together, and is then judged by --draws further ones",
                  &race_);
  flags->AddSection("Noise");
  noise_.DeclareNoise(flags);
  flags->AddCount(
      "draws", "N",
      absl::StrCat(
          "how often the shot is played, with --precision at most; ",
          RangeText(FieldOf<EstimateOutcomesRequest>(EstimateOutcomesRequest::kDrawsFieldNumber)),
          ";\ndefault ", kDefaultDraws, ", with --precision ", kDefaultDrawsWithPrecision),
      &draws_);
  flags->AddNumber("precision", "WIDTH",
                   "a shot is played until the exact interval of its chance is at most so\n"
                   "wide; " +
                       RangeText(FieldOf<PrecisionOptions>(PrecisionOptions::kWidthFieldNumber)) +
                       "; default: all draws",
                   &precision_);
  noise_.DeclareSeed(flags);
  laws_.Declare(flags);
  policies_.Declare(flags);
  DeclareOutput(flags);
}

absl::Status EstimateCommand::ApplyFlags(EstimateOutcomesRequest* request) const {
  absl::Status status = ApplyScene(request);
  if (status.ok()) status = ApplyDraws(request);
  if (status.ok()) status = goals_.Apply(request->add_goals());
  return status;
}

// The scene and the strike are those of one shot of `simulate`.
absl::Status EstimateCommand::ApplyScene(EstimateOutcomesRequest* request) const {
  absl::Status bad = scene_.Apply(request->add_tables(), request->add_layouts());
  if (bad.ok()) bad = laws_.Apply(request->add_settings());
  if (!bad.ok()) return bad;
  policies_.Apply(request->mutable_settings(0));
  if (drawn_.given()) return ApplyDrawn(request->mutable_generator());
  if (candidates_ || draw_seed_) {
    return absl::InvalidArgumentError("--candidates and --draw-seed go with --draw only");
  }
  return strike_.Apply(scene_.has_rack(), request->mutable_shots()->add_shots());
}

absl::Status EstimateCommand::ApplyDrawn(carom::v1::ShotGenerator* candidates) const {
  const uint64_t count = candidates_.value_or(0);
  absl::Status bad =
      CheckCount("candidates", count, FieldOf<ShotGenerator>(ShotGenerator::kShotCountFieldNumber));
  if (!bad.ok()) return bad;
  candidates->set_shot_count(static_cast<uint32_t>(count));
  candidates->set_seed(draw_seed_.value_or(0));
  return drawn_.Apply(strike_, scene_.has_rack(), candidates->mutable_drawn_shots());
}

absl::Status EstimateCommand::ApplyDraws(EstimateOutcomesRequest* request) const {
  const uint64_t draws = draws_.value_or(precision_ ? kDefaultDrawsWithPrecision : kDefaultDraws);
  absl::Status bad = CheckCount(
      "draws", draws, FieldOf<EstimateOutcomesRequest>(EstimateOutcomesRequest::kDrawsFieldNumber));
  if (!bad.ok()) return bad;
  request->set_draws(static_cast<uint32_t>(draws));
  request->set_seed(noise_.seed());
  noise_.Apply(request->mutable_noise());
  if (race_) request->mutable_race()->set_budget(*race_);
  if (precision_) request->mutable_precision()->set_width(*precision_);
  return absl::OkStatus();
}

ExitCode EstimateCommand::ReportEnd(const Estimates& estimates, const Console& console) const {
  for (const carom::v1::ShotFailure& failure : estimates.failures()) {
    console.err << "carom: candidate " << failure.shot() << ": " << failure.message() << '\n';
  }
  const bool all_failed =
      estimates.best_size() > 0 && estimates.best(0).failed() == estimates.best(0).draws();
  return all_failed || estimates.failures_size() > 0 ? kFailed : kDone;
}

}  // namespace

std::unique_ptr<Command> MakeEstimateCommand() { return std::make_unique<EstimateCommand>(); }

}  // namespace carom
