#include "core/models/pool_motion.h"

#include <cmath>

namespace carom {
namespace {

constexpr double kSlipShare = 0.01;
constexpr double kSlip_m_s = 2e-3;
constexpr double kSlidesAgain = 4.0;

}  // namespace

bool PoolMotionRule::Still(const BodyMotion& motion, const BallSpec& ball) const {
  return motion.velocity_m_s.norm() < rest_speed_m_s &&
         ball.radius_m * motion.spin_rad_s.norm() < rest_speed_m_s;
}

MotionState PoolMotionRule::Classify(const BodyMotion& motion, const BallSpec& ball, bool on_cloth,
                                     bool supported, MotionState before) const {
  const bool still = Still(motion, ball);
  if (!on_cloth) return still && supported ? MotionState::kSupported : MotionState::kAirborne;
  if (still) return MotionState::kStationary;
  const Vec3 slip = Horizontal(motion.VelocityAt(-ball.radius_m * UnitZ()));
  const double speed = Horizontal(motion.velocity_m_s).norm();
  if (speed < rest_speed_m_s && slip.norm() < kSlip_m_s) return MotionState::kSpinning;
  const double hold = before == MotionState::kRolling ? kSlidesAgain : 1.0;
  return slip.norm() < hold * (kSlipShare * speed + kSlip_m_s) ? MotionState::kRolling
                                                               : MotionState::kSliding;
}

}  // namespace carom
