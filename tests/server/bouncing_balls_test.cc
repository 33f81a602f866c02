// The bounce test of the smooth-contact paper through the service.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/server/convert/wire_message.h"
#include "tests/server/figure_of.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using testing::Wire;

class BouncingBallsService : public ::testing::Test {
 protected:
  v1::MechanismRun Run(const std::string& text, const std::string& detail = "") {
    grpc::ClientContext context;
    v1::SimulateMechanismResponse response;
    const grpc::Status status = service_.mechanisms->SimulateMechanism(
        &context, Wire<v1::SimulateMechanismRequest>("bouncing_balls { " + text + " } " + detail),
        &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.run();
  }

 private:
  TestService service_ = TestService(WithThreads(1));
};

std::vector<double> Column(const v1::ChannelTable& table, const std::string& quantity) {
  const int times = table.times_s_size();
  for (int i = 0; i < table.quantities_size(); ++i) {
    if (table.quantities(i) != quantity) continue;
    return {table.values().begin() + i * times, table.values().begin() + (i + 1) * times};
  }
  ADD_FAILURE() << "no " << quantity;
  return {};
}

// catalogue D-01: the first contact is after a fall of 0.1 m, by sqrt(2 h/g); its length is that of
// an independent integration. On each surface a ball on the axis meets the same force.
TEST_F(BouncingBallsService, AnElasticBallComesBackFromEachSurface) {
  for (const char* surface : {"CYLINDER", "PLANE", "BOWL", "PRISM"}) {
    SCOPED_TRACE(surface);
    const v1::MechanismRun run = Run(std::string("surface: BOUNCE_SURFACE_") + surface);
    const std::vector<double> begins = Column(run.impacts(), "begin_time_s");
    ASSERT_EQ(begins.size(), 6u);
    EXPECT_NEAR(begins[0], std::sqrt(0.2 / 9.81), 1e-9);
    EXPECT_NEAR(1e6 * (run.impacts().times_s(0) - begins[0]), 418.793814, 1e-3);
    for (const double rise_m : Column(run.impacts(), "rise_m")) EXPECT_NEAR(rise_m, 0.1, 1e-7);
    // 1e-7 of the rise h is g 1e-7 / sqrt(2 g h) = 7e-7 m/s of the speed.
    for (const char* speed_m_s : {"approach_m_s", "separation_m_s"}) {
      SCOPED_TRACE(speed_m_s);
      for (const double speed : Column(run.impacts(), speed_m_s)) {
        EXPECT_NEAR(speed, std::sqrt(0.2 * 9.81), 7e-7);
      }
    }
    EXPECT_LT(FigureOf(run, "greatest_balance_residual_J"), 1e-8);
  }
}

// Half its radius past an edge, a ball meets it 30 degrees off the vertical: without friction it
// leaves as from a mirror, 60 degrees off it. During the contact of 0.4 ms the line to the edge
// turns by some 0.2 mm / R = 0.01.
TEST_F(BouncingBallsService, ABallBouncesOffTheEdgeOfAPrism) {
  const v1::MechanismRun run =
      Run("surface: BOUNCE_SURFACE_PRISM surface_radius_m: 0.1 duration_s: 0.16 "
          "balls { position_m { x: 0.1142875 z: 0.128575 } }",
          "detail { sample_period_s: 0.01 }");
  const double fall_m = 0.128575 - 0.028575 * std::sqrt(0.75);
  const double speed_m_s = std::sqrt(2.0 * 9.81 * fall_m);
  const double passed_s = 0.16 - std::sqrt(2.0 * fall_m / 9.81);
  const double vx_m_s = Column(run.samples(), "velocity_x_m_s").back();
  const double vz_m_s = Column(run.samples(), "velocity_z_m_s").back() + 9.81 * passed_s;
  EXPECT_NEAR(vx_m_s, speed_m_s * std::sin(std::acos(0.5)), 0.02 * speed_m_s);
  EXPECT_NEAR(vz_m_s, 0.5 * speed_m_s, 0.02 * speed_m_s);
}

// catalogue D-02, computed elsewhere.
TEST_F(BouncingBallsService, LossesAreThoseOfLankaraniAndNikravesh) {
  const v1::MechanismRun run =
      Run("surface: BOUNCE_SURFACE_PLANE normal { lankarani_nikravesh { restitution: 0.7 } }");
  const double expected_m[] = {.0632837639, .0400336434, .0253132351,
                               .015995312,  .0100988339, .00636890557};
  const std::vector<double> rises_m = Column(run.impacts(), "rise_m");
  ASSERT_GE(rises_m.size(), 6u);
  for (size_t i = 0; i < 6; ++i) EXPECT_NEAR(rises_m[i] / expected_m[i], 1.0, 1e-6) << i;
}

// v^2 = (10/7) g r (cos a - cos a0) of a ball that rolls down from rest.
TEST_F(BouncingBallsService, ABallRollsInTheBowl) {
  const double reach_m = 0.25 - 0.028575;
  const auto place = [&](double angle) {
    return std::vector<double>{reach_m * std::sin(angle), 0.25 - reach_m * std::cos(angle)};
  };
  const v1::MechanismRun run =
      Run("surface: BOUNCE_SURFACE_BOWL friction { coulomb { friction: 0.3 } } duration_s: 0.5 "
          "balls { position_m { x: " +
              std::to_string(place(0.5)[0]) + " z: " + std::to_string(place(0.5)[1]) + " } }",
          "detail { sample_period_s: 0.01 }");
  const std::vector<double> x = Column(run.samples(), "position_x_m");
  const std::vector<double> z = Column(run.samples(), "position_z_m");
  const std::vector<double> vx = Column(run.samples(), "velocity_x_m_s");
  const std::vector<double> vz = Column(run.samples(), "velocity_z_m_s");
  double fastest = 0.0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double cosine = (0.25 - z[i]) / reach_m;
    const double rolled = 10.0 / 7.0 * 9.81 * reach_m * (cosine - std::cos(0.5));
    const double speed2 = vx[i] * vx[i] + vz[i] * vz[i];
    EXPECT_NEAR(speed2, rolled, 0.01 * 10.0 / 7.0 * 9.81 * reach_m * (1.0 - std::cos(0.5)));
    fastest = std::max(fastest, speed2);
  }
  EXPECT_GT(fastest, 0.3);
}

