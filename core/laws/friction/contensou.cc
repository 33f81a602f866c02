#include "core/laws/friction/contensou.h"

#include <algorithm>
#include <cmath>

#include "core/laws/friction/contensou_friction.h"

namespace carom {
namespace {

// d v / sqrt(v^2 + eps^2), Eq. (14). This differs from section 2.4, which names a "vanishing
// rolling resistance": the smoothing is there for a vanishing rolling velocity.
Vec2 LeanOf(double lean, const Vec2& rolling_per_s, double smoothing_per_s) {
  const double scale =
      std::max({std::fabs(rolling_per_s.x()), std::fabs(rolling_per_s.y()), smoothing_per_s});
  if (scale == 0.0) return Vec2::Zero();
  const Vec2 v = rolling_per_s / scale;
  const double eps = smoothing_per_s / scale;
  return v * (lean / std::sqrt(v.squaredNorm() + eps * eps));
}

PatchFriction GloballySmoothed(const PatchSlip& slip, double smoothing_per_s) {
  // lambda / sqrt(lambda^2 + eps^2), scaled against overflow.
  const double lambda =
      Vec3(slip.slip_per_s.x(), slip.slip_per_s.y(), slip.spin_rad_s).stableNorm();
  if (lambda == 0.0) return {};
  const double ratio = smoothing_per_s / lambda;
  const double part = 1.0 / std::sqrt(1.0 + ratio * ratio);
  const PatchFriction sharp = IntegralFriction(slip, 0.0);
  return {part * sharp.force, part * sharp.moment};
}

}  // namespace

Vec2 ContensouPatch::Shift(const PatchMotion& motion) const {
  Vec2 shift =
      LeanOf(LeanAt(motion.rolling_m_s), motion.rolling_m_s / radius_m, rolling_smoothing_per_s);
  if (other_lean != 0.0) {
    shift += LeanOf(other_lean, motion.other_rolling_m_s / radius_m, rolling_smoothing_per_s);
  }
  return shift;
}

PatchFriction ContensouPatch::Friction(const PatchSlip& slip) const {
  switch (model) {
    case ContensouModel::kIntegral:
      return smoothing == SlipSmoothing::kLocal ? IntegralFriction(slip, slip_smoothing_per_s)
                                                : GloballySmoothed(slip, slip_smoothing_per_s);
    case ContensouModel::kFourParameter:
      return ApproximateFriction(slip, four_parameter_blend, slip_smoothing_per_s);
    case ContensouModel::kTwoParameter:
      break;
  }
  return ApproximateFriction(slip, two_parameter_blend, slip_smoothing_per_s);
}

PatchLoad ContensouPatch::Evaluate(const PatchMotion& motion, double normal_force_N) const {
  // This differs from Eqs. (24) and (25). They equate v_s with the velocity of the contact point,
  // but the scaled v_s of Eqs. (26) and (5) is that velocity divided by a.
  const PatchSlip slip{motion.slip_m_s / radius_m, motion.spin_rad_s, Shift(motion)};
  const PatchFriction scaled = Friction(slip);
  // This differs from two equations of section 2.2. The minus sign of dT_s = -dT_s^/(mu N)
  // contradicts its own right-hand side and T_s^ = mu N T_s. dM_s = dM_s^/(mu N) lacks the a of
  // M_s^ = a mu N M_s.
  const double friction_N = friction * normal_force_N;
  PatchLoad load;
  load.force_N = -friction_N * scaled.force;
  load.spin_moment_N_m = -friction_N * radius_m * scaled.moment;
  // Eqs. (3), (4), (15): the normal force acts at the centre of pressure, which lies
  // (d_c, d_s) a / 5 ahead of the centre of the patch.
  const double lever_N_m = kMomentByShift * radius_m * normal_force_N;
  load.rolling_moment_N_m = lever_N_m * Vec2(slip.shift.y(), -slip.shift.x());
  return load;
}

}  // namespace carom
