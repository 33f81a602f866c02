#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/shot/simulate.h"
#include "core/tangent/tangent_player.h"
#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::kGravity_m_s2;
using testing::Rig;

// Rows of a state.
enum Row : size_t { kX, kY, kZ, kVx, kVy, kVz, kWx, kWy, kWz };

constexpr double kRadius_m = BallSpec{}.radius_m;

// Differences of the laws are as good as a few times 1e-11.
constexpr double kExact = 1e-9;

struct Derived {
  Record record;
  TangentRecord tangents;
};

Derived Differentiate(Rig rig, const std::vector<std::string>& paths) {
  rig.detail.hops = true;
  std::vector<Column> columns;
  for (const std::string& path : paths) {
    const auto column = FindColumn(FieldPath(path), rig.settings, rig.shot);
    CAROM_DEMAND(column.ok(), std::string(column.status().message()));
    columns.push_back(*column);
  }
  Derived derived{rig.Play(), {}};
  TangentPlayer player;
  const Scene scene = rig.MakeScene();
  player.Play(scene.world(), rig.shot, derived.record, columns, derived.tangents);
  return derived;
}

void ExpectNear(double actual, double expected) {
  EXPECT_NEAR(actual, expected, kExact * std::max(1.0, std::abs(expected)));
}

// A ball without spin slides until its speed is 5 v / 7, over 12 v^2 / (49 mu_s g), and then rolls
// over (5 v / 7)^2 / (2 mu_r g).
TEST(Tangent, OfTheWayOfABallThatSlidesAndRolls) {
  Rig rig;
  constexpr double kSpeed = 1.3;
  rig.AddBall({0.1, 0.2}, {kSpeed, 0.0});
  const Cloth& cloth = rig.settings.environment.cloth;
  const auto [record, tangents] = Differentiate(
      rig, {"balls[0].velocity_m_s.x", "balls[0].velocity_m_s.y", "settings.cloth.sliding_friction",
            "settings.cloth.rolling_friction", "settings.gravity_m_s2", "balls[0].position_m.y"});
  ASSERT_TRUE(tangents.AllValid());
  const double slide = 12.0 * kSpeed * kSpeed / (49.0 * cloth.sliding_friction * kGravity_m_s2);
  const double roll = 25.0 * kSpeed * kSpeed / (98.0 * cloth.rolling_friction * kGravity_m_s2);
  ExpectNear(tangents.FinalState(0, kX, 0), 2.0 * (slide + roll) / kSpeed);
  // The whole way turns with the velocity.
  ExpectNear(tangents.FinalState(0, kY, 1), (slide + roll) / kSpeed);
  ExpectNear(tangents.FinalState(0, kX, 2), -slide / cloth.sliding_friction);
  ExpectNear(tangents.FinalState(0, kX, 3), -roll / cloth.rolling_friction);
  ExpectNear(tangents.FinalState(0, kX, 4), -(slide + roll) / kGravity_m_s2);
  ExpectNear(tangents.FinalState(0, kY, 5), 1.0);
  // The slide ends after 2 v / (7 mu_s g).
  ASSERT_EQ(record.events[0].kind, EventKind::kSlidingToRolling);
  ExpectNear(tangents.EventTime(0, 0), 2.0 / (7.0 * cloth.sliding_friction * kGravity_m_s2));
}

