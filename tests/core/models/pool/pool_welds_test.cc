// Balls welded in pairs, under the four methods of [Compliant pool table] 2, against closed forms;
// cloth and cushions welded to the ground, against those that are ground.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/base/constants.h"
#include "core/models/pool/pool_table.h"
#include "tests/core/models/pool/pool_rig.h"
#include "tests/testing/constraint_methods.h"

namespace carom::testing {
namespace {

// Two welded balls in line along x, the first at the origin, on a slate without friction.
PoolRig Pair(ConstraintMethod method) {
  PoolRig rig;
  rig.table.noses.clear();
  rig.settings.compliant.ball_ball = {HertzLaw{}, Frictionless{}};
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  rig.Add(Vec3(2.0 * kRadius_m, 0.0, kRadius_m), Vec3::Zero());
  rig.settings.compliant.welds = {{0, 1}};
  rig.settings.compliant.constraints.method = method;
  return rig;
}

// A ball that runs into two as one, without loss: of v it keeps (m - 2 m) / (m + 2 m) and gives
// them 2 m / (m + 2 m).
TEST(PoolWelds, ABallMeetsTwoAsOne) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    PoolRig rig = Pair(method);
    rig.Add(Vec3(-0.2, 0.0, kRadius_m), Vec3(1.0, 0.0, 0.0));
    const Record record = rig.Play(0.5);
    EXPECT_NEAR(record.final_states[2].velocity.x(), -1.0 / 3.0, 1e-6);
    for (const int ball : {0, 1}) {
      EXPECT_NEAR(record.final_states[static_cast<std::size_t>(ball)].velocity.x(), 2.0 / 3.0,
                  1e-6);
    }
  }
}

// Struck across with the momentum m u, the pair goes with u / 2 and turns about its middle with
// u / (2 R (1 + c)): its moment of inertia is 2 (c m R^2 + m R^2), the arm R.
TEST(PoolWelds, AStrikeSetsThePairInMotion) {
  for (const ConstraintMethod method : kConstraintMethods) {
    for (const double c : {0.4, 0.1}) {
      SCOPED_TRACE(static_cast<int>(method));
      PoolRig rig = Pair(method);
      for (BallSpec& ball : rig.balls) ball.inertia_ratio = c;
      CueStrike strike;
      strike.speed_m_s = 0.5;
      strike.azimuth_rad = kHalfPi;
      rig.shot.strike = strike;
      const double u =
          2.0 * strike.speed_m_s / (1.0 + kMass_kg / rig.settings.environment.cue.mass_kg);
      const double turning = u / (2.0 * kRadius_m * (1.0 + c));
      // Half a turn later the balls have changed places.
      const double until_s = kPi / turning;
      const Record record = rig.Play(until_s, WithEvents());
      const BallState& struck = record.event_states[0].after;
      // ConstraintOptions::tolerance, at the arm R.
      EXPECT_NEAR(struck.velocity.y(), 0.5 * u + kRadius_m * turning, 1e-9);
      EXPECT_NEAR(struck.spin.z(), -turning, 1e-9 / kRadius_m);
      for (const int ball : {0, 1}) {
        const BallState& end = record.final_states[static_cast<std::size_t>(ball)];
        EXPECT_NEAR(end.position.x(), ball == 0 ? 2.0 * kRadius_m : 0.0, 1e-6);
        EXPECT_NEAR(end.position.y(), 0.5 * u * until_s, 1e-6);
        EXPECT_NEAR(end.spin.z(), -turning, 1e-6);
      }
    }
  }
}

