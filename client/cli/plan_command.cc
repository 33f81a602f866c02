#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/call_command.h"
#include "client/cli/commands.h"
#include "client/cli/describe_play.h"
#include "client/cli/law_flags.h"
#include "client/cli/noise_flags.h"
#include "client/cli/out_file.h"
#include "client/cli/parameter_text.h"
#include "client/cli/policy_flags.h"
#include "client/cli/render_shot.h"
#include "client/cli/rules_flag.h"
#include "client/cli/scene_flags.h"
#include "client/picture/cloud_svg.h"

namespace carom {
namespace {

using carom::v1::PlanShotRequest;
using carom::v1::PlanShotResponse;
using carom::v1::SimulateRequest;

constexpr FlagOfField kPlanFlags[] = {{"tables", "table"},
                                      {"layouts.rack", "rack"},
                                      {"layouts.balls", "ball"},
                                      {"rules", "rules"},
                                      {"state.balls_on_table", "on-table"},
                                      {"state.groups", "group"},
                                      {"cue_ball", "in-hand"},
                                      {"skill.noise", "noise"},
                                      {"objective", "objective"},
                                      {"max_shots", "budget"},
                                      {"max_ranked", "ranked"}};

// The best shot, ready to be simulated.
SimulateRequest ShotOf(const PlanShotRequest& request, const PlanShotResponse& answer) {
  SimulateRequest shot;
  *shot.mutable_tables() = request.tables();
  *shot.mutable_settings() = request.settings();
  carom::v1::Layout* const layout = shot.add_layouts();
  layout->set_ball_set(request.layouts(0).ball_set());
  *layout->mutable_states() = answer.balls();
  *shot.mutable_shots()->add_shots()->mutable_strike() = answer.shots(0).strike();
  return shot;
}

// Balls by number: those of --ball after the first are the numbers of --on-table, and all others
// out of play.
absl::Status NumberBalls(const std::string& text, PlanShotRequest* request) {
  std::vector<uint32_t> numbers;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    uint32_t number = 0;
    if (!absl::SimpleAtoi(part, &number) || number == 0 || number > 15 ||
        (!numbers.empty() && number <= numbers.back())) {
      return absl::InvalidArgumentError(
          absl::StrCat("--on-table: \"", text, "\" must be ascending numbers of balls in [1, 15]"));
    }
    numbers.push_back(number);
  }
  carom::v1::Layout* const layout = request->mutable_layouts(0);
  if (!layout->has_balls() ||
      layout->balls().balls_size() != static_cast<int>(numbers.size()) + 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("--on-table: ", numbers.size(),
                     numbers.size() == 1 ? " number goes with " : " numbers go with ",
                     numbers.size() + 1, " flags --ball, the cue ball's first"));
  }
  carom::v1::BallList placed;
  placed.Swap(layout->mutable_balls());
  *layout->mutable_balls()->add_balls() = placed.balls(0);
  int next = 1;
  for (uint32_t number = 1; number <= numbers.back(); ++number) {
    carom::v1::LayoutBall* const ball = layout->mutable_balls()->add_balls();
    if (number == numbers[static_cast<size_t>(next) - 1]) {
      *ball = placed.balls(next++);
    } else {
      ball->mutable_state()->set_motion(carom::v1::MOTION_STATE_POCKETED);
      ball->mutable_state()->mutable_position_m();
    }
  }
  for (const uint32_t number : numbers) request->mutable_state()->add_balls_on_table(number);
  return absl::OkStatus();
}

absl::Status ParseGroup(const std::string& text, carom::v1::GameState* state) {
  using carom::v1::BallGroup;
  if (text == "solids" || text == "stripes") {
    const bool solids = text == "solids";
    state->add_groups(solids ? BallGroup::BALL_GROUP_SOLIDS : BallGroup::BALL_GROUP_STRIPES);
    state->add_groups(solids ? BallGroup::BALL_GROUP_STRIPES : BallGroup::BALL_GROUP_SOLIDS);
    return absl::OkStatus();
  }
  if (text == "open") return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--group: \"", text, "\" must be one of open, solids, stripes"));
}