// On a cloth of speed, too, the way of a roll scales with 1 / (mu_r g), whatever its bands. With a
// line a = a0 + a1 v it is v/a1 - a0/a1^2 log(1 + a1 v/a0): its derivative by v is v / (a0 + a1 v).
TEST(Tangent, OfTheWayOfARollOnAClothOfSpeed) {
  Rig rig;
  constexpr double kSpeed = 1.3;
  rig.AddRolling({0.0, 0.0}, {kSpeed, 0.0});
  Cloth& cloth = rig.settings.environment.cloth;
  cloth.rolling_factor.Add({0.0, 1.0});
  cloth.rolling_factor.Add({10.0, 7.0});
  const auto [record, tangents] = Differentiate(
      rig, {"settings.cloth.rolling_friction", "settings.gravity_m_s2", "balls[0].position_m.x"});
  ASSERT_TRUE(tangents.AllValid());
  ASSERT_GT(record.events.size(), 4u);
  const double way = record.final_states[0].position.x();
  ExpectNear(tangents.FinalState(0, kX, 0), -way / cloth.rolling_friction);
  ExpectNear(tangents.FinalState(0, kX, 1), -way / kGravity_m_s2);
  ExpectNear(tangents.FinalState(0, kX, 2), 1.0);
  ExpectNear(tangents.EventTime(record.events.size() - 1, 0),
             -record.end_time_s / cloth.rolling_friction);

  Rig sliding = rig;
  sliding.shot.start[0].spin = Vec3::Zero();
  const auto [slid, by_speed] = Differentiate(sliding, {"balls[0].velocity_m_s.x"});
  ASSERT_TRUE(by_speed.AllValid());
  const double rolls_m_s = 5.0 / 7.0 * kSpeed;
  const double slows_m_s2 =
      cloth.rolling_friction * kGravity_m_s2 * cloth.rolling_factor.At(rolls_m_s);
  const double slide_m = 24.0 * kSpeed / (49.0 * cloth.sliding_friction * kGravity_m_s2);
  const double slope = slide_m + 5.0 / 7.0 * rolls_m_s / slows_m_s2;
  // The law's own way is that of the bands to 1e-6.
  EXPECT_NEAR(by_speed.FinalState(0, kX, 0), slope, 1e-5 * slope);
}

// Vertical spin w lasts for 2 R w / (5 mu_sp g).
TEST(Tangent, OfTheTimeOfASpin) {
  Rig rig;
  rig.AddBall({0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0, 30.0});
  const double friction = rig.settings.environment.cloth.spinning_friction;
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].spin_rad_s.z", "settings.cloth.spinning_friction"});
  ASSERT_TRUE(tangents.AllValid());
  const double lasts_s = 2.0 * kRadius_m * 30.0 / (5.0 * friction * kGravity_m_s2);
  ExpectNear(tangents.EventTime(0, 0), lasts_s / 30.0);
  ExpectNear(tangents.EventTime(0, 1), -lasts_s / friction);
}

// Of equal balls without loss, head on, the second leaves on the way of the first: it ends at x =
// x_0
// + v T + 2 R, whatever its own place and velocity were. Users of a differentiable engine, which
// gives (.75, .25, .91, .08) here, worked out (1, 0, 1, 0)
// [github.com/keenon/nimblephysics/issues/97].
TEST(Tangent, OfTheSceneThatAnotherEngineMisses) {
  Rig rig;
  rig.RemoveFriction();
  BallSpec ball;
  ball.radius_m = 0.1;
  ball.mass_kg = 1.0;
  rig.AddBall({0.0, 0.0}, {1.0, 0.0}, Vec3::Zero(), ball);
  rig.AddBall({0.52, 0.0}, {0.0, 0.0}, Vec3::Zero(), ball);
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.environment.stop.at_time_s = 1.0;
  const auto [record, tangents] = Differentiate(
      rig, {"balls[0].position_m.x", "balls[1].position_m.x", "balls[0].velocity_m_s.x"});
  ASSERT_TRUE(tangents.AllValid());
  EXPECT_NEAR(record.final_states[1].position.x(), 1.2, 1e-12);
  EXPECT_NEAR(tangents.FinalState(1, kX, 0), 1.0, 1e-12);
  EXPECT_NEAR(tangents.FinalState(1, kX, 1), 0.0, 1e-12);
  EXPECT_NEAR(tangents.FinalState(1, kX, 2), 1.0, 1e-12);

  // By the velocity of a ball at rest there is no derivative on a cloth on which it rests: so it
  // moves a little.
  rig.shot.start[1].velocity.x() = 1e-3;
  const auto by_velocity = Differentiate(rig, {"balls[1].velocity_m_s.x"});
  ASSERT_TRUE(by_velocity.tangents.AllValid());
  EXPECT_NEAR(by_velocity.tangents.FinalState(1, kX, 0), 0.0, 1e-12);
}

