#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

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

// A pocket that balls drop into, at x = 1.
Rig RigWithPocket() {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  Pocket pocket;
  pocket.centre_m = {1.0, 0.0};
  pocket.radius_m = 0.1;
  rig.table.pockets.push_back(pocket);
  return rig;
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

// A ball of radius r at x1 with v0 hits an equal one at x2 with u0, head on. They touch at t = (x2
// - x1 - 2 r) / (v0 - u0), and the struck one leaves with u0 + k (v0 - u0), k = (1 + e) / 2. At T
// it is at xf = x2 + u0 T + k ((v0 - u0) T - (x2 - x1 - 2 r)), whose derivatives by (x1, x2, v0,
// u0) are (k, 1 - k, k T, (1 - k) T): without loss (1, 0, 1, 0), as users of a differentiable
// engine worked out, which gave (.75, .25, .91, .08) [github.com/keenon/nimblephysics/issues/97].
// The balls fly side by side, for on a cloth one that rests has no derivative by its velocity.
TEST(Tangent, OfTheSceneThatAnotherEngineMisses) {
  for (const double restitution : {1.0, 0.8, 0.5, 0.0}) {
    SCOPED_TRACE(restitution);
    Rig rig;
    BallSpec ball;
    ball.radius_m = 0.1;
    ball.mass_kg = 1.0;
    rig.AddBall({0.0, 0.0}, {1.0, 0.0}, Vec3::Zero(), ball);
    rig.AddBall({0.52, 0.0}, {0.0, 0.0}, Vec3::Zero(), ball);
    for (BallState& state : rig.shot.start) {
      state.position.z() = 10.0;
      state.motion = MotionState::kAirborne;
    }
    FrictionalBallBall law;
    law.friction = ConstantFriction{0.0};
    law.restitution = restitution;
    rig.settings.laws.ball_ball = law;
    rig.settings.environment.flight = Flight::kOn;
    rig.settings.environment.stop.at_time_s = 1.0;
    const auto [record, tangents] =
        Differentiate(rig, {"balls[0].position_m.x", "balls[1].position_m.x",
                            "balls[0].velocity_m_s.x", "balls[1].velocity_m_s.x"});
    ASSERT_TRUE(tangents.AllValid());
    const double k = 0.5 * (1.0 + restitution);
    EXPECT_NEAR(record.final_states[1].position.x(), 0.52 + k * 0.68, 1e-12);
    EXPECT_NEAR(tangents.FinalState(1, kX, 0), k, 1e-12);
    EXPECT_NEAR(tangents.FinalState(1, kX, 1), 1.0 - k, 1e-12);
    EXPECT_NEAR(tangents.FinalState(1, kX, 2), k, 1e-12);
    EXPECT_NEAR(tangents.FinalState(1, kX, 3), 1.0 - k, 1e-12);
  }
}

// The same of the default numbers' elastic balls on a cloth without friction: (1, 0, 1, 0), and for
// a target at rest, which has no derivative by its own speed, (1, 0, 1).
TEST(Tangent, OfThatSceneOnACloth) {
  for (const double target_m_s : {0.02, 0.0}) {
    Rig rig;
    rig.RemoveFriction();
    BallSpec ball;
    ball.radius_m = 0.1;
    ball.mass_kg = 1.0;
    rig.AddBall({0.0, 0.0}, {1.0, 0.0}, Vec3::Zero(), ball);
    rig.AddBall({0.52, 0.0}, {target_m_s, 0.0}, Vec3::Zero(), ball);
    rig.settings.laws.ball_ball = ElasticBallBall{};
    rig.settings.environment.stop.at_time_s = 1.0;
    std::vector<std::string> paths = {"balls[0].position_m.x", "balls[1].position_m.x",
                                      "balls[0].velocity_m_s.x"};
    if (target_m_s > 0.0) paths.push_back("balls[1].velocity_m_s.x");
    const auto [record, tangents] = Differentiate(rig, paths);
    ASSERT_TRUE(tangents.AllValid());
    EXPECT_NEAR(record.final_states[1].position.x(), 0.2 + 1.0, 1e-12);
    EXPECT_NEAR(tangents.FinalState(1, kX, 0), 1.0, 1e-12);
    EXPECT_NEAR(tangents.FinalState(1, kX, 1), 0.0, 1e-12);
    EXPECT_NEAR(tangents.FinalState(1, kX, 2), 1.0, 1e-12);
    if (target_m_s == 0.0) continue;
    EXPECT_NEAR(tangents.FinalState(1, kX, 3), 0.0, 1e-12);
  }
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

// A strike in the middle gives a ball of the mass m 2 / (1 + m/M) times the cue's speed.
TEST(Tangent, OfTheMassOfAStruckBall) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddBall({0.0, 0.0});
  rig.settings.environment.cue.end_mass_kg = 0.0;
  rig.settings.environment.stop.at_time_s = 1.0;
  rig.shot.strike = CueStrike{.speed_m_s = 1.2, .height_offset = 0.1};
  const auto [record, tangents] = Differentiate(rig, {"balls[0].mass_kg"});
  ASSERT_TRUE(tangents.AllValid());
  const double mass_kg = rig.settings.environment.cue.mass_kg;
  const double share = 1.0 + BallSpec{}.mass_kg / mass_kg + 2.5 * 0.1 * 0.1;
  ExpectNear(tangents.FinalState(0, kVx, 0),
             -record.final_states[0].velocity.x() / share / mass_kg);
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

// The ball of a strike without squirt turns with w = 5/2 (v / R) (a left + b up) x along, at the
// speed v = 2 V / (1 + m/M + 5/2 (a^2 + b^2)) [Leckie & Greenspan 2006]; as long as it slides
// without friction, nothing changes that.
TEST(Tangent, OfTheSpinOfAStrike) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddBall({0.0, 0.0});
  rig.settings.environment.stop.at_time_s = 1.0;
  rig.settings.environment.cue.end_mass_kg = 0.0;
  constexpr double kSide = 0.3;
  constexpr double kHeight = 0.1;
  CueStrike strike;
  strike.speed_m_s = 1.2;
  strike.side_offset = kSide;
  strike.height_offset = kHeight;
  rig.shot.strike = strike;
  const auto [record, tangents] =
      Differentiate(rig, {"strike.side_offset", "strike.height_offset", "strike.azimuth_rad",
                          "balls[0].radius_m", "strike.speed_m_s"});
  ASSERT_TRUE(tangents.AllValid());
  const double share = 1.0 + BallSpec{}.mass_kg / rig.settings.environment.cue.mass_kg +
                       2.5 * (kSide * kSide + kHeight * kHeight);
  const double per_offset = 2.5 * 2.0 * 1.2 / share / kRadius_m;
  const Vec3 spin = record.final_states[0].spin;
  ASSERT_NEAR(spin.y(), per_offset * kHeight, 1e-9);
  ASSERT_NEAR(std::abs(spin.z()), per_offset * kSide, 1e-9);
  const double left = spin.z() / (per_offset * kSide);
  const auto by_side = [&](double offset) { return -5.0 * kSide * offset / share; };
  const auto by_height = [&](double offset) { return -5.0 * kHeight * offset / share; };
  ExpectNear(tangents.FinalState(0, kWy, 0), per_offset * by_side(kHeight));
  ExpectNear(tangents.FinalState(0, kWz, 0), left * per_offset * (1.0 + by_side(kSide)));
  ExpectNear(tangents.FinalState(0, kWy, 1), per_offset * (1.0 + by_height(kHeight)));
  ExpectNear(tangents.FinalState(0, kWz, 1), left * per_offset * by_height(kSide));
  ExpectNear(tangents.FinalState(0, kWx, 2), -spin.y());
  ExpectNear(tangents.FinalState(0, kWy, 3), -spin.y() / kRadius_m);
  ExpectNear(tangents.FinalState(0, kWz, 3), -spin.z() / kRadius_m);
  ExpectNear(tangents.FinalState(0, kWy, 4), spin.y() / 1.2);
}

// A slide leads to the velocity 5/7 v + 2/7 R (w_y, -w_x) [Coriolis 1835], and a roll has the spin
// v / R.
TEST(Tangent, OfTheSpinsAndTheRadiusOfASlide) {
  Rig rig;
  const Vec3 spin = {20.0, -30.0, 0.0};
  rig.AddBall({0.0, 0.0}, {1.0, 0.3}, spin);
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].spin_rad_s.x", "balls[0].spin_rad_s.y", "balls[0].radius_m"});
  ASSERT_TRUE(tangents.AllValid());
  ASSERT_EQ(record.events[0].kind, EventKind::kSlidingToRolling);
  const double share = 2.0 / 7.0;
  ExpectNear(tangents.EventState(0, 0, kVx, 0), 0.0);
  ExpectNear(tangents.EventState(0, 0, kVy, 0), -share * kRadius_m);
  ExpectNear(tangents.EventState(0, 0, kVx, 1), share * kRadius_m);
  ExpectNear(tangents.EventState(0, 0, kVx, 2), share * spin.y());
  ExpectNear(tangents.EventState(0, 0, kVy, 2), -share * spin.x());
  ExpectNear(tangents.EventState(0, 0, kZ, 2), 1.0);
  // d (v_x / R): R w_y keeps its share of the velocity's own part alone.
  ExpectNear(tangents.EventState(0, 0, kWy, 2), -5.0 / 7.0 / (kRadius_m * kRadius_m));
  ExpectNear(tangents.FinalState(0, kZ, 2), 1.0);
}

