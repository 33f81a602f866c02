// A cue ball driven into a tight rack of three compliant balls, in the plane and without friction.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "tests/core/multibody/free_balls.h"
#include "tests/testing/constraint_methods.h"
#include "tests/testing/csv.h"

namespace carom {
namespace {

using testing::kConstraintMethods;

constexpr double kSpeed_m_s = 10.729;
enum RackBall { kCue, kYellow, kRed, kBlue };

// catalogue C-25: an equilateral triangle with d = 2 R + alpha, its apex yellow; the cue ball
// touches the apex.
std::array<BodyMotion, 4> Rack(double alpha_m) {
  const double d = 2.0 * testing::kRadius_m + alpha_m;
  std::array<BodyMotion, 4> rack;
  rack[kCue].position_m = Vec3(-2.0 * testing::kRadius_m, 0.0, 0.0);
  rack[kCue].velocity_m_s = Vec3(kSpeed_m_s, 0.0, 0.0);
  rack[kRed].position_m = Vec3(0.5 * std::sqrt(3.0) * d, 0.5 * d, 0.0);
  rack[kBlue].position_m = Vec3(0.5 * std::sqrt(3.0) * d, -0.5 * d, 0.0);
  return rack;
}

std::vector<BodyMotion> Break(const NormalLaw& law, bool clip, double alpha_m) {
  MultibodySpec spec = testing::FreeBalls(4, {law, Frictionless{}});
  for (ContactPair& pair : spec.contacts) pair.normal.clip = clip;
  MultibodySystem system(spec);
  return testing::Play(system, Rack(alpha_m), 5e-3);
}

double KineticEnergy(const std::vector<BodyMotion>& motions) {
  double sum = 0.0;
  for (const BodyMotion& motion : motions) sum += motion.velocity_m_s.squaredNorm();
  return sum;
}

// catalogue C-20 and C-21.
TEST(Rack, AgreesWithTheTable) {
  for (const testing::CsvRow& row : testing::ReadCsv("break4.csv")) {
    SCOPED_TRACE(row.Text("model") + " " + row.Text("alpha_m"));
    const bool hertz = row.Text("model") == "Hertz";
    const NormalLaw law =
        hertz ? NormalLaw(HertzLaw{}) : NormalLaw(LankaraniNikravesh{{.restitution = 0.93}});
    const bool clip = row.Text("force_clipped_at_0") == "True";
    const std::vector<BodyMotion> end = Break(law, clip, row.Number("alpha_m"));
    ASSERT_EQ(end.size(), 4u);
    const double tolerance = hertz ? 1e-5 : 1e-4;
    EXPECT_NEAR(end[kCue].velocity_m_s.x(), row.Number("vCB_x"), tolerance);
    EXPECT_NEAR(end[kYellow].velocity_m_s.x(), row.Number("vYellow_x"), tolerance);
    EXPECT_NEAR(end[kRed].velocity_m_s.x(), row.Number("vRed_x"), tolerance);
    EXPECT_NEAR(end[kRed].velocity_m_s.y(), row.Number("vRed_y"), tolerance);
    EXPECT_NEAR(end[kBlue].velocity_m_s.x(), row.Number("vBlue_x"), tolerance);
    EXPECT_NEAR(end[kBlue].velocity_m_s.y(), row.Number("vBlue_y"), tolerance);
    EXPECT_NEAR(KineticEnergy(end) / (kSpeed_m_s * kSpeed_m_s), row.Number("E_over_E0"), 1e-4);
  }
}

// catalogue C-26: what is symmetric stays so to the bit, since contacts that begin together are
// taken together.
TEST(Rack, StaysSymmetric) {
  for (const double alpha_m : {0.0, 1e-9, 1e-8, 1e-7, 1e-6, 2.1325735e-4}) {
    const std::vector<BodyMotion> end =
        Break(LankaraniNikravesh{{.restitution = 0.93}}, true, alpha_m);
    ASSERT_EQ(end.size(), 4u);
    EXPECT_EQ(end[kCue].position_m.y(), 0.0);
    EXPECT_EQ(end[kYellow].velocity_m_s.y(), 0.0);
    EXPECT_EQ(end[kRed].position_m.x(), end[kBlue].position_m.x());
    EXPECT_EQ(end[kRed].velocity_m_s.y(), -end[kBlue].velocity_m_s.y());
  }
}

// How far the cue ball leaves its line and is driven off it.
class OffLine : public IvpObserver {
 public:
  explicit OffLine(MultibodySystem& system) : system_(system) {}
  bool Step(double t, std::span<const double> y) override {
    y_m = std::max(y_m, std::fabs(ReadBody(y, kCue).position_m.y()));
    const double ay = system_.AccelerationsAt(t, y)[kCue].linear_m_s2.y();
    ay_m_s2 = std::max(ay_m_s2, std::fabs(ay));
    return true;
  }
  double y_m = 0.0;
  double ay_m_s2 = 0.0;

