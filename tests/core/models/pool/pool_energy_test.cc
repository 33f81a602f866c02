// The account of energy of compliant shots, sampled, against closed forms.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/models/pool/pool_record.h"
#include "core/models/pool/pool_table.h"
#include "tests/core/models/pool/pool_rig.h"

namespace carom::testing {
namespace {

enum EnergyTerm { kKinetic, kPotential, kElastic, kDissipated, kGivenAway, kResidual };

constexpr double kStart_m_s = 2.0;

Detail Sampled(double period_s) {
  Detail detail;
  detail.samples = detail.sample_energies = true;
  detail.sample_period_s = period_s;
  return detail;
}

// No cushions, heights frozen.
PoolRig Slate() {
  PoolRig rig;
  rig.table.noses.clear();
  rig.settings.compliant.horizontal = true;
  return rig;
}

double Sum(const EnergyRow& row) {
  return row[kKinetic] + row[kPotential] + row[kElastic] + row[kDissipated] + row[kGivenAway];
}

// A ball without spin keeps m v0^2 / (2 (1 + c)) once it rolls; friction takes the rest.
TEST(PoolEnergy, FrictionTakesWhatASlidingBallLoses) {
  for (const double c : {0.2, 0.4, 2.0 / 3.0}) {
    PoolRig rig = Slate();
    rig.settings.compliant.cloth_friction = SlipFriction(RegularCoulomb{0.2, 1e-4});
    rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(kStart_m_s, 0.0, 0.0));
    rig.balls[0].inertia_ratio = c;
    const Record record = rig.Play(1.0, Sampled(1.0));
    ASSERT_EQ(record.sample_energies.size(), 2u);
    const double start_J = 0.5 * kMass_kg * kStart_m_s * kStart_m_s;
    EXPECT_NEAR(record.sample_energies[0][kKinetic], start_J, 1e-15);
    EXPECT_EQ(record.sample_energies[0][kResidual], 0.0);
    EXPECT_NEAR(record.sample_energies[1][kKinetic], start_J / (1.0 + c), 1e-7);
    EXPECT_NEAR(record.sample_energies[1][kDissipated], start_J * c / (1.0 + c), 1e-7);
    EXPECT_LT(std::fabs(record.sample_energies[1][kResidual]), 1e-7);
  }
}

// m g z, and m (g t)^2 / 2 after t.
TEST(PoolEnergy, OfABallThatFalls) {
  PoolRig rig;
  rig.table.noses.clear();
  constexpr double kHeight_m = 0.3;
  rig.Add(Vec3(0.0, 0.0, kHeight_m), Vec3::Zero());
  constexpr double kTime_s = 0.2;
  const Record record = rig.Play(kTime_s, Sampled(kTime_s));
  ASSERT_EQ(record.sample_energies.size(), 2u);
  EXPECT_NEAR(record.sample_energies[0][kPotential], kMass_kg * kGravity * kHeight_m, 1e-14);
  const double kinetic_J = 0.5 * kMass_kg * std::pow(kGravity * kTime_s, 2);
  EXPECT_NEAR(record.sample_energies[1][kKinetic], kinetic_J, 1e-10);
  EXPECT_NEAR(record.sample_energies[1][kPotential], kMass_kg * kGravity * kHeight_m - kinetic_J,
              1e-10);
}

// Two balls that meet head on: the most that their contact can hold is m v^2 / 4, when both go with
// v / 2. Lankarani and Nikravesh with a restitution e take m v^2 (1 - e^2) / 4 of it, e being the
// one that the balls part with.
TEST(PoolEnergy, OfAHeadOnHit) {
  PoolRig rig = Slate();
  rig.settings.compliant.ball_ball = {HertzLaw{}, Frictionless{}};
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(kStart_m_s, 0.0, 0.0));
  rig.Add(Vec3(0.1, 0.0, kRadius_m), Vec3::Zero());
  const auto greatest = [](const Record& record) {
    double most = 0.0;
    for (const EnergyRow& row : record.sample_energies) most = std::max(most, row[kElastic]);
    return most;
  };
  const double start_J = 0.5 * kMass_kg * kStart_m_s * kStart_m_s;
  const Record hertz = rig.Play(0.03, Sampled(1e-6));
  EXPECT_LE(greatest(hertz), 0.5 * start_J * (1.0 + 1e-7));
  EXPECT_GE(greatest(hertz), 0.5 * start_J * (1.0 - 1e-3));
  EXPECT_EQ(hertz.sample_energies.back()[kElastic], 0.0);
  EXPECT_NEAR(hertz.sample_energies.back()[kDissipated], 0.0, 1e-15);

