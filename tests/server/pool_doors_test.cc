// What the papers have of pool, through the service: each against a closed form, and what is
// refused by the path of its field.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "carom/client/shot_outcome.h"
#include "tests/server/shot_questions.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using testing::kRadius_m;
using testing::kSlate;
using ::testing::StartsWith;
using testing::Wire;

constexpr double kGravity_m_s2 = 9.81;

using PoolDoors = testing::ShotQuestions;

// A ball of this inertia starts with 2 m/s and no spin, on a cloth of friction 0.2 alone.
std::string SlidingBall(const std::string& inertia_ratio, const std::string& engine) {
  return kSlate + std::string("layouts { balls { balls { ball { inertia_ratio: ") + inertia_ratio +
         " } state { position_m {} velocity_m_s { x: 2 } } } } } settings { " + engine +
         " stop { at_time_s: 1 } } shots { shots {} }";
}

constexpr char kOnOnePoint[] =
    "engine: ENGINE_COMPLIANT compliant { horizontal: true cloth_friction { coulomb { "
    "friction: 0.2 full_slip_m_s: 1e-4 } } }";

// It slides for c v0 / ((1 + c) mu g) and rolls with v0 / (1 + c).
TEST_F(PoolDoors, ABallsInertia) {
  for (const char* ratio : {"0.1", "0.4", "0.6"}) {
    SCOPED_TRACE(ratio);
    const double c = std::stod(ratio);
    const v1::ShotResults results = Results(SlidingBall(ratio, kOnOnePoint));
    const double rolling_m_s = 2.0 / (1.0 + c);
    const double sliding_s = c * 2.0 / ((1.0 + c) * 0.2 * kGravity_m_s2);
    EXPECT_NEAR(results.final_states().velocities_m_s(0), rolling_m_s, 1e-7);
    EXPECT_NEAR(results.final_states().positions_m(0),
                rolling_m_s + 0.5 * (2.0 - rolling_m_s) * sliding_s, 1e-6);
  }
}

TEST_F(PoolDoors, ABallsInertiaIsRefusedByItsPath) {
  const std::string path = "layouts[0].balls.balls[0].ball.inertia_ratio: ";
  EXPECT_EQ(Error(SlidingBall("0.7", kOnOnePoint)),
            path + "0.7 must be in (0, 0.6666666666666666]");
  EXPECT_EQ(Error(SlidingBall("0", kOnOnePoint)), path + "0 must be in (0, 0.6666666666666666]");
  EXPECT_THAT(Error(SlidingBall("nan", kOnOnePoint)),
              StartsWith(path + "nan must be in (0, 0.6666666666666666]"));
  EXPECT_THAT(Error(SlidingBall("0.5", "")),
              StartsWith(path + "0.5 must be 0.4, of a homogeneous ball"));
  EXPECT_EQ(Error(SlidingBall("0.4", "")), "");
}

// A ball runs with 1 m/s at the line of a nose, half its radius past the nose's end; no friction.
std::string PastTheNose(const std::string& faces) {
  return "tables { geometry { noses { start { x_m: -1 y_m: 0.6 } end { y_m: 0.6 } } } } "
         "layouts { balls { balls { state { position_m { x: 0.0142875 y: 0.5 } "
         "velocity_m_s { y: 1 } } } } } settings { nose_contact: NOSE_CONTACT_PLANE "
         "engine: ENGINE_COMPLIANT compliant { horizontal: true cloth_friction { frictionless {} } "
         "cushion { normal { hertz {} } friction { frictionless {} } } " +
         faces + " } stop { at_time_s: 0.2 } } shots { shots {} } detail { level: LEVEL_EVENTS }";
}

// The window meets it at the distance R and throws it straight back, the corner at R sqrt(3)/2.
TEST_F(PoolDoors, TheWindowOfACushionsFace) {
  const v1::ShotResults window = Results(PastTheNose("cushion_faces: CUSHION_FACES_WINDOW"));
  ASSERT_EQ(window.events().times_s_size(), 1);
  EXPECT_NEAR(window.events().times_s(0), 0.1 - kRadius_m, 1e-9);
  EXPECT_NEAR(window.final_states().velocities_m_s(0), 0.0, 1e-12);
  EXPECT_NEAR(window.final_states().velocities_m_s(1), -1.0, 1e-6);
  const v1::ShotResults exact = Results(PastTheNose(""));
  ASSERT_EQ(exact.events().times_s_size(), 1);
  EXPECT_NEAR(exact.events().times_s(0), 0.1 - kRadius_m * std::sqrt(0.75), 1e-9);
  EXPECT_GT(exact.final_states().velocities_m_s(0), 0.5);
}