// Vertical spin lasts for 2 R w / (5 mu_sp g). Two balls touch at 2 R, which is R and R' at equal
// heights. And a ball rolls on with the speed of a strike whatever its radius.
TEST(Tangent, OfRadii) {
  Rig spinning;
  spinning.AddBall({0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0, 30.0});
  const auto spun = Differentiate(spinning, {"balls[0].radius_m"});
  ASSERT_TRUE(spun.tangents.AllValid());
  ExpectNear(spun.tangents.EventTime(0, 0), spun.record.events[0].time_s / kRadius_m);

  Rig rig;
  rig.RemoveFriction();
  constexpr double kSpeed = 0.8;
  rig.AddBall({0.0, 0.0}, {kSpeed, 0.0});
  rig.AddBall({0.52, 0.0});
  FrictionalBallBall law;
  law.friction = ConstantFriction{0.0};
  law.restitution = 0.9;
  rig.settings.laws.ball_ball = law;
  rig.settings.environment.stop.at_time_s = 2.0;
  const auto [record, tangents] = Differentiate(rig, {"balls[0].radius_m", "balls[1].radius_m"});
  ASSERT_TRUE(tangents.AllValid());
  for (const size_t column : {0u, 1u}) {
    ExpectNear(tangents.EventTime(0, column), -1.0 / kSpeed);
    // The ball of (1 - e) v / 2 began with it by 1 / v earlier, and so did that of (1 + e) v / 2.
    ExpectNear(tangents.FinalState(0, kX, column), -0.5 * (1.0 + 0.9));
    ExpectNear(tangents.FinalState(1, kX, column), 0.5 * (1.0 + 0.9));
    ExpectNear(tangents.FinalState(column, kZ, column), 1.0);
  }
}

