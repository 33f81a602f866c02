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
#include "client/cli/out_file.h"
#include "client/cli/parameter_text.h"
#include "client/cli/policy_flags.h"
#include "client/cli/render_shot.h"
#include "client/cli/rules_flag.h"
#include "client/cli/scene_flags.h"
#include "client/picture/match_page.h"

namespace carom {
namespace {

using carom::v1::PlayMatchRequest;
using carom::v1::PlayMatchResponse;
using carom::v1::SimulateRequest;

constexpr FlagOfField kPlayFlags[] = {{"tables", "table"},
                                      {"rules", "rules"},
                                      {"first_player", "first"},
                                      {"distance", "distance"},
                                      {"max_turns", "max-turns"},
                                      {"players.skill.noise", "noise"},
                                      {"players.max_shots", "budget"}};

// "A" or "A,B": a number for both players, or one for each.
absl::StatusOr<std::vector<double>> ParsePair(const char* flag, const std::string& text) {
  std::vector<double> numbers;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    double number = 0.0;
    if (!absl::SimpleAtod(part, &number) || numbers.size() == 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", flag, ": \"", text, "\" must be a number, or two as A,B"));
    }
    numbers.push_back(number);
  }
  return numbers;
}

class PlayCommand : public CallCommand<PlayMatchRequest, PlayMatchResponse> {
 public:
  std::string name() const override { return "play"; }
  std::string summary() const override { return "a whole game between two players"; }
  std::string usage() const override {
    return "carom play (--rules=GAME | --request=FILE) [FLAGS]";
  }
  std::string details() const override {
    return "Plays one rack of pool, or one match of three-cushion: both players plan every shot\n"
           "as carom plan does, and play it with the noise of --noise. Prints the shots and who\n"
           "has won.\n";
  }
  std::string examples() const override {
    return "  carom play --rules=eight-ball --table=pool-8ft\n"
           "  carom play --rules=nine-ball --noise=0.5,1 --seed=7 --page=match.html\n"
           "  carom play --rules=three-cushion --table=carom-10ft --distance=5 --json\n";
  }
  void Declare(FlagSet* flags) override;

 private:
  absl::Status ApplyFlags(PlayMatchRequest* request) const override;
  absl::Status CheckOutput() const override {
    return page_path_ ? CheckOutFile("page", *page_path_, ".html") : absl::OkStatus();
  }
  absl::StatusOr<PlayMatchResponse> Send(const Client& client, const PlayMatchRequest& request,
                                         const CallOptions& call) const override {
    return client.PlayMatch(request, call);
  }
  std::span<const FlagOfField> FieldFlags() const override { return kPlayFlags; }
  void Describe(const Exchange& exchange, std::ostream& out) const override {
    DescribeMatch(exchange.answer, out);
  }
  absl::Status WriteFiles(const Exchange& exchange) const override;

  absl::Status ApplyPlayers(PlayMatchRequest* request) const;

  std::optional<std::string> table_;
  RulesFlag rules_;
  std::optional<uint64_t> first_;
  std::optional<uint64_t> distance_;
  std::optional<uint64_t> rack_seed_;
  std::optional<uint64_t> max_turns_;
  std::optional<std::string> noise_;
  std::optional<std::string> budget_;
  std::optional<uint64_t> seed_;
  LawFlags laws_;
  PolicyFlags policies_;
  std::optional<std::string> page_path_;
};

