// How balls lie on a compliant cloth: [Compliant pool table] 3.4, against closed forms.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/models/pool/pool_table.h"
#include "tests/core/models/pool/pool_rig.h"

namespace carom::testing {
namespace {

constexpr double kSeated_m = 1.07881747568036e-6;  // On the rigid plane.
// Sharp beside the depths, not only beside the radius.
constexpr IntegrationSpec kSharp = {.relative_tolerance = 1e-14, .absolute_tolerance = 1e-17};

// catalogue C-40 (a): the depths at which three cloths bear a ball of 170 g.
TEST(PoolTable, SeatsBalls) {
  const BallSpec ball{kMass_kg, kRadius_m};
  const Material& resin = *FindMaterial("phenolic_resin");
  const auto depth = [&](const char* cloth) {
    const double stiffness = HertzStiffness(resin, kRadius_m, *FindMaterial(cloth), kFlat);
    return SeatedPenetration(MakeNormalForce(HertzLaw{}, stiffness), ball, kGravity);
  };
  EXPECT_NEAR(depth("rigid") / kSeated_m, 1.0, 1e-9);
  EXPECT_NEAR(depth("phenolic_resin") / 1.7125159957767e-6, 1.0, 1e-9);
  EXPECT_NEAR(depth("rubber") / 108.210655875958e-6, 1.0, 1e-9);
}

// catalogue C-40 (a): a seated ball does not move by itself.
TEST(PoolShot, ASeatedBallRests) {
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  rig.settings.compliant.rest_speed_m_s = 1e-9;
  const Record record = rig.Play(1.0);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.end_time_s, 0.0);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kStationary);
}

// catalogue C-40 (a): nor on any of the cloths, however long it lies.
TEST(PoolShot, ASeatedBallDoesNotMove) {
  for (const char* cloth : {"rigid", "phenolic_resin", "rubber"}) {
    PoolRig rig;
    rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero()).spin = Vec3(0.0, 0.0, 1.0);
    rig.settings.compliant.cloth_material = *FindMaterial(cloth);
    rig.settings.compliant.integration = kSharp;
    Detail detail;
    detail.samples = true;
    detail.sample_period_s = 0.01;
    const Record record = rig.Play(0.1, detail);
    ASSERT_EQ(record.end_time_s, 0.1);  // It spins, without friction.
    const double seat_m = record.samples.front().position.z();
    EXPECT_LT(seat_m, kRadius_m - 1e-6);
    double off_m = 0.0;
    for (const BallState& state : record.samples) {
      off_m = std::max(off_m, std::fabs(state.position.z() - seat_m));
    }
    EXPECT_LT(off_m, 1e-9 * (kRadius_m - seat_m)) << cloth;
  }
}

// The turning points of the height: of the cubics through places and speeds of samples.
struct Turns {
  double lowest_m = 1.0;
  double highest_m = -1.0;
};

Turns TurnsOf(const std::vector<BallState>& samples, double period_s) {
  Turns turns;
  for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
    const double v0 = samples[i].velocity.z();
    const double v1 = samples[i + 1].velocity.z();
    if (v0 * v1 > 0.0 || v0 == v1) continue;
    const double s = v0 / (v0 - v1);
    const double r = 1.0 - s;
    const double z = r * r * (1.0 + 2.0 * s) * samples[i].position.z() +
                     s * s * (1.0 + 2.0 * r) * samples[i + 1].position.z() +
                     period_s * s * r * (r * v0 - s * v1);
    turns.lowest_m = std::min(turns.lowest_m, z - kRadius_m);
    turns.highest_m = std::max(turns.highest_m, z - kRadius_m);
  }
  return turns;
}

// catalogue C-40 (b): balls placed on an undamped cloth bounce between zero penetration, or 1 um
// above it, and the depth d at which they have lost their height: m g (z0 + d) = 2/5 K d^(5/2).
TEST(PoolShot, PlacedBallsBounceForEver) {
  struct Case {
    double above_m;
    double deepest_m;
  };
  for (const Case& c : {Case{0.0, std::pow(2.5, 2.0 / 3.0) * kSeated_m},  // 1.98719878 um
                        Case{1e-6, 2.48900223267131e-6}}) {
    PoolRig rig;
    rig.Add(Vec3(0.0, 0.0, kRadius_m + c.above_m), Vec3::Zero());
    rig.settings.compliant.start = CompliantStart::kAsPlaced;
    rig.settings.compliant.rest_speed_m_s = 1e-9;
    rig.settings.compliant.integration = kSharp;
    Detail detail;
    detail.samples = true;
    detail.sample_period_s = 2e-6;
    const Record record = rig.Play(0.02, detail);
    ASSERT_EQ(record.end_time_s, 0.02);
    const Turns turns = TurnsOf(record.samples, detail.sample_period_s);
    EXPECT_NEAR(turns.lowest_m, -c.deepest_m, 1e-9 * c.deepest_m);
    EXPECT_NEAR(turns.highest_m, c.above_m, 1e-9 * c.deepest_m);
  }
}

}  // namespace
}  // namespace carom::testing