// A ball on the cloth touches a nose of the height h at the distance sqrt(2 R h - h^2), whose
// derivatives are h by R, and R - h by h, over itself; or, if noses are planes, at R.
TEST(Tangent, OfRadiusAndNoseAtARebound) {
  for (const NoseContact contact : {NoseContact::kLine, NoseContact::kPlane}) {
    for (const bool at_jaw : {false, true}) {
      Rig rig;
      rig.RemoveFriction();
      constexpr double kSpeed = 1.5;
      rig.AddBall({0.0, 0.0}, {kSpeed, 0.0});
      Jaw jaw;
      jaw.centre_m = {1.0, 0.0};
      jaw.radius_m = 0.03;
      if (at_jaw) rig.table.jaws.push_back(jaw);
      if (!at_jaw) rig.AddNose({1.0, -1.0}, {1.0, 1.0});
      RestitutionCushion law;
      law.restitution = 0.8;
      rig.settings.laws.cushion = law;
      rig.settings.environment.nose_contact = contact;
      rig.settings.environment.stop.at_time_s = 1.0;
      const auto [record, tangents] =
          Differentiate(rig, {"balls[0].radius_m", "table.nose_height_m"});
      ASSERT_TRUE(tangents.AllValid());
      const bool line = contact == NoseContact::kLine;
      const double h = Jaw{}.height_m;
      const double reach = line ? testing::kNoseReach_m : kRadius_m;
      const double by_radius = line ? h / reach : 1.0;
      const double by_height = line ? (kRadius_m - h) / reach : 0.0;
      ExpectNear(tangents.EventTime(0, 0), -by_radius / kSpeed);
      ExpectNear(tangents.EventTime(0, 1), -by_height / kSpeed);
      ExpectNear(tangents.FinalState(0, kX, 0), -1.8 * by_radius);
      ExpectNear(tangents.FinalState(0, kX, 1), -1.8 * by_height);
    }
  }
}