TEST_F(PoolDoors, TheWindowIsRefusedByItsPath) {
  EXPECT_EQ(Error(PastTheNose("cushion_faces: 9")),
            "settings[0].compliant.cushion_faces: 9 must be one of CushionFaces");
  v1::SimulateRequest request =
      Wire<v1::SimulateRequest>(PastTheNose("cushion_faces: CUSHION_FACES_WINDOW"));
  request.mutable_settings(0)->clear_nose_contact();
  EXPECT_THAT(Error(request.ShortDebugString()),
              StartsWith("settings[0].compliant.cushion_faces: WINDOW must be EXACT unless "));
}

// What a detail samples of a shot: the values of its only channel of a quantity.
std::vector<double> ChannelOf(const v1::ShotResults& results, v1::Quantity quantity,
                              uint32_t body) {
  const v1::SampleColumns& samples = results.samples();
  int begin = 0;
  for (int i = 0; i < samples.quantities_size(); ++i) {
    const int size =
        ComponentCount(samples.quantities(i)) * static_cast<int>(samples.time_counts(0));
    if (samples.quantities(i) == quantity && samples.bodies(i) == body) {
      return {samples.values().begin() + begin, samples.values().begin() + begin + size};
    }
    begin += size;
  }
  ADD_FAILURE() << "no such channel";
  return {};
}

std::string Sampling(const std::string& quantities) {
  return " detail { level: LEVEL_SAMPLES samples { times_s: [0, 1] quantities: [" + quantities +
         "] } }";
}

// Friction takes m v0^2 c / (2 (1 + c)) of a ball that comes to roll.
TEST_F(PoolDoors, TheAccountOfEnergy) {
  const v1::ShotResults results =
      Results(SlidingBall("0.4", kOnOnePoint) + Sampling("QUANTITY_POSITION, QUANTITY_ENERGY"));
  EXPECT_EQ(results.samples().channel_counts(0), 2u);
  const std::vector<double> energy = ChannelOf(results, v1::QUANTITY_ENERGY, 1);
  ASSERT_EQ(energy.size(), 12u);
  const double start_J = 0.5 * 0.170097 * 4.0;
  EXPECT_NEAR(energy[0], start_J, 1e-12);
  EXPECT_EQ(energy[5], 0.0);
  EXPECT_NEAR(energy[6], start_J / 1.4, 1e-7);
  EXPECT_NEAR(energy[9], start_J * 0.4 / 1.4, 1e-7);
  EXPECT_NEAR(energy[6] + energy[7] + energy[8] + energy[9] + energy[10] - energy[11], start_J,
              1e-12);
}

TEST_F(PoolDoors, ABallsOrientation) {
  const v1::ShotResults results =
      Results(SlidingBall("0.4", kOnOnePoint) + Sampling("QUANTITY_ORIENTATION"));
  const std::vector<double> turned = ChannelOf(results, v1::QUANTITY_ORIENTATION, 0);
  ASSERT_EQ(turned.size(), 8u);
  EXPECT_THAT(std::vector<double>(turned.begin(), turned.begin() + 4),
              ::testing::ElementsAre(1.0, 0.0, 0.0, 0.0));
  // The spin grows evenly to v_end / R until sliding ends, and stays.
  const double rolling_m_s = 2.0 / 1.4;
  const double sliding_s = 0.4 * 2.0 / (1.4 * 0.2 * kGravity_m_s2);
  const double angle_rad = rolling_m_s / kRadius_m * (1.0 - 0.5 * sliding_s);
  EXPECT_NEAR(turned[4], std::cos(0.5 * angle_rad), 1e-4);
  EXPECT_NEAR(turned[6], std::sin(0.5 * angle_rad), 1e-4);
}

// mu g against the slip while it slides, with the moment mu m g R about its side; none as it rolls.
TEST_F(PoolDoors, ABallsAccelerations) {
  const v1::ShotResults results =
      Results(SlidingBall("0.4", kOnOnePoint) +
              Sampling("QUANTITY_ACCELERATION, QUANTITY_ANGULAR_ACCELERATION, QUANTITY_POSITION"));
  const std::vector<double> linear = ChannelOf(results, v1::QUANTITY_ACCELERATION, 0);
  const std::vector<double> angular = ChannelOf(results, v1::QUANTITY_ANGULAR_ACCELERATION, 0);
  ASSERT_EQ(linear.size(), 6u);
  ASSERT_EQ(angular.size(), 6u);
  EXPECT_NEAR(linear[0], -0.2 * kGravity_m_s2, 1e-12);
  EXPECT_NEAR(angular[1], 0.2 * kGravity_m_s2 / (0.4 * kRadius_m), 1e-9);
  for (const int other : {1, 2}) EXPECT_EQ(linear[static_cast<std::size_t>(other)], 0.0);
  for (std::size_t i = 3; i < 6; ++i) {
    // A velocity is known to 1e-8 of itself, and friction grows to mu g within 1e-4 m/s of slip.
    const double least_m_s2 = 0.2 * kGravity_m_s2 * (1e-8 * 2.0 / 1.4) / 1e-4;
    EXPECT_NEAR(linear[i], 0.0, least_m_s2);
    EXPECT_NEAR(angular[i], 0.0, least_m_s2 / (0.4 * kRadius_m));
  }
}

