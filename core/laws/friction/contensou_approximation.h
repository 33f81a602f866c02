#ifndef CAROM_CORE_LAWS_FRICTION_CONTENSOU_APPROXIMATION_H_
#define CAROM_CORE_LAWS_FRICTION_CONTENSOU_APPROXIMATION_H_

#include "core/laws/friction/contensou_slip.h"

namespace carom {

/// The pressure moments c_ijk of Eq. (12) for the pressure (1). Four are proportional to the shift:
/// c_011 / d_s and c_101 / d_c are 3 pi / 32, c_010 / d_s and c_100 / d_c are 1/5. c_00-1 is
/// 3 pi / 16.
inline constexpr double kForceByShift = 0.29452431127404311;
inline constexpr double kMomentOfSpin = 0.58904862254808623;
inline constexpr double kMomentByShift = 0.2;

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

#endif  // CAROM_CORE_LAWS_FRICTION_CONTENSOU_APPROXIMATION_H_
