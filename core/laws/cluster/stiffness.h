#ifndef CAROM_CORE_LAWS_CLUSTER_STIFFNESS_H_
#define CAROM_CORE_LAWS_CLUSTER_STIFFNESS_H_

#include <cmath>

namespace carom {

/// Hertz's stiffness K of a contact, force = K d^(3/2), N/m^(3/2): K = (4/3) E* sqrt(R*), with
/// 1/E* = sum (1 - nu^2)/E and 1/R* = sum 1/R of the two sides. [Compliant pool table] (3.4)-(3.6)
///
/// The outcome of an impact of a group depends on the ratios of its contacts' K only, not on their
/// scale. Beside balls of phenolic resin as 1:
///   slate   2.8      a rigid plane: slate is ten times as stiff as resin, its cloth is thin
///   cushion 1/355    rubber; contacts with it last some ten times as long as those of balls
inline constexpr double kResinModulus_Pa = 5.84e9;
inline constexpr double kResinPoisson = 0.34;
inline constexpr double kCushionModulus_Pa = 5e6;
inline constexpr double kCushionPoisson = 0.49;

namespace internal {

/// (1 - nu^2)/E, 1/Pa.
constexpr double Softness(double modulus_Pa, double poisson) {
  return (1.0 - poisson * poisson) / modulus_Pa;
}

inline double HertzStiffness(double softness, double radius_m) {
  return 4.0 / 3.0 / softness * std::sqrt(radius_m);
}

}  // namespace internal

/// Two balls of phenolic resin.
inline double BallBallStiffness(double radius_a_m, double radius_b_m) {
  return internal::HertzStiffness(2.0 * internal::Softness(kResinModulus_Pa, kResinPoisson),
                                  radius_a_m * radius_b_m / (radius_a_m + radius_b_m));
}

/// A ball and something flat and rigid: slate, rail top, rim of a pocket.
inline double SlateStiffness(double radius_m) {
  return internal::HertzStiffness(internal::Softness(kResinModulus_Pa, kResinPoisson), radius_m);
}

/// A ball and the rubber of a nose or jaw.
inline double CushionStiffness(double radius_m) {
  return internal::HertzStiffness(internal::Softness(kResinModulus_Pa, kResinPoisson) +
                                      internal::Softness(kCushionModulus_Pa, kCushionPoisson),
                                  radius_m);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_CLUSTER_STIFFNESS_H_
