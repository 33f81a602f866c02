#include "core/laws/friction/contensou.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/field_error.h"
#include "core/base/portable_math.h"

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

namespace {

enum class Part { kForce, kMoment };

using Rows = std::span<const FrictionMeasurement>;

// Error of the approximation in one row, with (ln b, ln m).
Vec2 Error(const FrictionMeasurement& row, Part part, const Vec2& logarithms) {
  const SlipSpinBlend family{Exp(logarithms.x()), Exp(logarithms.y())};
  const PatchFriction ours = ApproximateFriction(row.slip, {family, family}, 0.0);
  if (part == Part::kForce) return ours.force - row.friction.force;
  return Vec2(ours.moment - row.friction.moment, 0.0);
}

double Objective(Rows rows, Part part, const Vec2& logarithms) {
  double sum = 0.0;
  for (const FrictionMeasurement& row : rows) {
    sum += row.weight * Error(row, part, logarithms).squaredNorm();
  }
  return sum;
}

// The normal equations of the linearised problem: slope^T slope and slope^T error.
struct Normal {
  Eigen::Matrix2d matrix = Eigen::Matrix2d::Zero();
  Vec2 gradient = Vec2::Zero();
};

// `width`: of the central differences, in the logarithms.
Normal NormalEquations(Rows rows, Part part, const Vec2& at, bool with_exponent, double width) {
  Normal normal;
  for (const FrictionMeasurement& row : rows) {
    Eigen::Matrix2d slope = Eigen::Matrix2d::Zero();
    for (int k = 0; k < (with_exponent ? 2 : 1); ++k) {
      const Vec2 step = width * Vec2::Unit(k);
      slope.col(k) = (Error(row, part, at + step) - Error(row, part, at - step)) / (2.0 * width);
    }
    normal.matrix += row.weight * (slope.transpose() * slope);
    normal.gradient += row.weight * (slope.transpose() * Error(row, part, at));
  }
  // An exponent that is kept has no slope. A 1 in its place keeps the matrix regular, and its step
  // is 0.
  if (!with_exponent) normal.matrix(1, 1) = 1.0;
  return normal;
}

// The step of Levenberg and Marquardt; by Cramer's rule.
Vec2 DampedStep(const Normal& normal, double damping) {
  Eigen::Matrix2d a = normal.matrix;
  a.diagonal() *= 1.0 + damping;
  const double determinant = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  return -Vec2(a(1, 1) * normal.gradient.x() - a(0, 1) * normal.gradient.y(),
               a(0, 0) * normal.gradient.y() - a(1, 0) * normal.gradient.x()) /
         determinant;
}

struct FamilyFit {
  SlipSpinBlend family;
  double objective = 0.0;
  int iterations = 0;
};

absl::StatusOr<FamilyFit> FitFamily(Rows rows, Part part, const SlipSpinBlend& start,
                                    const BlendFitOptions& options) {
  const bool with_exponent = options.fit_exponents;
  // Central differences err least with the third root of epsilon. Within it of the optimum the
  // objective no longer tells which step is better: Newton's steps are taken as long as they
  // shrink.
  const double near = Pow(std::numeric_limits<double>::epsilon(), 1.0 / 3.0);
  Vec2 at(Log(start.b), Log(start.m));
  double objective = Objective(rows, part, at);
  double damping = 1e-3;
  double last_step = near;
  int iteration = 0;
  while (damping < 1e12) {
    ++iteration;
    if (options.stop.StopRequested()) return absl::CancelledError("the fit was asked to stop");
    const Normal normal = NormalEquations(rows, part, at, with_exponent, near);
    const Eigen::Matrix2d& a = normal.matrix;
    if (!(a.determinant() > 1e-12 * a(0, 0) * a(1, 1))) {
      const std::string which = part == Part::kForce ? "force" : "moment";
      return absl::FailedPreconditionError("they do not determine the blend of the " + which);
    }
    const Vec2 moved = at + DampedStep(normal, damping);
    const double there = Objective(rows, part, moved);
    const double step = (moved - at).norm();
    const bool is_near = step <= near && damping < 1.0;
    if (is_near && step >= last_step) break;
    if (is_near) last_step = step;
    if (is_near || there < objective) {
      at = moved;
      objective = there;
      damping *= 0.1;
    } else {
      damping *= 10.0;
    }
  }
  return FamilyFit{{Exp(at.x()), with_exponent ? Exp(at.y()) : start.m}, objective, iteration};
}

absl::Status CheckRows(Rows rows) {
  for (size_t i = 0; i < rows.size(); ++i) {
    const FrictionMeasurement& row = rows[i];
    const bool finite = row.slip.slip_per_s.allFinite() && row.slip.shift.allFinite() &&
                        std::isfinite(row.slip.spin_rad_s) && row.friction.force.allFinite() &&
                        std::isfinite(row.friction.moment) && std::isfinite(row.weight);
    const std::string path = "rows[" + std::to_string(i) + "]";
    if (!finite) return InvalidField(path, "a number", "finite");
    if (row.weight < 0.0) return InvalidField(path + ".weight", row.weight, ">= 0");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<BlendFit> FitBlend(std::span<const FrictionMeasurement> rows,
                                  const BlendFitOptions& options) {
  if (absl::Status bad = CheckRows(rows); !bad.ok()) return bad;
  const auto force = FitFamily(rows, Part::kForce, options.start.force, options);
  if (!force.ok()) return force.status();
  const auto moment = FitFamily(rows, Part::kMoment, options.start.moment, options);
  if (!moment.ok()) return moment.status();
  return BlendFit{{force->family, moment->family},
                  force->objective,
                  moment->objective,
                  force->iterations + moment->iterations};
}

}  // namespace carom