// Head on to a nose of sin th = h/R - 1, without spin, a ball slips at v sin th over it. While
// friction mu does not stop that, [Han 2005] leaves v (1 - (1 + e) cos th (cos th + mu sin th)),
// and a spin that goes with mu (1 + e).
TEST(Tangent, OfHansCoefficients) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddNose({1.0, -1.0}, {1.0, 1.0});
  constexpr double kSpeed = 1.5;
  constexpr double kE = 0.8;
  constexpr double kMu = 0.02;
  rig.AddBall({0.0, 0.0}, {kSpeed, 0.0});
  Han2005 law;
  law.restitution = kE;
  law.friction = kMu;
  rig.settings.laws.cushion = law;
  rig.settings.environment.stop.at_time_s = 1.0;
  const auto [record, tangents] = Differentiate(
      rig, {"settings.cushion.han2005.restitution", "settings.cushion.han2005.friction",
            "balls[0].radius_m", "table.nose_height_m", "balls[0].velocity_m_s.x"});
  ASSERT_TRUE(tangents.AllValid());
  const double h = Nose{}.start_height_m;
  const double sine = h / kRadius_m - 1.0;
  const double cosine = std::sqrt(1.0 - sine * sine);
  const BallState after = record.event_states[0].after;
  const double keeps = 1.0 - (1.0 + kE) * cosine * (cosine + kMu * sine);
  ASSERT_NEAR(after.velocity.x(), kSpeed * keeps, 1e-12);
  ExpectNear(tangents.EventState(0, 0, kVx, 0), -kSpeed * cosine * (cosine + kMu * sine));
  ExpectNear(tangents.EventState(0, 0, kVx, 1), -kSpeed * (1.0 + kE) * cosine * sine);
  ExpectNear(tangents.EventState(0, 0, kWy, 0), after.spin.y() / (1.0 + kE));
  ExpectNear(tangents.EventState(0, 0, kWy, 1), after.spin.y() / kMu);
  const double by_angle =
      -kSpeed * (1.0 + kE) * (-2.0 * cosine * sine + kMu * (cosine * cosine - sine * sine));
  ExpectNear(tangents.EventState(0, 0, kVx, 2), -by_angle * h / (kRadius_m * kRadius_m * cosine));
  ExpectNear(tangents.EventState(0, 0, kVx, 3), by_angle / (kRadius_m * cosine));
  ExpectNear(tangents.EventState(0, 0, kVx, 4), keeps);
}

// Restitution is that of the law times a factor, which is linear in the speed v between its points,
// 0 and 5 m/s. Friction with a single point of the factor f and a coefficient mu is that with f mu.
TEST(Tangent, OfTheFactorsOfACushion) {
  Rig rig;
  rig.RemoveFriction();
  rig.AddNose({1.0, -1.0}, {1.0, 1.0});
  constexpr double kSpeed = 1.5;
  rig.AddBall({0.0, 0.0}, {kSpeed, 0.4});
  RestitutionCushion law;
  law.restitution = 0.8;
  rig.settings.laws.cushion = law;
  rig.settings.laws.cushion_factors.restitution.Add({0.0, 1.0});
  rig.settings.laws.cushion_factors.restitution.Add({5.0, 0.7});
  rig.settings.environment.stop.at_time_s = 1.0;
  const auto [record, tangents] =
      Differentiate(rig, {"settings.cushion.restitution_factor[0].factor",
                          "settings.cushion.restitution_factor[1].factor"});
  ASSERT_TRUE(tangents.AllValid());
  ExpectNear(tangents.EventState(0, 0, kVx, 0), -kSpeed * 0.8 * (1.0 - kSpeed / 5.0));
  ExpectNear(tangents.EventState(0, 0, kVx, 1), -kSpeed * 0.8 * kSpeed / 5.0);

  constexpr double kFactor = 0.5;
  Han2005 rubbing;
  rubbing.friction = 0.04;
  rig.settings.laws.cushion = rubbing;
  rig.settings.laws.cushion_factors = {};
  rig.settings.laws.cushion_factors.friction.Add({0.0, kFactor});
  const auto rubbed = Differentiate(
      rig, {"settings.cushion.friction_factor[0].factor", "settings.cushion.han2005.friction"});
  ASSERT_TRUE(rubbed.tangents.AllValid());
  for (const Row row : {kVx, kVy, kWx, kWy, kWz}) {
    ExpectNear(rubbed.tangents.EventState(0, 0, row, 0),
               rubbed.tangents.EventState(0, 0, row, 1) * 0.04 / kFactor);
  }
  EXPECT_LT(rubbed.tangents.EventState(0, 0, kVx, 1), -0.1);
}

