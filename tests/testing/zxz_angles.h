#ifndef CAROM_TESTS_TESTING_ZXZ_ANGLES_H_
#define CAROM_TESTS_TESTING_ZXZ_ANGLES_H_

#include "core/base/portable_math.h"
#include "core/multibody/body.h"

namespace carom {

/// The parameters of a rotation by the zxz Euler angles (psi, theta, sigma) of
/// [Compliant pool table] (2.4), rad.
inline EulerParameters FromZxzAngles(double psi, double theta, double sigma) {
  const double half_sum = 0.5 * (psi + sigma);
  const double half_difference = 0.5 * (psi - sigma);
  const double c = Cos(0.5 * theta);
  const double s = Sin(0.5 * theta);
  return {c * Cos(half_sum), s * Cos(half_difference), s * Sin(half_difference), c * Sin(half_sum)};
}

/// The matrix B of omega = B (psi', theta', sigma')^T, frame W. det B = -sin(theta): where theta is
/// 0 or pi the rates of the angles do not exist for most omega, which is why the core has Euler
/// parameters.
inline Eigen::Matrix3d ZxzRateMatrix(double psi, double theta) {
  Eigen::Matrix3d b;
  b << 0.0, Cos(psi), Sin(theta) * Sin(psi),  //
      0.0, Sin(psi), -Sin(theta) * Cos(psi),  //
      1.0, 0.0, Cos(theta);
  return b;
}

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_ZXZ_ANGLES_H_
