#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/shot/drawn/aims.h"

namespace carom {
namespace {

constexpr double kReach_m = 0.05715;

Vec2 Direction(double azimuth_rad) { return {std::cos(azimuth_rad), std::sin(azimuth_rad)}; }

double Cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// The line of aim passes the ball's centre at hit_offset times the reach; positive: the centre lies
// to the right of the line.
TEST(Aim, PassesTheBallAtTheHitOffset) {
  CounterRandom random(1, 0);
  for (int i = 0; i < 10000; ++i) {
    const Vec2 cue(random.Uniform(-1.0, 1.0), random.Uniform(-0.5, 0.5));
    const Vec2 ball =
        cue + random.Uniform(1.0, 30.0) * kReach_m * Direction(random.Uniform(-M_PI, M_PI));
    const double offset = random.Uniform(-1.0, 1.0);
    const double azimuth = AzimuthForHitOffset(cue, ball, kReach_m, offset);
    EXPECT_NEAR(Cross(ball - cue, Direction(azimuth)), offset * kReach_m, 1e-14);
    EXPECT_GT((ball - cue).dot(Direction(azimuth)), -1e-9);
  }
}

TEST(Aim, IsFullAtZero) {
  EXPECT_EQ(AzimuthForHitOffset({0.0, 0.0}, {1.0, 1.0}, kReach_m, 0.0), std::atan2(1.0, 1.0));
}

// Along that line the cue ball first touches the ball where the line of centres points at the
// pocket, for cuts below a right angle.
TEST(Aim, TouchesTheBallOppositeThePocket) {
  CounterRandom random(2, 0);
  int cuts = 0;
  for (int i = 0; i < 10000; ++i) {
    const Vec2 cue(random.Uniform(-1.0, 1.0), random.Uniform(-0.5, 0.5));
    const Vec2 ball(random.Uniform(-1.0, 1.0), random.Uniform(-0.5, 0.5));
    const Vec2 pocket(random.Uniform(-1.3, 1.3), random.Uniform(-0.7, 0.7));
    const Vec2 along = (pocket - ball).normalized();
    const Vec2 ghost = ball - kReach_m * along;
    if ((ball - cue).norm() < 1.5 * kReach_m || (ghost - cue).dot(along) <= 0.01) continue;
    ++cuts;
    const Vec2 direction = Direction(AzimuthToPot(cue, ball, kReach_m, pocket));
    // First contact of a disc that moves along `direction`: the lesser root of |cue + s d - ball|.
    const double middle = (ball - cue).dot(direction);
    const double half =
        std::sqrt(middle * middle - (ball - cue).squaredNorm() + kReach_m * kReach_m);
    const Vec2 contact = cue + (middle - half) * direction;
    EXPECT_NEAR((contact - ghost).norm(), 0.0, 1e-10);
  }
  EXPECT_GT(cuts, 2000);
}

}  // namespace
}  // namespace carom
