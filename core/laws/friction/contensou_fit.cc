#include "core/laws/friction/contensou_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/field_error.h"
#include "core/base/portable_math.h"

namespace carom {
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
