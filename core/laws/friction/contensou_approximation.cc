#include "core/laws/friction/contensou_approximation.h"

#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"

namespace carom {
namespace {

// sqrt((v^m + (b w)^m)^(2/m) + eps^2), the denominators of Eq. (17), with v, w >= 0.
double Denominator(double v, double w, const SlipSpinBlend& blend, double eps) {
  const double spin = blend.b * w;
  if (blend.m == 2.0) return std::sqrt(v * v + spin * spin + eps * eps);
  const double larger = std::max(v, spin);
  if (larger == 0.0) return eps;
  // Powers of numbers up to 1 only: a large m neither overflows nor loses the smaller one.
  const double ratio = std::min(v, spin) / larger;
  const double norm = larger * Pow(1.0 + Pow(ratio, blend.m), 1.0 / blend.m);
  return std::sqrt(norm * norm + eps * eps);
}

}  // namespace

PatchFriction ApproximateFriction(const PatchSlip& slip, const ContensouBlend& blend,
                                  double smoothing_per_s) {
  const double scale = std::max({std::fabs(slip.slip_per_s.x()), std::fabs(slip.slip_per_s.y()),
                                 std::fabs(slip.spin_rad_s), smoothing_per_s});
  if (scale == 0.0) return {};
  const Vec2 velocity = slip.slip_per_s / scale;
  const double spin = slip.spin_rad_s / scale;
  const double eps = smoothing_per_s / scale;
  const double v = velocity.norm();
  const double w = std::fabs(spin);

  // Eq. (17) with the moments of Eq. (12). Section 2.3 calls Eq. (10) "components (9)".
  const double d_c = slip.shift.x();
  const double d_s = slip.shift.y();
  const double by_spin = blend.force.b * kForceByShift * spin;
  const double force_divisor = Denominator(v, w, blend.force, eps);
  const double moment = blend.moment.b * kMomentOfSpin * spin -
                        kMomentByShift * d_s * velocity.x() + kMomentByShift * d_c * velocity.y();
  const double moment_divisor = Denominator(v, w, blend.moment, eps);
  return {Vec2(velocity.x() - d_s * by_spin, velocity.y() + d_c * by_spin) / force_divisor,
          moment / moment_divisor};
}

}  // namespace carom
