#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cli/call_command.h"
#include "client/cli/commands.h"
#include "client/cli/describe_aims.h"
#include "client/cli/law_flags.h"
#include "client/cli/noise_flags.h"
#include "client/cli/out_file.h"
#include "client/cli/parameter_text.h"
#include "client/cli/policy_flags.h"
#include "client/cli/render_shot.h"
#include "client/cli/scene_flags.h"
#include "client/cli/strike_flags.h"
#include "client/picture/aims_svg.h"

namespace carom {
namespace {

using carom::v1::Aim;
using carom::v1::FindAimsRequest;
using carom::v1::FindAimsResponse;
using carom::v1::SimulateRequest;

constexpr double kDefaultSpeed_m_s = 2.0;
constexpr FlagOfField kAimFlags[] = {
    {"tables", "table"},          {"layouts.rack", "rack"},
    {"layouts.balls", "ball"},    {"shots.shots.strike.speed_m_s", "speed"},
    {"ball", "target"},           {"pockets", "into"},
    {"cue_ball_to", "cue-to"},    {"max_routes", "routes"},
    {"max_aims", "aims"},         {"noise", "noise"},
    {"race_draws", "race-draws"}, {"draws", "draws"}};

std::vector<std::string> KindNames() {
  std::vector<std::string> names;
  for (int kind = carom::v1::AimKind_MIN + 1; kind <= carom::v1::AimKind_MAX; ++kind) {
    names.push_back(
        absl::StrReplaceAll(picture::NameOf(static_cast<carom::v1::AimKind>(kind)), {{" ", "-"}}));
  }
  return names;
}

absl::Status ParseKinds(const std::string& text, FindAimsRequest* request) {
  const std::vector<std::string> names = KindNames();
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const auto found = std::find(names.begin(), names.end(), part);
    if (found == names.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--kinds: \"", part, "\" must be one of ", absl::StrJoin(names, ", ")));
    }
    request->add_kinds(static_cast<carom::v1::AimKind>(found - names.begin() + 1));
  }
  return absl::OkStatus();
}

absl::Status ParseInto(const std::string& text, FindAimsRequest* request) {
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    uint32_t pocket = 0;
    if (!absl::SimpleAtoi(part, &pocket)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--into: \"", text, "\" must be POCKET,..., by index"));
    }
    request->add_pockets(pocket);
  }
  return absl::OkStatus();
}

// X,Y or X,Y,WITHIN
absl::Status ParsePlace(const std::string& text, carom::v1::CueBallTarget* place) {
  const std::vector<std::string> parts = absl::StrSplit(text, ',');
  std::vector<double> numbers(parts.size());
  bool good = parts.size() == 2 || parts.size() == 3;
  for (size_t i = 0; i < parts.size(); ++i) {
    good = good && absl::SimpleAtod(parts[i], &numbers[i]);
  }
  if (!good) {
    return absl::InvalidArgumentError(
        absl::StrCat("--cue-to: \"", text, "\" must be X,Y or X,Y,WITHIN in m"));
  }
  place->mutable_at()->set_x_m(numbers[0]);
  place->mutable_at()->set_y_m(numbers[1]);
  if (numbers.size() == 3) place->set_within_m(numbers[2]);
  return absl::OkStatus();
}

// The shot of an aim, ready to be simulated.
SimulateRequest ShotOf(const FindAimsRequest& request, const Aim& aim) {
  SimulateRequest shot;
  *shot.mutable_tables() = request.tables();
  *shot.mutable_settings() = request.settings();
  *shot.mutable_layouts() = request.layouts();
  *shot.mutable_shots() = request.shots();
  *shot.mutable_shots()->mutable_shots(0)->mutable_strike() = aim.strike();
  return shot;
}

