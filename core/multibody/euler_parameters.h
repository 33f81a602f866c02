#ifndef CAROM_CORE_MULTIBODY_EULER_PARAMETERS_H_
#define CAROM_CORE_MULTIBODY_EULER_PARAMETERS_H_

#include <Eigen/Core>

#include "core/base/vec3.h"

namespace carom {

/// Euler parameters (e0, e1, e2, e3) of a body's orientation, a unit quaternion with its scalar
/// first: [Compliant pool table] (2.5)-(2.7).
using EulerParameters = Eigen::Vector4d;

inline EulerParameters NoRotation() { return {1.0, 0.0, 0.0, 0.0}; }

/// The rotation matrix A of (2.3), from the body's frame to frame W. Requires |p| = 1.
Eigen::Matrix3d RotationMatrix(const EulerParameters& p);

/// dp/dt of a body that turns with `omega`, rad/s, frame W: p' = G^T omega / 2, with G below.
inline EulerParameters EulerParameterRate(const EulerParameters& p, const Vec3& omega) {
  const double x = omega[0];
  const double y = omega[1];
  const double z = omega[2];
  return {0.5 * (-p[1] * x - p[2] * y - p[3] * z), 0.5 * (p[0] * x + p[3] * y - p[2] * z),
          0.5 * (-p[3] * x + p[0] * y + p[1] * z), 0.5 * (p[2] * x - p[1] * y + p[0] * z)};
}

/// The 3x4 matrix G of omega = 2 G p' (frame W).
Eigen::Matrix<double, 3, 4> EulerParameterMatrix(const EulerParameters& p);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_EULER_PARAMETERS_H_
