#ifndef CAROM_TESTS_CORE_LAWS_STATES_H_
#define CAROM_TESTS_CORE_LAWS_STATES_H_

#include <gtest/gtest.h>

#include "core/laws/impact.h"

namespace carom::testing {

inline constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// A default ball.
inline const BallSpec kBall;

/// Of a rail across +x, towards the table.
inline const Vec3 kRailNormal(-1.0, 0.0, 0.0);

inline BallState Moving(const Vec3& velocity, const Vec3& spin) {
  BallState ball;
  ball.velocity = velocity;
  ball.spin = spin;
  return ball;
}

/// The spin of a ball that rolls on the cloth at this velocity.
inline Vec3 RollingSpin(const Vec3& velocity, double radius_m) {
  return Vec3(-velocity.y(), velocity.x(), 0.0) / radius_m;
}

inline double KineticEnergy(const BallSpec& spec, const BallState& ball) {
  return 0.5 * spec.mass_kg * ball.velocity.squaredNorm() +
         0.5 * spec.Inertia() * ball.spin.squaredNorm();
}

inline void ExpectNear(const Vec3& actual, const Vec3& expected, double tolerance,
                       const char* what) {
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), tolerance)
      << what << ": " << actual.transpose() << " instead of " << expected.transpose();
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_LAWS_STATES_H_
