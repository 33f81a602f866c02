#include "tests/play/innings.h"

#include <algorithm>

#include "core/base/hash.h"

namespace carom::play_record {
namespace {

// Whether the shooter goes on, or has won.
bool Keeps(const play::Turn& turn) {
  const int shooter = turn.before.state.shooter;
  if (turn.ruling.over()) return turn.ruling.winner == shooter;
  return turn.ruling.legal && !turn.chosen && turn.ruling.next.shooter == shooter;
}

}  // namespace

Bin& BinOf(double chance, std::array<Bin, 10>& bins) {
  return bins[std::min<size_t>(9, static_cast<size_t>(10.0 * chance))];
}

absl::Status PlayInnings(const Ground& ground, Innings& innings) {
  Workspace workspace;
  Record record;
  const auto values = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!values.ok()) return values.status();
  const play::PositionJudge* const both[2] = {&*values, &*values};
  const bool cushions = ground.game == rules::GameKind::kThreeCushion;
  innings.points = cushions;
  BitHash hash;
  for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
    auto match = play::Match::Begin(ground.scene, *ground.set, RackNumber(ground, rack));
    if (!match.ok()) return match.status();
    ++innings.racks;
    if (cushions) ++innings.kept;
    for (int turn = 0; turn < kMostTurns && !match->over(); ++turn) {
      play::PlanOptions options =
          ground.OptionsAt(match->position(), rack * kMostTurns + static_cast<uint64_t>(turn));
      options.objective = play::Objective::kClear;
      const double before = ThreadSeconds();
      const auto plan =
          play::PlanShot(ground.scene, match->position(), options, *values, {}, workspace);
      if (!plan.ok()) return plan.status();
      const bool is_break = turn == 0 && !cushions;
      if (!is_break) {
        ++innings.decisions;
        innings.seconds += ThreadSeconds() - before;
      }
      if (plan->shots.empty()) break;
      const play::PlannedShot& shot = plan->shots.front();
      const auto played = match->Play(shot, options.skill.noise, both, {}, {}, workspace, record);
      if (!played.ok()) return played.status();
      hash.Add(record.hash);
      const bool keeps = Keeps(*played);
      if (!is_break && shot.kind != play::ShotKind::kSafety) {
        BinOf(shot.chance, innings.bins).Add(shot.chance, keeps);
      }
      if (!keeps) break;
      // A rack that the break wins has no inning to clear it.
      if (is_break && !match->over()) ++innings.kept;
      if (cushions || (match->over() && !is_break)) ++innings.cleared;
    }
  }
  innings.hash = hash.Value();
  return absl::OkStatus();
}

}  // namespace carom::play_record
