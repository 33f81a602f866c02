#include "core/play/skill.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/play/play_scene.h"

namespace carom::play {
namespace {

const CueShape kRod{.tip_radius_m = 0.007, .butt_radius_m = 0.007, .length_m = 1.0};

CueStrike Along(double azimuth_rad) {
  CueStrike strike;
  strike.speed_m_s = 1.0;
  strike.azimuth_rad = azimuth_rad;
  return strike;
}

// In the open the cue lies flat: no nose is nearer than its length.
TEST(LeastElevation, IsZeroInTheOpen) {
  const Scene scene = PoolScene();
  Position position = EmptyTable(scene);
  Put(scene, 0, 1.0, 0.0, position);
  EXPECT_EQ(*LeastElevation(scene, position.balls, Along(0.0), kRod), 0.0);
}

// The axis of the cue passes the centre of a ball D behind at D sin e: it clears the ball when that
// is the sum of the radii.
TEST(LeastElevation, PassesOverABall) {
  const Scene scene = PoolScene();
  const double R = scene.balls()[0].radius_m;
  Position position = EmptyTable(scene);
  Put(scene, 0, 0.0, 0.0, position);
  for (const double D : {0.08, 0.15, 0.3}) {
    Put(scene, 3, -D, 0.0, position);
    const auto elevation = LeastElevation(scene, position.balls, Along(0.0), kRod);
    EXPECT_NEAR(std::sin(*elevation), (R + 0.007) / D, 1e-12) << D;
    // A ball as far beside the cue as both are thick is no hindrance.
    Put(scene, 3, -D, R + 0.007 + 1e-6, position);
    EXPECT_EQ(*LeastElevation(scene, position.balls, Along(0.0), kRod), 0.0) << D;
  }
  // A tip above the centre raises the axis.
  Put(scene, 3, -0.15, 0.0, position);
  CueStrike high = Along(0.0);
  high.height_offset = 0.4;
  EXPECT_NEAR(std::sin(*LeastElevation(scene, position.balls, high, kRod)),
              (R + 0.007 - 0.4 * R) / 0.15, 1e-12);
  // A ball in contact behind leaves no room: 2 R is less than R and the cue and the centre's
  // height.
  Put(scene, 3, -2.0 * R, 0.0, position);
  CueStrike low = Along(0.0);
  low.height_offset = -0.9;
  EXPECT_FALSE(LeastElevation(scene, position.balls, low, kRod).has_value());
}

// Over a nose s behind the centre and q above it: the distance of that point from the axis is the
// cue's radius, s sin e - q cos e = r.
TEST(LeastElevation, PassesOverARail) {
  const Scene scene = PoolScene();
  const double R = scene.balls()[0].radius_m;
  Position position = EmptyTable(scene);
  for (const double s : {0.03, 0.1, 0.4}) {
    Put(scene, 0, -0.5 * scene.table().length_m + s, 0.0, position);
    const double q = scene.table().noses[0].start_height_m - R;
    const auto e = LeastElevation(scene, position.balls, Along(0.0), kRod);
    ASSERT_TRUE(e.has_value());
    EXPECT_NEAR(s * std::sin(*e) - q * std::cos(*e), 0.007, 1e-12) << s;
  }
}

// With noise of the azimuth alone the ball is off by as much as the cue.
TEST(DirectionDeviation, IsThatOfTheAzimuth) {
  const Scene scene = PoolScene();
  estimate::StrikeNoise noise;
  noise.fields[1] = NormalDistribution{0.0, 3e-3};
  EXPECT_NEAR(DirectionDeviation(scene, noise, 2.0), 3e-3, 4.0 * 3e-3 / std::sqrt(2.0 * 256.0));
  EXPECT_EQ(DirectionDeviation(scene, {}, 2.0), 0.0);
}

}  // namespace
}  // namespace carom::play