// Two balls without friction, head on: at speed v they touch after (d - 2 R) / v, and separate with
// (1 - e) v / 2 and (1 + e) v / 2.
TEST(Tangent, OfTwoBallsHeadOn) {
  for (const double restitution : {1.0, 0.9, 0.5}) {
    Rig rig;
    rig.RemoveFriction();
    constexpr double kSpeed = 0.8;
    constexpr double kApart = 0.52;
    rig.AddBall({0.0, 0.0}, {kSpeed, 0.0});
    rig.AddBall({kApart, 0.0});
    FrictionalBallBall law;
    law.friction = ConstantFriction{0.0};
    law.restitution = restitution;
    rig.settings.laws.ball_ball = law;
    rig.settings.environment.stop.at_time_s = 2.0;
    const auto [record, tangents] =
        Differentiate(rig, {"balls[0].velocity_m_s.x", "balls[0].position_m.x",
                            "settings.ball_ball.frictional.restitution"});
    const double gap = kApart - 2.0 * kRadius_m;
    const double meets_s = gap / kSpeed;
    const double after_s = 2.0 - meets_s;
    ASSERT_TRUE(tangents.AllValid());
    // x = gap + (1 - e) v / 2 (2 - gap / v)
    ExpectNear(tangents.FinalState(0, kX, 0), (1.0 - restitution));
    ExpectNear(tangents.FinalState(0, kX, 2), -0.5 * kSpeed * after_s);
    // x = d + (1 + e) v / 2 (2 - gap / v)
    ExpectNear(tangents.FinalState(1, kX, 0), (1.0 + restitution));
    ExpectNear(tangents.FinalState(1, kVx, 0), 0.5 * (1.0 + restitution));
    // A place further by 1 is a touch earlier by 1 / v.
    ExpectNear(tangents.FinalState(1, kX, 1), 0.5 * (1.0 + restitution));
    ExpectNear(tangents.EventTime(0, 1), -1.0 / kSpeed);
    ExpectNear(tangents.FinalState(1, kX, 2), 0.5 * kSpeed * after_s);
  }
}

// Head on without loss, a ball of mass m and speed v sends one of mass M that rests away at
// 2 m v / (m + M).
TEST(Tangent, OfMasses) {
  Rig rig;
  rig.RemoveFriction();
  constexpr double kSpeed = 0.8;
  BallSpec heavy;
  heavy.mass_kg = 0.25;
  rig.AddBall({0.0, 0.0}, {kSpeed, 0.0}, Vec3::Zero(), heavy);
  rig.AddBall({0.5, 0.0});
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.environment.stop.at_time_s = 1.0;
  const auto [record, tangents] = Differentiate(rig, {"balls[0].mass_kg", "balls[1].mass_kg"});
  ASSERT_TRUE(tangents.AllValid());
  const double m = heavy.mass_kg;
  const double sum = m + BallSpec{}.mass_kg;
  ExpectNear(tangents.FinalState(1, kVx, 0), 2.0 * kSpeed * BallSpec{}.mass_kg / (sum * sum));
  ExpectNear(tangents.FinalState(1, kVx, 1), -2.0 * kSpeed * m / (sum * sum));
}