// [Smooth contact] 2.2: a ball that comes softly, and one that tears its partner away meanwhile.
TEST_F(BouncingBallsService, AThirdBallMakesADampedLawPull) {
  const auto shoot = [&](const std::string& clip, bool third) {
    return Run(
        "surface: BOUNCE_SURFACE_NONE gravity_m_s2: 0 duration_s: 1.5e-3 normal { "
        "lankarani_nikravesh { restitution: 0.7 " +
        clip + " } } balls {} balls { position_m { x: -0.05715 } velocity_m_s { x: 0.05 } } " +
        (third ? "balls { position_m { x: -0.0269244 y: 0.0506372 } "
                 "        velocity_m_s { x: 0.469472 y: -0.882948 } }"
               : ""));
  };
  const v1::MechanismRun pulled = shoot("clip: false", true);
  EXPECT_LT(FigureOf(pulled, "least_normal_force_N"), 0.0);
  EXPECT_EQ(FigureOf(shoot("", true), "least_normal_force_N"), 0.0);
  EXPECT_EQ(FigureOf(shoot("clip: false", false), "least_normal_force_N"), 0.0);
  EXPECT_EQ(pulled.bodies_size(), 4);
}

// Mean error of the energy over drops from 0.09 to 0.11 m without location of contacts, since one
// drop is a matter of chance.
TEST_F(BouncingBallsService, StepsByPenetrationKeepTheEnergy) {
  const auto mean_error = [&](const std::string& scheme) {
    constexpr int kDrops = 20;
    double sum = 0.0;
    for (int i = 0; i < kDrops; ++i) {
      const double fall_m = 0.09 + 0.02 * i / (kDrops - 1);
      const v1::MechanismRun run =
          Run(scheme +
              " surface: BOUNCE_SURFACE_PLANE integration { relative_tolerance: 1e-5 "
              "absolute_tolerance: 1e-8 locate_guards: false } balls { position_m { z: " +
              std::to_string(0.028575 + fall_m) + " } }");
      sum += std::fabs(FigureOf(run, "energy_change_J")) / (0.17 * 9.81 * fall_m) / kDrops;
    }
    return sum;
  };
  const double plain = mean_error("");
  const double by_penetration = mean_error("penetration_step_m: 1e-5");
  EXPECT_LT(by_penetration, 0.5 * plain);
}

// A step that is taken whatever its error leaps into the contact, and the ball is shot up.
TEST_F(BouncingBallsService, ACapOnTriesTakesStepsThatAreTooLong) {
  const std::string loose =
      "surface: BOUNCE_SURFACE_PLANE duration_s: 0.2 integration { locate_guards: false ";
  const double kept = FigureOf(Run(loose + "}"), "energy_change_J");
  const double shot_up = FigureOf(Run(loose + "max_tries: 1 }"), "energy_change_J");
  EXPECT_LT(std::fabs(kept), 1e-6);
  EXPECT_GT(shot_up, 0.17);
}

}  // namespace
}  // namespace carom