// [Compliant pool table] 2.3: Lagrange's multipliers let places drift, the others do not. The pair
// turns ten times at loose tolerances.
TEST(PoolWelds, OnlyMultipliersAloneDrift) {
  const auto violation = [](ConstraintMethod method) {
    PoolRig rig = Pair(method);
    constexpr double kTurning_rad_s = 20.0 * kPi;
    for (const int ball : {0, 1}) {
      BallState& state = rig.shot.start[static_cast<std::size_t>(ball)];
      state.spin = Vec3(0.0, 0.0, kTurning_rad_s);
      state.velocity.y() = (2 * ball - 1) * kRadius_m * kTurning_rad_s;
    }
    rig.settings.compliant.integration.relative_tolerance = 1e-5;
    rig.settings.compliant.integration.absolute_tolerance = 1e-7;
    Detail detail;
    detail.samples = detail.sample_violations = true;
    detail.sample_period_s = 0.1;
    const Record record = rig.Play(1.0, detail);
    EXPECT_EQ(record.stop_reason, StopReason::kAtTime);
    EXPECT_EQ(record.sample_violations.size(), 11u);
    EXPECT_LT(record.sample_violations.front()[0], 1e-16);
    return record.sample_violations.back();
  };
  const auto multipliers = violation(ConstraintMethod::kLagrangeMultipliers);
  const auto corrected = violation(ConstraintMethod::kDirectCorrection);
  EXPECT_GT(multipliers[0], 1e-7);
  EXPECT_LT(violation(ConstraintMethod::kBaumgarte)[0], 0.5 * multipliers[0]);
  EXPECT_LT(violation(ConstraintMethod::kAugmentedLagrangian)[0], 0.5 * multipliers[0]);
  EXPECT_LT(corrected[0], 1e-12);
  EXPECT_LT(corrected[1], 1e-12);
}

// A triangle of welds says six things twice.
TEST(PoolWelds, ARingIsForTheAugmentedLagrangianAlone) {
  for (const ConstraintMethod method : kConstraintMethods) {
    PoolRig rig = Pair(method);
    rig.Add(Vec3(kRadius_m, std::sqrt(3.0) * kRadius_m, kRadius_m), Vec3::Zero());
    rig.Add(Vec3(-0.2, 0.0, kRadius_m), Vec3(1.0, 0.0, 0.0));
    rig.settings.compliant.welds = {{0, 1}, {1, 2}, {2, 0}};
    const Record record = rig.Play(0.3);
    const bool bears = method == ConstraintMethod::kAugmentedLagrangian;
    EXPECT_EQ(record.stop_reason, bears ? StopReason::kAtTime : StopReason::kNumericalFailure);
  }
}

// What is left of a pair goes on as it went.
TEST(PoolWelds, AWeldEndsInAPocket) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    PoolRig rig = Pair(method);
    Pocket pocket;
    pocket.centre_m = Vec2(0.0, 0.5);
    pocket.radius_m = 0.04;
    rig.table.pockets.push_back(pocket);
    for (BallState& state : rig.shot.start) state.velocity = Vec3(0.0, 1.0, 0.0);
    const Record record = rig.Play(0.6);
    ASSERT_EQ(record.outcome.pocketed.size(), 1u);
    EXPECT_EQ(record.outcome.pocketed[0].ball, 0);
    const BallState& left = record.final_states[1];
    EXPECT_NEAR(left.position.y(), 0.6, 1e-9);
    EXPECT_NEAR(left.velocity.y(), 1.0, 1e-9);
    EXPECT_NEAR(left.spin.norm(), 0.0, 1e-9);
  }
}

// A cut on the cloth of a patch, a cushion with friction behind both balls.
PoolRig CutIntoACushion() {
  PoolRig rig;
  rig.settings.compliant.cloth_friction = PatchOfCloth{};
  rig.settings.compliant.cushion.friction = Ambrosio{.friction = 0.14};
  rig.Add(Vec3(0.0, 0.2, kRadius_m), Vec3(0.3, 1.5, 0.0));
  rig.Add(Vec3(0.06, 0.35, kRadius_m), Vec3::Zero());
  rig.settings.compliant.integration.relative_tolerance = 1e-9;
  rig.settings.compliant.integration.absolute_tolerance = 1e-11;
  return rig;
}

double Apart(const Record& a, const Record& b) {
  double apart = 0.0;
  for (std::size_t ball = 0; ball < 2; ++ball) {
    const BallState& first = a.final_states[ball];
    const BallState& second = b.final_states[ball];
    apart = std::max({apart, (first.position - second.position).norm(),
                      (first.velocity - second.velocity).norm(),
                      kRadius_m * (first.spin - second.spin).norm()});
  }
  return apart;
}

