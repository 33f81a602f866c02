#include <gtest/gtest.h>

#include "core/base/portable_math.h"
#include "core/multibody/body.h"
#include "tests/testing/zxz_angles.h"

namespace carom {
namespace {

// catalogue D-21
TEST(EulerParameters, OfZxzAngles) {
  const EulerParameters p = FromZxzAngles(0.3, 0.7, -0.4);
  EXPECT_NEAR(p[0], 0.938198741564246, 1e-14);
  EXPECT_NEAR(p[1], 0.322108843618846, 1e-14);
  EXPECT_NEAR(p[2], 0.117578906357756, 1e-14);
  EXPECT_NEAR(p[3], -0.0469490678236555, 1e-14);
  const Eigen::Matrix3d a = RotationMatrix(p);
  EXPECT_NEAR(a(0, 0), 0.967941971620408, 1e-14);
  EXPECT_NEAR(a(0, 1), 0.163841523821266, 1e-14);
  EXPECT_NEAR(a(0, 2), 0.190379344067373, 1e-14);
}

// [Compliant pool table] (2.4), written out here from the paper.
TEST(EulerParameters, GiveThePapersRotation) {
  const double psi = 1.1;
  const double theta = -0.6;
  const double sigma = 2.3;
  const double cp = Cos(psi), sp = Sin(psi), ct = Cos(theta), st = Sin(theta);
  const double cs = Cos(sigma), ss = Sin(sigma);
  Eigen::Matrix3d a;
  a << cp * cs - sp * ct * ss, -cp * ss - sp * ct * cs, sp * st,  //
      sp * cs + cp * ct * ss, -sp * ss + cp * ct * cs, -cp * st,  //
      st * ss, st * cs, ct;
  EXPECT_LT((RotationMatrix(FromZxzAngles(psi, theta, sigma)) - a).cwiseAbs().maxCoeff(), 1e-15);
}

// A' = Tilde(omega) A, by a central difference along p'.
TEST(EulerParameters, RateTurnsTheBody) {
  const EulerParameters p = FromZxzAngles(0.3, 0.7, -0.4);
  const Vec3 omega(0.4, -1.2, 2.5);
  const EulerParameters rate = EulerParameterRate(p, omega);
  EXPECT_NEAR(p.dot(rate), 0.0, 1e-16);
  EXPECT_LT((2.0 * EulerParameterMatrix(p) * rate - omega).norm(), 1e-15);
  constexpr double kStep = 1e-5;
  const Eigen::Matrix3d difference =
      (RotationMatrix(p + kStep * rate) - RotationMatrix(p - kStep * rate)) / (2.0 * kStep);
  for (int i = 0; i < 3; ++i) {
    const Vec3 column = RotationMatrix(p).col(i);
    EXPECT_LT((difference.col(i) - omega.cross(column)).norm(), 1e-9);
  }
}

// B gives the spin of the angles' rates, and no rates give a spin about e_y at theta = 0.
TEST(ZxzAngles, AreSingularAtThetaZero) {
  const Eigen::Matrix3d b = ZxzRateMatrix(0.3, 0.7);
  EXPECT_NEAR(b.determinant(), -Sin(0.7), 1e-15);
  constexpr double kStep = 1e-6;
  const Vec3 rates(0.5, -0.3, 0.8);
  const Eigen::Matrix3d later = RotationMatrix(
      FromZxzAngles(0.3 + kStep * rates[0], 0.7 + kStep * rates[1], -0.4 + kStep * rates[2]));
  const Eigen::Matrix3d earlier = RotationMatrix(
      FromZxzAngles(0.3 - kStep * rates[0], 0.7 - kStep * rates[1], -0.4 - kStep * rates[2]));
  const Eigen::Matrix3d turning =
      (later - earlier) / (2.0 * kStep) * RotationMatrix(FromZxzAngles(0.3, 0.7, -0.4)).transpose();
  const Vec3 omega(turning(2, 1), turning(0, 2), turning(1, 0));
  EXPECT_LT((b * rates - omega).norm(), 1e-9);
  EXPECT_EQ(ZxzRateMatrix(0.3, 0.0).determinant(), 0.0);
}

}  // namespace
}  // namespace carom
