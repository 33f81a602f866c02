#include "core/laws/friction/contensou_friction.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/portable_math.h"
#include "core/math/gauss_legendre.h"

// The paper calls for quadrature over the patch. The potential of an attracting disk gives a closed
// form, also for the regularised model:
//
// Turn the axes so that the centre slips along x with speed v >= 0, and mirror y so that the spin
// w >= 0. A point (x, y) then slips with (v - w y, w x), and the root in Eq. (16) is
//   sqrt((v - w y)^2 + (w x)^2 + eps^2) = w |(x, y, 0) - P|,   P = (0, Y, z) = (0, v/w, eps/w),
// so that all integrals are of the kind
//   I[f] = 3/(2 pi) int int sqrt(1 - r^2) f(x, y) / (w |(x, y, 0) - P|) dx dy,
// potentials in P of disks whose density is sqrt(1 - r^2) times f = 1, y, x^2, y^2 or r^2 y. A disk
// of the density (1 - r^2)^(n - 1/2) is a flattened ellipsoid [N. M. Ferrers, "On the potentials of
// ellipsoids", Q. J. Pure Appl. Math. 14 (1877)] and has
//   V_n = 2 c_n int_0^theta0 Q^n dtheta,   Q = 1 - Y^2 sin^2(theta) - z^2 tan^2(theta),
// with c_1, c_2, c_3 = pi/2, 3 pi/8, 5 pi/16 and theta0 where Q = 0. Densities with x and y follow
// by differentiation: y sqrt(1-r^2) = -1/3 d/dy (1-r^2)^(3/2), and so on; since Q = 0 at theta0,
// the bound adds no derivative.

