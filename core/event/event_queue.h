#ifndef CAROM_CORE_EVENT_EVENT_QUEUE_H_
#define CAROM_CORE_EVENT_EVENT_QUEUE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "core/base/constants.h"
#include "core/kernels/rows.h"
#include "core/math/first_crossing.h"
#include "core/record/event.h"

namespace carom::rows {

/// Which of the first `count` times of a column are equal to `time_s`? One bit each, as of
///
///   for (i = 0; i < count; ++i) at |= (times_s[i] == time_s) << i;
///
/// Compares every time, two at once, because a scan that ends at a match would mispredict its
/// branches. For an odd `count` it also compares the row after the last one. The bits of rows from
/// `count` on are unspecified.
inline uint32_t TimesAt(const double* times_s, std::size_t count, double time_s) {
  // A register of two numbers, which every x86-64 and ARM64 has.
  using Times = double __attribute__((vector_size(16)));
  using Bits = long long __attribute__((vector_size(16)));
  static constexpr auto kBit = [] {
    std::array<long long, kRows> bit{};
    for (int i = 0; i < kRows; ++i) bit[static_cast<std::size_t>(i)] = 1LL << i;
    return bit;
  }();
  const Times wanted{time_s, time_s};
  Bits at{0, 0};
  for (std::size_t i = 0; i < count; i += 2) {
    Times two;
    Bits bit;
    std::memcpy(&two, times_s + i, sizeof two);
    std::memcpy(&bit, kBit.data() + i, sizeof bit);
    at |= (two == wanted) & bit;
  }
  return static_cast<uint32_t>(at[0] | at[1]);
}

}  // namespace carom::rows

namespace carom {

/// The pending events. For each ball the queue keeps its own event, the earliest single-ball event
/// (no other ball takes part), and the balls that it may hit before that event, each with a time
/// before which the two do not touch.
///
/// Most collisions never happen, because something else touches one of the two balls first. A
/// collision is therefore predicted exactly only when its earliest time is due. Contacts of a ball
/// with the table are treated in the same way. Each pair is noted once, in the row of the ball for
/// which it was predicted. An event invalidates the predictions that involve the balls it touches,
/// and no others: Forget() these balls, then predict for them again.
///
/// For the two dozen balls of a table, one row per ball and flat scans are cheaper than a heap.
class EventQueue {
 public:
  static constexpr Event kNothing{std::numeric_limits<double>::infinity(),
                                  EventKind::kSpinningToStationary, -1, -1};

  void Reset(int ball_count);

  /// Forgets all events of these balls, one bit per ball.
  void Forget(uint32_t balls);

  /// Sets the earliest single-ball event of a ball; kNothing when there is none. If the ball may
  /// touch the table before this event, but not before `earliest_s`, the event is not final.
  void SetSingleBallEvent(int ball, const Event& own, double earliest_s = kNothing.time_s);

  /// The row of a ball, with one time per partner. Fill it before SetPartners().
  double* EarliestOf(int ball) { return earliest_s_[Index(ball)].data(); }
  /// The balls that `ball` may hit, one bit per ball, each not before its time in EarliestOf().
  void SetPartners(int ball, uint32_t partners);

  /// The next event of all; kNothing when there is none. `search(ball)` returns the ball's own
  /// event, and `collide(ball, partner)` the exact time at which those two collide, as an
  /// OptionalTime; neither may be before the time noted.
  template <class Search, class Collide>
  Event Next(const Search& search, const Collide& collide);

 private:
  static int First(uint32_t balls) { return std::countr_zero(balls); }

  // Updates soonest_s_, the earliest time at which anything may happen to a ball.
  void UpdateSoonest(std::size_t ball);
  double EarliestTime() const;
  // The balls to which something may happen at `time_s`, one bit per ball.
  uint32_t RowsAt(double time_s) const;
  // Those of `balls` whose time in the row of `ball` is `time_s`.
  uint32_t At(double time_s, std::size_t ball, uint32_t balls) const;
  Event EarliestAt(double time_s, uint32_t rows) const;
  template <class Collide>
  void PredictCollision(int ball, int partner, const Collide& collide);
  // Finds the exact time of an event of this ball that is due now but has only a bound so far.
  // Returns false when there is no such event.
  template <class Search, class Collide>
  bool PredictIfDue(double time_s, std::size_t ball, const Search& search, const Collide& collide);

