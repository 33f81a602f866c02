#ifndef CAROM_CORE_LAWS_DOUBLE_CONTACT_LIMITS_H_
#define CAROM_CORE_LAWS_DOUBLE_CONTACT_LIMITS_H_

#include <cmath>

namespace carom::internal {

/// The limits of friction below which an impact in double contact has one outcome, and one that
/// changes little when the velocity changes little. The symbols are those of double_contact.h; mu_w
/// is the coefficient at the nose, mu_s that at the slate.
///
/// 1. The wedge. In an impact that never ends P grows without bound, while the speeds stay bounded
/// because energy never grows. That needs mean forces f_up and g_y that leave velocity and spin
/// unchanged. By [Mathavan 2010] Eqs. (15)-(17)
///
///   f_up + g_y = 0,   -cos th - sin th f_up + g_y = 0   =>   g_y = -f_up = cos th / (1 + sin th)
///
/// under a normal force of the slate of N = sin th - cos th f_up = 1. Both forces lie along the
/// chord from I to C, which meets the normals of both contacts at 45 deg - th/2. The cones allow
/// that exactly when
///
///   min(mu_w, mu_s) >= tan(45 deg - th/2) = cos th / (1 + sin th)
///
/// Then both contacts stick, the ball stands still between them, and no impulse drives it out:
/// neither compression nor restitution ends. A perturbation of 1e-7 moves the results by 2 to 12
/// times as much at 0.9 of the bound, and by 1e6 to 1e7 times as much at 1.03 of it, over angles
/// and spins. Another ball in place of the nose (m > 0) gives way: the same balance would need
/// g_y = 1 + m, and the slip at the slate would grow at the rate 7/2 m against its own friction.
/// There is no wedge.
///
/// 2. The soft slate. While the ball slides on the slate away from the rail (along -y), a force
/// f_up loads the slate by -cos th f_up, and the friction there reacts. The slip at I then answers
/// f_up with
///
///   5/2 (1 + m) + sin^2 th - mu_s (5/2 - sin th) cos th
///
/// Where that is not positive, a slip of zero may rest as well as grow (Painleve's paradox): a ball
/// that is pressed down by next to nothing then moves differently from one that is not pressed.
/// While it is positive, so is the symmetric part of the 2 x 2 matrix of slip rates at I by
/// friction there, whatever the direction of the slip at C (for 7 (5/2 - s)^2 > (1 - 5/2 s)^2 (5/2
/// + s^2), s = sin th), and at zero slip the principle of maximum dissipation has one solution.
///
/// 3. The brake, where another ball takes the place of the nose. The normal speed falls with P at
/// the rate 1 + m - mu_w mu_s or faster. Were that negative, a slip could raise the approach that
/// it feeds on (a sprag clutch): a graze at next to no speed would stop a spin at once. A nose that
/// does not give way can do the same where mu_w > cot th. That is not refused, since results still
/// change little with the velocity of a given impact.
///
/// Without friction at the nose (mu_w = 0) no condition is needed.

/// Share of the bounds up to which the laws are admitted. The closer to the bounds, the more steps
/// an impact takes and the more the tolerances of double_contact_impact.h matter. Measured on 60000
/// random impacts each: up to 0.93 of the bounds a change of 1e-7 moves the result by at most 31
/// times as much; at 0.95 one impact in 10^4 (slate friction just below 0.96) moves by 1e5 times as
/// much and more.
inline constexpr double kTrustedShare = 0.9;

/// The wedge: mu_w or mu_s must be below this. `sine` of th, in (-1, 1).
inline double WedgeFriction(double sine) { return std::sqrt((1.0 - sine) / (1.0 + sine)); }

/// The soft slate: mu_s must be below this; m >= 0 is the mass ratio of double_contact.h.
inline double SoftSlateFriction(double sine, double mass_ratio) {
  return (2.5 * (1.0 + mass_ratio) + sine * sine) / ((2.5 - sine) * std::sqrt(1.0 - sine * sine));
}

/// Where SoftSlateFriction(sine, 0) is least, 0.9601: the root of d ln/d sine =
/// 2 s / (5/2 + s^2) + 1 / (5/2 - s) + s / (1 - s^2). It matters for noses that are not level.
inline constexpr double kSoftestSine = -0.2022;

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_DOUBLE_CONTACT_LIMITS_H_