  rig.settings.compliant.ball_ball.normal = LankaraniNikravesh{{.restitution = 0.8, .exact = true}};
  const Record damped = rig.Play(0.03, Sampled(1e-3));
  EXPECT_NEAR(damped.sample_energies.back()[kDissipated], 0.5 * start_J * (1.0 - 0.8 * 0.8),
              1e-6 * start_J);
}

TEST(PoolEnergy, APocketedBallTakesItsEnergyAlong) {
  PoolRig rig = Slate();
  Pocket pocket;
  pocket.centre_m = Vec2(0.5, 0.0);
  pocket.radius_m = 0.06;
  rig.table.pockets.push_back(pocket);
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(kStart_m_s, 0.0, 0.0));
  Detail detail = Sampled(0.2);
  detail.sample_times_s = {0.4};
  const Record record = rig.Play(0.4, detail);
  ASSERT_EQ(record.final_states[0].motion, MotionState::kPocketed);
  const double start_J = 0.5 * kMass_kg * kStart_m_s * kStart_m_s;
  EXPECT_EQ(record.sample_energies.front()[kGivenAway], 0.0);
  EXPECT_NEAR(record.sample_energies.back()[kGivenAway], start_J, 1e-12);
  EXPECT_EQ(record.sample_energies.back()[kKinetic], 0.0);
}

// A whole game: the five terms sum up to what they were, but for the residual, which is the
// record's own at the end; and past the end the last row repeats.
TEST(PoolEnergy, TermsSumUpAndTheEndRepeats) {
  PoolRig rig;
  rig.settings.compliant = CompliantSettings();
  rig.Add(Vec3(-0.5, 0.3, kRadius_m), Vec3(kStart_m_s, 1.5, 0.0));
  rig.Add(Vec3(-0.2, 0.53, kRadius_m), Vec3::Zero());
  Detail detail = Sampled(0.01);
  detail.sample_times_s = {0.7, 0.8};
  const Record record = rig.Play(0.6, detail);
  ASSERT_EQ(record.sample_energies.size(), record.sample_times_s.size());
  EXPECT_EQ(record.sample_times_s.back(), 0.8);
  EXPECT_EQ(record.sample_energies.back(), record.sample_energies.end()[-3]);
  EXPECT_NEAR(record.sample_energies.back()[kResidual], record.energy_residual_J, 1e-16);
  EXPECT_GT(record.sample_energies.back()[kDissipated], 0.1);
  const double start_J = Sum(record.sample_energies[0]);
  for (const EnergyRow& row : record.sample_energies) {
    ASSERT_NEAR(Sum(row) - row[kResidual], start_J, 1e-14);
    ASSERT_LT(std::fabs(row[kResidual]), 1e-5 * start_J);
  }
}

TEST(PoolEnergy, WhatIsSampledChangesNothing) {
  PoolRig rig;
  rig.settings.compliant = CompliantSettings();
  rig.Add(Vec3(-0.5, 0.3, kRadius_m), Vec3(kStart_m_s, 1.5, 0.0));
  rig.Add(Vec3(-0.2, 0.53, kRadius_m), Vec3::Zero());
  Detail all = Sampled(1e-3);
  all.sample_orientations = all.sample_violations = true;
  all.sample_accelerations = all.sample_angular_accelerations = true;
  const Record plain = rig.Play(0.5);
  EXPECT_EQ(rig.Play(0.5, all).hash, plain.hash);
  EXPECT_TRUE(plain.sample_energies.empty());
}

