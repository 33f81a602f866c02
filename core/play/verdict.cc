#include "core/play/verdict.h"

#include <algorithm>

#include "core/base/constants.h"
#include "core/play/place_balls.h"

namespace carom::play {

namespace {

// Of nine-ball that by which the shot wins, else the last.
std::optional<rules::PottedBall> NamedPot(const std::vector<rules::PottedBall>& potted,
                                          const rules::Ruling& ruling) {
  if (potted.empty()) return std::nullopt;
  const int nine = rules::GameBallOf(rules::GameKind::kNineBall);
  const auto won = std::find_if(potted.begin(), potted.end(),
                                [nine](const rules::PottedBall& p) { return p.ball == nine; });
  return ruling.over() && won != potted.end() ? *won : potted.back();
}

}  // namespace

std::optional<Position> After(const Scene& scene, const Position& before,
                              const rules::Ruling& ruling,
                              const std::vector<BallState>& final_states) {
  Position after{before.game, ruling.next, ruling.cue_ball, final_states};
  if (!rules::PutSpottedBalls(GroundOf(scene, after.balls), ruling, before.CueBall(),
                              after.balls)) {
    return std::nullopt;
  }
  return after;
}

double ShotJudge::ValueAfter(const rules::Ruling& ruling, const Record& record) {
  const int shooter = position_.state.shooter;
  if (ruling.over()) return ruling.winner == shooter ? 1.0 : 0.0;
  if (values_ == nullptr) return ruling.next.shooter == shooter ? 1.0 : 0.0;
  if (objective_ == Objective::kClear && ruling.next.shooter != shooter) return 0.0;
  const auto after = After(scene_, position_, ruling, record.final_states);
  if (!after) return 0.0;
  if (objective_ == Objective::kClear) return values_->ClearChance(*after);
  const double value = values_->WinChance(*after);
  if (ruling.chooser == rules::kNobody) {
    return ruling.next.shooter == shooter ? value : 1.0 - value;
  }
  // Who chooses takes what is best for him; racks to come are even.
  const double chosen = std::max(value, 0.5);
  return ruling.chooser == shooter ? chosen : 1.0 - chosen;
}

Verdict ShotJudge::Judge(const Record& record, const rules::Call& call) {
  Verdict verdict;
  if (record.stop_reason != StopReason::kAtRest) return verdict;
  rules::ReadShotView(record, {}, view_);
  SeeBehindString(scene_, position_, record, view_);
  const rules::Ruling ruling = rules::Rule(position_.game, position_.state, call, view_);
  const int shooter = position_.state.shooter;
  verdict.played = true;
  verdict.legal = ruling.legal;
  verdict.made =
      ruling.over() ? ruling.winner == shooter : ruling.legal && ruling.next.shooter == shooter;
  if (verdict.made && position_.game == rules::GameKind::kNineBall) {
    verdict.potted = NamedPot(view_.potted, ruling);
  }
  verdict.value = ValueAfter(ruling, record);
  const BallState& cue = record.final_states[Index(position_.CueBall())];
  if (InPlay(cue.motion)) verdict.cue_ball_m = cue.position.head<2>();
  return verdict;
}

Verdict ShotJudge::Play(const Shot& shot, const rules::Call& call) {
  Detail detail;
  AskForView(position_, detail);
  ++shots_;
  if (!Simulate(scene_, shot, detail, stop_, workspace_, record_).ok()) return {};
  return Judge(record_, call);
}

}  // namespace carom::play