// What welds hold does not move, so that a shot is the same but for other roundings and steps: as
// far from that on the ground as this one is from itself at ten times the tolerances.
TEST(PoolWelds, OnAWeldedTableAShotIsTheSame) {
  PoolRig rig = CutIntoACushion();
  constexpr double kUntil_s = 0.6;
  const Record ground = rig.Play(kUntil_s, WithEvents());
  IntegrationSpec& integration = rig.settings.compliant.integration;
  integration.relative_tolerance *= 10.0;
  integration.absolute_tolerance *= 10.0;
  const double tolerance = Apart(ground, rig.Play(kUntil_s));
  integration.relative_tolerance /= 10.0;
  integration.absolute_tolerance /= 10.0;
  rig.settings.compliant.welded_table = true;
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    rig.settings.compliant.constraints.method = method;
    Detail detail = WithEvents();
    detail.samples = detail.sample_violations = detail.sample_orientations = true;
    detail.sample_period_s = 0.1;
    const Record welded = rig.Play(kUntil_s, detail);
    ASSERT_EQ(welded.events.size(), ground.events.size());
    for (std::size_t i = 0; i < ground.events.size(); ++i) {
      EXPECT_EQ(welded.events[i].kind, ground.events[i].kind);
      EXPECT_EQ(welded.events[i].ball, ground.events[i].ball);
      EXPECT_EQ(welded.events[i].other, ground.events[i].other);
    }
    EXPECT_EQ(welded.outcome.cushions_total, ground.outcome.cushions_total);
    EXPECT_LT(Apart(welded, ground), tolerance);
    EXPECT_EQ(welded.sample_orientations.size(), 2 * welded.sample_times_s.size())
        << "of balls alone";
    // What an acceleration of ConstraintOptions::tolerance makes of it.
    const double drift = 0.5 * rig.settings.compliant.constraints.tolerance * kUntil_s * kUntil_s;
    for (const auto& violation : welded.sample_violations) EXPECT_LT(violation[0], drift);
  }
}

// All that welds bear is the weight of all bodies less what accelerates them; each bears what
// presses and rubs on its body, and that body's weight.
TEST(PoolWelds, WeldsBearWhatTheTableBears) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    PoolRig rig = CutIntoACushion();
    rig.settings.compliant.welded_table = true;
    rig.settings.compliant.constraints.method = method;
    // Half a millimetre in the cushion, still on the way.
    rig.shot.start[0].position.y() = 0.635 - kRadius_m + 5e-4;
    rig.shot.start[0].spin = Vec3(20.0, 0.0, 30.0);
    const CompliantWorld world = {rig.table, rig.settings.environment, rig.settings.compliant,
                                  rig.balls};
    const PoolTableModel model = MakeWeldedTable(world, rig.shot.start);
    ASSERT_EQ(model.spec.bodies.size(), 2u + 1u + 2u) << "balls, cloth, cushions";
    MultibodySystem system(model.spec);
    const std::vector<double> y =
        system.Start(StartMotions(model, rig.settings.compliant, rig.balls, rig.shot.start));
    const auto accelerations = system.AccelerationsAt(0.0, y);
    Vec3 borne = Vec3::Zero();
    Vec3 inertial = Vec3::Zero();
    for (std::size_t i = 0; i < model.spec.bodies.size(); ++i) {
      const double mass = model.spec.bodies[i].mass_kg;
      inertial += mass * (accelerations[i].linear_m_s2 - model.spec.gravity_m_s2);
      if (i < 2) continue;
      EXPECT_LT(accelerations[i].linear_m_s2.norm(), 1e-7);
      Load load = {mass * model.spec.gravity_m_s2, Vec3::Zero()};
      for (int p = 0; p < static_cast<int>(model.contacts.size()); ++p) {
        if (model.spec.contacts[static_cast<std::size_t>(p)].other != static_cast<int>(i)) continue;
        const ContactForces forces = system.ForcesAt(p, y);
        load.AddAt(forces.other_arm_m, -forces.normal_N * forces.normal - forces.friction_N);
        load.moment_N_m -= forces.moment_N_m;
      }
      const auto lambda = system.constraints()->Multipliers(static_cast<int>(i) - 2);
      const Vec3 force(lambda[0], lambda[1], lambda[2]);
      const Vec3 moment(lambda[3], lambda[4], lambda[5]);
      EXPECT_LT((force + load.force_N).norm(), 1e-7);
      EXPECT_LT((moment + load.moment_N_m).norm(), 1e-7);
      borne += force;
    }
    EXPECT_LT(borne.y(), -10.0) << "the cushion holds the ball";
    EXPECT_LT((borne - inertial).norm(), 1e-6);
  }
}