class PlanCommand : public CallCommand<PlanShotRequest, PlanShotResponse> {
 public:
  std::string name() const override { return "plan"; }
  std::string summary() const override { return "the shot to play from a position of a game"; }
  std::string usage() const override {
    return "carom plan --rules=GAME (--rack=NAME | --ball=X,Y ... | --request=FILE) [FLAGS]";
  }
  std::string details() const override {
    return "Finds the shot to play from a position: which ball into which pocket with which\n"
           "strike, or a safety. Many strikes are tried for each route; each is worth what the\n"
           "position is worth that it leaves, and the best race under the noise of --noise. They\n"
           "are ranked by the race. Chance to stay at the table and value, the chance to win\n"
           "(with --objective=clear, to clear the table), are of other draws, so that the first\n"
           "is not flattered, and need not descend: rows whose intervals overlap may be as good.\n"
           "The first --ball is the cue ball; the numbers of the others are 1, 2, ... or those\n"
           "of --on-table.\n";
  }
  std::string examples() const override {
    return "  carom plan --rules=eight-ball --table=pool-8ft --group=solids --on-table=3,8 \\\n"
           "      --ball=-0.2,0.1 --ball=0.4,0.3 --ball=-0.6,-0.3 --picture=plan.svg\n"
           "  carom plan --rules=nine-ball --rack=nine-ball\n"
           "  carom plan --rules=nine-ball --rack=nine-ball --print-best | carom simulate "
           "--request=-\n";
  }
  void Declare(FlagSet* flags) override;

 private:
  absl::Status ApplyFlags(PlanShotRequest* request) const override;
  absl::Status CheckOutput() const override;
  absl::StatusOr<PlanShotResponse> Send(const Client& client, const PlanShotRequest& request,
                                        const CallOptions& call) const override {
    return client.PlanShot(request, call);
  }
  std::span<const FlagOfField> FieldFlags() const override { return kPlanFlags; }
  void Describe(const Exchange& exchange, std::ostream& out) const override;
  absl::Status WriteFiles(const Exchange& exchange) const override;
  ExitCode ReportEnd(const PlanShotResponse& answer, const Console& console) const override;

  absl::Status ApplyScene(PlanShotRequest* request) const;
  absl::Status ApplyGame(PlanShotRequest* request) const;
  absl::Status ApplyPlayer(PlanShotRequest* request) const;

  SceneFlags scene_;
  LawFlags laws_;
  PolicyFlags policies_;
  RulesFlag rules_;
  std::optional<std::string> on_table_;
  std::optional<std::string> group_;
  std::optional<std::string> in_hand_;
  std::optional<std::string> objective_;
  std::optional<uint64_t> budget_;
  std::optional<uint64_t> ranked_;
  NoiseFlags noise_;
  std::optional<std::string> picture_path_;
  bool print_best_ = false;
};

void PlanCommand::Declare(FlagSet* flags) {
  scene_.Declare(flags);
  flags->AddSection("The game");
  rules_.Declare(flags);
  flags->AddText("on-table", "N,...",
                 "the numbers of the balls of --ball after the first, ascending;\n"
                 "without it and without --rack: 1, 2, ... up to the last --ball",
                 &on_table_);
  flags->AddText("group", "GROUP",
                 "eight-ball: the player's, of open, solids, stripes; default open", &group_);
  flags->AddText("in-hand", "WHERE",
                 "the cue ball is in hand: anywhere, or behind the head string (head-string)",
                 &in_hand_);
  flags->AddSection("Search and noise");
  flags->AddText("objective", "WHAT",
                 "win the rack, or clear the table in this inning; default win", &objective_);
  flags->AddCount("budget", "SHOTS",
                  "how many shots may be simulated, about; a break counts\n"
                  "as 6, since all balls move;\n" +
                      RangeAndDefaultText<PlanShotRequest>(PlanShotRequest::kMaxShotsFieldNumber),
                  &budget_);
  flags->AddCount("ranked", "N",
                  "how many shots are listed; " +
                      RangeAndDefaultText<PlanShotRequest>(PlanShotRequest::kMaxRankedFieldNumber),
                  &ranked_);
  noise_.DeclareNoise(flags);
  noise_.DeclareSeed(flags);
  laws_.Declare(flags);
  policies_.Declare(flags);
  DeclareOutput(flags);
  flags->AddSwitch("print-best", "the JSON of a SimulateRequest with the best shot", &print_best_);
  flags->AddText("picture", "FILE.svg", "the best shot, and where its draws leave the cue ball",
                 &picture_path_);
}

absl::Status PlanCommand::ApplyFlags(PlanShotRequest* request) const {
  absl::Status status = ApplyScene(request);
  if (status.ok()) status = ApplyGame(request);
  if (status.ok()) status = ApplyPlayer(request);
  return status;
}

absl::Status PlanCommand::ApplyScene(PlanShotRequest* request) const {
  absl::Status bad = scene_.Apply(request->add_tables(), request->add_layouts());
  if (bad.ok()) bad = laws_.Apply(request->add_settings());
  if (bad.ok()) policies_.Apply(request->mutable_settings(0));
  return bad;
}