// A cut without friction or loss: the object ball leaves along the line of centres. The cue ball is
// a distance d away and aims off the line to the object ball by an angle a. By the sine rule, in
// the triangle of both centres and the place of the cue ball at the touch, the line of centres has
// the direction a - asin(d sin(a) / 2 R).
TEST(Tangent, OfTheDirectionOfACut) {
  Rig rig;
  rig.RemoveFriction();
  constexpr double kApart = 0.7;
  constexpr double kAim = 0.03;
  constexpr double kSpeed = 2.0;
  rig.AddBall({0.0, 0.0}, {kSpeed * std::cos(kAim), kSpeed * std::sin(kAim)});
  rig.AddBall({kApart, 0.0});
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.environment.stop.at_time_s = 1.0;
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].velocity_m_s.x", "balls[0].velocity_m_s.y"});
  ASSERT_EQ(tangents.balls[1].end, TangentEnd::kNone);
  // Turned by an angle, the velocity changes by (-v sin a, v cos a) per radian.
  const auto turned = [&](size_t row) {
    return -kSpeed * std::sin(kAim) * tangents.EventState(0, 1, row, 0) +
           kSpeed * std::cos(kAim) * tangents.EventState(0, 1, row, 1);
  };
  const double k = kApart / (2.0 * kRadius_m);
  const double direction = kAim - std::asin(k * std::sin(kAim));
  const double change =
      1.0 - k * std::cos(kAim) / std::sqrt(1.0 - k * k * std::sin(kAim) * std::sin(kAim));
  const double speed = kSpeed * std::cos(direction - kAim);
  const double speed_change = -kSpeed * std::sin(direction - kAim) * (change - 1.0);
  ASSERT_NEAR(record.event_states[1].after.velocity.y(), speed * std::sin(direction), 1e-12);
  ExpectNear(turned(kVx),
             speed_change * std::cos(direction) - speed * std::sin(direction) * change);
  ExpectNear(turned(kVy),
             speed_change * std::sin(direction) + speed * std::cos(direction) * change);
}

// Thrown up at v, a ball is back on the slate after 2 v / g and has gone on by u 2 v / g.
TEST(Tangent, OfAFall) {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.stop.at_time_s = 0.3;
  BallState state;
  state.position = {0.0, 0.0, kRadius_m + 0.2};
  state.velocity = {0.7, 0.0, 0.3};
  state.motion = MotionState::kAirborne;
  rig.balls.emplace_back();
  rig.shot.start.push_back(state);
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].velocity_m_s.z", "balls[0].position_m.z",
                          "balls[0].velocity_m_s.x", "settings.gravity_m_s2"});
  ASSERT_EQ(record.events[0].kind, EventKind::kBallSlate);
  // t = (v + sqrt(v^2 + 2 g h)) / g
  const double root = std::sqrt(0.3 * 0.3 + 2.0 * kGravity_m_s2 * 0.2);
  const double t = (0.3 + root) / kGravity_m_s2;
  ASSERT_NEAR(record.events[0].time_s, t, 1e-12);
  ExpectNear(tangents.EventTime(0, 0), t / root);
  ExpectNear(tangents.EventTime(0, 1), 1.0 / root);
  ExpectNear(tangents.EventTime(0, 2), 0.0);
  ExpectNear(tangents.EventTime(0, 3), 0.2 / (root * kGravity_m_s2) - t / kGravity_m_s2);
  ExpectNear(tangents.EventState(0, 0, kX, 0), 0.7 * t / root);
  ExpectNear(tangents.EventState(0, 0, kX, 2), t);
}

// Off a straight rail without friction: the restitution e turns the normal velocity v to -e v after
// the way s, so that at time T the ball is at s - e v (T - s / v) = s (1 + e) - e v T.
TEST(Tangent, OfARebound) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddNose({1.0, -1.0}, {1.0, 1.0});
  rig.AddBall({0.0, 0.0}, {1.5, 0.4});
  RestitutionCushion law;
  law.restitution = 0.8;
  rig.settings.laws.cushion = law;
  rig.settings.environment.stop.at_time_s = 1.5;
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].velocity_m_s.x", "balls[0].velocity_m_s.y",
                          "settings.cushion.restitution.restitution", "balls[0].position_m.x"});
  ASSERT_TRUE(tangents.AllValid());
  const double way = 1.0 - testing::kNoseReach_m;
  ExpectNear(tangents.FinalState(0, kX, 0), -0.8 * 1.5);
  ExpectNear(tangents.FinalState(0, kY, 1), 1.5);
  ExpectNear(tangents.FinalState(0, kX, 2), way - 1.5 * 1.5);
  ExpectNear(tangents.FinalState(0, kX, 3), -0.8);
}

