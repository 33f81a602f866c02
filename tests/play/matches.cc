#include "tests/play/matches.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "core/aim/aim.h"
#include "core/base/hash.h"
#include "tests/play/breaks.h"
#include "tests/play/cue_card.h"

namespace carom::play_record {
namespace {

// The likeliest pot that FindAims() knows; nothing where there is none.
absl::StatusOr<std::optional<play::PlannedShot>> LikeliestPot(const Ground& ground,
                                                              const play::Position& position,
                                                              uint64_t seed, Workspace& workspace) {
  Shot shot{position.balls, CueStrike()};
  shot.strike->cue_ball = position.CueBall();
  shot.strike->speed_m_s = 2.0;
  aim::Options options;
  options.noise = ground.options.skill.noise;
  options.seed = seed;
  options.most_candidates = 64;
  options.race_draws = 24;
  options.draws = 24;
  const auto answer = aim::FindAims(ground.scene, shot, options, {}, workspace);
  if (!answer.ok()) return answer.status();
  const rules::BallMask pots = rules::PotTargetsOf(position.game, position.state);
  const rules::BallMask firsts = rules::FirstTargetsOf(position.game, position.state);
  for (const aim::Candidate& candidate : answer->candidates) {
    const auto& legs = candidate.route.legs;
    const auto first = std::find_if(legs.begin(), legs.end(), [](const aim::Leg& leg) {
      return leg.target == aim::Target::kBall;
    });
    if ((pots & rules::Bit(candidate.route.ball)) == 0) continue;
    if ((firsts & rules::Bit(first->index)) == 0) continue;
    play::PlannedShot planned;
    planned.strike = candidate.strike;
    planned.route = candidate.route.kind;
    planned.call.ball = candidate.route.ball;
    planned.call.pocket = candidate.route.pocket;
    const auto cue = ground.options.skill.cue;
    const auto least =
        cue ? play::LeastElevation(ground.scene, position.balls, planned.strike, *cue)
            : std::optional<double>(0.0);
    if (!least || *least > ground.options.skill.highest_rad) continue;
    planned.strike.elevation_rad = *least;
    return planned;
  }
  return std::optional<play::PlannedShot>();
}

// In the manner of CueCard: from the place of a plan where the cue ball is in hand.
absl::StatusOr<std::optional<play::PlannedShot>> CueCardPot(const Ground& ground,
                                                            const play::Position& position,
                                                            const play::PlanOptions& options,
                                                            const play::PositionJudge& values,
                                                            Workspace& workspace) {
  if (!position.InHand()) {
    return ChooseAsCueCard(ground.scene, position, options, values, workspace);
  }
  play::PlanOptions quick = options;
  quick.shots = play::kLeastShots;
  const auto plan = play::PlanShot(ground.scene, position, quick, values, {}, workspace);
  if (!plan.ok()) return plan.status();
  if (plan->shots.empty()) return std::optional<play::PlannedShot>();
  const play::Position placed = play::Placed(ground.scene, position, plan->shots.front());
  auto pot = ChooseAsCueCard(ground.scene, placed, options, values, workspace);
  if (pot) pot->cue_ball_m = plan->shots.front().cue_ball_m;
  return pot;
}

// Who plays against the player of the setting.
struct Opponent {
  enum class Kind { kGreedy, kCueCard, kPlanner };
  Kind kind = Kind::kGreedy;
  /// Of his decisions, also of the plans that he plays where he has no shot of his own.
  play::PlanOptions options;
  /// As CueCard had one that was sought before the games.
  std::optional<play::PlannedShot> one_break;
};

absl::StatusOr<Opponent> OpponentBy(const std::string& name, const Ground& ground) {
  Opponent opponent;
  opponent.options = ground.options;
  opponent.options.shots = play::kLeastShots;
  if (name == "greedy") return opponent;
  absl::string_view number = name;
  opponent.kind = Opponent::Kind::kPlanner;
  if (absl::ConsumePrefix(&number, "cuecard")) {
    opponent.kind = Opponent::Kind::kCueCard;
    opponent.options.shots = ground.options.shots;
    auto found = FindFixedBreak(ground);
    if (!found.ok()) return found.status();
    opponent.one_break = *std::move(found);
    if (number.empty()) return opponent;
    if (!absl::ConsumePrefix(&number, ":")) number = "";
  }
  if (!absl::SimpleAtoi(number, &opponent.options.shots) ||
      opponent.options.shots < play::kLeastShots) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--against: ", name, " must be greedy, cuecard[:SHOTS] or a number of shots from ",
        play::kLeastShots));
  }
  return opponent;
}