 private:
  MultibodySystem& system_;
};

// The rack under a beam that is welded to its place and carries each ball by a rod of 1 m.
MultibodySpec HangingRack(std::span<const BodyMotion> balls, ConstraintMethod method) {
  MultibodySpec spec =
      testing::FreeBalls(4, {LankaraniNikravesh{{.restitution = 0.93}}, Frictionless{}});
  spec.constraint_options.method = method;
  const int beam = static_cast<int>(spec.bodies.size());
  spec.bodies.push_back({1.0, Vec3::Constant(0.1)});
  spec.constraints.push_back(Weld{.body_a = beam});
  for (int ball = 0; ball < beam; ++ball) {
    const Vec3 above = balls[static_cast<std::size_t>(ball)].position_m + Vec3(0.0, 0.0, 1.0);
    spec.constraints.push_back(KeepDistance{.body_a = ball, .body_b = beam, .arm_b = above});
  }
  return spec;
}

// catalogue C-26 with every method and any step, where constraints tie the balls together, so that
// the methods have something to do.
TEST(Rack, StaysSymmetricUnderEveryMethod) {
  for (const ConstraintMethod method : kConstraintMethods) {
    for (const double largest_step_s : {0.01, 1e-4, 1e-6}) {
      SCOPED_TRACE(std::to_string(static_cast<int>(method)) + " " + std::to_string(largest_step_s));
      std::vector<BodyMotion> start(5);
      std::ranges::copy(Rack(2.1325735e-4), start.begin());
      start[kCue].position_m.x() -= 1e-4;
      MultibodySystem system(HangingRack(std::span(start).first(4), method));
      OffLine off(system);
      std::vector<double> y = system.Start(start);
      const IvpOptions options = {.largest_step_s = largest_step_s};
      const IvpResult run = Integrator().Run(system, 0.0, y, 1.5e-3, options, {}, off);
      ASSERT_EQ(run.end, IvpEnd::kComplete);
      EXPECT_GT(ReadBody(y, kRed).velocity_m_s.y(), 1.0);
      EXPECT_LE(off.y_m, 1e-9);
      EXPECT_LE(off.ay_m_s2, 1e-9);
    }
  }
}

// What the bodies lose is what the contacts take: no work is lost sight of.
TEST(Rack, EnergyBalances) {
  for (const NormalLaw& law : {NormalLaw(HertzLaw{}), NormalLaw(LankaraniNikravesh{}),
                               NormalLaw(FloresLaw{{.restitution = 0.5}})}) {
    MultibodySpec spec = testing::FreeBalls(4, {law, Threlfall{.friction = 0.06}});
    MultibodySystem system(spec);
    std::array<BodyMotion, 4> start = Rack(1e-7);
    start[kCue].spin_rad_s = Vec3(10.0, -200.0, 30.0);
    std::vector<double> y = system.Start(start);
    const double before = system.Energy(y).Total();
    IvpObserver nobody;
    IvpOptions options;
    options.relative_tolerance = 1e-11;
    options.absolute_tolerance = 1e-12;
    Integrator integrator;
    ASSERT_EQ(integrator.Run(system, 0.0, y, 2e-4, options, {}, nobody).end, IvpEnd::kComplete);
    const EnergyAccount account = system.Energy(y);
    EXPECT_GT(account.elastic, 0.01);  // Caught in the act.
    EXPECT_NEAR(account.Total(), before, 1e-9 * before);
  }
}

}  // namespace
}  // namespace carom
