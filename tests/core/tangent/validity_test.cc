// Which balls of played shots have a derivative, and what those say that have none.
//
// CAROM_FUZZ=all plays 100 000 shots of each kind in place of 1 500 to 4 000.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/shot/derivatives.h"
#include "core/shot/named_scene.h"
#include "core/stats/proportion.h"
#include "core/tangent/tangent_player.h"
#include "tests/core/event/rig.h"
#include "tests/testing/dice.h"
#include "tests/testing/fuzz_share.h"
#include "tests/testing/shots/random_shot.h"

namespace carom {
namespace {

using testing::Rig;

const std::vector<FieldPath> kByStrike = {
    FieldPath("strike.speed_m_s"), FieldPath("strike.azimuth_rad"),
    FieldPath("strike.elevation_rad"), FieldPath("strike.side_offset"),
    FieldPath("strike.height_offset")};

struct Differentiated {
  Record record;
  TangentRecord tangents;
};

Differentiated DeriveFrom(const Scene& scene, const Shot& shot,
                          const std::vector<FieldPath>& columns) {
  Differentiated derived;
  Workspace workspace;
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  const absl::Status status = SimulateWithDerivatives(scene, shot, detail, columns, {}, workspace,
                                                      derived.record, derived.tangents);
  EXPECT_TRUE(status.ok()) << status;
  return derived;
}

Differentiated DeriveFrom(const Rig& rig, const std::vector<FieldPath>& columns) {
  return DeriveFrom(rig.MakeScene(), rig.shot, columns);
}

// Why it is for the first ball without a derivative that has not lost it to another.
TangentEnd CauseOf(const TangentRecord& tangents) {
  const BallTangent* first = nullptr;
  for (const BallTangent& ball : tangents.balls) {
    if (ball.end == TangentEnd::kNone || ball.end == TangentEnd::kPartner) continue;
    if (first == nullptr || ball.event < first->event) first = &ball;
  }
  return first == nullptr ? TangentEnd::kNone : first->end;
}

struct Whole {
  const char* what;
  Flight flight;
  double elevation_rad;
  double share;  // Of the shots, at the least.
};

class Scatters : public ::testing::TestWithParam<Whole> {};

// Sixteen balls anywhere: by the numbers of the strike all of them have derivatives in so many
// shots, with a confidence of 99 %.
TEST_P(Scatters, HaveDerivativesOfAllBalls) {
  const Whole& asked = GetParam();
  NamedScene named = *FindNamedScene("eight_ball_scatter");
  named.settings.environment.flight = asked.flight;
  const Scene scene = named.MakeScene();
  const uint64_t shots = testing::FuzzesAll() ? 100'000 : testing::FuzzShare(4'000, 2'000);
  Workspace workspace;
  Record record;
  TangentRecord tangents;
  Shot shot;
  std::array<int64_t, 7> causes{};
  for (uint64_t index = 0; index < shots; ++index) {
    named.Generate(2, index, shot);
    shot.strike->elevation_rad = asked.elevation_rad;
    ASSERT_TRUE(
        SimulateWithDerivatives(scene, shot, {}, kByStrike, {}, workspace, record, tangents).ok());
    ++causes[static_cast<size_t>(CauseOf(tangents))];
  }
  const auto n = static_cast<int64_t>(shots);
  const stats::ProportionInterval share = stats::ClopperPearson(causes[0], n, 0.98);
  std::printf(
      "%s: %.3f %% of %lld have derivatives of all balls (%.3f to %.3f); press %lld, support %lld, "
      "tie %lld, no slip %lld, kink %lld\n",
      asked.what, 100.0 * static_cast<double>(causes[0]) / static_cast<double>(n),
      static_cast<long long>(n), 100.0 * share.low, 100.0 * share.high,
      static_cast<long long>(causes[1]), static_cast<long long>(causes[2]),
      static_cast<long long>(causes[3]), static_cast<long long>(causes[4]),
      static_cast<long long>(causes[5]));
  EXPECT_GE(share.low, asked.share);
}

INSTANTIATE_TEST_SUITE_P(Shots, Scatters,
                         ::testing::Values(Whole{"on the cloth", Flight::kOff, 0.0, 0.995},
                                           Whole{"in flight", Flight::kOn, 0.0, 0.99},
                                           Whole{"raised by 0.1 rad", Flight::kOn, 0.1, 0.99},
                                           Whole{"raised by 0.3 rad", Flight::kOn, 0.3, 0.99}));

// Two fifths of the radius above the middle a level cue leaves natural roll [Coriolis 1835], where
// a little more or less slides forward or back: the ball has no derivative by speed or height. Half
// as high it has.
TEST(Validity, OfAStrikeIntoNaturalRoll) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  rig.AddBall({0.8, 0.01});
  rig.settings.environment.cue.end_mass_kg = 0.0;
  rig.shot.strike = CueStrike{};
  rig.shot.strike->speed_m_s = 1.5;
  rig.shot.strike->height_offset = 0.4;
  const auto rolls = DeriveFrom(rig, kByStrike);
  ASSERT_EQ(rolls.record.event_states[0].after.motion, MotionState::kRolling);
  EXPECT_EQ(rolls.tangents.balls[0].end, TangentEnd::kNoSlip);
  EXPECT_EQ(rolls.tangents.balls[0].event, 0);
  // What it hits has lost its own with it.
  EXPECT_EQ(rolls.tangents.balls[1].end, TangentEnd::kPartner);
  EXPECT_EQ(rolls.record.events[Index(rolls.tangents.balls[1].event)].kind, EventKind::kBallBall);
  rig.shot.strike->height_offset = 0.2;
  EXPECT_TRUE(DeriveFrom(rig, kByStrike).tangents.AllValid());
}

// In a frozen rack the balls around an impact decide, and no ball of it has a derivative.
TEST(Validity, OfFrozenRacks) {
  for (const char* const name : {"nine_ball_break_frozen", "eight_ball_break_frozen"}) {
    const NamedScene& named = *FindNamedScene(name);
    Shot shot;
    named.Generate(1, 0, shot);
    const auto broken = DeriveFrom(named.MakeScene(), shot, kByStrike);
    EXPECT_EQ(CauseOf(broken.tangents), TangentEnd::kPress) << name;
    for (size_t ball = 0; ball < broken.tangents.balls.size(); ++ball) {
      EXPECT_NE(broken.tangents.balls[ball].end, TangentEnd::kNone) << name << ' ' << ball;
    }
  }
}

// A ball dropped onto a rail's top comes to rest there, by a rule; one that lies there at the start
// has a derivative until something hits it.
TEST(Validity, OfSupportedBalls) {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  RailTop top;
  top.corners_m = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
  top.height_m = 0.04;
  rig.table.rail_tops.push_back(top);
  const int dropped = rig.AddBall({0.0, 0.0});
  constexpr double kFall_m = 0.05;
  rig.shot.start[0].position.z() = top.height_m + rig.balls[0].radius_m + kFall_m;
  rig.shot.start[0].motion = MotionState::kAirborne;
  const auto derived =
      DeriveFrom(rig, {FieldPath("balls[0].position_m.z"), FieldPath("balls[0].velocity_m_s.x")});
  ASSERT_EQ(derived.record.final_states[Index(dropped)].motion, MotionState::kSupported);
  const BallTangent& ended = derived.tangents.balls[Index(dropped)];
  EXPECT_EQ(ended.end, TangentEnd::kSupport);
  EXPECT_GT(ended.event, 1);  // The first bounces have derivatives.
  const double fall_s = std::sqrt(2.0 * kFall_m / testing::kGravity_m_s2);
  EXPECT_NEAR(derived.record.events[0].time_s, fall_s, 1e-12);
  EXPECT_NEAR(derived.tangents.EventTime(0, 0), 1.0 / (testing::kGravity_m_s2 * fall_s), 1e-9);

  Rig lies = rig;
  lies.shot.start = derived.record.final_states;
  EXPECT_TRUE(DeriveFrom(lies, {FieldPath("balls[0].position_m.x")}).tangents.AllValid());
  const auto by_radius = DeriveFrom(lies, {FieldPath("balls[0].radius_m")});
  EXPECT_EQ(by_radius.tangents.balls[0].end, TangentEnd::kSupport);
}

// A ball falls at 1 m/s onto a slate of a restitution that leaves it `over` more than the speed
// below which it stays down.
TangentRecord DeriveABounce(double over, const char* column) {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  FrictionalSlate law;
  law.friction = 0.0;
  rig.AddBall({0.0, 0.0}, {3.0, 0.0});
  BallState& ball = rig.shot.start[0];
  constexpr double kFall_m = 0.04;
  ball.position.z() += kFall_m;
  ball.motion = MotionState::kAirborne;
  ball.velocity.z() = -std::sqrt(1.0 - 2.0 * testing::kGravity_m_s2 * kFall_m);
  law.restitution = rig.settings.environment.settle_speed_m_s + over;
  rig.settings.laws.slate = law;
  rig.settings.environment.stop.at_time_s = 0.2;
  return DeriveFrom(rig, {FieldPath(column)}).tangents;
}

// The differences' steps, 8e-6 of the fastest ball's speed, lead over a kink that is not the
// bounce's own: they are taken finer. A kink that is stays one.
TEST(Validity, OfABounceAtTheSpeedThatSettles) {
  for (const char* const column :
       {"balls[0].velocity_m_s.z", "settings.slate.frictional.restitution"}) {
    const auto end = [&](double over) { return DeriveABounce(over, column).balls[0].end; };
    EXPECT_EQ(end(1e-3), TangentEnd::kNone) << column;
    EXPECT_EQ(end(1e-7), TangentEnd::kNone) << column;
    EXPECT_EQ(end(-1e-7), TangentEnd::kNone) << column;
    EXPECT_EQ(end(1e-10), TangentEnd::kKink) << column;
  }
  // It rises at the restitution times 1 m/s.
  EXPECT_NEAR(DeriveABounce(1e-7, "settings.slate.frictional.restitution").EventState(0, 0, 5, 0),
              1.0, 1e-7);
}

// Columns of a random shot: of its strike if there is one, of its first ball and of its cloth.
std::vector<FieldPath> PathsOf(const Scene& scene, const Shot& shot) {
  std::vector<FieldPath> paths;
  for (const char* const path :
       {"strike.azimuth_rad", "strike.speed_m_s", "balls[0].position_m.x",
        "balls[0].velocity_m_s.y", "balls[0].spin_rad_s.z", "settings.gravity_m_s2",
        "settings.cloth.sliding_friction", "balls[0].mass_kg", "balls[0].radius_m"}) {
    if (FindColumn(FieldPath(path), scene.settings(), shot).ok()) paths.emplace_back(path);
  }
  return paths;
}
std::vector<Column> ColumnsOf(const std::vector<FieldPath>& paths, const Scene& scene,
                              const Shot& shot) {
  std::vector<Column> columns;
  for (const FieldPath& path : paths) columns.push_back(*FindColumn(path, scene.settings(), shot));
  return columns;
}

bool AllFinite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

// From the event on that ends a ball's derivatives nothing is told of it. All balls are sampled.
void CheckEnded(const Record& played, const TangentRecord& tangents, size_t ball) {
  const int from = std::max(tangents.balls[ball].event, 0);
  auto press = played.presses.begin();
  for (size_t i = 0; i < played.events.size(); ++i) {
    Event event = played.events[i];
    if (event.kind == EventKind::kPress) event.kind = (press++)->of;
    if (static_cast<int>(i) < from || !event.Involves(static_cast<int16_t>(ball))) continue;
    const size_t side = event.ball == static_cast<int>(ball) ? 0 : 1;
    for (size_t k = 0; k < tangents.columns; ++k) {
      EXPECT_EQ(tangents.EventTime(i, k), 0.0) << i;
      for (size_t row = 0; row < TangentRecord::kRows; ++row) {
        EXPECT_EQ(tangents.EventState(i, side, row, k), 0.0) << i;
      }
    }
  }
  const bool at_end = from >= static_cast<int>(played.events.size());
  const double from_s = at_end ? played.end_time_s : played.events[Index(from)].time_s;
  for (size_t time = 0; time < played.sample_times_s.size(); ++time) {
    if (played.sample_times_s[time] < from_s) continue;
    for (size_t row = 0; row < TangentRecord::kRows; ++row) {
      for (size_t k = 0; k < tangents.columns; ++k) {
        EXPECT_EQ(tangents.Sample(time * tangents.balls.size() + ball, row, k), 0.0);
      }
    }
  }
}

// What holds of every record of tangents.
void CheckTangents(const Record& played, const TangentRecord& tangents) {
  EXPECT_TRUE(AllFinite(tangents.final_states));
  EXPECT_TRUE(AllFinite(tangents.event_times));
  EXPECT_TRUE(AllFinite(tangents.event_states));
  EXPECT_TRUE(AllFinite(tangents.samples));
  EXPECT_TRUE(AllFinite(tangents.drops));
  const auto events = static_cast<int>(played.events.size());
  for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
    const auto [end, event] = tangents.balls[ball];
    if (end == TangentEnd::kNone) continue;
    EXPECT_GE(event, -1);
    EXPECT_LE(event, events);
    for (size_t row = 0; row < TangentRecord::kRows; ++row) {
      for (size_t k = 0; k < tangents.columns; ++k) {
        EXPECT_EQ(tangents.FinalState(ball, row, k), 0.0);
      }
    }
    CheckEnded(played, tangents, ball);
    if (event < 0 || event >= events || played.events[Index(event)].kind == EventKind::kPress) {
      continue;
    }
    EXPECT_TRUE(end == TangentEnd::kTie ||
                played.events[Index(event)].Involves(static_cast<int16_t>(ball)));
  }
}