namespace carom {
namespace {

// The ellipse through P that is confocal with the patch, in rates: w times lengths.
struct Confocal {
  double reach = 0.0;  // w / sin(theta0), the long half axis: v or more.
  double depth = 0.0;  // w / tan(theta0), the short one: eps or more, or 0 on the patch.
  double rise = 0.0;   // z tan(theta0) = eps / depth, its limit where both vanish.
};

Confocal ConfocalThrough(double v, double w, double eps) {
  // depth^2 is the positive root of q^2 - 2 b q - (eps w)^2 = 0.
  const double b = 0.5 * ((v - w) * (v + w) + eps * eps);
  const double root = std::sqrt(b * b + eps * eps * w * w);
  Confocal c;
  double depth2 = 0.0;
  if (b < 0.0) {
    depth2 = eps * eps * w * w / (root - b);
    c.rise = std::sqrt(root - b) / w;
  } else {
    depth2 = b + root;
    c.rise = depth2 > 0.0 ? eps / std::sqrt(depth2) : 0.0;
  }
  c.depth = std::sqrt(depth2);
  c.reach = std::sqrt(w * w + depth2);
  return c;
}

// Integrals over theta / w of Q^n x^(2 j), x = sin(theta) / sin(theta0). In s (seconds).
struct Integrals {
  double q = 0.0;      // Q
  double q_x2 = 0.0;   // Q x^2
  double q_x4 = 0.0;   // Q x^4
  double q2 = 0.0;     // Q^2
  double q2_x2 = 0.0;  // Q^2 x^2
};

// In elementary functions. Terms cancel like powers of theta0, so use it for theta0 >= pi/4 only.
Integrals ElementaryIntegrals(double v, double w, double eps, const Confocal& c) {
  const double sine = w / c.reach;
  const double cosine = c.depth / c.reach;
  const double angle = Atan2(sine, cosine);
  // s[k] is the integral of sin^(2 k).
  std::array<double, 4> s{};
  s[0] = angle;
  double power = sine * cosine;
  for (size_t k = 1; k < s.size(); ++k) {
    const double even = 2.0 * static_cast<double>(k);
    s[k] = ((even - 1.0) * s[k - 1] - power) / even;
    power *= sine * sine;
  }
  // t2[k] is that of z^2 tan^2 sin^(2 k), t4[k] that of z^4 tan^4 sin^(2 k). Both follow from
  // `rise`, because tan(theta0) is infinite where P lies on the patch.
  const double z = eps / w;
  const double z2 = z * z;
  std::array<double, 3> t2{};
  t2[0] = z * c.rise - z2 * angle;
  t2[1] = t2[0] - z2 * s[1];
  t2[2] = t2[1] - z2 * s[2];
  std::array<double, 2> t4{};
  t4[0] = z * c.rise * (c.rise * c.rise / 3.0 - z2) + z2 * z2 * angle;
  t4[1] = t4[0] - z2 * t2[1];

  const double y2 = (v / w) * (v / w);
  const double by_x2 = 1.0 / (sine * sine);
  Integrals i;
  i.q = (s[0] - y2 * s[1] - t2[0]) / w;
  i.q_x2 = (s[1] - y2 * s[2] - t2[1]) * by_x2 / w;
  i.q_x4 = (s[2] - y2 * s[3] - t2[2]) * by_x2 * by_x2 / w;
  i.q2 = (s[0] - 2.0 * y2 * s[1] + y2 * y2 * s[2] - 2.0 * t2[0] + 2.0 * y2 * t2[1] + t4[0]) / w;
  i.q2_x2 = (s[1] - 2.0 * y2 * s[2] + y2 * y2 * s[3] - 2.0 * t2[1] + 2.0 * y2 * t2[2] + t4[1]) *
            by_x2 / w;
  return i;
}

// By Gauss-Legendre in x: dtheta / w = dx / (reach sqrt(1 - (x w / reach)^2)). The integrands are
// even and regular up to |x| = reach / w; exact to rounding for reach >= sqrt(2) w.
Integrals QuadratureIntegrals(double v, double w, double eps, const Confocal& c) {
  const double v2 = (v / c.reach) * (v / c.reach);
  const double w2 = (w / c.reach) * (w / c.reach);
  const double eps2 = (eps / c.reach) * (eps / c.reach);
  Integrals i;
  for (const GaussNode& node : kGaussNodes) {
    const double x2 = node.x * node.x;
    const double cos2 = 1.0 - w2 * x2;
    const double q = 1.0 - v2 * x2 - eps2 * x2 / cos2;
    const double weighted = node.weight * q / std::sqrt(cos2);
    i.q += weighted;
    i.q_x2 += weighted * x2;
    i.q_x4 += weighted * x2 * x2;
    i.q2 += weighted * q;
    i.q2_x2 += weighted * q * x2;
  }
  for (double* sum : {&i.q, &i.q_x2, &i.q_x4, &i.q2, &i.q2_x2}) *sum /= c.reach;
  return i;
}

// I[f] for the f that Eq. (16) needs.
struct Moments {
  double one = 0.0;
  double y = 0.0;
  double xx = 0.0;
  double yy = 0.0;
  double rry = 0.0;
};

Moments MomentsAbout(double v, double w, double eps) {
  const Confocal c = ConfocalThrough(v, w, eps);
  const bool wide = c.depth <= w;  // theta0 >= pi/4
  const Integrals i = wide ? ElementaryIntegrals(v, w, eps, c) : QuadratureIntegrals(v, w, eps, c);
  const double w2 = (w / c.reach) * (w / c.reach);
  const double vw = (v / c.reach) * (w / c.reach);
  Moments m;
  m.one = 1.5 * i.q;
  m.y = 1.5 * vw * i.q_x2;
  m.xx = 0.375 * (i.q2 - w2 * i.q2_x2);
  m.yy = m.xx + 1.5 * vw * vw * i.q_x4;
  m.rry = m.y - 1.125 * vw * i.q2_x2;
  return m;
}

// Only ratios matter; scaled by this, no square overflows or vanishes.
double LargestRate(const PatchSlip& slip, double smoothing_per_s) {
  return std::max({std::fabs(slip.slip_per_s.x()), std::fabs(slip.slip_per_s.y()),
                   std::fabs(slip.spin_rad_s), smoothing_per_s});
}

}  // namespace

double ScaledPressure(const Vec2& at, const Vec2& shift) {
  const double within = 1.0 - at.squaredNorm();
  if (!(within > 0.0)) return 0.0;
  return 1.5 / kPi * std::sqrt(within) * (1.0 + shift.dot(at));
}

PatchFriction IntegralFriction(const PatchSlip& slip, double smoothing_per_s) {
  const double scale = LargestRate(slip, smoothing_per_s);
  if (scale == 0.0) return {};
  const Vec2 velocity = slip.slip_per_s / scale;
  const double v = velocity.norm();
  const double w = std::fabs(slip.spin_rad_s) / scale;
  const double eps = smoothing_per_s / scale;
  const Vec2 ahead = v > 0.0 ? Vec2(velocity / v) : Vec2(1.0, 0.0);
  const double mirror = slip.spin_rad_s < 0.0 ? -1.0 : 1.0;
  const Vec2 left = mirror * Vec2(-ahead.y(), ahead.x());

  // Eq. (16). What is odd in x vanishes.
  const Moments m = MomentsAbout(v, w, eps);
  const double d_c = slip.shift.dot(ahead);
  const double d_s = slip.shift.dot(left);
  const double along = v * m.one - w * m.y + d_s * (v * m.y - w * m.yy);
  const double across = d_c * w * m.xx;
  const double moment = w * (m.xx + m.yy) - v * m.y + d_s * (w * m.rry - v * m.yy);
  return {along * ahead + across * left, mirror * moment};
}

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
  const double scale = LargestRate(slip, smoothing_per_s);
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