// A ball that spins on the spot turns by w t about z, one that rolls by x / R about y.
TEST(PoolOrientation, IsHowFarABallHasTurned) {
  PoolRig rig = Slate();
  constexpr double kSpin_rad_s = 7.0;
  rig.Add(Vec3(0.0, 0.3, kRadius_m), Vec3::Zero()).spin = Vec3(0.0, 0.0, kSpin_rad_s);
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(0.1, 0.0, 0.0)).spin = Vec3(0.0, 0.1 / kRadius_m, 0.0);
  Detail detail;
  detail.samples = detail.sample_orientations = true;
  detail.sample_period_s = 0.25;
  const Record record = rig.Play(1.0, detail);
  ASSERT_EQ(record.sample_orientations.size(), 10u);
  for (std::size_t i = 0; i < 5; ++i) {
    const double half = 0.5 * kSpin_rad_s * record.sample_times_s[i];
    const auto& spinning = record.sample_orientations[2 * i];
    EXPECT_NEAR(spinning[0], std::cos(half), 1e-7);
    EXPECT_NEAR(spinning[3], std::sin(half), 1e-7);
    const double half_rolled = 0.5 * record.samples[2 * i + 1].position.x() / kRadius_m;
    const auto& rolling = record.sample_orientations[2 * i + 1];
    EXPECT_NEAR(rolling[0], std::cos(half_rolled), 1e-7);
    EXPECT_NEAR(rolling[2], std::sin(half_rolled), 1e-7);
    EXPECT_EQ(rolling[1], 0.0);
    EXPECT_EQ(rolling[3], 0.0);
  }
  // Of one ball alone.
  detail.sample_balls = 0b10;
  const Record one = rig.Play(1.0, detail);
  ASSERT_EQ(one.sample_orientations.size(), 5u);
  EXPECT_EQ(one.sample_orientations[4], record.sample_orientations[9]);
}

// In a hit on two balls and a cushion, accelerations are the rates of what is sampled beside them:
// to the second order in the sampling, where a contact lasts for some 60 samples.
TEST(PoolAcceleration, IsTheRateOfTheVelocity) {
  PoolRig rig;
  rig.settings.compliant = CompliantSettings();
  rig.Add(Vec3(-0.1, 0.3, kRadius_m), Vec3(1.0, 0.4, 0.0));
  rig.Add(Vec3(-0.04, 0.31, kRadius_m), Vec3::Zero());
  Detail detail;
  detail.samples = detail.sample_accelerations = detail.sample_angular_accelerations = true;
  detail.sample_period_s = 4e-6;
  const Record record = rig.Play(0.01, detail);
  ASSERT_EQ(record.sample_accelerations.size(), record.samples.size());
  double greatest = 0.0;
  double worst = 0.0;
  double worst_turn = 0.0;
  for (std::size_t i = 2; i + 2 < record.samples.size(); ++i) {
    const double two_s = 2.0 * detail.sample_period_s;
    const Vec3 rate = (record.samples[i + 2].velocity - record.samples[i - 2].velocity) / two_s;
    const Vec3 turn = (record.samples[i + 2].spin - record.samples[i - 2].spin) / two_s;
    greatest = std::max(greatest, rate.norm());
    worst = std::max(worst, (rate - record.sample_accelerations[i]).norm());
    worst_turn = std::max(worst_turn, (turn - record.sample_angular_accelerations[i]).norm());
  }
  EXPECT_GT(greatest, 1000.0) << "the balls meet";
  EXPECT_LT(worst, 0.02 * greatest);
  EXPECT_LT(worst_turn * kRadius_m, 0.02 * greatest);
}

