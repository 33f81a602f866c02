#ifndef CAROM_CORE_EVENT_AGENDA_H_
#define CAROM_CORE_EVENT_AGENDA_H_

#include <array>
#include <cstddef>
#include <limits>

#include "core/base/constants.h"
#include "core/record/event.h"

namespace carom {

/// The next event of each ball, and of all of them.
///
/// Invariant: Best(b) is the earliest event in b's future that was offered since Clear(b). A search
/// for a ball may leave out what comes after its Best(): that event happens first and the ball is
/// then searched anew, and so is every ball that loses the partner of its best event. One entry a
/// ball and a flat scan are cheaper than a heap for the two dozen balls of a table.
class Agenda {
 public:
  static constexpr Event kNothing{std::numeric_limits<double>::infinity(),
                                  EventKind::kSpinningToStationary, -1, -1};

  void Reset(int ball_count) {
    ball_count_ = ball_count;
    for (int ball = 0; ball < ball_count; ++ball) Clear(ball);
  }

  void Clear(int ball) { best_[static_cast<size_t>(ball)] = kNothing; }

  const Event& Best(int ball) const { return best_[static_cast<size_t>(ball)]; }

  /// Keeps `event` for each of its balls whose best it precedes.
  void Offer(const Event& event) {
    OfferTo(event.ball, event);
    if (event.kind == EventKind::kBallBall) OfferTo(event.other, event);
  }

  /// The earliest of all; kNothing when none is known.
  Event Next() const {
    Event next = kNothing;
    for (int ball = 0; ball < ball_count_; ++ball) {
      if (Earlier(Best(ball), next)) next = Best(ball);
    }
    return next;
  }

 private:
  void OfferTo(int ball, const Event& event) {
    Event& best = best_[static_cast<size_t>(ball)];
    if (Earlier(event, best)) best = event;
  }

  int ball_count_ = 0;
  std::array<Event, kMaxBalls> best_{};
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_AGENDA_H_
