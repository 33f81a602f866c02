#ifndef CAROM_TESTS_CORE_MULTIBODY_FREE_BALLS_H_
#define CAROM_TESTS_CORE_MULTIBODY_FREE_BALLS_H_

#include <span>
#include <vector>

#include "core/laws/friction/slip_friction.h"
#include "core/laws/normal/normal_law.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/multibody_system.h"
#include "tests/testing/pool_ball.h"

namespace carom::testing {

// Of two balls.
inline constexpr double kStiffness = 526200160.05752;  // catalogue C-01

struct BallContact {
  NormalLaw normal = HertzLaw{};
  SlipFriction friction = Frictionless{};
};

// The balls of [Compliant pool table], which meet nothing but each other and feel no gravity.
inline MultibodySpec FreeBalls(int count, const BallContact& contact) {
  MultibodySpec spec;
  spec.gravity_m_s2 = Vec3::Zero();
  const double inertia = 0.4 * kMass_kg * kRadius_m * kRadius_m;
  spec.bodies.assign(static_cast<std::size_t>(count), {kMass_kg, Vec3::Constant(inertia)});
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) {
      spec.contacts.push_back({.sphere = a,
                               .radius_m = kRadius_m,
                               .other = b,
                               .surface = BallSurface{kRadius_m},
                               .normal = MakeNormalForce(contact.normal, kStiffness),
                               .friction = contact.friction});
    }
  }
  return spec;
}

// Plays a system to `duration_s` at tight tolerances.
inline std::vector<BodyMotion> Play(MultibodySystem& system, std::span<const BodyMotion> start,
                                    double duration_s) {
  std::vector<double> y = system.Start(start);
  IvpObserver nobody;
  IvpOptions options;
  options.relative_tolerance = 1e-12;
  options.absolute_tolerance = 1e-13;
  Integrator integrator;
  const IvpResult result = integrator.Run(system, 0.0, y, duration_s, options, {}, nobody);
  if (result.end != IvpEnd::kComplete) return {};
  std::vector<BodyMotion> motions;
  for (int i = 0; i < system.body_count(); ++i) motions.push_back(ReadBody(y, i));
  return motions;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_MULTIBODY_FREE_BALLS_H_