std::string ErrorOf(PoolRig& rig) {
  const auto scene = Scene::Make(std::make_shared<Table>(rig.table),
                                 std::make_shared<Settings>(rig.settings), rig.balls);
  if (!scene.ok()) return std::string(scene.status().message());
  Workspace workspace;
  Record record;
  return std::string(
      Simulate(*scene, rig.shot, Detail(), StopToken(), workspace, record).message());
}

TEST(PoolWelds, ATableOfManyNosesIsNotWelded) {
  PoolRig rig = CutIntoACushion();
  rig.settings.compliant.welded_table = true;
  rig.table.noses.assign(33, rig.table.noses.front());
  EXPECT_EQ(ErrorOf(rig),
            "settings.compliant.welded_table: true must be false on a table of more than 32 noses");
}

TEST(PoolWelds, WhatCannotBeWeldedIsRefused) {
  const auto error = [](std::vector<BallWeld> welds) {
    PoolRig rig = Pair(ConstraintMethod::kBaumgarte);
    rig.Add(Vec3(2.0 * kRadius_m, 2.0 * kRadius_m + 2e-5, kRadius_m), Vec3::Zero());
    rig.settings.compliant.welds = std::move(welds);
    rig.settings.environment.limits.max_time_s = 0.0;
    return ErrorOf(rig);
  };
  const std::string path = "settings.compliant.welds";
  EXPECT_EQ(error({{0, 1}}), "");
  EXPECT_EQ(error({{0, 1}, {1, 1}}), path + "[1].second: 1 must be another ball than the first");
  EXPECT_EQ(error({{0, 1}, {1, 0}}),
            path + "[1]: balls 1 and 0 must be a pair that is not welded yet");
  EXPECT_EQ(error({{0, 3}}), path + "[0].second: 3 must be below 3, the number of balls");
  EXPECT_EQ(error({{-1, 0}}), path + "[0].first: -1 must be below 3, the number of balls");
  EXPECT_EQ(error({{0, 1}, {1, 2}}).find(path + "[1]: balls 1 and 2, "), 0u);
  EXPECT_NE(error({{1, 2}}).find("must be touching, within 1e-05 m"), std::string::npos);
  EXPECT_EQ(error(std::vector<BallWeld>(9, {0, 1})), path + ": 9 entries must be at most 8");

  PoolRig frozen = Pair(ConstraintMethod::kBaumgarte);
  frozen.settings.compliant.horizontal = true;
  EXPECT_EQ(ErrorOf(frozen),
            path + ": 1 entries must be none with `horizontal`, which freezes heights");
  PoolRig potted = Pair(ConstraintMethod::kBaumgarte);
  potted.shot.start[1].motion = MotionState::kPocketed;
  EXPECT_EQ(ErrorOf(potted), path + "[0]: balls 0 and 1 must be both in play");
  PoolRig wrong = Pair(ConstraintMethod::kBaumgarte);
  wrong.settings.compliant.constraints.penalty = 0.0;
  EXPECT_EQ(ErrorOf(wrong), "settings.compliant.constraints.penalty: 0 must be in [1, 1e+15]");
}

}  // namespace
}  // namespace carom::testing
