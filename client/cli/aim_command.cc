#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cli/commands.h"
#include "client/cli/describe_aims.h"
#include "client/cli/elapsed_line.h"
#include "client/cli/json.h"
#include "client/cli/law_flags.h"
#include "client/cli/noise_flags.h"
#include "client/cli/out_file.h"
#include "client/cli/parameter_text.h"
#include "client/cli/policy_flags.h"
#include "client/cli/render_shot.h"
#include "client/cli/request_file.h"
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

class AimCommand : public Command {
 public:
  std::string name() const override { return "aim"; }
  std::string summary() const override { return "which strikes pot a ball, and how likely"; }
  std::string usage() const override {
    return "carom aim (--rack=NAME | --ball=X,Y ... | --request=FILE) [FLAGS]";
  }
  std::string details() const override {
    return "Finds the strikes that pot a ball: cuts, combinations, caroms, banks and kicks on "
           "which\n"
           "no ball stands in the way. For each it tells the azimuths and the speeds that pot, "
           "and\n"
           "how often a player with the noise of --noise succeeds: the ball drops, the cue ball\n"
           "touches the right ball first and stays in play. The likeliest comes first. The "
           "strike's\n"
           "elevation and offsets are taken as they are, its speed (default 2 m/s) is tried "
           "first;\n"
           "with --cue-to speed and offsets are varied, so that the cue ball ends there.\n";
  }
  std::string examples() const override {
    return "  carom aim --ball=-0.5,0 --ball=0.3,0.1 --ball=0.6,-0.3\n"
           "  carom aim --ball=-0.5,0 --ball=0.3,0.1 --target=1 --into=2 --kinds=cut "
           "--cue-to=0,0.3\n"
           "  carom aim --ball=-0.5,0 --ball=0.3,0.1 --picture=aims.svg\n"
           "  carom aim --ball=-0.5,0 --ball=0.3,0.1 --print-best | carom simulate --request=-\n";
  }
  void Declare(FlagSet* flags) override;
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  absl::Status MakeRequest(const FlagSet& flags, const Console& console,
                           FindAimsRequest* request) const;
  absl::Status ApplyFlags(FindAimsRequest* request) const;
  absl::Status ApplyScene(FindAimsRequest* request) const;
  void ApplyNumbers(FindAimsRequest* request) const;
  absl::Status Print(const Client& client, const CallOptions& call, const FindAimsRequest& request,
                     const FindAimsResponse& answer, const Console& console) const;

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
  std::optional<std::string> request_path_;
  std::optional<std::string> picture_path_;
  bool print_request_ = false;
  bool print_best_ = false;
  bool json_ = false;
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
  flags->AddSection("Input and output");
  flags->AddText("request", "FILE",
                 "a FindAimsRequest in place of all flags above: JSON, - for standard\n"
                 "input, or protobuf's binary form in a file .pb",
                 &request_path_);
  flags->AddSwitch("print-request", "the JSON that the flags stand for, and no shot",
                   &print_request_);
  flags->AddSwitch("print-best", "the JSON of a SimulateRequest with the likeliest strike",
                   &print_best_);
  flags->AddSwitch("json", "the JSON of the FindAimsResponse", &json_);
  flags->AddText("picture", "FILE.svg", "the aims over the table, and the place of --cue-to",
                 &picture_path_);
}

absl::Status AimCommand::MakeRequest(const FlagSet& flags, const Console& console,
                                     FindAimsRequest* request) const {
  if (!request_path_) return ApplyFlags(request);
  const std::set<std::string> output{"request", "print-request", "print-best", "json", "picture"};
  for (const std::string& name : flags.given()) {
    if (output.count(name) > 0) continue;
    return absl::InvalidArgumentError(absl::StrCat("--", name, " does not go with --request"));
  }
  return ReadRequest(*request_path_, console.in, request);
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
  SimulateRequest shot;
  if (absl::Status bad = scene_.Apply(&shot); !bad.ok()) return bad;
  if (absl::Status bad = laws_.Apply(shot.add_settings()); !bad.ok()) return bad;
  policies_.Apply(shot.mutable_settings(0));
  request->mutable_tables()->Swap(shot.mutable_tables());
  request->mutable_settings()->Swap(shot.mutable_settings());
  request->mutable_layouts()->Swap(shot.mutable_layouts());
  carom::v1::Shot* const listed = request->mutable_shots()->add_shots();
  // Its one error is a strike without a speed, which has a default here.
  static_cast<void>(strike_.Apply(/*is_rack=*/false, listed));
  if (!listed->strike().has_speed_m_s()) listed->mutable_strike()->set_speed_m_s(kDefaultSpeed_m_s);
  return absl::OkStatus();
}

absl::Status AimCommand::Print(const Client& client, const CallOptions& call,
                               const FindAimsRequest& request, const FindAimsResponse& answer,
                               const Console& console) const {
  if (print_best_) {
    if (answer.aims().empty()) return absl::OkStatus();
    console.out << ToJson(ShotOf(request, answer.aims(0)));
  } else if (json_) {
    console.out << ToJson(answer);
  } else {
    DescribeAims(answer, console.out);
  }
  if (!picture_path_ || answer.aims().empty()) return absl::OkStatus();
  SimulateRequest shot = ShotOf(request, answer.aims(0));
  shot.set_engine_version(answer.engine_version());
  AskForMotion(&shot);
  const auto played = client.Simulate(shot, call);
  if (!played.ok()) return played.status();
  const auto scene = MakeScene(client, call, shot, played->results());
  if (!scene.ok()) return scene.status();
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

// Why there is no aim. With strikes that pot there is one, but where a place for the cue ball is
// asked: then only the widest windows are tried, and each may fail for one of two reasons.
std::string WhyNoAim(const FindAimsResponse& answer) {
  if (answer.potting() > 0) {
    return absl::StrCat("no aim for --cue-to: of ", answer.potting(),
                        " that pot those with the widest windows were tried, as many as --aims "
                        "lists; with no other speed and offsets was one found that pots and keeps "
                        "the cue ball on the table");
  }
  const std::string none = "no strike pots: ";
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

ExitCode ReportNoAim(const FindAimsResponse& answer, const Console& console) {
  console.err << "carom: " << WhyNoAim(answer) << "\n";
  return kFailed;
}

ExitCode AimCommand::Run(const CommonFlags& common, const FlagSet& flags, const Console& console) {
  FindAimsRequest request;
  absl::Status bad = MakeRequest(flags, console, &request);
  if (bad.ok() && picture_path_) bad = CheckOutFile("picture", *picture_path_, ".svg");
  if (!bad.ok()) return ReportError(bad, console);
  if (print_request_) {
    console.out << ToJson(request);
    return kDone;
  }
  const Client client = common.MakeClient(console);
  const auto answer =
      WithElapsedLine(console, [&] { return client.FindAims(request, common.Call()); });
  if (!answer.ok()) return ReportError(answer.status(), console);
  bad = Print(client, common.Call(), request, *answer, console);
  if (!bad.ok()) return ReportError(bad, console);
  return answer->aims().empty() ? ReportNoAim(*answer, console) : kDone;
}

}  // namespace

std::unique_ptr<Command> MakeAimCommand() { return std::make_unique<AimCommand>(); }

}  // namespace carom
