// The two questions that every solid answers agree: where it is nearest, and when a moving ball
// comes to touch it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/math/first_crossing.h"
#include "core/solid/solid.h"
#include "tests/core/solid/asking.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kRadius_m;

constexpr double kWindow_s = 0.5;

struct Case {
  std::string what;
  Solid solid;
  Vec3 middle_m;    // About which balls move.
  double spread_m;  // How far off they are aimed.
};

Vec3 RandomIn(CounterRandom& random, double reach) {
  return Vec3(random.Uniform(-reach, reach), random.Uniform(-reach, reach),
              random.Uniform(-reach, reach));
}

Case RandomNose(CounterRandom& random) {
  const bool plane = random.Below(4) == 0;
  const bool slopes = random.Below(3) == 0;
  const double angle = random.Uniform(-kPi, kPi);
  const Vec2 along(Cos(angle), Sin(angle));
  Nose nose{-0.1 * along, 0.1 * along, random.Uniform(0.03, 0.045), 0.0};
  if (slopes) nose.rise_m = random.Uniform(-0.01, 0.01);
  const NoseContact contact = plane ? NoseContact::kPlane : NoseContact::kLine;
  return {"nose", NoseSolid(nose, contact, kRadius_m), Vec3(0.0, 0.0, 0.04), 0.1};
}

Case RandomJaw(CounterRandom& random) {
  const Jaw jaw{Vec2::Zero(), random.Uniform(0.005, 0.09), random.Uniform(0.03, 0.045)};
  const NoseContact contact = random.Below(4) == 0 ? NoseContact::kPlane : NoseContact::kLine;
  return {"jaw", JawSolid(jaw, contact, kRadius_m), Vec3(0.0, 0.0, 0.04), 0.08};
}

Case RandomRail(CounterRandom& random) {
  const RailTop top{{Vec2(-9.0, -9.0), Vec2(9.0, -9.0), Vec2(9.0, 9.0), Vec2(-9.0, 9.0)},
                    random.Uniform(0.02, 0.05)};
  return {"rail", RailSolid(top, {}, kRadius_m), Vec3(0.0, 0.0, 0.06), 0.1};
}

Case RandomHole(CounterRandom& random) {
  const double angle = random.Uniform(-kPi, kPi);
  Pocket pocket{Vec2::Zero(), random.Uniform(0.045, 0.07), "", Vec2::Zero(), 0.0};
  if (random.Below(3) != 0) {
    pocket.opening = Vec2(Cos(angle), Sin(angle));
    pocket.back_height_m = random.Uniform(0.03, 0.05);
    if (random.Below(2) != 0) pocket.overhang_m = random.Uniform(0.001, 0.012);
  }
  return {"hole", HoleSolid(pocket, 0.0, kRadius_m), Vec3(0.0, 0.0, 0.0), 0.05};
}

Case RandomCase(CounterRandom& random) {
  switch (random.Below(4)) {
    case 0:
      return RandomNose(random);
    case 1:
      return RandomJaw(random);
    case 2:
      return RandomRail(random);
    default:
      return RandomHole(random);
  }
}

// Aimed at the middle, from some way off.
Motion3D RandomMotion(CounterRandom& random, const Case& c, bool on_cloth) {
  const Vec3 aim = c.middle_m + RandomIn(random, c.spread_m);
  Vec3 velocity = RandomIn(random, 3.0);
  Vec3 half(random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), 0.0);
  if (!on_cloth) half = Vec3(0.0, 0.0, -0.5 * 9.81);
  const double reach_s = random.Uniform(0.05, 0.2);
  const Vec3 start = aim - reach_s * velocity - reach_s * reach_s * half;
  Motion3D motion{{start.x(), velocity.x(), half.x()},
                  {start.y(), velocity.y(), half.y()},
                  {start.z(), velocity.z(), half.z()}};
  if (on_cloth) motion.z = {kRadius_m, 0.0, 0.0};
  return motion;
}

double GapAt(const Case& c, const Vec3& centre_m, bool on_cloth) {
  return PartsNear(c.solid, centre_m, on_cloth).Closest().gap_m;
}

OptionalTime CrossingOf(const Case& c, const Approach& approach) {
  return std::visit([&](const auto& s) { return s.Crossing(approach); }, c.solid);
}

// Whether any part of the solid is as near as this, as the contract of FirstGapCrossing has it.
bool Touches(const Parts& parts, double depth_m, double rounding_m) {
  return std::any_of(parts.begin(), parts.end(), [&](const Nearest& part) {
    return part.gap_m <= rounding_m && part.gap_m >= -depth_m - rounding_m;
  });
}

// A hole's wall has an inside only: what gets behind it, where a table has slate and rails, may
// come through.
bool IsBehind(const Case& c, const Vec3& centre_m) {
  constexpr double kHighestBack_m = 0.05;
  const auto* hole = std::get_if<HoleSolid>(&c.solid);
  if (hole == nullptr || centre_m.z() > kHighestBack_m) return false;
  return !hole->circle().Covers(centre_m.head<2>()) || hole->GapFromInside(centre_m) < -kBehind_m;
}