// Off the round nose of a jaw, which the centre meets at the distance D. A ball at the height y
// before it hits it where the normal (-cos a, sin a) has sin a = y / D, after the way d - D cos a;
// restitution turns v along x to v (1 - (1 + e) cos^2 a, (1 + e) cos a sin a).
TEST(Tangent, OfAReboundFromAJaw) {
  Rig rig;
  rig.RemoveFriction();
  constexpr double kApart = 0.8;
  constexpr double kSpeed = 1.5;
  constexpr double kHeight = 0.02;
  Jaw jaw;
  jaw.centre_m = {kApart, 0.0};
  jaw.radius_m = 0.03;
  rig.table.jaws.push_back(jaw);
  rig.AddBall({0.0, kHeight}, {kSpeed, 0.0});
  RestitutionCushion law;
  law.restitution = 0.8;
  rig.settings.laws.cushion = law;
  rig.settings.environment.stop.at_time_s = 1.0;
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].position_m.y", "settings.cushion.restitution.restitution"});
  ASSERT_TRUE(tangents.AllValid());
  ASSERT_EQ(record.events[0].kind, EventKind::kBallJaw);
  const double reach = jaw.radius_m + testing::kNoseReach_m;
  const double angle = std::asin(kHeight / reach);
  const double turns = 1.0 / (reach * std::cos(angle));
  ExpectNear(tangents.EventTime(0, 0), std::tan(angle) / kSpeed);
  ExpectNear(tangents.EventState(0, 0, kVx, 0), 1.8 * kSpeed * std::sin(2.0 * angle) * turns);
  ExpectNear(tangents.EventState(0, 0, kVy, 0), 1.8 * kSpeed * std::cos(2.0 * angle) * turns);
  ExpectNear(tangents.EventState(0, 0, kVx, 1), -kSpeed * std::cos(angle) * std::cos(angle));
  ExpectNear(tangents.EventState(0, 0, kVy, 1), 0.5 * kSpeed * std::sin(2.0 * angle));
}

// A ball leaves the table where the outline ends, at x = 1 after 1 / v_x.
TEST(Tangent, OfLeavingTheTable) {
  Rig rig;
  rig.RemoveFriction();
  rig.table.bed_outline_m = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
  rig.AddBall({0.0, 0.0}, {2.0, 0.5});
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].velocity_m_s.x", "balls[0].velocity_m_s.y"});
  ASSERT_TRUE(tangents.AllValid());
  ASSERT_EQ(record.events[0].kind, EventKind::kLeftTable);
  ExpectNear(tangents.EventTime(0, 0), -1.0 / 4.0);
  ExpectNear(tangents.FinalState(0, kX, 0), 0.0);
  ExpectNear(tangents.FinalState(0, kY, 0), -0.5 / 4.0);
  ExpectNear(tangents.FinalState(0, kY, 1), 0.5);
}

