#include "core/aim/route.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/aim/geometry.h"
#include "core/aim/trial.h"
#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/solid/nose.h"
#include "tests/core/aim/made_layouts.h"

namespace carom::aim {
namespace {

constexpr double kRadius = 0.028575;

BallState At(double x, double y) {
  BallState state;
  state.position = {x, y, kRadius};
  return state;
}

Shot WithBalls(std::vector<BallState> balls) {
  Shot shot;
  shot.start = std::move(balls);
  shot.strike.emplace();
  shot.strike->speed_m_s = 2.0;
  return shot;
}

Call Called(Kind kind, int ball, int pocket) {
  return {ball, goals::PocketMask{1} << pocket, 1u << static_cast<int>(kind)};
}

// On the line through the pocket's middle and the ball, two radii behind the ball.
TEST(FindRoutes, ACutEndsAtTheGhostBall) {
  const Scene scene = PoolScene(2);
  const Vec2 pocket = scene.table().pockets[2].centre_m;
  const Shot shot = WithBalls({At(0.0, 0.0), At(0.5, 0.1)});
  const auto routes = FindRoutes(scene, shot, Called(Kind::kCut, 1, 2));
  ASSERT_EQ(routes.size(), 1u);
  ASSERT_EQ(routes[0].legs.size(), 2u);
  const Vec2 ghost = routes[0].legs[0].end_m;
  const Vec2 ball(0.5, 0.1);
  EXPECT_NEAR((ghost - ball).norm(), 2.0 * kRadius, 1e-15);
  EXPECT_NEAR((ghost - ball).normalized().dot((pocket - ball).normalized()), -1.0, 1e-15);
  EXPECT_EQ(routes[0].legs[1].target, Target::kPocket);
  EXPECT_EQ(routes[0].legs[1].index, 2);
  // A turn by 1 mrad moves the hit by 1 mrad times the way, along a circle of contact that turns
  // the ball by that over 2 R cos(cut), over its way to the pocket.
  const double cosine = ghost.normalized().dot((pocket - ball).normalized());
  EXPECT_NEAR(routes[0].reach_m_rad,
              ghost.norm() * (pocket - ball).norm() / (2.0 * kRadius * cosine), 1e-12);
}

struct Log {
  std::vector<Event> events;
  bool follows;
  std::vector<Press> presses = {};  // Of the events, in their order.
};

// What a cut of ball 1 into pocket 2 may touch.
TEST(Follows, NothingButWhatTheRouteSays) {
  const Scene scene = PoolScene(3);
  const Table& table = scene.table();
  const Shot shot = WithBalls({At(0.0, 0.0), At(0.5, 0.1), At(-0.5, 0.3)});
  const auto routes = FindRoutes(scene, shot, Called(Kind::kCut, 1, 2));
  ASSERT_EQ(routes.size(), 1u);
  const auto jaw_of = [&](int pocket) {
    for (size_t i = 0; i < table.jaws.size(); ++i) {
      if (NearestPocket(scene, table.jaws[i].centre_m) == pocket) return static_cast<int16_t>(i);
    }
    return int16_t{-1};
  };
  int16_t rail = 0;
  while (!IsRailFromMouthToMouth(scene, rail)) ++rail;
  const Event hit{0.1, EventKind::kBallBall, 0, 1};
  const Event pot{0.9, EventKind::kBallPocket, 1, 2};
  const auto cushion = [&](int16_t ball) {
    return Event{0.5, EventKind::kBallCushion, ball, rail};
  };
  const auto jaw = [&](int pocket) { return Event{0.5, EventKind::kBallJaw, 1, jaw_of(pocket)}; };
  const Press of_balls{0, EventKind::kBallBall, 9};
  const Press of_rail{0, EventKind::kBallCushion, 9};
  const std::vector<Log> logs{
      {{hit, pot}, true},
      {{hit, jaw(2), pot}, true},
      {{hit, jaw(1), pot}, false},
      {{hit, cushion(0), pot}, true},   // The cue ball's part is over.
      {{hit, cushion(1), pot}, false},  // A bank.
      {{cushion(0), hit, pot}, false},  // A kick.
      {{jaw(2), hit, pot}, false},
      {{cushion(2), hit, pot}, true},
      {{hit, {0.5, EventKind::kBallBall, 0, 1}, pot}, false},  // Twice.
      {{hit, {0.5, EventKind::kBallBall, 1, 2}, pot}, false},  // A kiss.
      {{{0.1, EventKind::kBallBall, 0, 2}, {0.2, EventKind::kBallBall, 1, 2}, pot}, false},
      {{{0.1, EventKind::kBallBall, 0, 2}, hit, pot}, false},  // A carom.
      {{hit, {0.9, EventKind::kBallPocket, 1, 3}}, false},
      {{pot}, false},
      {{hit}, false},
      {{{0.1, EventKind::kPress, 0, 1}, pot}, true, {of_balls}},
      {{hit, {0.5, EventKind::kPress, 0, 1}, pot}, false, {of_balls}},
      {{hit, {0.5, EventKind::kPress, 1, 2}, pot}, false, {of_balls}},
      {{hit, {0.5, EventKind::kPress, 1, rail}, pot}, false, {of_rail}},
      {{{0.1, EventKind::kPress, 2, rail}, {0.2, EventKind::kPress, 0, 1}, pot},
       true,
       {of_rail, of_balls}},
  };
  for (size_t i = 0; i < logs.size(); ++i) {
    Record record;
    record.events = logs[i].events;
    record.presses = logs[i].presses;
    EXPECT_EQ(Follows(scene, shot, routes[0], record), logs[i].follows) << i;
  }
}

// The ball's radius before the first of the long rails, which bound the cloth above y = 0.
BallState FrozenToRail(const Scene& scene, double x) {
  const double touching = NoseContactDistance(scene.settings().environment.nose_contact, kRadius,
                                              scene.table().noses[0].start_height_m);
  return At(x, 0.5 * scene.table().width_m - touching - 1e-9);
}

// A ball that lies against a rail hits it once it has left it for 20 ms and returned ([WPA] 8.4).
TEST(Follows, TheRailThatTheBallLiesAgainst) {
  const Scene scene = PoolScene(2);
  const Table& table = scene.table();
  const Shot shot = WithBalls({At(0.1, 0.3), FrozenToRail(scene, 0.6)});
  const int corner = NearestPocket(scene, Vec2(table.length_m, table.width_m));
  const auto routes = FindRoutes(scene, shot, Called(Kind::kCut, 1, corner));
  ASSERT_EQ(routes.size(), 1u);
  // Both parts of the long rail, one line with the side pocket between them.
  const auto part = [&](double side) {
    int16_t nose = 0;
    const auto middle = [&] {
      return Vec2(0.5 * (table.noses[Index(nose)].start_m + table.noses[Index(nose)].end_m));
    };
    while (!IsRailFromMouthToMouth(scene, nose) || middle().y() < 0.4 * table.width_m ||
           middle().x() * side < 0.0) {
      ++nose;
    }
    return nose;
  };
  const int16_t own = part(1.0);
  const auto touch = [](double time_s, int16_t nose) {
    return Event{time_s, EventKind::kBallCushion, 1, nose};
  };
  const Event hit{0.1, EventKind::kBallBall, 0, 1};
  const Event pot{0.9, EventKind::kBallPocket, 1, static_cast<int16_t>(corner)};
  const Event press{0.11, EventKind::kPress, 1, own};
  const std::vector<Press> until{{0, EventKind::kBallCushion, 9, 0.3}};
  const std::vector<Log> logs{
      {{hit, touch(0.1, own), pot}, true},
      {{hit, touch(0.119, own), pot}, true},
      {{hit, touch(0.121, own), pot}, false},
      {{hit, touch(0.115, own), touch(0.13, own), touch(0.145, own), pot}, true},
      {{hit, touch(0.115, own), touch(0.136, own), pot}, false},
      {{hit, press, touch(0.319, own), pot}, true, until},
      {{hit, press, touch(0.321, own), pot}, false, until},
      {{hit, touch(0.1, part(-1.0)), pot}, false},
  };
  for (size_t i = 0; i < logs.size(); ++i) {
    Record record;
    record.events = logs[i].events;
    record.presses = logs[i].presses;
    EXPECT_EQ(Follows(scene, shot, routes[0], record), logs[i].follows) << i;
  }
}

// Whether a shot follows a route does not depend on how its log tells presses.
TEST(Trials, AgreeOnPresses) {
  const Scene scene = PoolScene(3);
  const Vec2 pocket = scene.table().pockets[2].centre_m;
  const Vec2 called(0.5, 0.1);
  const Vec2 out = (pocket - called).normalized();
  const Vec2 first = called - (2.0 * kRadius + 1e-9) * out;
  const Vec2 cue = first - 0.4 * Vec2(out.x() - 0.2 * out.y(), out.y() + 0.2 * out.x());
  const Shot shot =
      WithBalls({At(cue.x(), cue.y()), At(called.x(), called.y()), At(first.x(), first.y())});
  const auto routes = FindRoutes(scene, shot, Called(Kind::kCombination, 1, 2));
  ASSERT_EQ(routes.size(), 1u);
  Workspace workspace;
  Trials trials(scene, shot, StopToken(), workspace);
  CueStrike strike = *shot.strike;
  const Vec2 to_hit = routes[0].legs[0].end_m - cue;
  int potted = 0;
  int pressed = 0;
  for (int step = -40; step <= 40; ++step) {
    strike.azimuth_rad = std::atan2(to_hit.y(), to_hit.x()) + 0.002 * step;
    const bool pots = trials.PotsBy(routes[0], strike);
    const bool follows = trials.Follow(routes[0], strike).followed;
    EXPECT_EQ(follows && InPlay(trials.record().final_states[0].motion), pots) << step;
    potted += pots ? 1 : 0;
    pressed += pots && !trials.record().presses.empty() ? 1 : 0;
  }
  EXPECT_GT(pressed, 0);
  std::printf("%d pot, %d of them with a press\n", potted, pressed);
}

// The miss of a shot along a route is how far its end lies to the left of the path of the ball.
TEST(Trials, FollowARouteToItsEnd) {
  const Scene scene = PoolScene(2);
  const Shot shot = WithBalls({At(0.0, 0.0), At(0.5, 0.1)});
  const auto routes = FindRoutes(scene, shot, Called(Kind::kCut, 1, 2));
  ASSERT_EQ(routes.size(), 1u);
  Workspace workspace;
  Trials trials(scene, shot, StopToken(), workspace);
  CueStrike strike = *shot.strike;
  const Vec2 ghost = routes[0].legs[0].end_m;
  const double full = std::atan2(ghost.y(), ghost.x());
  strike.azimuth_rad = full;
  const Progress hit = trials.Follow(routes[0], strike);
  EXPECT_EQ(hit.legs, 1u);
  EXPECT_NEAR(hit.direction.norm(), 1.0, 1e-15);
  const Vec2 to_pocket = routes[0].legs[1].end_m - Vec2(0.5, 0.1);
  // Throw turns the ball by a few degrees.
  EXPECT_GT(hit.direction.dot(to_pocket.normalized()), std::cos(6.0 * kPi / 180.0));
  // Beside the ball: the path is that of the cue ball, straight from where it lay.
  strike.azimuth_rad = full + 0.5;
  const Progress beside = trials.Follow(routes[0], strike);
  EXPECT_EQ(beside.legs, 0u);
  EXPECT_NEAR(beside.direction.x(), std::cos(full + 0.5), 1e-12);
  EXPECT_NEAR(beside.direction.y(), std::sin(full + 0.5), 1e-12);
  EXPECT_NEAR(beside.miss_m, -ghost.norm() * std::sin(0.5), 1e-12);
}

// A ball beside the way blocks it from less than two radii on.
TEST(FindRoutes, ABallInTheWayBlocks) {
  const Scene scene = PoolScene(3);
  const auto routes_with = [&](double off_m) {
    return FindRoutes(scene, WithBalls({At(-0.5, 0.0), At(0.3, 0.0), At(-0.1, off_m)}),
                      Called(Kind::kCut, 1, 2))
        .size();
  };
  const Vec2 ghost = FindRoutes(scene, WithBalls({At(-0.5, 0.0), At(0.3, 0.0), At(-0.1, 0.4)}),
                                Called(Kind::kCut, 1, 2))[0]
                         .legs[0]
                         .end_m;
  const Vec2 way = (ghost - Vec2(-0.5, 0.0)).normalized();
  // Where the third ball's distance from the way is two radii.
  const double touching = (0.4 * way.y() + 2.0 * kRadius) / way.x();
  EXPECT_EQ(routes_with(touching + 1e-9), 1u);
  EXPECT_EQ(routes_with(touching - 1e-9), 0u);
}

// Angles in and out are the same against the line on which the ball's centre is as it touches.
TEST(FindRoutes, ABankIsAMirrorImage) {
  const Scene scene = PoolScene(2);
  const Shot shot = WithBalls({At(-0.6, -0.1), At(-0.3, 0.2)});
  const auto routes = FindRoutes(scene, shot, Called(Kind::kBank, 1, 3));
  ASSERT_FALSE(routes.empty());
  for (const Route& route : routes) {
    ASSERT_EQ(route.legs.size(), 3u);
    const Nose& nose = scene.table().noses[Index(route.legs[1].index)];
    const Vec2 along = (nose.end_m - nose.start_m).normalized();
    const Vec2 at = route.legs[1].end_m;
    const Vec2 in = (at - Vec2(-0.3, 0.2)).normalized();
    const Vec2 out = (route.legs[2].end_m - at).normalized();
    EXPECT_NEAR(in.dot(along), out.dot(along), 1e-12);
  }
}

// The way on from the first ball is at a right angle to the line of centres.
TEST(FindRoutes, ACaromLeavesAtARightAngle) {
  const Scene scene = PoolScene(3);
  const Shot shot = WithBalls({At(-0.6, -0.2), At(0.6, -0.3), At(0.1, 0.0)});
  const auto routes = FindRoutes(scene, shot, Called(Kind::kCarom, 1, 3));
  ASSERT_FALSE(routes.empty());
  for (const Route& route : routes) {
    const Vec2 hit = route.legs[0].end_m;
    const Vec2 line = hit - Vec2(0.1, 0.0);
    EXPECT_NEAR(line.norm(), 2.0 * kRadius, 1e-15);
    EXPECT_NEAR(line.normalized().dot((route.legs[1].end_m - hit).normalized()), 0.0, 1e-12);
  }
}

// The easiest first, and nothing that was not asked for.
TEST(FindRoutes, AreSortedAndAsCalled) {
  const Scene scene = PoolScene(16);
  const Shot shot = LayoutMaker(scene, 5).Scatter(2.0, 0.0).shot;
  const auto all = FindRoutes(scene, shot, {});
  ASSERT_GT(all.size(), 10u);
  for (size_t i = 1; i < all.size(); ++i) EXPECT_LE(all[i - 1].reach_m_rad, all[i].reach_m_rad);
  Call some;
  some.ball = 4;
  some.kinds = 1u << static_cast<int>(Kind::kBank);
  for (const Route& route : FindRoutes(scene, shot, some)) {
    EXPECT_EQ(route.ball, 4);
    EXPECT_EQ(route.kind, Kind::kBank);
  }
}

// Routes of a table with many noses take long.
TEST(FindRoutes, StopsOnRequest) {
  const Scene scene = PoolScene(16);
  const Shot shot = LayoutMaker(scene, 5).Scatter(2.0, 0.0).shot;
  const std::atomic<bool> stop = true;
  const auto all = FindRoutes(scene, shot, {}, Paths::kPerhapsFree);
  const auto some = FindRoutes(scene, shot, {}, Paths::kPerhapsFree, StopToken(&stop));
  EXPECT_LT(2 * some.size(), all.size());
}

// Layouts of any size down to balls that all lie within a centimetre, with radii of their own.
struct AnyLayout {
  AnyLayout(int count, CounterRandom& random) {
    size_m = std::pow(10.0, random.Uniform(-2.0, 0.2));
    for (int ball = 0; ball < count; ++ball) {
      BallSpec spec;
      spec.radius_m = random.Uniform(0.3, 1.0) * kRadius;
      specs.push_back(spec);
      states.push_back(At(Place(random).x(), Place(random).y()));
      if (random.Uniform() < 0.2) states.back().motion = MotionState::kPocketed;
    }
  }
  Vec2 Place(CounterRandom& random) const {
    const double x = random.Uniform(-size_m, size_m);
    return {x, 0.5 * random.Uniform(-size_m, size_m)};
  }