void PlayCommand::Declare(FlagSet* flags) {
  flags->AddSection("The game");
  rules_.Declare(flags);
  flags->AddText("table", "NAME",
                 "a preset of the catalogue; default pool-9ft, of three-cushion carom-10ft",
                 &table_);
  flags->AddCount("first", "PLAYER", "who begins, 0 or 1; default 0", &first_);
  flags->AddCount("distance", "POINTS",
                  "three-cushion: " +
                      RangeAndDefaultText<PlayMatchRequest>(PlayMatchRequest::kDistanceFieldNumber),
                  &distance_);
  flags->AddCount("rack-seed", "S", "decides the order of the rack; default 0", &rack_seed_);
  flags->AddCount("max-turns", "N",
                  "shots at the most; " +
                      RangeAndDefaultText<PlayMatchRequest>(PlayMatchRequest::kMaxTurnsFieldNumber),
                  &max_turns_);
  flags->AddSection("The players");
  flags->AddText("noise", "A[,B]",
                 "magnitude of the noise of the ICGA's tournaments, of both players or of\n"
                 "each; default 1",
                 &noise_);
  flags->AddText("budget", "A[,B]", "how many shots a decision may simulate, about; default 4000",
                 &budget_);
  flags->AddCount("seed", "S", "decides noise and search; default 0", &seed_);
  laws_.Declare(flags);
  policies_.Declare(flags);
  DeclareOutput(flags);
  flags->AddText("page", "FILE.html", "a page that replays the match", &page_path_);
}

absl::Status PlayCommand::ApplyFlags(PlayMatchRequest* request) const {
  const auto rules = rules_.Parse();
  if (!rules.ok()) return rules.status();
  request->set_rules(*rules);
  const bool cushions = *rules == carom::v1::RULES_THREE_CUSHION;
  request->add_tables()->set_preset(
      CatalogueName(table_.value_or(cushions ? "carom_10ft" : "pool_9ft")));
  if (absl::Status bad = laws_.Apply(request->add_settings()); !bad.ok()) return bad;
  policies_.Apply(request->mutable_settings(0));
  if (first_) request->set_first_player(static_cast<uint32_t>(*first_));
  if (distance_) request->set_distance(static_cast<uint32_t>(*distance_));
  if (rack_seed_) request->mutable_rack()->set_seed(*rack_seed_);
  if (max_turns_) request->set_max_turns(static_cast<uint32_t>(*max_turns_));
  request->set_seed(seed_.value_or(0));
  return ApplyPlayers(request);
}

absl::Status PlayCommand::ApplyPlayers(PlayMatchRequest* request) const {
  const auto noises = ParsePair("noise", noise_.value_or("1"));
  if (!noises.ok()) return noises.status();
  const auto budgets = ParsePair("budget", budget_.value_or("4000"));
  if (!budgets.ok()) return budgets.status();
  for (size_t player = 0; player < 2; ++player) {
    carom::v1::MatchPlayer* const wire = request->add_players();
    const double noise = noises->at(std::min(player, noises->size() - 1));
    const double budget = budgets->at(std::min(player, budgets->size() - 1));
    wire->mutable_skill()->mutable_noise()->mutable_icga()->set_magnitude(noise);
    if (!(budget >= 0.0 && budget <= 1e9)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--budget: ", budget, " must be a number of shots"));
    }
    wire->set_max_shots(static_cast<uint32_t>(budget));
  }
  return absl::OkStatus();
}

absl::Status PlayCommand::WriteFiles(const Exchange& exchange) const {
  if (!page_path_) return absl::OkStatus();
  const PlayMatchRequest& request = exchange.request;
  const PlayMatchResponse& answer = exchange.answer;
  std::vector<picture::MatchPageTurn> turns;
  for (const carom::v1::MatchTurn& turn : answer.turns()) {
    SimulateRequest shot;
    *shot.mutable_tables() = request.tables();
    *shot.mutable_settings() = request.settings();
    *shot.add_layouts()->mutable_states() = turn.balls();
    *shot.mutable_shots()->add_shots()->mutable_strike() = turn.struck();
    shot.set_engine_version(answer.engine_version());
    auto scene = PlayScene(exchange.client, exchange.call, std::move(shot));
    if (!scene.ok()) return scene.status();
    turns.push_back({absl::StrCat("player ", turn.player(), ": ", IntentionOf(turn.planned()), "; ",
                                  OutcomeOf(turn)),
                     *std::move(scene)});
  }
  const std::string title = answer.has_winner() ? absl::StrCat("Player ", answer.winner(),
                                                               " wins after ", ShotsOf(answer))
                                                : ShotsOf(answer);
  return WriteTextFile(*page_path_, picture::MatchPage(title, turns));
}

}  // namespace

std::unique_ptr<Command> MakePlayCommand() { return std::make_unique<PlayCommand>(); }

}  // namespace carom