// A ball that falls onto slate or rail bounces with e of its speed down, and its slip, which
// friction mu does not stop, loses mu (1 + e) of it: 1 / m of the impulse goes to the speed along,
// 5 / (2 m) to that of the surface.
TEST(Tangent, OfABounce) {
  for (const bool on_rail : {false, true}) {
    Rig rig;
    rig.settings.environment.flight = Flight::kOn;
    rig.settings.environment.stop.at_time_s = 0.2;
    FrictionalSlate law;
    law.restitution = 0.5;
    law.friction = 0.1;
    rig.settings.laws.slate = law;
    if (on_rail) {
      RailTop top;
      top.corners_m = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
      rig.table.rail_tops.push_back(top);
    }
    BallState state;
    state.position = {0.0, 0.0, kRadius_m + 0.1};
    state.velocity = {1.5, 0.0, -0.5};
    state.motion = MotionState::kAirborne;
    rig.balls.emplace_back();
    rig.shot.start.push_back(state);
    const auto [record, tangents] = Differentiate(
        rig, {"settings.slate.frictional.restitution", "settings.slate.frictional.friction",
              "balls[0].velocity_m_s.z", "balls[0].velocity_m_s.x", "balls[0].spin_rad_s.y"});
    ASSERT_TRUE(tangents.AllValid());
    ASSERT_EQ(record.events[0].kind, on_rail ? EventKind::kBallRail : EventKind::kBallSlate);
    const double down = -record.event_states[0].before.velocity.z();
    ExpectNear(tangents.EventState(0, 0, kVz, 0), down);
    ExpectNear(tangents.EventState(0, 0, kVx, 0), -0.1 * down);
    ExpectNear(tangents.EventState(0, 0, kVx, 1), -1.5 * down);
    ExpectNear(tangents.EventState(0, 0, kWy, 1), 2.5 / kRadius_m * 1.5 * down);
    // d down / d v_z = v_z / down: energy.
    const double by_vz = state.velocity.z() / down;
    ExpectNear(tangents.EventState(0, 0, kVz, 2), 0.5 * by_vz);
    ExpectNear(tangents.EventState(0, 0, kVx, 2), -0.15 * by_vz);
    ExpectNear(tangents.EventState(0, 0, kVx, 3), 1.0);
    ExpectNear(tangents.EventState(0, 0, kWy, 4), 1.0);
  }
}

// A roll to rest with vertical spin left: the spin lasts as long as if the ball had not rolled, and
// does not know of its speed.
TEST(Tangent, OfASpinThatOutlastsARoll) {
  Rig rig;
  constexpr double kSpeed = 0.2;
  constexpr double kSpin = 200.0;
  rig.AddBall({0.0, 0.0}, {kSpeed, 0.0}, {0.0, 0.0, kSpin});
  const Cloth& cloth = rig.settings.environment.cloth;
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].velocity_m_s.x", "balls[0].spin_rad_s.z"});
  ASSERT_TRUE(tangents.AllValid());
  ASSERT_EQ(record.events.size(), 3u);
  ASSERT_EQ(record.events[1].kind, EventKind::kRollingToSpinning);
  // 2 v / (7 mu_s g) of sliding and 5 v / (7 mu_r g) of rolling.
  ExpectNear(tangents.EventTime(1, 0),
             (2.0 / cloth.sliding_friction + 5.0 / cloth.rolling_friction) / 7.0 / kGravity_m_s2);
  ExpectNear(tangents.EventTime(2, 0), 0.0);
  ExpectNear(tangents.EventTime(2, 1),
             2.0 * kRadius_m / (5.0 * cloth.spinning_friction * kGravity_m_s2));
}

// A ball that crosses the circle of a pocket along a chord at the height h: x = -sqrt(r^2 - h^2).
TEST(Tangent, OfADropIntoAPocket) {
  Rig rig;
  rig.RemoveFriction();
  Pocket pocket;
  pocket.centre_m = {1.0, 0.0};
  pocket.radius_m = 0.06;
  rig.table.pockets.push_back(pocket);
  rig.AddBall({0.0, 0.02}, {2.0, 0.0});
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].position_m.y", "balls[0].velocity_m_s.x"});
  ASSERT_EQ(record.events[0].kind, EventKind::kBallPocket);
  ASSERT_TRUE(tangents.AllValid());
  const double half = std::sqrt(0.06 * 0.06 - 0.02 * 0.02);
  // The chord shortens with h by h / half.
  ExpectNear(tangents.EventTime(0, 0), 0.02 / half / 2.0);
  ExpectNear(tangents.FinalState(0, kX, 0), 0.02 / half);
  ExpectNear(tangents.EventTime(0, 1), -(1.0 - half) / 4.0);
  ExpectNear(tangents.FinalState(0, kX, 1), 0.0);
}

