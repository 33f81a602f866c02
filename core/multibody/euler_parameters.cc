#include "core/multibody/euler_parameters.h"

namespace carom {

Eigen::Matrix3d RotationMatrix(const EulerParameters& p) {
  const double e0 = p[0];
  const double e1 = p[1];
  const double e2 = p[2];
  const double e3 = p[3];
  Eigen::Matrix3d a;
  a << 2.0 * (e0 * e0 + e1 * e1) - 1.0, 2.0 * (e1 * e2 - e0 * e3), 2.0 * (e1 * e3 + e0 * e2),
      2.0 * (e1 * e2 + e0 * e3), 2.0 * (e0 * e0 + e2 * e2) - 1.0, 2.0 * (e2 * e3 - e0 * e1),
      2.0 * (e1 * e3 - e0 * e2), 2.0 * (e2 * e3 + e0 * e1), 2.0 * (e0 * e0 + e3 * e3) - 1.0;
  return a;
}

Eigen::Matrix<double, 3, 4> EulerParameterMatrix(const EulerParameters& p) {
  Eigen::Matrix<double, 3, 4> g;
  g << -p[1], p[0], -p[3], p[2],  //
      -p[2], p[3], p[0], -p[1],   //
      -p[3], -p[2], p[1], p[0];
  return g;
}

EulerParameters EulerParameterRate(const EulerParameters& p, const Vec3& omega) {
  const double x = omega[0];
  const double y = omega[1];
  const double z = omega[2];
  return {0.5 * (-p[1] * x - p[2] * y - p[3] * z), 0.5 * (p[0] * x + p[3] * y - p[2] * z),
          0.5 * (-p[3] * x + p[0] * y + p[1] * z), 0.5 * (p[2] * x - p[1] * y + p[0] * z)};
}

}  // namespace carom
