#ifndef CAROM_CORE_RECORD_FROZEN_BALLS_H_
#define CAROM_CORE_RECORD_FROZEN_BALLS_H_

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "core/base/constants.h"
#include "core/record/event.h"
#include "core/record/shot_recorder.h"

namespace carom {

/// Tells which touches of rails are no hits: a ball that lies against a rail before the shot hits
/// it only once it has left it and returned ([WPA] 8.4, see SameTouch).
class FrozenBalls {
 public:
  FrozenBalls() { moves_s_.fill(std::numeric_limits<double>::infinity()); }

  /// Contacts in the order of the log, a press by the kind of its contacts: they set balls in
  /// motion.
  void Read(const Event& contact) {
    if (contact.kind != EventKind::kBallBall && contact.kind != EventKind::kCueStrike) return;
    SetInMotion(contact.ball, contact.time_s);
    if (contact.kind == EventKind::kBallBall) SetInMotion(contact.other, contact.time_s);
  }

  /// Whether a touch, which lasts until `end_s`, of a rail that the ball lay against is no hit.
  /// Such touches must come in their order.
  bool StillFrozen(const Event& touch, double end_s) {
    auto last = std::find_if(last_.begin(), last_.end(), [&](const Event& other) {
      return other.ball == touch.ball && other.kind == touch.kind && other.other == touch.other;
    });
    if (last == last_.end()) {
      last = last_.insert(last, touch);
      last->time_s = moves_s_[Index(touch.ball)];
    }
    if (touch.time_s >= last->time_s + SameTouch::kReturns_s) return false;
    last->time_s = std::max(last->time_s, end_s);
    return true;
  }

 private:
  void SetInMotion(int ball, double time_s) {
    moves_s_[Index(ball)] = std::min(moves_s_[Index(ball)], time_s);
  }

  std::array<double, kMaxBalls> moves_s_;  // By ball: since when; infinite: not yet.
  std::vector<Event> last_;  // By ball and rail; its time is the end of the last touch.
};

}  // namespace carom

#endif  // CAROM_CORE_RECORD_FROZEN_BALLS_H_