absl::Status PlanCommand::ApplyGame(PlanShotRequest* request) const {
  const auto rules = rules_.Parse();
  if (!rules.ok()) return rules.status();
  request->set_rules(*rules);
  carom::v1::GameState* const state = request->mutable_state();
  if (on_table_) {
    if (absl::Status bad = NumberBalls(*on_table_, request); !bad.ok()) return bad;
  } else if (!scene_.has_rack() && *rules != carom::v1::RULES_THREE_CUSHION) {
    if (request->layouts(0).balls().balls_size() < 2) {
      return absl::InvalidArgumentError(
          "no object balls: give each its --ball after the cue ball's, or --rack");
    }
    for (int ball = 1; ball < request->layouts(0).balls().balls_size(); ++ball) {
      state->add_balls_on_table(static_cast<uint32_t>(ball));
    }
  }
  state->set_phase(scene_.has_rack() ? carom::v1::GAME_PHASE_BREAK : carom::v1::GAME_PHASE_PLAY);
  if (group_) {
    if (absl::Status bad = ParseGroup(*group_, state); !bad.ok()) return bad;
  }
  if (!in_hand_) return absl::OkStatus();
  if (*in_hand_ == "anywhere") {
    request->set_cue_ball(carom::v1::CUE_BALL_PLACE_ANYWHERE);
  } else if (*in_hand_ == "head-string") {
    request->set_cue_ball(carom::v1::CUE_BALL_PLACE_BEHIND_HEAD_STRING);
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("--in-hand: \"", *in_hand_, "\" must be one of anywhere, head-string"));
  }
  return absl::OkStatus();
}

absl::Status PlanCommand::ApplyPlayer(PlanShotRequest* request) const {
  noise_.Apply(request->mutable_skill()->mutable_noise());
  request->set_seed(noise_.seed());
  if (budget_) request->set_max_shots(static_cast<uint32_t>(*budget_));
  if (ranked_) request->set_max_ranked(static_cast<uint32_t>(*ranked_));
  if (!objective_) return absl::OkStatus();
  if (*objective_ == "win") {
    request->set_objective(carom::v1::OBJECTIVE_WIN);
  } else if (*objective_ == "clear") {
    request->set_objective(carom::v1::OBJECTIVE_CLEAR);
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("--objective: \"", *objective_, "\" must be one of win, clear"));
  }
  return absl::OkStatus();
}

absl::Status PlanCommand::CheckOutput() const {
  if (print_best_ && json()) {
    return absl::InvalidArgumentError("give either --json or --print-best");
  }
  return picture_path_ ? CheckOutFile("picture", *picture_path_, ".svg") : absl::OkStatus();
}

void PlanCommand::Describe(const Exchange& exchange, std::ostream& out) const {
  if (!print_best_) {
    DescribePlan(exchange.answer, out);
  } else if (!exchange.answer.shots().empty()) {
    out << ToJson(ShotOf(exchange.request, exchange.answer));
  }
}

absl::Status PlanCommand::WriteFiles(const Exchange& exchange) const {
  const PlanShotResponse& answer = exchange.answer;
  if (!picture_path_ || answer.shots().empty()) return absl::OkStatus();
  SimulateRequest shot = ShotOf(exchange.request, answer);
  shot.set_engine_version(answer.engine_version());
  auto scene = PlayScene(exchange.client, exchange.call, std::move(shot));
  if (!scene.ok()) return scene.status();
  const carom::v1::PlannedShot& best = answer.shots(0);
  picture::OutcomeCloud cloud;
  cloud.aimed = *std::move(scene);
  cloud.ball = best.strike().cue_ball();
  for (int i = 0; i < best.end_x_m_size(); ++i) {
    cloud.ends.push_back({best.end_x_m(i), best.end_y_m(i)});
  }
  cloud.spread = picture::SpreadOf(cloud.ends);
  if (best.purpose() == carom::v1::SHOT_PURPOSE_POT) {
    cloud.chances.push_back(
        {IntentionOf(best),
         best.call().ball(),
         best.call().pocket(),
         {best.draws() > 0 ? static_cast<double>(best.successes()) / best.draws() : 0.0,
          best.interval().low(), best.interval().high()}});
  }
  cloud.heading = absl::StrCat(IntentionOf(best), ", ", best.draws(), " draws");
  return WriteTextFile(*picture_path_, picture::DrawCloud(cloud, picture::LightTheme()));
}

ExitCode PlanCommand::ReportEnd(const PlanShotResponse& answer, const Console& console) const {
  if (!answer.shots().empty()) return kDone;
  console.err << "carom: no shot: the cue can strike the cue ball from no side\n";
  return kFailed;
}

}  // namespace

std::unique_ptr<Command> MakePlanCommand() { return std::make_unique<PlanCommand>(); }

}  // namespace carom
