#include "core/event/scheduler.h"

#include <algorithm>
#include <bit>

namespace carom {

void Scheduler::Begin(const World& world, TrajectoryTable& phases) {
  world_ = &world;
  phases_ = &phases;
  queue_.Reset(BallCount());
  Predict(phases.BallsInPlay(), 0.0);
}

// Searches for the next contact with the table only if the ball may touch the table at once.
// Otherwise the queue gets the end of the phase and a time before which the ball touches nothing:
// most balls are touched by others, or end their phase, while they are still in the open.
void Scheduler::PredictSingleBallEvent(int ball, double now_s) {
  const double earliest_s = EarliestContact(*world_, *phases_, ball);
  if (!(earliest_s > now_s)) {
    queue_.SetSingleBallEvent(ball, FindSingleBallEvent(ball));
    return;
  }
  const Event end = EndOfPhase(*world_, *phases_, ball);
  phases_->SetHorizon(ball, end.time_s);
  queue_.SetSingleBallEvent(ball, end,
                            earliest_s < end.time_s ? earliest_s : EventQueue::kNothing.time_s);
}

Event Scheduler::FindSingleBallEvent(int ball) {
  if (counts_ != nullptr) ++counts_->table_searches;
  const Event own = NextSingleBallEvent(*world_, *phases_, ball);
  phases_->SetHorizon(ball, own.time_s);
  return own;
}

// Predicts the next events of these balls again. Asks each pair that includes one of them only
// once.
void Scheduler::Predict(uint32_t balls, double now_s) {
  queue_.Forget(balls);
  balls &= phases_->BallsInPlay();
  for (uint32_t left = balls; left != 0; left &= left - 1)
    PredictSingleBallEvent(std::countr_zero(left), now_s);
  uint32_t partners = phases_->BallsInPlay();
  for (uint32_t left = balls; left != 0; left &= left - 1) {
    const int ball = std::countr_zero(left);
    partners &= ~(1u << ball);
    const uint32_t apt =
        phases_->Translates(ball) ? partners : partners & phases_->BallsThatTranslate();
    if (apt != 0) FindPartners(ball, apt);
  }
}

void Scheduler::FindPartners(int ball, uint32_t partners) {
  const uint32_t may_collide = kernels_.may_collide(phases_->columns(), ball, partners, BallCount(),
                                                    queue_.EarliestOf(ball));
  queue_.SetPartners(ball, may_collide);
  if (counts_ == nullptr) return;
  ++counts_->rows;
  counts_->pairs += std::popcount(partners);
  counts_->candidates += std::popcount(may_collide);
}

OptionalTime Scheduler::SolveCollision(int ball, int partner) {
  if (counts_ != nullptr) ++counts_->solved;
  return CollisionTime(*world_, *phases_, std::min(ball, partner), std::max(ball, partner));
}

}  // namespace carom
