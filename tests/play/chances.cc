#include "tests/play/chances.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/constants.h"
#include "core/play/verdict.h"

namespace carom::play_record {
namespace {

constexpr int kDraws = 200;
constexpr uint64_t kFirstDraw = uint64_t{1} << 36;  // No plan has seen it.
constexpr double kHopeless = 1e-3;                  // Innings go on no further.

// How often a shot is made, and what the first of these leaves.
struct Tried {
  double share = 0.0;
  bool over = false;  // The first one wins.
  std::optional<play::Position> next;
};

class Player {
 public:
  Player(const Ground& ground, const play::PositionJudge& values)
      : ground_(ground), values_(values) {}

  absl::Status PlayRack(uint64_t rack, Chances& chances) {
    const auto match = play::Match::Begin(ground_.scene, *ground_.set, RackNumber(ground_, rack));
    if (!match.ok()) return match.status();
    play::Position position = match->position();
    ++chances.racks;
    double chance = 1.0;
    bool won = false;
    for (int turn = 0; turn < kMostTurns && chance > kHopeless; ++turn) {
      play::PlanOptions options = ground_.options;
      options.objective = play::Objective::kClear;
      options.seed = rack * kMostTurns + static_cast<uint64_t>(turn);
      const auto plan = play::PlanShot(ground_.scene, position, options, values_, {}, workspace_);
      if (!plan.ok()) return plan.status();
      if (plan->shots.empty()) return absl::InternalError("a plan without a shot");
      const play::PlannedShot& shot = plan->shots.front();
      const bool is_break = turn == 0;
      Tried tried = Try(position, shot, options.seed, is_break ? 1 : kDraws);
      if (is_break && (tried.over || !tried.next)) return absl::OkStatus();
      if (!is_break) {
        const bool pot = shot.kind == play::ShotKind::kPot;
        const auto tenth = std::min<size_t>(9, static_cast<size_t>(10.0 * tried.share));
        chances.lost[pot ? tenth : 10] += chance * (1.0 - tried.share);
        chance *= tried.share;
      }
      won = tried.over;
      if (won || !tried.next) break;
      position = *std::move(tried.next);
    }
    ++chances.kept;
    if (!won) return absl::OkStatus();
    chances.cleared += chance;
    chances.squares += chance * chance;
    return absl::OkStatus();
  }

 private:
  Tried Try(const play::Position& position, const play::PlannedShot& planned, uint64_t seed,
            int draws) {
    const play::Position placed = play::Placed(ground_.scene, position, planned);
    Detail detail;
    detail.touches = true;
    Tried tried;
    int played = 0;
    int made = 0;
    for (int i = 0; i < draws; ++i) {
      Shot shot{placed.balls, planned.strike};
      const auto draw = kFirstDraw + static_cast<uint64_t>(i);
      if (!estimate::AddNoise(ground_.options.skill.noise, seed, draw, *shot.strike).ok() ||
          !Simulate(ground_.scene, shot, detail, {}, workspace_, record_).ok() ||
          record_.stop_reason != StopReason::kAtRest) {
        continue;
      }
      ++played;
      rules::ReadShotView(record_, {}, view_);
      const rules::Ruling ruling = rules::Rule(placed.game, placed.state, planned.call, view_);
      const int shooter = placed.state.shooter;
      const bool wins = ruling.over() && ruling.winner == shooter;
      const bool goes_on = !ruling.over() && ruling.legal && ruling.choices.empty() &&
                           ruling.next.shooter == shooter;
      if (!wins && !goes_on) continue;
      if (made == 0) {
        tried.over = wins;
        if (goes_on) tried.next = play::After(ground_.scene, placed, ruling, record_.final_states);
      }
      ++made;
    }
    if (played > 0) tried.share = static_cast<double>(made) / played;
    return tried;
  }

  const Ground& ground_;
  const play::PositionJudge& values_;
  Workspace workspace_;
  Record record_;
  rules::ShotView view_;
};

}  // namespace

absl::Status PlayChances(const Ground& ground, Chances& chances) {
  if (ground.game == rules::GameKind::kThreeCushion) {
    return absl::InvalidArgumentError("--game: chances are of eight_ball and nine_ball");
  }
  Workspace workspace;
  const auto values = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!values.ok()) return values.status();
  Player player(ground, *values);
  for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
    if (absl::Status bad = player.PlayRack(rack, chances); !bad.ok()) return bad;
  }
  return absl::OkStatus();
}

}  // namespace carom::play_record
