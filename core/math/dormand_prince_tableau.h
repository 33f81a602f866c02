#ifndef CAROM_CORE_MATH_DORMAND_PRINCE_TABLEAU_H_
#define CAROM_CORE_MATH_DORMAND_PRINCE_TABLEAU_H_

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

}  // namespace carom

#endif  // CAROM_CORE_MATH_DORMAND_PRINCE_TABLEAU_H_