// Six evaluations a step of Dormand and Prince's, tried or taken, and some for what begins.
TEST_F(PoolDoors, WhatAShotCosts) {
  const std::string shot = SlidingBall("0.4", kOnOnePoint);
  const v1::ShotResults results = Results(shot + " detail { cost: true }");
  ASSERT_EQ(results.evaluations_size(), 1);
  ASSERT_EQ(results.steps_size(), 1);
  EXPECT_GT(results.steps(0), 100u);
  EXPECT_GE(results.evaluations(0), 6 * results.steps(0));
  const v1::ShotResults plain = Results(shot);
  EXPECT_EQ(plain.evaluations_size() + plain.steps_size(), 0);
  EXPECT_EQ(plain.hashes(0), results.hashes(0));
  // The method's fixed step tells how many there are; four evaluations each.
  const v1::ShotResults fixed =
      Results(SlidingBall("0.4",
                          "engine: ENGINE_COMPLIANT compliant { horizontal: true integration "
                          "{ method: INTEGRATION_METHOD_RUNGE_KUTTA_4 largest_step_s: "
                          "0.001953125 } }") +
              " detail { cost: true }");
  EXPECT_EQ(fixed.steps(0), 512u);
  EXPECT_NEAR(static_cast<double>(fixed.evaluations(0)), 4.0 * 512.0, 8.0);
  const v1::ShotResults impulses = Results(SlidingBall("0.4", "") + " detail { cost: true }");
  EXPECT_EQ(impulses.evaluations(0), 0u);
}

TEST_F(PoolDoors, TheEventEngineRefusesItsQuantitiesByPath) {
  for (const char* quantity :
       {"ORIENTATION", "ENERGY", "CONSTRAINT_VIOLATION", "ACCELERATION", "ANGULAR_ACCELERATION"}) {
    EXPECT_EQ(Error(SlidingBall("0.4", "") + Sampling(std::string("QUANTITY_") + quantity)),
              "detail.samples.quantities: " + std::string(quantity) +
                  " must be absent: the engine EVENT_DRIVEN does not know it");
  }
  EXPECT_EQ(Error(SlidingBall("0.4", "") + Sampling("10")),
            "detail.samples.quantities[0]: 10 must be one of Quantity");
}

// A ball of 1 m/s meets two that are welded, on a slate without friction.
std::string MeetsAPair(const std::string& welds, const std::string& engine) {
  return kSlate + std::string("layouts { balls {") +
         "balls { state { position_m { x: -0.2 } velocity_m_s { x: 1 } } }"
         "balls { state { position_m {} } } balls { state { position_m { x: 0.05715 } } }"
         "balls { state { position_m { x: 0.2 y: 0.5 } } } } } settings { " +
         engine +
         " compliant { ball_ball { normal { hertz {} } friction { frictionless {} } } "
         "cloth_normal { hertz {} } cloth_friction { frictionless {} } " +
         welds + " } stop { at_time_s: 1 } } shots { shots {} }";
}

// It keeps (m - 2 m) / (m + 2 m) of its velocity under any of the four methods.
TEST_F(PoolDoors, TheFourMethodsOnWeldedBalls) {
  for (const char* method :
       {"LAGRANGE_MULTIPLIERS", "BAUMGARTE", "AUGMENTED_LAGRANGIAN", "DIRECT_CORRECTION"}) {
    SCOPED_TRACE(method);
    const v1::ShotResults results =
        Results(MeetsAPair("welds { first: 1 second: 2 } constraints { method: "
                           "CONSTRAINT_METHOD_" +
                               std::string(method) + " }",
                           "engine: ENGINE_COMPLIANT") +
                Sampling("QUANTITY_VELOCITY, QUANTITY_CONSTRAINT_VIOLATION"));
    EXPECT_NEAR(ChannelOf(results, v1::QUANTITY_VELOCITY, 0)[3], -1.0 / 3.0, 1e-6);
    EXPECT_NEAR(ChannelOf(results, v1::QUANTITY_VELOCITY, 1)[3], 2.0 / 3.0, 1e-6);
    EXPECT_NEAR(ChannelOf(results, v1::QUANTITY_VELOCITY, 2)[3], 2.0 / 3.0, 1e-6);
    const std::vector<double> broken = ChannelOf(results, v1::QUANTITY_CONSTRAINT_VIOLATION, 4);
    ASSERT_EQ(broken.size(), 4u);
    EXPECT_LT(broken[2], 1e-8);
    EXPECT_LT(broken[3], 1e-6);
  }
}