// A ball that rolls at v on a cloth of the deceleration a0 + a1 v, a0 = mu g f0 and a1 = mu g (f1 -
// f0) / V, comes D = v/a1 - a0/a1^2 log(1 + a1 v/a0) far. The bands of the motion are as long to
// 1e-6 (core/motion/phases.inl).
TEST(Tangent, OfTheFactorsOfARoll) {
  Rig rig;
  constexpr double kSpeed = 1.3;
  constexpr double kTop = 10.0;
  constexpr double kLow = 1.0;
  constexpr double kHigh = 7.0;
  rig.AddRolling({0.0, 0.0}, {kSpeed, 0.0});
  Cloth& cloth = rig.settings.environment.cloth;
  cloth.rolling_factor.Add({0.0, kLow});
  cloth.rolling_factor.Add({kTop, kHigh});
  const auto [record, tangents] = Differentiate(
      rig, {"settings.cloth.rolling_factor[0].factor", "settings.cloth.rolling_factor[1].factor"});
  ASSERT_TRUE(tangents.AllValid());
  const double scale = cloth.rolling_friction * kGravity_m_s2;
  const double a0 = scale * kLow;
  const double a1 = scale * (kHigh - kLow) / kTop;
  const double x = a1 * kSpeed / a0;
  const double log = std::log1p(x);
  const double by_a0 = (x / (1.0 + x) - log) / (a1 * a1);
  const double by_a1 = -kSpeed / (a1 * a1) + a0 / (a1 * a1 * a1) * (2.0 * log - x / (1.0 + x));
  const double way = kSpeed / a1 - a0 / (a1 * a1) * log;
  ASSERT_NEAR(record.final_states[0].position.x(), way, 1e-5 * way);
  const double by_low = tangents.FinalState(0, kX, 0);
  const double by_high = tangents.FinalState(0, kX, 1);
  EXPECT_NEAR(by_low, scale * (by_a0 - by_a1 / kTop), 1e-5 * way);
  EXPECT_NEAR(by_high, scale * by_a1 / kTop, 1e-5 * way);
  // The way goes with the inverse of both factors together.
  ExpectNear(kLow * by_low + kHigh * by_high, -record.final_states[0].position.x());
}

// Head on, a ball with vertical spin rubs sideways on the other. While friction mu does not stop
// that, the other gets mu (1 + e) v / 2 sideways, and both balls 5/2 of that over R of spin.
TEST(Tangent, OfTheFrictionOfTwoBalls) {
  Rig rig;
  rig.RemoveFriction();
  constexpr double kSpeed = 0.8;
  constexpr double kMu = 0.05;
  rig.AddBall({0.0, 0.0}, {kSpeed, 0.0}, {0.0, 0.0, 100.0});
  rig.AddBall({0.52, 0.0});
  FrictionalBallBall law;
  law.restitution = 0.9;
  law.friction = ConstantFriction{kMu};
  rig.settings.laws.ball_ball = law;
  rig.settings.environment.stop.at_time_s = 2.0;
  const auto [record, tangents] =
      Differentiate(rig, {"settings.ball_ball.frictional.friction.constant.coefficient",
                          "settings.ball_ball.frictional.restitution"});
  ASSERT_TRUE(tangents.AllValid());
  const Vec3 thrown = record.event_states[1].after.velocity;
  ASSERT_NEAR(std::abs(thrown.y()), kMu * 1.9 * kSpeed / 2.0, 1e-12);
  ExpectNear(tangents.EventState(0, 1, kVy, 0), thrown.y() / kMu);
  ExpectNear(tangents.EventState(0, 0, kVy, 0), -thrown.y() / kMu);
  ExpectNear(tangents.EventState(0, 1, kVy, 1), thrown.y() / 1.9);
  ExpectNear(tangents.EventState(0, 1, kVx, 0), 0.0);
  for (const size_t side : {0u, 1u}) {
    ExpectNear(std::abs(tangents.EventState(0, side, kWz, 0)),
               2.5 / kRadius_m * std::abs(thrown.y()) / kMu);
  }
}