struct CrossingTally {
  int crossings = 0;
  int moves = 0;
};

// At a crossing some part is touched and closing. Before it the nearest gap is positive, if it was
// at the start. A ball on the cloth meets posts at their foot, which the hole's rim hides.
void Check(const Case& c, const Motion3D& motion, bool on_cloth, CrossingTally& tally) {
  constexpr double kRounding_m = 1e-11;
  Approach approach = on_cloth ? testing::OnTheCloth(motion.x, motion.y, kRadius_m, kWindow_s)
                               : testing::InFlight(motion, kRadius_m, kWindow_s);
  if (GapAt(c, motion.At(0.0), on_cloth) <= 0.0) return;
  const auto time_s = CrossingOf(c, approach);
  const double end_s = time_s.value_or(kWindow_s);
  for (int i = 0; i < 200; ++i) {
    const double t = end_s * i / 200;
    if (IsBehind(c, motion.At(t))) return;
    ASSERT_GT(GapAt(c, motion.At(t), on_cloth), -kSeamDepth_m)
        << c.what << " at " << t << " s of " << end_s;
  }
  ++tally.moves;
  if (!time_s) return;
  ++tally.crossings;
  const Motion3D then = motion.From(*time_s);
  const Vec3 velocity(then.x.c1, then.y.c1, then.z.c1);
  const Parts parts = PartsNear(c.solid, then.At(0.0), on_cloth);
  ASSERT_TRUE(Touches(parts, kSeamDepth_m, kRounding_m)) << c.what << " at " << *time_s;
  const Nearest met = parts.Hit(velocity);
  EXPECT_LE(met.normal.dot(velocity), 1e-9 * velocity.norm()) << c.what << " at " << *time_s;
}

TEST(NearestAndCrossing, AgreeInFlight) {
  CounterRandom random(91, 0);
  CrossingTally tally;
  for (int i = 0; i < 20000; ++i) {
    const Case c = RandomCase(random);
    Check(c, RandomMotion(random, c, false), false, tally);
    if (HasFailure()) return;
  }
  EXPECT_GT(tally.crossings, 4000) << "of " << tally.moves;
}

TEST(NearestAndCrossing, AgreeOnTheCloth) {
  CounterRandom random(92, 0);
  CrossingTally tally;
  for (int i = 0; i < 20000; ++i) {
    const Case c = random.Below(2) == 0 ? RandomNose(random) : RandomJaw(random);
    Check(c, RandomMotion(random, c, true), true, tally);
    if (HasFailure()) return;
  }
  EXPECT_GT(tally.crossings, 4000) << "of " << tally.moves;
}

// Finite differences of the gap of the part that is nearest; nothing is asked where another part
// comes as near within the step, since the gap has an edge there.
TEST(Nearest, NormalIsTheGradientAndCurvatureTheSecondDerivative) {
  constexpr double kStep_m = 1e-4;
  CounterRandom random(93, 0);
  int checked = 0;
  for (int i = 0; i < 20000; ++i) {
    const Case c = RandomCase(random);
    const bool on_cloth = random.Below(2) == 0 && c.what != "hole" && c.what != "rail";
    Vec3 centre = c.middle_m + RandomIn(random, 0.1);
    Vec3 along = RandomIn(random, 1.0).normalized();
    if (on_cloth) {
      centre.z() = kRadius_m;
      along = Horizontal(along).normalized();
    }
    const Nearest here = PartsNear(c.solid, centre, on_cloth).Closest();
    if (!(here.gap_m > -0.5 * kRadius_m && here.gap_m < 0.1)) continue;
    const Nearest ahead = PartsNear(c.solid, centre + kStep_m * along, on_cloth).Closest();
    const Nearest behind = PartsNear(c.solid, centre - kStep_m * along, on_cloth).Closest();
    const double slope = (ahead.gap_m - behind.gap_m) / (2.0 * kStep_m);
    const double bend = (ahead.gap_m - 2.0 * here.gap_m + behind.gap_m) / (kStep_m * kStep_m);
    // A normal that turns by more, or a curvature that changes by more than a surface's own does
    // belongs to another part. The third derivative of a distance d is of the order of 1/d^2.
    const double turn = (ahead.normal - behind.normal).norm() / (2.0 * kStep_m);
    const double most = std::max(std::abs(here.curvature.along), std::abs(here.curvature.across));
    const double third = most * most;
    const double expected = here.curvature.Of(here.normal, along);
    const double change =
        ahead.curvature.Of(ahead.normal, along) - behind.curvature.Of(behind.normal, along);
    if (turn > 1.01 * most + 1e-3 || std::abs(change) > 6.0 * third * kStep_m + 1e-3) continue;
    EXPECT_NEAR(slope, here.normal.dot(along), 2.0 * third * kStep_m * kStep_m + 1e-9) << c.what;
    EXPECT_NEAR(bend, expected, 2.0 * third * kStep_m + 1e-5 * most + 1e-6) << c.what;
    if (HasFailure()) return;
    ++checked;
  }
  EXPECT_GT(checked, 8000);
}

}  // namespace
}  // namespace carom
