#ifndef CAROM_CORE_MATH_RUNGE_KUTTA_TABLEAUS_H_
#define CAROM_CORE_MATH_RUNGE_KUTTA_TABLEAUS_H_

#include <array>

namespace carom {

/// The coefficients of RK5(4)7M [Dormand & Prince 1980, Table 2]. Row kAi combines the slopes of
/// the stages before stage i; the seventh stage is the slope at the end, where kFifth leads.
struct DormandPrinceTableau {
  static constexpr std::array<double, 1> kA2 = {1.0 / 5.0};
  static constexpr std::array<double, 2> kA3 = {3.0 / 40.0, 9.0 / 40.0};
  static constexpr std::array<double, 3> kA4 = {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0};
  static constexpr std::array<double, 4> kA5 = {19372.0 / 6561.0, -25360.0 / 2187.0,
                                                64448.0 / 6561.0, -212.0 / 729.0};
  static constexpr std::array<double, 5> kA6 = {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0,
                                                49.0 / 176.0, -5103.0 / 18656.0};
  static constexpr std::array<double, 6> kFifth = {
      35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0};
  /// Fifth-order weights less fourth-order ones.
  static constexpr std::array<double, 7> kDifference = {
      71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
      -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
};

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

#endif  // CAROM_CORE_MATH_RUNGE_KUTTA_TABLEAUS_H_
