// What follows from an event: balls that come to rest off the cloth, balls that lose their support,
// and new predictions for the balls that were touched.

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/event/engine.h"
#include "core/event/predict/predict.h"
#include "core/event/rest_watch.h"
#include "core/event/support.h"
#include "core/math/optional_time.h"
#include "core/motion/motion.h"

namespace carom {

// Plays the transitions that an event causes at the same time.
void EventEngine::PlayConsequences(const Event& event) {
  const uint32_t touched = touched_;
  for (uint32_t left = touched; left != 0; left &= left - 1) {
    const int ball = std::countr_zero(left);
    if (!HasComeToRest(*world_, table_, event, now_s_, ball, contacts_)) continue;
    PlayTransition(EventKind::kAirborneToSupported, ball);
  }
  ReleaseUncarried(touched);
}

// Finds what carries the balls of a layout that start at rest off the cloth, and releases those
// whose carriers leave at once because they are struck or in motion. A ball that touches nothing
// falls.
void EventEngine::FindCarriers() {
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (table_[ball].motion != MotionState::kSupported) continue;
    const BallState state = StateAt(table_[ball], now_s_);
    if (TouchesAnything(*world_, table_, now_s_, ball, state)) {
      contacts_.SetSupport(ball, {CarriersOf(*world_, table_, now_s_, ball, state)});
    } else {
      PlayTransition(EventKind::kSupportedToAirborne, ball);
    }
  }
  ReleaseUncarried(~0u);
}

// Releases every ball that lies on one of the balls in `changed` that moves away, and then the
// balls that lie on a released ball.
void EventEngine::ReleaseUncarried(uint32_t changed) {
  if ((changed & contacts_.EverCarried()) == 0) return;
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (table_[ball].motion != MotionState::kSupported) continue;
    if (std::isfinite(table_[ball].duration_s)) continue;  // It falls when its phase ends.
    if (!AnyMovesAway(table_, contacts_.SupportOf(ball).balls & changed)) continue;
    PlayTransition(EventKind::kSupportedToAirborne, ball);
    changed |= 1u << ball;
    ball = -1;  // Balls of a lower index may lie on it.
  }
}

void EventEngine::PlayTransition(EventKind kind, int ball) {
  Happen(Event{now_s_, kind, static_cast<int16_t>(ball), -1});
  Predict(touched_);
}

// All that could happen next, as [Event-based] Fig. 9 lists it.
void EventEngine::WeighCandidates() {
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (!table_.InPlay(ball)) continue;
    for (const Event& own : OwnCandidates(*world_, table_, ball)) {
      if (own.ball >= 0) recorder_.AddCandidate(own);
    }
    for (int other = ball + 1; other < BallCount(); ++other) {
      if (!table_.InPlay(other)) continue;
      if (!table_.Translates(ball) && !table_.Translates(other)) continue;
      const auto impact = NextBallBall(*world_, table_, ball, other, EventQueue::kNothing);
      if (impact) recorder_.AddCandidate(*impact);
    }
  }
}

// Searches for the next contact with the table only if the ball may touch the table at once.
// Otherwise the queue gets the end of the phase and a time before which the ball touches nothing:
// most balls are touched by others, or end their phase, while they are still in the open.
void EventEngine::PredictOwn(int ball) {
  const double earliest_s = EarliestContact(*world_, table_, ball);
  if (!(earliest_s > now_s_)) {
    queue_.SetOwn(ball, SearchOwn(ball));
    return;
  }
  const Event end = EndOfPhase(*world_, table_, ball);
  table_.SetUntil(ball, end.time_s);
  queue_.SetOwn(ball, end, earliest_s < end.time_s ? earliest_s : EventQueue::kNothing.time_s);
}

Event EventEngine::SearchOwn(int ball) {
  if (counts_ != nullptr) ++counts_->own_searches;
  const Event own = NextOwnEvent(*world_, table_, ball);
  table_.SetUntil(ball, own.time_s);
  return own;
}

// Predicts the next events of these balls again. Asks each pair that includes one of them only
// once.
void EventEngine::Predict(uint32_t balls) {
  queue_.Forget(balls);
  balls &= table_.BallsInPlay();
  for (uint32_t left = balls; left != 0; left &= left - 1) PredictOwn(std::countr_zero(left));
  uint32_t partners = table_.BallsInPlay();
  for (uint32_t left = balls; left != 0; left &= left - 1) {
    const int ball = std::countr_zero(left);
    partners &= ~(1u << ball);
    const uint32_t apt =
        table_.Translates(ball) ? partners : partners & table_.BallsThatTranslate();
    if (apt != 0) AskPartners(ball, apt);
  }
}

void EventEngine::AskPartners(int ball, uint32_t partners) {
  const uint32_t may_meet =
      kernels_.may_meet(table_.columns(), ball, partners, BallCount(), queue_.EarliestOf(ball));
  queue_.SetPartners(ball, may_meet);
  if (counts_ == nullptr) return;
  ++counts_->rows;
  counts_->pairs += std::popcount(partners);
  counts_->candidates += std::popcount(may_meet);
}

OptionalTime EventEngine::Meet(int ball, int partner) {
  if (counts_ != nullptr) ++counts_->meetings;
  return MeetingTime(*world_, table_, std::min(ball, partner), std::max(ball, partner));
}

}  // namespace carom
