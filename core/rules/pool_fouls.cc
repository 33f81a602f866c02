#include "core/rules/pool_fouls.h"

#include <algorithm>
#include <bit>

namespace carom::rules {
namespace {

BallMask ObjectBallsOffTable(const ShotView& shot) { return shot.off_table & ~Bit(shot.cue_ball); }

}  // namespace

int ObjectBallsDrivenToRail(const ShotView& shot) {
  BallMask driven = shot.PottedObjectBalls() | ObjectBallsOffTable(shot);
  for (const RailHit& hit : shot.rail_hits) driven |= Bit(hit.ball);
  return std::popcount(driven & ~Bit(shot.cue_ball));
}

bool RailAfterContact(const ShotView& shot) {
  if (shot.contacts.empty()) return false;
  if (!shot.potted.empty() || shot.off_table != 0) return true;
  return std::any_of(shot.rail_hits.begin(), shot.rail_hits.end(),
                     [](const RailHit& hit) { return hit.contacts_before > 0; });
}

Foul FoulOfShot(const ShotView& shot, BallMask targets, bool push_out) {
  if (shot.CueBallGone()) return Foul::kCueBallGone;  // [WPA] 6.1
  if (!push_out) {
    const int first = shot.FirstContact();
    if (first >= 0 && (Bit(first) & targets) == 0) return Foul::kWrongBall;  // [WPA] 6.2
    const bool potted = shot.PottedObjectBalls() != 0;
    if (!potted && !RailAfterContact(shot)) return Foul::kNoRail;  // [WPA] 6.3
  }
  if (ObjectBallsOffTable(shot) != 0) return Foul::kBallOffTable;  // [WPA] 6.5
  return Foul::kNone;
}

BallMask LeftOnTable(const GameState& state, const ShotView& shot) {
  return state.on_table & ~shot.PottedObjectBalls() & ~shot.off_table;
}

}  // namespace carom::rules