// A strike in the middle without squirt gives 2 M / (M + m) times the cue's speed, along the aim
// [Leckie & Greenspan 2006].
TEST(Tangent, OfAStrike) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddBall({0.0, 0.0});
  rig.settings.environment.cue.end_mass_kg = 0.0;
  rig.settings.environment.stop.at_time_s = 1.0;
  CueStrike strike;
  strike.speed_m_s = 1.2;
  strike.azimuth_rad = 0.5;
  strike.height_offset = 0.1;  // Not on the middle, where a ball slides as well.
  rig.shot.strike = strike;
  const auto [record, tangents] =
      Differentiate(rig, {"strike.speed_m_s", "strike.azimuth_rad", "strike.side_offset"});
  ASSERT_TRUE(tangents.AllValid());
  const Vec3 velocity = record.final_states[0].velocity;
  ExpectNear(tangents.FinalState(0, kVx, 0), velocity.x() / 1.2);
  ExpectNear(tangents.FinalState(0, kVy, 0), velocity.y() / 1.2);
  ExpectNear(tangents.FinalState(0, kVx, 1), -velocity.y());
  ExpectNear(tangents.FinalState(0, kVy, 1), velocity.x());
  ExpectNear(tangents.FinalState(0, kX, 1), -velocity.y());
}

// The speed of a struck ball is 2 V / (1 + m/M + 5/2 (a^2 + b^2)), of which elevation leaves the
// cosine along the cloth; squirt turns it right by the angle whose tangent is
// 5/2 a sqrt(1 - a^2) / (1 + m/m_e + 5/2 (1 - a^2)) [Alciatore, TP A.31].
TEST(Tangent, OfTheNumbersOfAStrike) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddBall({0.0, 0.0});
  rig.settings.environment.stop.at_time_s = 1.0;
  CueStrike strike;
  strike.speed_m_s = 1.2;
  strike.elevation_rad = 0.2;
  strike.side_offset = 0.3;
  strike.height_offset = 0.1;
  rig.shot.strike = strike;
  const auto [record, tangents] =
      Differentiate(rig, {"strike.elevation_rad", "strike.height_offset", "settings.cue.mass_kg",
                          "settings.cue.end_mass_kg"});
  ASSERT_TRUE(tangents.AllValid());
  const Cue& cue = rig.settings.environment.cue;
  const double m = BallSpec{}.mass_kg;
  const double share = 1.0 + m / cue.mass_kg + 2.5 * (0.3 * 0.3 + 0.1 * 0.1);
  const Vec3 velocity = record.final_states[0].velocity;
  const auto expect_scaled = [&, &tangents = tangents](size_t column, double by) {
    ExpectNear(tangents.FinalState(0, kVx, column), by * velocity.x());
    ExpectNear(tangents.FinalState(0, kVy, column), by * velocity.y());
  };
  expect_scaled(0, -std::tan(strike.elevation_rad));
  expect_scaled(1, -5.0 * 0.1 / share);
  expect_scaled(2, m / (cue.mass_kg * cue.mass_kg) / share);
  const double depth = 1.0 - 0.3 * 0.3;
  const double below = 1.0 + m / cue.end_mass_kg + 2.5 * depth;
  const double tangent = 2.5 * 0.3 * std::sqrt(depth) / below;
  const double turns =
      -tangent / below * m / (cue.end_mass_kg * cue.end_mass_kg) / (1.0 + tangent * tangent);
  ExpectNear(tangents.FinalState(0, kVx, 3), -turns * velocity.y());
  ExpectNear(tangents.FinalState(0, kVy, 3), turns * velocity.x());
}