// Not even where nobody knows them is a sample no number.
TEST(PoolAccelerations, AreZeroWhereTheyAreNoNumbers) {
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  const CompliantSettings& compliant = rig.settings.compliant;
  PoolTableModel model = MakePoolTable(rig.table, rig.settings.environment, compliant, rig.balls);
  model.spec.gravity_m_s2.x() = std::numeric_limits<double>::quiet_NaN();
  MultibodySystem system(model.spec);
  const std::vector<double> y =
      system.Start(StartMotions(model, compliant, rig.balls, rig.shot.start));
  ASSERT_TRUE(std::isnan(system.AccelerationsAt(0.0, y)[0].linear_m_s2.x()));
  Detail detail;
  detail.samples = detail.sample_accelerations = detail.sample_angular_accelerations = true;
  Record record;
  PoolSamples(detail, 1, system, record).Add(0.0, y);
  ASSERT_EQ(record.sample_accelerations.size(), 1u);
  EXPECT_TRUE(record.sample_accelerations[0].isZero(0.0));
  EXPECT_TRUE(record.sample_angular_accelerations[0].allFinite());
}

// Steps that may not change a gap by more than this see a contact, without guards, no deeper.
TEST(PoolPenetrationStep, BoundsHowDeepAStepLeapsIntoAContact) {
  PoolRig rig;
  rig.settings.compliant = CompliantSettings();
  rig.settings.compliant.integration.locate_guards = false;
  rig.settings.compliant.integration.relative_tolerance = 0.1;
  rig.settings.compliant.integration.absolute_tolerance = 0.1;
  rig.Add(Vec3(-0.1, 0.3, kRadius_m), Vec3(1.0, 0.0, 0.0));
  rig.Add(Vec3(0.0, 0.3, kRadius_m), Vec3::Zero());
  Detail detail;
  detail.contacts = true;
  const auto first_depth_m = [&](double penetration_step_m) {
    rig.settings.compliant.penetration_step_m = penetration_step_m;
    const Record record = rig.Play(0.06, detail);
    for (const ContactHistory& contact : record.contacts) {
      if (contact.begin.kind != EventKind::kBallBall || contact.row_count == 0) continue;
      return record.contact_rows[static_cast<std::size_t>(contact.first_row)].penetration_m;
    }
    return -1.0;  // They have not touched.
  };
  EXPECT_GT(first_depth_m(0.0), 1e-5);
  EXPECT_GE(first_depth_m(2e-6), 0.0);
  EXPECT_LT(first_depth_m(2e-6), 2.1e-6);
}

TEST(PoolQuantities, TheEventEngineRefusesThem) {
  PoolRig rig;
  rig.settings = Settings();
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  const auto scene = Scene::Make(std::make_shared<Table>(rig.table),
                                 std::make_shared<Settings>(rig.settings), rig.balls);
  const auto error = [&](bool Detail::*quantity) {
    Detail detail;
    detail.samples = detail.*quantity = true;
    Workspace workspace;
    Record record;
    return std::string(
        Simulate(*scene, rig.shot, detail, StopToken(), workspace, record).message());
  };
  const std::string absent = " must be absent: the engine EVENT_DRIVEN does not know it";
  EXPECT_EQ(error(&Detail::sample_orientations), "samples.quantities: ORIENTATION" + absent);
  EXPECT_EQ(error(&Detail::sample_energies), "samples.quantities: ENERGY" + absent);
  EXPECT_EQ(error(&Detail::sample_violations), "samples.quantities: CONSTRAINT_VIOLATION" + absent);
  EXPECT_EQ(error(&Detail::sample_accelerations), "samples.quantities: ACCELERATION" + absent);
  EXPECT_EQ(error(&Detail::sample_angular_accelerations),
            "samples.quantities: ANGULAR_ACCELERATION" + absent);
}

}  // namespace
}  // namespace carom::testing
