#ifndef CAROM_CORE_MATH_NYSTROM_TABLEAU_H_
#define CAROM_CORE_MATH_NYSTROM_TABLEAU_H_

#include <array>

namespace carom {

/// The coefficients of RKN6(4)6FM [Dormand, El-Mikkawy & Prince 1987], a pair of Runge-Kutta-
/// Nystrom formulas for y'' = f(y), which does without the first derivative:
///
///   f_i    = f(y + c_i h y' + h^2 sum_j a_ij f_j)
///   y_end  = y + h y' + h^2 sum_i b_i f_i,   y'_end = y' + h sum_i d_i f_i
///
/// Row kAi combines the stages before stage i. The sixth stage is the end of the step (kA6 is b),
/// where the next one begins. The sixth order leads; the differences to the fourth tell the error.
struct NystromTableau {
  static constexpr std::array<double, 6> kNode = {0.0,        1.0 / 10.0,  3.0 / 10.0,
                                                  7.0 / 10.0, 17.0 / 25.0, 1.0};
  static constexpr std::array<double, 1> kA2 = {1.0 / 200.0};
  static constexpr std::array<double, 2> kA3 = {-1.0 / 2200.0, 1.0 / 22.0};
  static constexpr std::array<double, 3> kA4 = {637.0 / 6600.0, -7.0 / 110.0, 7.0 / 33.0};
  static constexpr std::array<double, 4> kA5 = {225437.0 / 1968750.0, -30073.0 / 281250.0,
                                                65569.0 / 281250.0, -9367.0 / 984375.0};
  static constexpr std::array<double, 5> kA6 = {151.0 / 2142.0, 5.0 / 116.0, 385.0 / 1368.0,
                                                55.0 / 168.0, -6250.0 / 28101.0};
  /// d, of y'.
  static constexpr std::array<double, 6> kRate = {
      151.0 / 2142.0, 25.0 / 522.0, 275.0 / 684.0, 275.0 / 252.0, -78125.0 / 112404.0, 1.0 / 12.0};
  /// Sixth-order weights less fourth-order ones, of y and of y'.
  static constexpr std::array<double, 5> kDifference = {
      151.0 / 2142.0 - 1349.0 / 157500.0, 5.0 / 116.0 - 7873.0 / 50000.0,
      385.0 / 1368.0 - 192199.0 / 900000.0, 55.0 / 168.0 - 521683.0 / 2100000.0,
      -6250.0 / 28101.0 + 16.0 / 125.0};
  static constexpr std::array<double, 5> kRateDifference = {
      151.0 / 2142.0 - 1349.0 / 157500.0, 25.0 / 522.0 - 7873.0 / 45000.0,
      275.0 / 684.0 - 27457.0 / 90000.0, 275.0 / 252.0 - 521683.0 / 630000.0,
      -78125.0 / 112404.0 + 2.0 / 5.0};
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_NYSTROM_TABLEAU_H_
