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

}  // namespace carom