// The coefficient a + b exp(-c s) of [Alciatore, TP A.14] by the slip s, that of a spin w being R
// w. Head on, a ball at v throws another sideways by mu v / 2 (1 + e).
TEST(Tangent, OfTheFrictionByTheSlip) {
  Rig rig;
  rig.RemoveFriction();
  constexpr double kSpeed = 0.8;
  constexpr double kSpin = 100.0;
  rig.AddBall({0.0, 0.0}, {kSpeed, 0.0}, {0.0, 0.0, kSpin});
  rig.AddBall({0.52, 0.0});
  FrictionalBallBall law;
  law.restitution = 0.9;
  const AlciatoreFriction friction;
  law.friction = friction;
  rig.settings.laws.ball_ball = law;
  rig.settings.environment.stop.at_time_s = 2.0;
  const std::string above = "settings.ball_ball.frictional.friction.alciatore.";
  const auto [record, tangents] =
      Differentiate(rig, {above + "a", above + "b", above + "c_s_m", "balls[0].spin_rad_s.z"});
  ASSERT_TRUE(tangents.AllValid());
  const double slip = kRadius_m * kSpin;
  const double falls = std::exp(-friction.c_s_per_m * slip);
  const double thrown = record.event_states[1].after.velocity.y();
  const double per_mu = std::copysign(1.9 * kSpeed / 2.0, thrown);
  ASSERT_NEAR(thrown, per_mu * (friction.a + friction.b * falls), 1e-9);
  ExpectNear(tangents.EventState(0, 1, kVy, 0), per_mu);
  ExpectNear(tangents.EventState(0, 1, kVy, 1), per_mu * falls);
  ExpectNear(tangents.EventState(0, 1, kVy, 2), -per_mu * friction.b * slip * falls);
  ExpectNear(tangents.EventState(0, 1, kVy, 3),
             -per_mu * friction.b * friction.c_s_per_m * kRadius_m * falls);
}

// In a hole a ball in flight hits the liner of its back, upright and r - R from the middle: e turns
// its speed v to -e v, at the time (r - R) / v.
TEST(Tangent, OfTheLinerOfAPocket) {
  Rig rig = RigWithPocket();
  constexpr double kSpeed = 2.0;
  Pocket& pocket = rig.table.pockets[0];
  pocket.opening = {-1.0, 0.0};
  pocket.back_height_m = 0.05;
  FrictionalSlate law;
  law.restitution = 0.4;
  law.friction = 0.0;
  rig.settings.laws.liner = law;
  rig.settings.laws.slate = FrictionalSlate{};
  rig.AddBall({1.0, 0.0}, {kSpeed, 0.0});
  rig.shot.start[0].motion = MotionState::kAirborne;
  const auto [record, tangents] =
      Differentiate(rig, {"settings.liner.frictional.restitution", "balls[0].velocity_m_s.x",
                          "balls[0].radius_m", "settings.slate.frictional.restitution"});
  ASSERT_EQ(record.events[0].kind, EventKind::kPocketRim);
  const double way = pocket.radius_m - kRadius_m;
  ASSERT_NEAR(record.events[0].time_s, way / kSpeed, 1e-12);
  ExpectNear(tangents.EventState(0, 0, kVx, 0), -kSpeed);
  ExpectNear(tangents.EventTime(0, 1), -way / (kSpeed * kSpeed));
  ExpectNear(tangents.EventState(0, 0, kVx, 1), -0.4);
  ExpectNear(tangents.EventTime(0, 2), -1.0 / kSpeed);
  ExpectNear(tangents.EventState(0, 0, kVx, 3), 0.0);
}