class AimCommand : public CallCommand<FindAimsRequest, FindAimsResponse> {
 public:
  std::string name() const override { return "aim"; }
  std::string summary() const override { return "which strikes pot a ball, and how likely"; }
  std::string usage() const override {
    return "carom aim (--rack=NAME | --ball=X,Y ... | --request=FILE) [FLAGS]";
  }
  std::string details() const override {
    return "Finds the strikes that pot a ball: cuts, combinations, caroms, banks and kicks that\n"
           "get past all other balls. For each it tells the azimuths and the speeds that pot and\n"
           "keep the cue ball on the table, and how often a player with the noise of --noise\n"
           "succeeds: the ball drops, the cue ball touches the right ball first and stays in\n"
           "play. The likeliest comes first. The strike's elevation and offsets are taken as they\n"
           "are, its speed (default 2 m/s) is tried first; with --cue-to speed and offsets are\n"
           "varied, so that the cue ball ends there.\n";
  }
  std::string examples() const override {
    return "  carom aim --ball=-0.5,0 --ball=0.3,0.1 --ball=0.6,-0.3\n"
           "  carom aim --ball=-0.5,0 --ball=0.3,0.1 --target=1 --into=2 --kinds=cut "
           "--cue-to=0,0.3\n"
           "  carom aim --ball=-0.5,0 --ball=0.3,0.1 --picture=aims.svg\n"
           "  carom aim --ball=-0.5,0 --ball=0.3,0.1 --print-best | carom simulate --request=-\n";
  }
  void Declare(FlagSet* flags) override;

 private:
  absl::Status ApplyFlags(FindAimsRequest* request) const override;
  absl::Status CheckOutput() const override;
  absl::StatusOr<FindAimsResponse> Send(const Client& client, const FindAimsRequest& request,
                                        const CallOptions& call) const override {
    return client.FindAims(request, call);
  }
  std::span<const FlagOfField> FieldFlags() const override { return kAimFlags; }
  void Describe(const Exchange& exchange, std::ostream& out) const override;
  absl::Status WriteFiles(const Exchange& exchange) const override;
  ExitCode ReportEnd(const FindAimsResponse& answer, const Console& console) const override;

  absl::Status ApplyScene(FindAimsRequest* request) const;
  void ApplyNumbers(FindAimsRequest* request) const;

  SceneFlags scene_;
  StrikeFlags strike_;
  LawFlags laws_;
  PolicyFlags policies_;
  std::optional<uint64_t> target_;
  std::optional<std::string> into_;
  std::optional<std::string> kinds_;
  std::optional<std::string> cue_to_;
  NoiseFlags noise_;
  std::optional<uint64_t> draws_;
  std::optional<uint64_t> race_draws_;
  std::optional<uint64_t> routes_;
  std::optional<uint64_t> aims_;
  std::optional<std::string> picture_path_;
  bool print_best_ = false;
};

void AimCommand::Declare(FlagSet* flags) {
  scene_.Declare(flags);
  strike_.Declare(flags);
  flags->AddSection("What is called");
  flags->AddCount("target", "BALL", "the ball to pot, by index; default: any but the cue ball",
                  &target_);
  flags->AddText("into", "POCKET,...", "the pockets, by index; default: all", &into_);
  flags->AddText("kinds", "KIND,...",
                 absl::StrCat("of ", absl::StrJoin(KindNames(), ", "), ";\ndefault: all"), &kinds_);
  flags->AddText("cue-to", "X,Y[,WITHIN]",
                 "where the cue ball is to end, m, and how near counts; default within 0.1",
                 &cue_to_);
  flags->AddSection("Search and noise");
  flags->AddCount("routes", "N",
                  "how many routes are tried, the easiest first;\n" +
                      RangeAndDefaultText<FindAimsRequest>(FindAimsRequest::kMaxRoutesFieldNumber),
                  &routes_);
  flags->AddCount("aims", "N",
                  "how many are listed; " +
                      RangeAndDefaultText<FindAimsRequest>(FindAimsRequest::kMaxAimsFieldNumber),
                  &aims_);
  noise_.DeclareNoise(flags);
  flags->AddCount("race-draws", "N",
                  "draws for each candidate of the race for the best;\n" +
                      RangeAndDefaultText<FindAimsRequest>(FindAimsRequest::kRaceDrawsFieldNumber),
                  &race_draws_);
  flags->AddCount("draws", "N",
                  "draws by which those that are listed are judged;\n" +
                      RangeAndDefaultText<FindAimsRequest>(FindAimsRequest::kDrawsFieldNumber),
                  &draws_);
  noise_.DeclareSeed(flags);
  laws_.Declare(flags);
  policies_.Declare(flags);
  DeclareOutput(flags);
  flags->AddSwitch("print-best", "the JSON of a SimulateRequest with the likeliest strike",
                   &print_best_);
  flags->AddText("picture", "FILE.svg", "the aims over the table, and the place of --cue-to",
                 &picture_path_);
}

