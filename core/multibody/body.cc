#include "core/multibody/body.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/base/portable_math.h"

namespace carom {

EulerParameters Product(const EulerParameters& p, const EulerParameters& q) {
  const Vec3 a = p.tail<3>();
  const Vec3 b = q.tail<3>();
  EulerParameters product;
  product[0] = p[0] * q[0] - a.dot(b);
  product.tail<3>() = p[0] * b + q[0] * a + a.cross(b);
  return product;
}

EulerParameters RotationBy(const Vec3& v) {
  const double angle = v.norm();
  if (!(angle > 0.0)) return NoRotation();
  EulerParameters p;
  p[0] = Cos(0.5 * angle);
  p.tail<3>() = Sin(0.5 * angle) / angle * v;
  return p;
}

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

namespace {

std::size_t Offset(int body) { return static_cast<std::size_t>(body) * kBodyStates; }

}  // namespace

BodyMotion ReadBody(std::span<const double> y, int body) {
  const double* s = y.data() + Offset(body);
  BodyMotion motion;
  motion.position_m = {s[0], s[1], s[2]};
  motion.orientation = {s[3], s[4], s[5], s[6]};
  motion.velocity_m_s = {s[7], s[8], s[9]};
  motion.spin_rad_s = {s[10], s[11], s[12]};
  return motion;
}

void WriteBody(const BodyMotion& motion, int body, std::span<double> y) {
  double* s = y.data() + Offset(body);
  for (int i = 0; i < 3; ++i) s[i] = motion.position_m[i];
  for (int i = 0; i < 4; ++i) s[3 + i] = motion.orientation[i];
  for (int i = 0; i < 3; ++i) s[7 + i] = motion.velocity_m_s[i];
  for (int i = 0; i < 3; ++i) s[10 + i] = motion.spin_rad_s[i];
}

double FastestBody(std::span<const double> y, int bodies) {
  double square = 0.0;
  for (int body = 0; body < bodies; ++body) {
    const Vec3 velocity_m_s = Eigen::Map<const Vec3>(y.data() + Offset(body) + 7);
    square = std::max(square, velocity_m_s.squaredNorm());
  }
  return std::sqrt(square);
}

Vec3 AngularAcceleration(const RigidBody& body, const BodyMotion& motion, const Vec3& moment_N_m) {
  const Vec3& j = body.inertia_kg_m2;
  const Eigen::Matrix3d rotation = RotationMatrix(motion.orientation);
  const Vec3 spin = rotation.transpose() * motion.spin_rad_s;
  const Vec3 momentum = j.cwiseProduct(spin);
  const Vec3 moment = rotation.transpose() * moment_N_m;
  const Vec3 net = moment - spin.cross(momentum);
  return rotation * net.cwiseQuotient(j);
}

}  // namespace carom