// A ball that runs over the edge of a pocket, too fast to touch it, is wholly below the cloth after
// a fall of 2 R, which takes sqrt(4 R / g).
TEST(Tangent, OfAFallIntoAPocket) {
  Rig rig = RigWithPocket();
  constexpr double kSpeed = 0.8;
  rig.AddBall({0.0, 0.0}, {kSpeed, 0.0});
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].velocity_m_s.x", "balls[0].radius_m", "settings.gravity_m_s2"});
  ASSERT_TRUE(tangents.AllValid());
  ASSERT_EQ(record.events.size(), 2u);
  ASSERT_EQ(record.events[0].kind, EventKind::kPocketDrop);
  ASSERT_EQ(record.events[1].kind, EventKind::kBallPocket);
  const double way = 1.0 - rig.table.pockets[0].radius_m;
  const double falls_s = std::sqrt(4.0 * kRadius_m / kGravity_m_s2);
  ASSERT_NEAR(record.events[1].time_s, way / kSpeed + falls_s, 1e-12);
  ExpectNear(tangents.EventTime(0, 0), -way / (kSpeed * kSpeed));
  ExpectNear(tangents.EventTime(1, 0), -way / (kSpeed * kSpeed));
  ExpectNear(tangents.EventTime(0, 1), 0.0);
  ExpectNear(tangents.EventTime(1, 1), 0.5 * falls_s / kRadius_m);
  ExpectNear(tangents.EventTime(1, 2), -0.5 * falls_s / kGravity_m_s2);
  ExpectNear(tangents.FinalState(0, kX, 0), falls_s);
  ExpectNear(tangents.FinalState(0, kX, 1), kSpeed * 0.5 * falls_s / kRadius_m);
}

// A ball falls onto the rim of a pocket, b inside of it: it touches it at the height c = sqrt(R^2 -
// b^2), at w = sqrt(2 g (z - c)), and leaves it with (1 + e) w b c / R^2 across and with (1 + e) w
// c^2 / R^2 - w up.
TEST(Tangent, OfARim) {
  Rig rig = RigWithPocket();
  constexpr double kInside = 0.01;
  constexpr double kHeight = 0.2;
  FrictionalSlate law;
  law.restitution = 0.5;
  law.friction = 0.0;
  rig.settings.laws.slate = law;
  BallState state;
  state.position = {1.0 - rig.table.pockets[0].radius_m + kInside, 0.0, kHeight};
  state.motion = MotionState::kAirborne;
  rig.balls.emplace_back();
  rig.shot.start.push_back(state);
  rig.settings.environment.stop.at_time_s = 0.25;
  const auto [record, tangents] =
      Differentiate(rig, {"balls[0].position_m.x", "balls[0].position_m.z", "balls[0].radius_m",
                          "settings.slate.frictional.restitution"});
  ASSERT_EQ(record.events[0].kind, EventKind::kPocketRim);
  const double c = std::sqrt(kRadius_m * kRadius_m - kInside * kInside);
  const double w = std::sqrt(2.0 * kGravity_m_s2 * (kHeight - c));
  const double square = kRadius_m * kRadius_m;
  const Vec3 after = record.event_states[0].after.velocity;
  ASSERT_NEAR(after.x(), 1.5 * w * kInside * c / square, 1e-9);
  ASSERT_NEAR(after.z(), 1.5 * w * c * c / square - w, 1e-9);
  // c and w by x, by z and by R.
  const double c_by[] = {-kInside / c, 0.0, kRadius_m / c};
  const double rise_by[] = {0.0, 1.0, 0.0};
  for (const size_t k : {0u, 1u, 2u}) {
    const double w_by = kGravity_m_s2 * (rise_by[k] - c_by[k]) / w;
    const double b_by = k == 0 ? 1.0 : 0.0;
    const double square_by = k == 2 ? 2.0 * kRadius_m : 0.0;
    ExpectNear(tangents.EventTime(0, k), w_by / kGravity_m_s2);
    ExpectNear(tangents.EventState(0, 0, kVx, k),
               1.5 / square *
                   (w_by * kInside * c + w * b_by * c + w * kInside * c_by[k] -
                    w * kInside * c * square_by / square));
    ExpectNear(
        tangents.EventState(0, 0, kVz, k),
        1.5 / square * (w_by * c * c + 2.0 * w * c * c_by[k] - w * c * c * square_by / square) -
            w_by);
  }
  ExpectNear(tangents.EventState(0, 0, kVx, 3), w * kInside * c / square);
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
}

}  // namespace
}  // namespace carom