absl::Status AimCommand::ApplyFlags(FindAimsRequest* request) const {
  absl::Status status = ApplyScene(request);
  if (status.ok() && into_) status = ParseInto(*into_, request);
  if (status.ok() && kinds_) status = ParseKinds(*kinds_, request);
  if (status.ok() && cue_to_) status = ParsePlace(*cue_to_, request->mutable_cue_ball_to());
  ApplyNumbers(request);
  return status;
}

void AimCommand::ApplyNumbers(FindAimsRequest* request) const {
  if (target_) request->set_ball(static_cast<uint32_t>(*target_));
  noise_.Apply(request->mutable_noise());
  request->set_seed(noise_.seed());
  if (routes_) request->set_max_routes(static_cast<uint32_t>(*routes_));
  if (aims_) request->set_max_aims(static_cast<uint32_t>(*aims_));
  if (race_draws_) request->set_race_draws(static_cast<uint32_t>(*race_draws_));
  if (draws_) request->set_draws(static_cast<uint32_t>(*draws_));
}

absl::Status AimCommand::ApplyScene(FindAimsRequest* request) const {
  absl::Status bad = scene_.Apply(request->add_tables(), request->add_layouts());
  if (bad.ok()) bad = laws_.Apply(request->add_settings());
  if (!bad.ok()) return bad;
  policies_.Apply(request->mutable_settings(0));
  carom::v1::Shot* const listed = request->mutable_shots()->add_shots();
  // Its one error is a strike without a speed, which has a default here.
  static_cast<void>(strike_.Apply(/*is_rack=*/false, listed));
  if (!listed->strike().has_speed_m_s()) listed->mutable_strike()->set_speed_m_s(kDefaultSpeed_m_s);
  return absl::OkStatus();
}

absl::Status AimCommand::CheckOutput() const {
  if (print_best_ && json()) {
    return absl::InvalidArgumentError("give either --json or --print-best");
  }
  return picture_path_ ? CheckOutFile("picture", *picture_path_, ".svg") : absl::OkStatus();
}

void AimCommand::Describe(const Exchange& exchange, std::ostream& out) const {
  if (!print_best_) {
    DescribeAims(exchange.answer, out);
  } else if (!exchange.answer.aims().empty()) {
    out << ToJson(ShotOf(exchange.request, exchange.answer.aims(0)));
  }
}

absl::Status AimCommand::WriteFiles(const Exchange& exchange) const {
  const FindAimsResponse& answer = exchange.answer;
  if (!picture_path_ || answer.aims().empty()) return absl::OkStatus();
  SimulateRequest shot = ShotOf(exchange.request, answer.aims(0));
  shot.set_engine_version(answer.engine_version());
  const auto scene = PlayScene(exchange.client, exchange.call, std::move(shot));
  if (!scene.ok()) return scene.status();
  const FindAimsRequest& request = exchange.request;
  carom::v1::CueBallTarget place = request.cue_ball_to();
  if (!place.has_within_m()) {
    place.set_within_m(
        OptionsOf(FieldOf<carom::v1::CueBallTarget>(carom::v1::CueBallTarget::kWithinMFieldNumber))
            .default_value());
  }
  return WriteTextFile(
      *picture_path_,
      picture::DrawAims(*scene, answer, request.has_cue_ball_to() ? &place : nullptr,
                        picture::LightTheme()));
}

std::string WhyNoAim(const FindAimsResponse& answer) {
  const std::string none = "no strike pots and keeps the cue ball on the table: ";
  if (answer.routes() == 0) {
    return none +
           "no route is open: a ball is in the way of each that is called, its cut would be too "
           "thin, or no cushion or ball lies so that there is one";
  }
  const std::string tried =
      absl::StrCat(none, "none along the ", answer.solved(), " routes that were tried, of ",
                   answer.routes(), " open ones");
  return answer.solved() < answer.routes() ? tried + "; --routes tries more" : tried;
}

ExitCode AimCommand::ReportEnd(const FindAimsResponse& answer, const Console& console) const {
  if (!answer.aims().empty()) return kDone;
  console.err << "carom: " << WhyNoAim(answer) << "\n";
  return kFailed;
}

}  // namespace

std::unique_ptr<Command> MakeAimCommand() { return std::make_unique<AimCommand>(); }

}  // namespace carom
