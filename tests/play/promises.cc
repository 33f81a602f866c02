#include "tests/play/promises.h"

#include <algorithm>
#include <utility>

#include "core/base/constants.h"
#include "core/play/verdict.h"

namespace carom::play_record {
namespace {

constexpr int kMostRanked = 20;                      // The best few are nearly all likely.
constexpr uint64_t kUnseenDraw = uint64_t{1} << 36;  // No plan has seen it.

bool AreFull(const std::array<Bin, 10>& bins) {
  return std::all_of(bins.begin(), bins.end(),
                     [](const Bin& bin) { return bin.shots >= kPromisesOfBin; });
}

// Plays the pots of one plan, each with noise of its own.
void PlayPots(const Ground& ground, const play::Position& position, const play::Plan& plan,
              uint64_t seed, Workspace& workspace, std::array<Bin, 10>& bins) {
  uint64_t draw = kUnseenDraw;
  for (const play::PlannedShot& planned : plan.shots) {
    ++draw;
    Bin& bin = BinOf(planned.chance, bins);
    if (planned.kind != play::ShotKind::kPot || planned.draws == 0 || bin.shots >= kPromisesOfBin) {
      continue;
    }
    const play::Position placed = play::Placed(ground.scene, position, planned);
    play::ShotJudge judge(ground.scene, placed, nullptr, ground.options.objective, {}, workspace);
    Shot shot{placed.balls, planned.strike};
    if (!estimate::AddNoise(ground.options.skill.noise, seed, draw, *shot.strike).ok()) continue;
    const play::Verdict verdict = judge.Play(shot, planned.call);
    if (verdict.played) bin.Add(planned.chance, verdict.made);
  }
}

absl::Status PlayRack(const Ground& ground, const play::PositionJudge& values, uint64_t rack,
                      Workspace& workspace, std::array<Bin, 10>& bins) {
  Record record;
  const play::PositionJudge* const both[2] = {&values, &values};
  auto match = play::Match::Begin(ground.scene, *ground.set, RackNumber(ground, rack));
  if (!match.ok()) return match.status();
  for (int turn = 0; turn < kMostTurns && !match->over(); ++turn) {
    play::PlanOptions options =
        ground.OptionsAt(match->position(), rack * kMostTurns + static_cast<uint64_t>(turn));
    options.most_ranked = kMostRanked;
    const auto plan =
        play::PlanShot(ground.scene, match->position(), options, values, {}, workspace);
    if (!plan.ok()) return plan.status();
    if (plan->shots.empty()) break;
    PlayPots(ground, match->position(), *plan, options.seed, workspace, bins);
    const auto played =
        match->Play(plan->shots.front(), options.skill.noise, both, {}, {}, workspace, record);
    if (!played.ok()) return played.status();
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status PlayPromises(const std::vector<Ground>& grounds, std::array<Bin, 10>& bins) {
  Workspace workspace;
  std::vector<play::PositionJudge> values;
  for (const Ground& ground : grounds) {
    if (ground.game == rules::GameKind::kThreeCushion) {
      return absl::InvalidArgumentError("--game: promises are of eight_ball and nine_ball");
    }
    auto made = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
    if (!made.ok()) return made.status();
    values.push_back(*std::move(made));
  }
  for (uint64_t rack = grounds[0].first; rack < grounds[0].end && !AreFull(bins); ++rack) {
    const size_t which = rack % grounds.size();
    absl::Status bad = PlayRack(grounds[which], values[which], rack, workspace, bins);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

}  // namespace carom::play_record
