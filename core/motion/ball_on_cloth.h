#ifndef CAROM_CORE_MOTION_BALL_ON_CLOTH_H_
#define CAROM_CORE_MOTION_BALL_ON_CLOTH_H_

#include "core/table/ball.h"
#include "core/table/environment.h"

namespace carom {

/// What the laws of motion (core/motion/motion.h) need of one ball on one cloth, computed once,
/// over a kind of number.
template <class Number>
struct BallOnClothOf {
  BallOnClothOf(Number radius, Number gravity, Number sliding_friction, Number rolling_friction,
                Number spinning_friction, const FactorTableOf<Number>& factor)
      : radius_m(radius),
        gravity_m_s2(gravity),
        slide_m_s2(sliding_friction * gravity),
        roll_m_s2(rolling_friction * gravity *
                  (factor.IsConstant() ? factor.At(0.0) : Number(1.0))),
        slide_spin_rad_s2(2.5 * slide_m_s2 / radius),
        spin_z_rad_s2(2.5 * spinning_friction * gravity / radius),
        stopped_square_m2_s2(2.0 * kLeastPath_m * rolling_friction * gravity * factor.At(0.0)),
        rolling_factor(factor) {}
  BallOnClothOf(const BallSpec& ball, const Environment& environment)
      : BallOnClothOf(ball.radius_m, environment.gravity_m_s2, environment.cloth.sliding_friction,
                      environment.cloth.rolling_friction, environment.cloth.spinning_friction,
                      environment.cloth.rolling_factor) {}

  /// Whether a rolling ball slows at roll_m_s2 whatever its speed.
  bool RollsEvenly() const { return rolling_factor.IsConstant() || roll_m_s2 == Number(0.0); }

  Number radius_m;
  Number gravity_m_s2;
  Number slide_m_s2;            ///< mu_s g
  Number roll_m_s2;             ///< mu_r g; times rolling_factor unless that is constant.
  Number slide_spin_rad_s2;     ///< 5 mu_s g / (2 R)
  Number spin_z_rad_s2;         ///< 5 mu_sp g / (2 R)
  Number stopped_square_m2_s2;  ///< 2 mu_r g kLeastPath_m: rolling at v takes v^2 / (2 mu_r g).
  FactorTableOf<Number> rolling_factor;  ///< Of speed.
};

using BallOnCloth = BallOnClothOf<double>;

}  // namespace carom

#endif  // CAROM_CORE_MOTION_BALL_ON_CLOTH_H_