// Balls without friction move as Hamilton's equations say, whose flow keeps volumes of phase space
// (Liouville): Lyapunov's exponents sum to zero, and the determinant of the derivatives is 1.
TEST(Tangent, KeepsVolumesOfPhaseSpace) {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.environment.stop.at_time_s = 4.0;
  rig.AddBall({-0.5, 0.0}, {1.1, 0.06});
  rig.AddBall({0.0, 0.03}, {0.02, 0.01});
  rig.AddBall({0.3, -0.02}, {-0.2, 0.1});
  rig.AddBall({0.45, 0.05}, {-0.3, -0.1});
  std::vector<std::string> paths;
  for (int ball = 0; ball < 4; ++ball) {
    for (const char* const axis : {"x", "y"}) {
      for (const char* const of : {"position_m", "velocity_m_s"}) {
        paths.push_back(absl::StrCat("balls[", ball, "].", of, ".", axis));
      }
    }
  }
  const auto [record, tangents] = Differentiate(rig, paths);
  ASSERT_TRUE(tangents.AllValid());
  ASSERT_GE(record.events.size(), 3u);
  Eigen::Matrix<double, 16, 16> flow;
  for (size_t ball = 0; ball < 4; ++ball) {
    for (size_t column = 0; column < 16; ++column) {
      size_t row = 0;
      for (const Row of : {kX, kVx, kY, kVy}) {
        flow(static_cast<Eigen::Index>(4 * ball + row++), static_cast<Eigen::Index>(column)) =
            tangents.FinalState(ball, of, column);
      }
    }
  }
  // Three impacts multiply the error of a law's derivatives by some ten each.
  EXPECT_NEAR(flow.determinant(), 1.0, 1e3 * kExact);
}

TEST(Tangent, SaysWhereThereIsNone) {
  Rig rolling;  // A strike that starts exactly in natural roll is a kink.
  rolling.AddRolling({0.0, 0.0}, {1.0, 0.0});
  const auto roll = Differentiate(rolling, {"balls[0].velocity_m_s.x"});
  EXPECT_EQ(roll.tangents.balls[0].end, TangentEnd::kNoSlip);
  EXPECT_EQ(roll.tangents.balls[0].event, -1);
  // By its place it has one.
  EXPECT_TRUE(Differentiate(rolling, {"balls[0].position_m.x"}).tangents.AllValid());

  Rig pressed;  // Follow holds the ball against the rail.
  pressed.AddNose({0.5, -1.0}, {0.5, 1.0});
  pressed.AddBall({0.5 - testing::kNoseReach_m - 1e-3, 0.0}, {0.0, 0.0}, {0.0, 100.0, 0.0});
  const auto press = Differentiate(pressed, {"balls[0].position_m.x"});
  EXPECT_EQ(press.tangents.balls[0].end, TangentEnd::kPress);
  EXPECT_GT(press.tangents.balls[0].event, 2);  // The first impacts follow the law.

  Rig stays;  // For a time, at a cushion: up to there it has one.
  stays.AddNose({0.5, -1.0}, {0.5, 1.0});
  stays.AddBall({0.0, 0.0}, {1.0, 0.0});
  stays.settings.laws.cushion_contact_s = 0.01;
  const auto stay = Differentiate(stays, {"balls[0].position_m.y"});
  EXPECT_EQ(stay.tangents.balls[0].end, TangentEnd::kPress);
  EXPECT_EQ(stay.record.events[Index(stay.tangents.balls[0].event)].kind, EventKind::kBallCushion);

  Rig tie;  // A ball hits two at once.
  tie.AddBall({0.0, 0.0}, {1.0, 0.0});
  tie.AddBall({0.5, 1.01 * kRadius_m});
  tie.AddBall({0.5, -1.01 * kRadius_m});
  const auto tied = Differentiate(tie, {"balls[0].velocity_m_s.x"});
  EXPECT_EQ(tied.tangents.balls[0].end, TangentEnd::kTie);
}

TEST(FindColumn, SaysWhatIsWrong) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  const auto error = [&](const char* path) {
    const auto column = FindColumn(FieldPath(std::string(path)), rig.settings, rig.shot);
    return column.ok() ? std::string() : std::string(column.status().message());
  };
  EXPECT_EQ(error("balls[0].position_m.x"), "");
  EXPECT_EQ(error("settings.cushion.han2005.friction"), "");
  EXPECT_NE(error("strike.azimuth_rad").find("a shot with a strike"), std::string::npos);
  EXPECT_NE(error("balls[1].position_m.x").find("of a ball of the shot"), std::string::npos);
  EXPECT_NE(error("balls[0].position_m.z").find("not in flight"), std::string::npos);
  EXPECT_NE(error("settings.cushion.restitution.restitution").find("settings"), std::string::npos);
}

}  // namespace
}  // namespace carom
