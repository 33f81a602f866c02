// What follows from an event: balls that come to rest off the cloth or lose what they lay on, and
// new predictions for whoever it touched.

#include <algorithm>
#include <array>
#include <cmath>

#include "core/event/engine.h"
#include "core/event/predict/predict.h"
#include "core/event/rest_watch.h"
#include "core/event/support.h"
#include "core/motion/motion.h"

namespace carom {

// What an event entails at once beside its impulses: balls that come to rest off the cloth, and
// balls that lose what they lay on.
void EventEngine::PlayConsequences(const Event& event) {
  const uint32_t touched = touched_;
  for (int ball = 0; ball < BallCount(); ++ball) {
    if ((touched >> ball & 1u) == 0) continue;
    if (!HasComeToRest(*world_, table_, event, now_s_, ball, contacts_)) continue;
    PlayTransition(EventKind::kAirborneToSupported, ball);
  }
  ReleaseUncarried(touched);
}

// What carries the balls of a layout that start at rest off the cloth; and what of it goes at once,
// struck or with a motion of its own. A ball that touches nothing falls.
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

// Balls that lie on one of those that `changed`, or on one that falls for it, fall where it goes.
void EventEngine::ReleaseUncarried(uint32_t changed) {
  if ((changed & contacts_.EverCarried()) == 0) return;
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (table_[ball].motion != MotionState::kSupported) continue;
    if (std::isfinite(table_[ball].duration_s)) continue;  // It falls when that is over.
    if (!AnyGoes(table_, contacts_.SupportOf(ball).balls & changed)) continue;
    PlayTransition(EventKind::kSupportedToAirborne, ball);
    changed |= 1u << ball;
    ball = -1;  // Those before it may lie on it.
  }
}

void EventEngine::PlayTransition(EventKind kind, int ball) {
  Happen(Event{now_s_, kind, static_cast<int16_t>(ball), -1});
  Repredict();
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
      const auto impact = NextBallBall(*world_, table_, ball, other, Agenda::kNothing);
      if (impact) recorder_.AddCandidate(*impact);
    }
  }
}

void EventEngine::Repredict() {
  const auto touched = [&](int ball) { return (touched_ >> ball & 1u) != 0; };
  // Whoever's best event was with a touched ball has lost it.
  std::array<bool, kMaxBalls> stale{};
  for (int ball = 0; ball < BallCount(); ++ball) {
    const Event& best = agenda_.Best(ball);
    const bool lost = best.kind == EventKind::kBallBall && best.ball >= 0 &&
                      (touched(best.ball) || touched(best.other));
    stale[static_cast<size_t>(ball)] = touched(ball) || lost;
  }
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (stale[static_cast<size_t>(ball)]) agenda_.Clear(ball);
  }
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (stale[static_cast<size_t>(ball)]) Search(ball);
  }
}

void EventEngine::Search(int ball) {
  if (!table_.InPlay(ball)) return;
  const Event own = NextOwnEvent(*world_, table_, ball);
  if (own.ball >= 0) agenda_.Offer(own);
  for (int other = 0; other < BallCount(); ++other) {
    if (other == ball || !table_.InPlay(other)) continue;
    if (!table_.Translates(ball) && !table_.Translates(other)) continue;
    const auto impact = NextBallBall(*world_, table_, std::min(ball, other), std::max(ball, other),
                                     agenda_.Best(ball));
    if (impact) agenda_.Offer(*impact);
  }
}

}  // namespace carom
