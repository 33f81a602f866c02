// A multibody system whose guards are not located, as the papers' integrators run it: a contact is
// noticed within a step, so that the control of a step's error sees it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/laws/normal/normal_law.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/multibody_system.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kMass_kg;
using testing::kRadius_m;

constexpr double kStiffness = 1.25e9;  // N/m^1.5

RigidBody Ball() { return {kMass_kg, Vec3::Constant(0.4 * kMass_kg * kRadius_m * kRadius_m)}; }

NormalForceLaw StiffLaw(const NormalLaw& law) { return MakeNormalForce(law, kStiffness); }

MultibodySpec OverAPlane(const NormalLaw& law) {
  MultibodySpec spec;
  spec.bodies = {Ball()};
  spec.contacts = {{.sphere = 0,
                    .radius_m = kRadius_m,
                    .surface = Plane(),
                    .normal = StiffLaw(law),
                    .friction = SlipFriction(Frictionless{})}};
  return spec;
}

struct End {
  double energy_change = 0.0;  // Of the whole, relative to the start.
  double balance = 0.0;        // With the losses, relative to the start.
  Vec3 position_m = Vec3::Zero();
  int64_t evaluations = 0;
};

End Play(const MultibodySpec& spec, const std::vector<BodyMotion>& start, double duration_s,
         const IvpOptions& options) {
  MultibodySystem system(spec);
  std::vector<double> y = system.Start(start);
  const auto whole = [&] {
    const EnergyAccount account = system.Energy(y);
    return account.kinetic + account.potential + account.elastic;
  };
  const double energy = whole();
  IvpObserver silent;
  const IvpResult result = Integrator().Run(system, 0.0, y, duration_s, options, {}, silent);
  EXPECT_EQ(result.end, IvpEnd::kComplete);
  const double total = system.Energy(y).Total();
  return {whole() / energy - 1.0, total / energy - 1.0, ReadBody(y, 0).position_m,
          result.cost.evaluations};
}

IvpOptions Guardless(double tolerance) {
  return {.relative_tolerance = tolerance, .absolute_tolerance = tolerance, .locate_guards = false};
}

// catalogue D-05, its last line: at 1e-12 a ball that drops without loss keeps its energy to 1e-8
// for 2 s of bounces, guards or not.
TEST(Guardless, SharpStepsKeepTheEnergyOfABouncingBall) {
  const BodyMotion ball{.position_m = Vec3(0.0, 0.0, 0.1)};
  const End end = Play(OverAPlane(HertzLaw{}), {ball}, 2.0, Guardless(1e-12));
  EXPECT_LT(std::fabs(end.energy_change), 1e-8);
}

// Guards and sharp steps are two ways to the same end, through a damped impact of two balls.
TEST(Guardless, TwoBallsGoWhereGuardsTakeThem) {
  MultibodySpec spec;
  spec.gravity_m_s2 = Vec3::Zero();
  spec.bodies = {Ball(), Ball()};
  spec.contacts = {{.sphere = 0,
                    .radius_m = kRadius_m,
                    .other = 1,
                    .surface = BallSurface{kRadius_m},
                    .normal = StiffLaw(LankaraniNikravesh{{.restitution = 0.93}}),
                    .friction = SlipFriction(RegularCoulomb{})}};
  BodyMotion cue;
  cue.velocity_m_s = Vec3(2.0, 0.0, 0.0);
  BodyMotion object{.position_m = Vec3(0.3, 0.01, 0.0)};
  IvpOptions located = Guardless(1e-12);
  located.locate_guards = true;
  const End with = Play(spec, {cue, object}, 0.2, located);
  const End without = Play(spec, {cue, object}, 0.2, Guardless(1e-12));
  EXPECT_LT((with.position_m - without.position_m).norm(), 1e-7);
  EXPECT_LT(std::fabs(without.balance), 1e-6);
  EXPECT_LT(without.energy_change, -0.01);  // It was damped.
}

// The artefact of [Smooth contact] Fig 6 is there at loose tolerances. (How large it gets is a
// matter of the tool's step control: bounce_test.cc has the catalogue's.)
TEST(Guardless, LooseStepsMissTheEnergy) {
  double greatest = 0.0;
  for (int i = 0; i < 20; ++i) {
    const BodyMotion ball{.position_m = Vec3(0.0, 0.0, kRadius_m + 0.09 + 1e-3 * i)};
    IvpOptions options = Guardless(1e-3);
    options.absolute_tolerance = 1e-6;
    const End end = Play(OverAPlane(HertzLaw{}), {ball}, 2.0, options);
    greatest = std::max(greatest, std::fabs(end.energy_change));
  }
  EXPECT_GT(greatest, 1e-2);
}

}  // namespace
}  // namespace carom
