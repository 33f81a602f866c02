#include "core/motion/motion.h"

#include "core/motion/phases.inl"

namespace carom {

bool HasStopped(const BallState& state, const BallOnCloth& ball) {
  return phases::Stopped(state, ball);
}

Trajectory RestingPhase(const BallState& state, double epoch_s) {
  return phases::Resting(state, epoch_s);
}

Trajectory BeginPhase(const BallState& state, double epoch_s, const BallOnCloth& ball) {
  return phases::Begin(state, epoch_s, ball);
}

Trajectory NextPhase(const Trajectory& ended, const BallOnCloth& ball) {
  return phases::Next(ended, ball);
}

BallState StateAt(const Trajectory& trajectory, double time_s) {
  return phases::At(trajectory, time_s);
}

double KineticEnergy(const BallState& state, const BallSpec& ball) {
  return 0.5 * ball.mass_kg * state.velocity.squaredNorm() +
         0.5 * ball.Inertia() * state.spin.squaredNorm();
}

}  // namespace carom
