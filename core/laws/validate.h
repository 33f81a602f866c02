#ifndef CAROM_CORE_LAWS_VALIDATE_H_
#define CAROM_CORE_LAWS_VALIDATE_H_

#include <cmath>
#include <vector>

#include "absl/status/status.h"
#include "core/laws/settings.h"
#include "core/table/shot.h"
#include "core/table/table.h"

namespace carom::internal {

/// The limits of friction below which an impact in double contact has one outcome, and one that
/// changes little when the velocity changes little. The symbols are those of double_contact.h; mu_w
/// is the coefficient at the nose, mu_s that at the slate.
///
/// 1. The wedge. In an impact that never ends, P grows without bound, while the speeds stay bounded
/// because energy never grows. The mean friction f_up at I along z' and g_y at C along y must then
/// leave velocity and spin unchanged. By [Mathavan 2010] Eqs. (15)-(17)
///
///   f_up + g_y = 0,   -cos th - sin th f_up + g_y = 0   =>   g_y = -f_up = cos th / (1 + sin th)
///
/// while the slate's normal force is N = sin th - cos th f_up = 1. The whole force at each contact
/// then lies along the chord from I to C, at 45 deg - th/2 to the normals of both contacts. The
/// friction cones allow that exactly when
///
///   min(mu_w, mu_s) >= tan(45 deg - th/2) = cos th / (1 + sin th)
///
/// Then both contacts stick, the ball stands still between them, and no impulse drives it out:
/// neither compression nor restitution ends. Measured over many angles and spins, a perturbation of
/// 1e-7 moves the results by 2 to 12 times as much at 0.9 of the bound, and by 1e6 to 1e7 times as
/// much at 1.03 of it. Another ball in place of the nose (m > 0) gives way: the same balance would
/// need g_y = 1 + m, and the slip at the slate would grow at the rate 7/2 m against its own
/// friction. So two balls do not form a wedge.
///
/// 2. The soft slate. While the ball slides on the slate away from the rail (along -y), a force
/// f_up loads the slate by -cos th f_up, and the friction there reacts. Each unit of f_up then
/// changes the slip at I along z' at the rate
///
///   5/2 (1 + m) + sin^2 th - mu_s (5/2 - sin th) cos th
///
/// Where this is not positive, a slip of zero can either stay zero or grow (Painleve's paradox): a
/// ball that is pressed down by almost nothing then moves differently from one that is not pressed.
/// Where it is positive, the principle of maximum dissipation has one solution at zero slip. The
/// reason: the 2 x 2 matrix that gives the slip rates at I for the friction there then has a
/// positive definite symmetric part, whatever the direction of the slip at C, because
/// 7 (5/2 - s)^2 > (1 - 5/2 s)^2 (5/2 + s^2) with s = sin th.
///
/// 3. The brake, where another ball takes the place of the nose. The normal speed falls with P at
/// the rate 1 + m - mu_w mu_s or faster. If this rate were negative, friction could pull the bodies
/// together faster than the normal force drives them apart. The approach would cause the friction
/// that raises it, as in a sprag clutch, and a graze at almost no speed would stop a spin at once.
/// A nose that does not give way can do the same where mu_w > cot th. That case is not refused,
/// because results still change little with the velocity of a given impact.
///
/// Without friction at the nose (mu_w = 0) no condition is needed.

/// Share of the bounds up to which the laws are admitted. The closer to the bounds, the more steps
/// an impact takes and the more the tolerances of double_contact_impact.h matter. Measured on 60000
/// random impacts at each share: up to 0.93 of the bounds a change of 1e-7 moves the result by at
/// most 31 times as much; at 0.95 it moves the result of one impact in 10^4 (with a slate friction
/// just below 0.96) by 1e5 times as much or more.
inline constexpr double kTrustedShare = 0.9;

/// The wedge: mu_w or mu_s must be below this. `sine` of th, in (-1, 1).
inline double WedgeFriction(double sine) { return std::sqrt((1.0 - sine) / (1.0 + sine)); }

/// The soft slate: mu_s must be below this; m >= 0 is the mass ratio of double_contact.h.
inline double SoftSlateFriction(double sine, double mass_ratio) {
  return (2.5 * (1.0 + mass_ratio) + sine * sine) / ((2.5 - sine) * std::sqrt(1.0 - sine * sine));
}

/// Where SoftSlateFriction(sine, 0) is least, 0.9601, at -0.2022: the zero of its logarithmic
/// derivative, which rises. It matters for noses that are not level.
constexpr double FindSoftestSine() {
  double low = -0.5;
  double high = 0.0;
  for (;;) {
    const double s = 0.5 * (low + high);
    if (s <= low || s >= high) return s;
    const double slope = 2.0 * s / (2.5 + s * s) + 1.0 / (2.5 - s) + s / (1.0 - s * s);
    (slope < 0.0 ? low : high) = s;
  }
}
inline constexpr double kSoftestSine = FindSoftestSine();

}  // namespace carom::internal

namespace carom {

/// OK when every parameter of the chosen laws is in the range that its law's Parameters() gives.
/// Else INVALID_ARGUMENT that begins with the field's path, for example
///   "ball_ball.frictional.restitution: 1.5 must be in [0, 1]"
///
/// Pure and thread-safe.
absl::Status ValidateLaws(const LawSet& laws);

/// OK unless a ball could jam in the double contacts of this table, under laws that couple the
/// impact with the slate (core/laws/impact.h). The conditions of
/// core/laws/validate.h on the friction at nose or ball and at the slate are checked
/// for every ball at every nose and jaw, and for every pair of balls of one radius. The error names
/// both coefficients, for example
///   "cushion.mathavan2010.friction: 0.78 must be below 0.75, or
///   cushion.mathavan2010.slate_friction (0.8) must be: near where the impact wedges a ball between
///   noses[0] and the slate (balls[0])"
///
/// Requires valid arguments. `cloth_friction` is the cloth's sliding friction.
absl::Status ValidateDoubleContacts(const LawSet& laws, const Table& table,
                                    const std::vector<BallSpec>& balls, double cloth_friction);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_VALIDATE_H_