TEST_F(PoolDoors, WeldsAreRefusedByTheirPath) {
  const std::string path = "settings[0].compliant.welds";
  const auto error = [&](const std::string& welds) {
    return Error(MeetsAPair(welds, "engine: ENGINE_COMPLIANT"));
  };
  EXPECT_EQ(error("welds { first: 1 second: 1 }"),
            path + "[0].second: 1 must be another ball than the first");
  EXPECT_EQ(error("welds {}"), path + "[0].second: 0 must be another ball than the first");
  EXPECT_EQ(error("welds { first: 1 second: 4 }"),
            path + "[0].second: 4 must be below 4, the number of balls");
  EXPECT_THAT(error("welds { first: 1 second: 4294967295 }"), StartsWith(path + "[0].second: "));
  EXPECT_THAT(error("welds { first: 1 second: 3 }"), StartsWith(path + "[0]: balls 1 and 3, "));
  EXPECT_EQ(error("welds { first: 1 second: 2 } welds { first: 2 second: 1 }"),
            path + "[1]: balls 2 and 1 must be a pair that is not welded yet");
  std::string nine;
  for (int i = 0; i < 9; ++i) nine += "welds { first: 1 second: 2 } ";
  EXPECT_EQ(error(nine), path + ": 9 entries must be at most 8");
  EXPECT_EQ(error("constraints {}"),
            "settings[0].compliant.constraints: given must be absent "
            "without welds and welded_table");
  EXPECT_EQ(error("welded_table: true constraints {}"), "");
  EXPECT_EQ(error("constraints { method: 9 }"),
            "settings[0].compliant.constraints.method: 9 must be one of ConstraintMethod");
  EXPECT_THAT(Error(MeetsAPair("welds { first: 1 second: 2 }", "")),
              StartsWith("settings[0].compliant: must be absent: the engine EVENT_DRIVEN"));
}

// Four balls hang, one is let go.
TEST_F(PoolDoors, TheAccountOfEnergyOfAMechanism) {
  grpc::ClientContext context;
  v1::SimulateMechanismResponse response;
  const auto status = service_.mechanisms->SimulateMechanism(
      &context,
      Wire<v1::SimulateMechanismRequest>(
          "newtons_cradle { duration_s: 0.01 } detail { sample_times_s: [0, 0.01] }"),
      &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  const v1::ChannelTable& samples = response.run().samples();
  const auto of = [&](const char* body, const std::string& quantity, int time) {
    for (int i = 0; i < samples.quantities_size(); ++i) {
      if (samples.bodies(i) == body && samples.quantities(i) == quantity) {
        return samples.values(i * samples.times_s_size() + time);
      }
    }
    ADD_FAILURE() << quantity;
    return std::numeric_limits<double>::quiet_NaN();
  };
  const auto value = [&](const char* quantity, int time) { return of("system", quantity, time); };
  EXPECT_EQ(value("kinetic_J", 0), 0.0);
  // As far as a rod of length L lets a ball fall in that time from rest: m (g t sin 30)^2 / 2.
  const double mass_kg =
      -value("potential_J", 0) / (kGravity_m_s2 * 0.15 * (4.0 + std::cos(0.5235987755982988)));
  EXPECT_NEAR(value("kinetic_J", 1), 0.5 * mass_kg * std::pow(kGravity_m_s2 * 0.01 * 0.5, 2),
              2e-3 * value("kinetic_J", 1));
  EXPECT_NEAR(value("kinetic_J", 1) + value("potential_J", 1) - value("residual_J", 1),
              value("potential_J", 0), 1e-14);
  // The rods keep their length within the integration's tolerance of 1e-8, and do not keep it
  // exactly.
  EXPECT_LT(of("constraints", "violation", 1), 1e-8);
  EXPECT_GT(of("constraints", "violation", 1), 0.0);
}

}  // namespace
}  // namespace carom