// An event after which a ball with a derivative is in play, if there is one: the place of its state
// in the log.
std::optional<size_t> StateToBend(const Record& played, const TangentRecord& tangents,
                                  testing::Dice& dice) {
  if (played.events.empty()) return std::nullopt;
  const size_t event = dice.Below(played.events.size());
  const auto ball = static_cast<size_t>(played.events[event].ball);
  const BallTangent& tangent = tangents.balls[ball];
  const bool derived = tangent.end == TangentEnd::kNone || tangent.event > static_cast<int>(event);
  return derived ? std::optional<size_t>(2 * event) : std::nullopt;
}

// Random shots, in the plane and in flight. The walk compares each state with the log's to the bit:
// in a log of which one bit of one state is another, the ball has no derivative from there on.
TEST(Validity, OfRandomShotsHoldsToTheBit) {
  const uint64_t shots = testing::FuzzesAll() ? 100'000 : testing::FuzzShare(1'500, 100);
  Detail detail;
  detail.events = detail.event_states = detail.hops = detail.samples = true;
  detail.sample_period_s = 0.3;
  Workspace workspace;
  Record played;
  TangentPlayer player;
  TangentRecord tangents;
  size_t balls = 0;
  size_t derived = 0;
  size_t bent = 0;
  for (uint64_t index = 0; index < shots; ++index) {
    const bool flies = index % 2 == 1;
    const auto random = flies ? testing::MakeRandomShot3D(testing::kFlightSeed, index)
                              : testing::MakeRandomShot(20261121, index);
    if (!random) continue;
    SCOPED_TRACE(std::to_string(index) + ": " + random->what);
    ASSERT_TRUE(Simulate(random->scene, random->shot, detail, {}, workspace, played).ok());
    const std::vector<FieldPath> paths = PathsOf(random->scene, random->shot);
    const std::vector<Column> columns = ColumnsOf(paths, random->scene, random->shot);
    player.Play(random->scene.world(), random->shot, played, columns, tangents);
    CheckTangents(played, tangents);
    balls += tangents.balls.size();
    derived += static_cast<size_t>(
        std::count_if(tangents.balls.begin(), tangents.balls.end(),
                      [](const BallTangent& ball) { return ball.end == TangentEnd::kNone; }));
    Detail folded = detail;
    folded.hops = false;
    TangentRecord of_presses;
    Record with_presses;
    ASSERT_TRUE(SimulateWithDerivatives(random->scene, random->shot, folded, paths, {}, workspace,
                                        with_presses, of_presses)
                    .ok());
    CheckTangents(with_presses, of_presses);
    testing::Dice dice(36, index);
    const auto place = StateToBend(played, tangents, dice);
    if (!place) continue;
    double& number = played.event_states[*place].after.velocity.x();
    number = std::nextafter(number, INFINITY);
    const auto event = static_cast<int>(*place / 2);
    const auto ball = static_cast<size_t>(played.events[Index(event)].ball);
    player.Play(random->scene.world(), random->shot, played, columns, tangents);
    EXPECT_EQ(tangents.balls[ball].end, TangentEnd::kPress);
    EXPECT_EQ(tangents.balls[ball].event, event);
    ++bent;
  }
  std::printf("%zu of %zu balls have derivatives to the end; %zu logs were bent\n", derived, balls,
              bent);
  EXPECT_GT(bent, shots / 10);
}

}  // namespace
}  // namespace carom
