#include "core/tangent/tie.h"

#include "core/base/constants.h"

namespace carom {
namespace {

// Times of impacts are known to their rounding: 1e-15 m at 1 mm/s. Two that are no further apart
// happen in either order.
constexpr double kOneInstant_s = 1e-12;

// The slate answers at once what an impact drives into it, and the ball that it throws back may hit
// the same body again: these follow from one another.
bool MayTie(const Event& a, const Event& b) {
  const auto may_tie = [](EventKind kind) {
    return IsImpact(kind) && kind != EventKind::kBallSlate;
  };
  const bool share = a.Involves(b.ball) || (b.kind == EventKind::kBallBall && a.Involves(b.other));
  const bool same_bodies = a.kind == b.kind && a.ball == b.ball && a.other == b.other;
  return may_tie(a.kind) && may_tie(b.kind) && share && !same_bodies;
}

}  // namespace

Tie FindTie(const Record& record, int index, const Impact& contact) {
  const auto approach = [&](const BallPair& states) {
    return contact.frame.normal.dot(states[0].velocity - states[1].velocity) < 0.0;
  };
  Tie tie;
  BallPair before = contact.state;  // All of them.
  for (int k = index - 1; k >= 0; --k) {
    const Event& earlier = record.events[Index(k)];
    if (contact.event.time_s - earlier.time_s > kOneInstant_s) break;
    if (!MayTie(contact.event, earlier)) continue;
    tie.found = true;
    const size_t side = earlier.Involves(contact.event.ball) ? 0 : 1;
    const size_t side_there = earlier.ball == contact.ball[side] ? 0 : 1;
    BallPair before_it_alone = contact.state;
    before_it_alone[side] = before[side] = record.event_states[2 * Index(k) + side_there].before;
    if (approach(before) || approach(before_it_alone)) tie.rival = k;
  }
  return tie;
}

}  // namespace carom