  std::size_t ball_count_ = 0;
  std::array<double, kMaxBalls> soonest_s_{};
  std::array<uint32_t, kMaxBalls> candidates_{};  // Not predicted yet, one bit each.
  std::array<uint32_t, kMaxBalls> collisions_{};  // Predicted.
  std::array<uint32_t, kMaxBalls> noted_by_{};    // For each ball, the rows that may note it.
  std::array<Event, kMaxBalls> own_{};
  std::array<double, kMaxBalls> search_s_{};  // When to search for own_; infinite if it is known.
  alignas(64) std::array<std::array<double, kMaxBalls>, kMaxBalls> earliest_s_{};
};

inline void EventQueue::Reset(int ball_count) {
  ball_count_ = Index(ball_count);
  soonest_s_.fill(kNothing.time_s);
  std::fill_n(candidates_.begin(), ball_count_, 0u);
  std::fill_n(collisions_.begin(), ball_count_, 0u);
  std::fill_n(noted_by_.begin(), ball_count_, 0u);
  std::fill_n(own_.begin(), ball_count_, kNothing);
  std::fill_n(search_s_.begin(), ball_count_, kNothing.time_s);
}

inline void EventQueue::UpdateSoonest(std::size_t ball) {
  double soonest_s = std::min(own_[ball].time_s, search_s_[ball]);
  for (uint32_t left = candidates_[ball] | collisions_[ball]; left != 0; left &= left - 1) {
    soonest_s = std::min(soonest_s, earliest_s_[ball][Index(First(left))]);
  }
  soonest_s_[ball] = soonest_s;
}

inline void EventQueue::Forget(uint32_t balls) {
  uint32_t rows = 0;
  for (uint32_t left = balls; left != 0; left &= left - 1) {
    const std::size_t ball = Index(First(left));
    rows |= std::exchange(noted_by_[ball], 0u);
    own_[ball] = kNothing;
    candidates_[ball] = collisions_[ball] = 0;
    search_s_[ball] = soonest_s_[ball] = kNothing.time_s;
  }
  for (rows &= ~balls; rows != 0; rows &= rows - 1) {
    const std::size_t ball = Index(First(rows));
    if (((candidates_[ball] | collisions_[ball]) & balls) == 0) continue;
    candidates_[ball] &= ~balls;
    collisions_[ball] &= ~balls;
    UpdateSoonest(ball);
  }
}

// Copies field by field: a copy of the whole event would load across two recent stores, and the
// processor cannot forward those.
inline void EventQueue::SetSingleBallEvent(int ball, const Event& own, double earliest_s) {
  Event& to = own_[Index(ball)];
  to.time_s = own.time_s;
  to.kind = own.kind;
  to.ball = own.ball;
  to.other = own.other;
  search_s_[Index(ball)] = earliest_s;
  UpdateSoonest(Index(ball));
}

inline void EventQueue::SetPartners(int ball, uint32_t partners) {
  for (uint32_t left = partners; left != 0; left &= left - 1) {
    noted_by_[Index(First(left))] |= 1u << ball;
  }
  candidates_[Index(ball)] = partners;
  collisions_[Index(ball)] = 0;
  UpdateSoonest(Index(ball));
}

// Takes the minimum in four chains, since each step of a chain waits for the one before it.
inline double EventQueue::EarliestTime() const {
  const auto& s = soonest_s_;
  double a = s[0];
  double b = s[1];
  double c = s[2];
  double d = s[3];
  for (std::size_t i = 4; i < ball_count_; i += 4) {
    a = std::min(a, s[i]);
    b = std::min(b, s[i + 1]);
    c = std::min(c, s[i + 2]);
    d = std::min(d, s[i + 3]);
  }
  return std::min(std::min(a, b), std::min(c, d));
}

// The times of rows that stand for no ball are infinite. With few balls, one of these times was
// often written just before. A load of two times would wait for that store, because the processor
// cannot forward it.
inline uint32_t EventQueue::RowsAt(double time_s) const {
  constexpr std::size_t kFew = 3;
  if (ball_count_ <= kFew) {
    uint32_t at = soonest_s_[0] == time_s ? 1u : 0u;
    at |= soonest_s_[1] == time_s ? 2u : 0u;
    return at | (soonest_s_[2] == time_s ? 4u : 0u);
  }
  return rows::TimesAt(soonest_s_.data(), ball_count_, time_s);
}

inline uint32_t EventQueue::At(double time_s, std::size_t ball, uint32_t balls) const {
  if (balls == 0) return 0;
  return rows::TimesAt(earliest_s_[ball].data(), ball_count_, time_s) & balls;
}

// Returns the earliest event of these rows at this time, in the order of Earlier(). All their times
// must be exact by now.
inline Event EventQueue::EarliestAt(double time_s, uint32_t rows) const {
  Event earliest = kNothing;
  for (; rows != 0; rows &= rows - 1) {
    const int mine = First(rows);
    const Event& own = own_[Index(mine)];
    if (own.time_s == time_s && Earlier(own, earliest)) earliest = own;
    for (uint32_t left = At(time_s, Index(mine), collisions_[Index(mine)]); left != 0;
         left &= left - 1) {
      const int other = First(left);
      const Event collision{time_s, EventKind::kBallBall,
                            static_cast<int16_t>(std::min(mine, other)),
                            static_cast<int16_t>(std::max(mine, other))};
      if (Earlier(collision, earliest)) earliest = collision;
    }
  }
  return earliest;
}

template <class Collide>
void EventQueue::PredictCollision(int ball, int partner, const Collide& collide) {
  const std::size_t row = Index(ball);
  candidates_[row] &= ~(1u << partner);
  const OptionalTime time_s = collide(ball, partner);
  if (time_s && *time_s <= own_[row].time_s) {  // Otherwise something else comes first.
    collisions_[row] |= 1u << partner;
    earliest_s_[row][Index(partner)] = *time_s;
  }
  UpdateSoonest(row);
}

template <class Search, class Collide>
bool EventQueue::PredictIfDue(double time_s, std::size_t ball, const Search& search,
                              const Collide& collide) {
  if (search_s_[ball] == time_s) {
    SetSingleBallEvent(static_cast<int>(ball), search(static_cast<int>(ball)));
    return true;
  }
  const uint32_t due = At(time_s, ball, candidates_[ball]);
  if (due != 0) PredictCollision(static_cast<int>(ball), First(due), collide);
  return due != 0;
}

template <class Search, class Collide>
[[gnu::always_inline]] inline Event EventQueue::Next(const Search& search, const Collide& collide) {
  while (true) {
    const double time_s = EarliestTime();
    if (!(time_s < kNothing.time_s)) return kNothing;
    const uint32_t due = RowsAt(time_s);
    bool asked = false;
    for (uint32_t left = due; left != 0 && !asked; left &= left - 1) {
      asked = PredictIfDue(time_s, Index(First(left)), search, collide);
    }
    if (!asked) return EarliestAt(time_s, due);
  }
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_EVENT_QUEUE_H_
