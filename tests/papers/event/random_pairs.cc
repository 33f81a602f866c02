#include "tests/papers/event/random_pairs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/motion/motion.h"
#include "tests/papers/event/setup.h"
#include "tests/testing/phases.h"

namespace carom::papers {

// |d|^2 - (2R)^2 of two balls in 34 digits, from the doubles that their phases hold.
QuadPolynomial ExactGap(const Trajectory& i, const Trajectory& j) {
  const Quad origin_s = std::max(i.epoch_s, j.epoch_s);
  const Quad reach_m = 2 * Quad(kBallRadius_m);
  QuadPolynomial gap = {-reach_m * reach_m, 0, 0, 0, 0};
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    std::array<Quad, 3> d{};
    for (const auto& [phase, sign] : {std::pair(&j, 1), std::pair(&i, -1)}) {
      const Quad tau = origin_s - Quad(phase->epoch_s);
      const Quad a = phase->half_acceleration[axis];
      const Quad b = phase->velocity[axis];
      d[0] += sign * (Quad(phase->position[axis]) + tau * (b + tau * a));
      d[1] += sign * (b + 2 * tau * a);
      d[2] += sign * a;
    }
    for (size_t m = 0; m < 3; ++m) {
      for (size_t n = 0; n < 3; ++n) gap[m + n] += d[m] * d[n];
    }
  }
  return gap;
}

std::array<Trajectory, 2> PairMaker::Make() {
  const auto first = static_cast<MotionState>(random_.Below(5));
  const auto second = static_cast<MotionState>(2 + random_.Below(3));  // One moves at least.
  const Trajectory target = Begin(Target(first), random_.Below(4) == 0 ? 0.1 : 0.0);
  return {target, Begin(Aimed(second, target), 0.0)};
}

Vec3 PairMaker::AnyVector(double size) {
  return Vec3(Between(-size, size), Between(-size, size), Between(-size, size));
}

Trajectory PairMaker::Begin(const BallState& state, double epoch_s) const {
  return BeginPhase(state, epoch_s, BallSpec(), environment_);
}

BallState PairMaker::Target(MotionState motion) {
  BallState state;
  state.motion = motion;
  state.position = {Between(-0.5, 0.5), Between(-0.5, 0.5), kBallRadius_m};
  if (motion == MotionState::kAirborne) state.position.z() += Between(0.0, 0.2);
  SetMotion(0.7 * Horizontal(AnyVector(1.0)), state);
  return state;
}

BallState PairMaker::Aimed(MotionState motion, const Trajectory& target) {
  BallState state;
  state.motion = motion;
  const double meet_s = Between(0.02, 0.4);
  const Vec3 there = StateAt(target, std::max(meet_s, target.epoch_s)).position +
                     2.2 * kBallRadius_m * AnyVector(1.0).normalized();
  const double angle = Between(0.0, kTwoPi);
  const Vec3 away = Between(0.07, 0.6) * Vec3(std::cos(angle), std::sin(angle), 0.0);
  state.position = target.position + away;
  state.position.z() = kBallRadius_m;
  if (motion == MotionState::kAirborne) state.position.z() += Between(0.0, 0.2);
  Vec3 velocity = (there - state.position) / meet_s;
  velocity.z() += 0.5 * environment_.gravity_m_s2 * meet_s;
  SetMotion(velocity, state);
  return state;
}

void PairMaker::SetMotion(const Vec3& velocity, BallState& state) {
  if (state.motion == MotionState::kStationary) return;
  state.spin = AnyVector(80.0);
  if (state.motion == MotionState::kSpinning) state.spin = Vec3(0.0, 0.0, state.spin.z());
  if (!Translates(state.motion)) return;
  state.velocity = state.motion == MotionState::kAirborne ? velocity : Horizontal(velocity);
  if (state.motion != MotionState::kRolling) return;
  state.spin = PerpendicularZ(state.velocity) / kBallRadius_m + state.spin.z() * UnitZ();
}

}  // namespace carom::papers
