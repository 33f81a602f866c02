#include "core/multibody/surface_defect.h"

#include <cmath>

#include "core/base/constants.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

// p and its slope over the sine of the angle from the defect's middle.
struct Profile {
  double depth_m = 0.0;
  double slope_per_sine = 0.0;
};

Profile ProfileAt(const SurfaceDefect& defect, double sine, double cosine) {
  const double arc_m = defect.radius_m * Atan2(sine, cosine);
  if (!(arc_m < 0.5 * defect.width_m)) return {};
  const double turn = kTwoPi / defect.width_m;
  const double p = 0.5 * defect.depth_m * (1.0 + Cos(turn * arc_m));
  // sin(k s)/sin(s/R) -> k R in the middle.
  constexpr double kMiddle = 1e-9;
  const double ratio = sine > kMiddle ? Sin(turn * arc_m) / sine : turn * defect.radius_m;
  return {p, -0.5 * defect.depth_m * turn * ratio};
}

}  // namespace

// With u the direction of the defect and e that of the contact, both from the defect's body,
// cos(s/R) = u . e, so dp = p' R d(s/R) = -(p'/sin) R d(u . e). The contact's direction follows the
// line of centres, whose length along the normal is rho.
DefectEffect EffectOf(const SurfaceDefect& defect, const Vec3& normal, const BodyMotion& sphere,
                      const BodyMotion& other) {
  const Vec3 apart = sphere.position_m - other.position_m;
  const double along = normal.dot(apart);  // Negative in a hollow.
  const BodyMotion& carrier = defect.on_sphere ? sphere : other;
  const Vec3 u = RotationMatrix(carrier.orientation) * defect.direction;
  const Vec3 towards = defect.on_sphere || along < 0.0 ? Vec3(-normal) : normal;
  const double cosine = u.dot(towards);
  if (!(cosine > -1.0)) return {};
  const Vec3 across = u - cosine * towards;
  const Profile profile = ProfileAt(defect, across.norm(), cosine);
  if (profile.depth_m == 0.0) return {};

  DefectEffect effect;
  effect.depth_m = profile.depth_m;
  const double scale = profile.slope_per_sine * defect.radius_m;
  Vec3 relative = sphere.velocity_m_s - other.velocity_m_s;
  if (defect.on_sphere) {
    effect.lean = scale / along * across;  // e = -n, and dn = dx/rho.
    effect.turn_m = scale * u.cross(normal);
  } else {
    effect.lean = -scale / std::fabs(along) * across;
    relative -= other.spin_rad_s.cross(apart);  // As seen from the race, which turns.
  }
  effect.rate_m_s = effect.lean.dot(relative) + effect.turn_m.dot(sphere.spin_rad_s);
  return effect;
}

}  // namespace carom
