#ifndef CAROM_CORE_LAWS_FRICTION_CONTENSOU_FRICTION_H_
#define CAROM_CORE_LAWS_FRICTION_CONTENSOU_FRICTION_H_

#include "core/base/constants.h"
#include "core/base/vec3.h"

namespace carom {

/// How a circular contact patch of radius a moves over its counterpart, in the scaled quantities of
/// [Contensou ball] section 2: lengths are divided by a, so that all velocities are rates.
///
/// [Contensou ball] is G. Kudra, M. Szewc, I. Wojtunik, J. Awrejcewicz, "Shaping the trajectory of
/// the billiard ball with approximations of the resultant contact forces", Mechatronics (2016).
struct PatchSlip {
  Vec2 slip_per_s = Vec2::Zero();  ///< (v_sx, v_sy): of the patch's centre, divided by a.
  double spin_rad_s = 0.0;         ///< omega_s, about the normal.
  /// (d_c, d_s) of Eq. (2): five times how far the centre of pressure lies from the patch's centre,
  /// in units of a. Its length is at most 1, where the pressure (1) reaches zero at the rim.
  Vec2 shift = Vec2::Zero();
};

/// What resists that slip, scaled: the friction force on the body above is -mu N (T_x, T_y), its
/// moment about the normal at the patch's centre is -mu N a M.
struct PatchFriction {
  Vec2 force = Vec2::Zero();  ///< (T_x, T_y); its length is at most 1.
  double moment = 0.0;        ///< M; 3 pi / 16 for pure spin.
};

/// The pressure of Eq. (1) at a point (x, y) in units of a, itself in units of N / a^2: Hertz's,
/// leaning towards the shift. Zero outside of the patch, |at| >= 1. Requires |shift| <= 1.
double ScaledPressure(const Vec2& at, const Vec2& shift);

/// The integral model of [Contensou ball]: Coulomb friction on each element of a patch with the
/// distorted Hertzian pressure (1), Eqs. (5) and (8); with a smoothing > 0 the regularised Eq.
/// (16), which adds its square under each root.
///
/// Exact, in closed form; the error is about 1e-15, whether the instantaneous centre of rotation
/// lies inside the patch, on its rim or outside. Without slip and smoothing the direction of
/// friction is unknown; the answer is then zero. Pure and thread-safe; no allocation; about 0.1 us.
///
/// Requires |shift| <= 1 and smoothing_per_s >= 0 (eps_t).
PatchFriction IntegralFriction(const PatchSlip& slip, double smoothing_per_s);

/// The pressure moments c_ijk of Eq. (12) for the pressure (1). Four are proportional to the shift:
/// c_011 / d_s and c_101 / d_c are 3 pi / 32, c_010 / d_s and c_100 / d_c are 1/5. c_00-1 is
/// 3 pi / 16.
inline constexpr double kForceByShift = 3.0 * kPi / 32.0;
inline constexpr double kMomentOfSpin = 3.0 * kPi / 16.0;
inline constexpr double kMomentByShift = 1.0 / 5.0;

/// One of the two families of Eq. (10): how slip and spin blend in the denominator
/// (|v|^m + b^m |w|^m)^(1/m).
struct SlipSpinBlend {
  double b = 1.0;  ///< > 0.
  double m = 2.0;  ///< > 0; 2 is the fast one.
  friend bool operator==(const SlipSpinBlend&, const SlipSpinBlend&) = default;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("b", self.b, {1e-3, 1e3});
    visit("m", self.m, {0.1, 100.0});
  }
};

/// The parameters of the approximation, which are fitted to the integral model or to data.
struct ContensouBlend {
  SlipSpinBlend force;   ///< b_T, m_T
  SlipSpinBlend moment;  ///< b_M, m_M
  friend bool operator==(const ContensouBlend&, const ContensouBlend&) = default;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit.Part("force", self.force);
    visit.Part("moment", self.moment);
  }
};

/// The values of [Contensou ball] section 2.3: one blend has all four parameters fitted, the other
/// keeps m = 2. They differ from the optimum of the objectives that the paper prints:
/// (b, m) = (0.77994, 2.64836) for the force and (0.42553, 3.16682) for the moment, or b = 0.686442
/// and 0.485706 where m = 2. The objectives at the paper's values are 0.2 to 1.2 % above those at
/// the optimum.
inline constexpr ContensouBlend kFourParameterBlend = {{0.771, 2.655}, {0.419, 3.073}};
inline constexpr ContensouBlend kTwoParameterBlend = {{0.68102, 2.0}, {0.480909, 2.0}};

/// The approximation (10) of the integral model, which is Eq. (13) in the angles (6)-(7). With a
/// smoothing > 0 it is the regularised Eq. (17), which adds the square of the smoothing to that of
/// the denominator. It is exact for pure slip and for pure spin, whatever the blend, Eq. (11).
/// Without slip and smoothing it is zero. Pure and thread-safe; no allocation.
///
/// Requires smoothing_per_s >= 0 (eps_t).
PatchFriction ApproximateFriction(const PatchSlip& slip, const ContensouBlend& blend,
                                  double smoothing_per_s);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_CONTENSOU_FRICTION_H_