// A shot of his own; nothing where a plan is to be made for him.
absl::StatusOr<std::optional<play::PlannedShot>> OwnShot(
    const Opponent& opponent, const Ground& ground, const play::Position& position,
    const play::PlanOptions& options, const play::PositionJudge& values, Workspace& workspace) {
  if (opponent.one_break && position.state.phase == rules::Phase::kBreak) return opponent.one_break;
  if (opponent.kind == Opponent::Kind::kCueCard) {
    return CueCardPot(ground, position, options, values, workspace);
  }
  if (opponent.kind == Opponent::Kind::kGreedy && !position.InHand()) {
    return LikeliestPot(ground, position, options.seed, workspace);
  }
  return std::optional<play::PlannedShot>();
}

const char* BeginOf(const play::Position& position) {
  if (position.state.phase == rules::Phase::kBreak) return "break";
  return position.InHand() ? "in_hand" : "in_position";
}

// Of the inning that this shot ends.
const char* EndOf(const play::Turn& turn) {
  const bool safety = turn.shot.kind == play::ShotKind::kSafety;
  if (turn.ruling.over()) {
    return turn.ruling.winner == turn.before.state.shooter ? "won" : "lost";
  }
  if (turn.before.state.phase == rules::Phase::kBreak) return "break";
  if (!turn.ruling.legal) return safety ? "foul_of_safety" : "foul_of_pot";
  if (safety) return "safety";
  if (turn.shot.chance < 0.7) return "miss_below_0.7";
  return turn.shot.chance < 0.9 ? "miss_from_0.7" : "miss_from_0.9";
}

// Counts the innings of one rack.
class InningCount {
 public:
  explicit InningCount(std::map<std::string, InningsOfKind>& innings) : innings_(innings) {}

  /// Before a shot and after it.
  void Begin(const play::Position& position) {
    if (begin_ == nullptr) begin_ = BeginOf(position);
  }
  void Add(const play::Turn& turn, const play::Match& match) {
    const int player = turn.before.state.shooter;
    if (!match.over() && match.position().state.shooter == player) return;
    InningsOfKind& now =
        innings_[absl::StrCat(player, ",", std::exchange(begin_, nullptr), ",", EndOf(turn))];
    ++now.count;
    if (match.over()) ++(match.winner() == player ? *before_ : now).lost;
    before_ = &now;
  }

 private:
  std::map<std::string, InningsOfKind>& innings_;
  const char* begin_ = nullptr;
  InningsOfKind none_;
  InningsOfKind* before_ = &none_;
};

}  // namespace

absl::Status PlayMatches(const Ground& ground, const std::string& name, Matches& matches) {
  Workspace workspace;
  Record record;
  const auto values = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!values.ok()) return values.status();
  const play::PositionJudge* const both[2] = {&*values, &*values};
  const auto opponent = OpponentBy(name, ground);
  if (!opponent.ok()) return opponent.status();
  BitHash hash;
  for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
    play::MatchOptions begin = RackNumber(ground, rack);
    begin.first_player = static_cast<int>(rack % 2);
    auto match = play::Match::Begin(ground.scene, *ground.set, begin);
    if (!match.ok()) return match.status();
    InningCount count(matches.innings);
    for (int turn = 0; turn < kMostTurns && !match->over(); ++turn) {
      const play::Position& position = match->position();
      count.Begin(position);
      const int player = position.state.shooter;
      const uint64_t seed = rack * kMostTurns + static_cast<uint64_t>(turn);
      play::PlanOptions options = ground.OptionsAt(position, seed);
      if (player != 0) options.shots = opponent->options.shots;
      const double before = ThreadSeconds();
      std::optional<play::PlannedShot> shot;
      if (player != 0) {
        auto own = OwnShot(*opponent, ground, position, options, *values, workspace);
        if (!own.ok()) return own.status();
        shot = *std::move(own);
      }
      if (!shot) {
        const auto plan = play::PlanShot(ground.scene, position, options, *values, {}, workspace);
        if (!plan.ok()) return plan.status();
        if (plan->shots.empty()) break;
        shot = plan->shots.front();
      }
      ++matches.decisions[player];
      matches.seconds[player] += ThreadSeconds() - before;
      const auto played = match->Play(*shot, options.skill.noise, both, {}, {}, workspace, record);
      if (!played.ok()) return played.status();
      hash.Add(record.hash);
      count.Add(*played, *match);
      ++matches.turns;
    }
    ++matches.racks;
    if (match->winner() == 0) ++matches.won;
    if (!match->over()) ++matches.undecided;
  }
  matches.hash = hash.Value();
  return absl::OkStatus();
}

}  // namespace carom::play_record
