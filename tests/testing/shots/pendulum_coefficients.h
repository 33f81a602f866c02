#ifndef CAROM_TESTS_TESTING_SHOTS_PENDULUM_COEFFICIENTS_H_
#define CAROM_TESTS_TESTING_SHOTS_PENDULUM_COEFFICIENTS_H_

#include <Eigen/Core>

#include "core/models/pendulum/double_pendulum.h"

namespace carom::testing {

/// alpha, gamma and epsilon as [Double pendulum] Eq. (36) writes them out, 1/kg.
struct PendulumCoefficients {
  double alpha = 0.0;
  double gamma = 0.0;
  double epsilon = 0.0;
};

/// In the first line of E_i one bracket of "(l_c m_2 (l_2 + r (1 + cos psi_2) - I_2 - l_c^2 m_2 )"
/// does not close.
enum class Bracket {
  kBeforeI2,   ///< l_c m_2 (l_2 + r (1 + cos psi_2)) - I_2 - l_c^2 m_2: the units agree.
  kAfterLcM2,  ///< l_c m_2 (l_2 + r (1 + cos psi_2) - I_2 - l_c^2 m_2): the only other place.
};

PendulumCoefficients PrintedCoefficients(const DoublePendulum& pendulum,
                                         const Eigen::Vector2d& angle_rad, Bracket bracket);

/// |A| of Eq. (6), kg^2 m^4.
double PrintedDeterminant(const DoublePendulum& pendulum, const Eigen::Vector2d& angle_rad);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_PENDULUM_COEFFICIENTS_H_