  double size_m;
  std::vector<BallSpec> specs;
  std::vector<BallState> states;
};

// Up to 5 m long, as those to places that cushions mirror are.
Vec2 AnyPath(CounterRandom& random) {
  const double length = random.Uniform(0.01, 5.0);
  const double angle = random.Uniform(0.0, kTwoPi);
  return {length * std::cos(angle), length * std::sin(angle)};
}

// The filter in single precision passes all that is within the limits, also what is on their edge
// to the bit, and of the others only what is next to it.
TEST(BallMap, NearAPathNoBallIsMissed) {
  constexpr int kBalls = 15;
  CounterRandom random(38, 0);
  int passed = 0;
  int not_passed = 0;
  for (int i = 0; i < 12000; ++i) {
    const AnyLayout layout(kBalls, random);
    const BallMap map(layout.specs, layout.states, 0);
    // From among the balls, or from a mirrored place.
    Vec2 from = layout.Place(random);
    if (i % 3 == 0) from += AnyPath(random);
    const Vec2 along = AnyPath(random);
    const auto ahead = [&](int ball) { return (map.Place(ball) - from).dot(along); };
    const auto beside = [&](int ball) {
      const Vec2 to_ball = map.Place(ball) - from;
      return std::abs(along.x() * to_ball.y() - along.y() * to_ball.x());
    };
    // Between two balls, or from one to beyond the path's end; and as wide as a third one.
    const double low = std::min(ahead(1), ahead(2));
    const double high =
        i % 2 == 0 ? std::max(ahead(1), ahead(2)) : std::max(low, along.squaredNorm() - low);
    const uint32_t near = map.NearPath(from, along, low, high, beside(3));
    for (int ball = 0; ball < kBalls; ++ball) {
      const double out =
          std::max({low - ahead(ball), ahead(ball) - high, beside(ball) - beside(3)});
      const bool passes = (near >> ball & 1u) != 0;
      if (passes) {
        EXPECT_TRUE(map.IsInPlay(ball));
        EXPECT_LT(out, 1e-4 * along.norm()) << i << ' ' << ball;
      } else {
        EXPECT_TRUE(!map.IsInPlay(ball) || out > 0.0) << i << ' ' << ball;
      }
      ++(passes ? passed : not_passed);
    }
  }
  EXPECT_GT(passed, 12000);
  EXPECT_GT(not_passed, 12000);
}

// Against the distance of each ball from the path: beside it, or from the nearer end.
TEST(BallMap, InAPathIsWhatIsNearerThanATouch) {
  constexpr int kBalls = 15;
  CounterRandom random(39, 0);
  int touched = 0;
  for (int i = 0; i < 12000; ++i) {
    const AnyLayout layout(kBalls, random);
    const BallMap map(layout.specs, layout.states, 0);
    Vec2 from = layout.Place(random);
    if (i % 3 == 0) from += AnyPath(random);
    const Vec2 to = i % 2 == 0 ? layout.Place(random) : Vec2(from + AnyPath(random));
    const Vec2 unit = (to - from).normalized();
    const uint32_t in_path = map.BallsInPath(2, from, to);
    for (int ball = 0; ball < kBalls; ++ball) {
      const Vec2 to_ball = map.Place(ball) - from;
      const double ahead_m = to_ball.dot(unit);
      const double left_m = unit.x() * to_ball.y() - unit.y() * to_ball.x();
      const double past_m = std::max({0.0, -ahead_m, ahead_m - (to - from).norm()});
      const double touch_m = 2.0 * std::sqrt(map.Radius(2) * map.Radius(ball));
      const double gap_m = std::hypot(past_m, left_m) - touch_m;
      if (std::abs(gap_m) < 1e-12) continue;  // Rounding tells.
      const bool touches = ball != 2 && map.IsInPlay(ball) && gap_m < 0.0;
      EXPECT_EQ((in_path >> ball & 1u) != 0, touches) << i << ' ' << ball << ' ' << gap_m;
      touched += touches;
    }
  }
  EXPECT_GT(touched, 12000);
}

}  // namespace
}  // namespace carom::aim
