#include "core/play/value.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/play/pocket_windows.h"
#include "tests/core/play/play_scene.h"

namespace carom::play {
namespace {

class Values : public ::testing::Test {
 protected:
  Values() { skill_.noise = estimate::IcgaNoise(1.0, scene_.balls()[0].radius_m); }

  PositionJudge Judge() { return *PositionJudge::Make(scene_, skill_, {}, workspace_); }

  const Scene scene_ = PoolScene();
  const double R = scene_.balls()[0].radius_m;
  Skill skill_;
  Workspace workspace_;
};

// What a window says of a way is what a slower ball from elsewhere does, up to the step of the
// search at its ends.
TEST_F(Values, WindowsHoldTheWaysThatPot) {
  const auto windows = *PocketWindows::Measure(scene_, {}, workspace_);
  Record record;
  Shot shot{EmptyTable(scene_).balls, std::nullopt};
  int tried = 0;
  for (int pocket = 0; pocket < 6; ++pocket) {
    const Vec2 centre = scene_.table().pockets[Index(pocket)].centre_m;
    for (const double from_y : {-0.2, 0.0, 0.15}) {
      const Vec2 from(0.3 * centre.x() + 0.05, from_y);
      const Vec2 direction = (centre - from).normalized();
      const Vec2 left(-direction.y(), direction.x());
      const PocketWindow window = windows.At(pocket, direction);
      if (window.half_m < 0.02) continue;
      for (const double share : {-1.25, -0.75, 0.0, 0.75, 1.25}) {
        const Vec2 start = from + (window.middle_m + share * window.half_m) * left;
        BallState& ball = shot.start[5];
        ball = rules::BallAt(start, R);
        const double speed = 1.2;
        ball.velocity = {speed * direction.x(), speed * direction.y(), 0.0};
        ball.spin = Vec3(-direction.y(), direction.x(), 0.0) * (speed / R);
        ball.motion = MotionState::kRolling;
        ASSERT_TRUE(Simulate(scene_, shot, Detail(), {}, workspace_, record).ok());
        // Outside it may still rattle in, or drop elsewhere.
        if (std::abs(share) > 1.0) continue;
        EXPECT_FALSE(record.outcome.pocketed.empty()) << pocket << ' ' << from_y << ' ' << share;
        ++tried;
      }
    }
  }
  EXPECT_GE(tried, 30);
}

// A straight pot with d before and D behind the contact: the direction of the object ball is off by
// d / (2 R) times that of the cue ball, and it passes the pocket D times that beside.
TEST_F(Values, AStraightPotIsANormalProbability) {
  const PositionJudge judge = Judge();
  Position position = EmptyTable(scene_);
  const int pocket = 5;  // right_side, at y = -w/2.
  const Vec2 centre = scene_.table().pockets[Index(pocket)].centre_m;
  for (const double d : {0.1, 0.2, 0.4}) {
    const double D = 0.6;
    Put(scene_, 1, centre.x(), centre.y() + D, position);
    Put(scene_, 0, centre.x(), centre.y() + D + 2.0 * R + d, position);
    const aim::BallMap map(scene_.balls(), position.balls, 0);
    const double half_m = judge.windows().At(pocket, Vec2(0.0, -1.0)).half_m;
    const double z = half_m / (judge.deviation_rad() * d * D / (2.0 * R));
    const auto pot = judge.PotOf(map, map.Place(0), 1, pocket);
    ASSERT_TRUE(pot) << d;
    EXPECT_NEAR(pot->chance, std::erf(z / std::sqrt(2.0)), 2e-4) << d;
    EXPECT_NEAR(pot->half_m, half_m, 1e-9);
    EXPECT_NEAR(pot->reach_m_rad, d * D / (2.0 * R), 1e-9);
  }
  // A ball on either way, and a ball behind the cue ball.
  Put(scene_, 2, centre.x(), centre.y() + 0.15, position);
  const aim::BallMap blocked(scene_.balls(), position.balls, 0);
  EXPECT_FALSE(judge.PotOf(blocked, blocked.Place(0), 1, pocket));
  EXPECT_FALSE(judge.PotOf(blocked, Vec2(centre.x(), centre.y() - 0.1), 1, pocket));
}

// A ball that reaches into a way takes away one side of the window: what is left is aimed at.
TEST_F(Values, ABallBesideAWayNarrowsItsWindow) {
  const PositionJudge judge = Judge();
  Position position = EmptyTable(scene_);
  const int pocket = 5;
  const Vec2 centre = scene_.table().pockets[Index(pocket)].centre_m;
  Put(scene_, 1, centre.x(), centre.y() + 0.8, position);
  Put(scene_, 0, centre.x(), centre.y() + 1.0, position);
  const aim::BallMap open(scene_.balls(), position.balls, 0);
  const auto whole = judge.PotOf(open, open.Place(0), 1, pocket);
  ASSERT_TRUE(whole);
  // Half way, on the right as the ball comes: the tangents from the ball pass it at twice what is
  // beside it.
  const double beside_m = 2.0 * R + 0.005;
  Put(scene_, 2, centre.x() - beside_m, centre.y() + 0.4, position);
  const aim::BallMap beside(scene_.balls(), position.balls, 0);
  const auto narrow = judge.PotOf(beside, beside.Place(0), 1, pocket);
  ASSERT_TRUE(narrow);
  const double left_m = 0.5 * (whole->half_m + 2.0 * 0.005);
  EXPECT_NEAR(narrow->half_m, left_m, 1e-3);
  EXPECT_NEAR(narrow->end_m.x() - whole->end_m.x(), whole->half_m - left_m, 1e-3);
  EXPECT_LT(narrow->chance, whole->chance);
  // What the cue ball may touch on its way counts as well, by the lever of the contact.
  Position before = position;
  before.balls[2] = EmptyTable(scene_).balls[2];
  const double thin_m = 2.0 * R + 1e-4;
  Put(scene_, 3, centre.x() - thin_m, centre.y() + 0.93, before);
  const aim::BallMap between(scene_.balls(), before.balls, 0);
  const auto grazed = judge.PotOf(between, between.Place(0), 1, pocket);
  ASSERT_TRUE(grazed);
  EXPECT_LT(grazed->half_m, 0.8 * whole->half_m);
}

// A hanging eight with the cue ball near it is as good as won; behind a wall of balls it is not.
TEST_F(Values, ClearChancesFollowWhatIsLeft) {
  const PositionJudge judge = Judge();
  Position position = EmptyTable(scene_);
  const Vec2 corner = scene_.table().pockets[2].centre_m;
  const Vec2 inwards = -corner.normalized();
  const Vec2 hanging = corner + 0.12 * inwards;
  const Vec2 near = corner + 0.5 * inwards;
  Put(scene_, 8, hanging.x(), hanging.y(), position);
  Put(scene_, 0, near.x(), near.y(), position);
  const double easy = judge.ClearChance(position);
  EXPECT_GT(easy, 0.9);
  EXPECT_GT(judge.WinChance(position), easy);
  Position hard = position;
  for (int ball = 9; ball < 13; ++ball) {
    const Vec2 wall =
        corner + 0.3 * inwards + 2.01 * R * (ball - 10.5) * Vec2(-inwards.y(), inwards.x());
    Put(scene_, ball, wall.x(), wall.y(), hard);
  }
  EXPECT_LT(judge.ClearChance(hard), easy - 0.2);
  for (const double chance : {judge.ClearChance(hard), judge.WinChance(hard)}) {
    EXPECT_GE(chance, 0.0);
    EXPECT_LE(chance, 1.0);
  }
}

// [WPA] 6.11: from behind the head string no ball is touched first that lies there too, so a
// hanging one is of no use.
TEST_F(Values, ABallBehindTheHeadStringIsNotTheFirst) {
  const PositionJudge judge = Judge();
  Position position = EmptyTable(scene_);
  Vec2 corner = scene_.table().pockets[0].centre_m;
  for (const Pocket& pocket : scene_.table().pockets) {
    if (pocket.centre_m.x() < corner.x()) corner = pocket.centre_m;
  }
  const Vec2 hanging = corner - 0.12 * corner.normalized();
  const Vec2 near = corner - 0.4 * corner.normalized();
  ASSERT_LT(near.x(), scene_.table().head_spot_m.x());
  Put(scene_, 8, hanging.x(), hanging.y(), position);
  Put(scene_, 0, near.x(), near.y(), position);
  const double easy = judge.ClearChance(position);
  EXPECT_GT(easy, 0.9);
  position.from_behind_string = true;
  EXPECT_LT(judge.ClearChance(position), 0.5 * easy);
}

// Where all that may be potted next lie there, there is no pot, and none after it.
TEST_F(Values, NoBallInFrontOfTheHeadStringIsNoPot) {
  const PositionJudge judge = Judge();
  const double behind_m = scene_.table().head_spot_m.x() - 0.2;
  const Vec2 corner = scene_.table().pockets[2].centre_m;
  const Vec2 hanging = 0.9 * corner;
  Position eight = EmptyTable(scene_);
  for (int ball = 1; ball <= 7; ++ball) {
    Put(scene_, ball, behind_m, 3.0 * R * (ball - 4), eight);
  }
  Put(scene_, 8, hanging.x(), hanging.y(), eight);
  Position nine = EmptyTable(scene_);
  nine.game = rules::GameKind::kNineBall;
  Put(scene_, 1, behind_m, 0.0, nine);
  Put(scene_, 2, hanging.x(), hanging.y(), nine);
  Put(scene_, 9, 0.2, 0.1, nine);
  for (Position* position : {&eight, &nine}) {
    Put(scene_, 0, scene_.table().head_spot_m.x() - 0.05, 0.3, *position);
    position->from_behind_string = true;
    const Features features = judge.FeaturesOf(*position);
    const double least = features[0];
    EXPECT_LT(least, -1.0);
    EXPECT_EQ(features[1], 0.0);
    EXPECT_EQ(features[2], least);   // The second.
    EXPECT_EQ(features[10], least);  // After the first.
    EXPECT_EQ(features[14], 0.0);    // All together.
    EXPECT_EQ(features[16], 0.0);    // Afterwards.
    EXPECT_EQ(features[17], least);  // By a cushion.
    EXPECT_EQ(features[3], position == &eight ? 8.0 : 3.0);
  }
}

// A ball at a cushion that comes straight back meets the cue ball: there is no bank, and so no pot.
TEST_F(Values, ABankThatKissesBackIsNoPot) {
  const PositionJudge judge = Judge();
  Position position = EmptyTable(scene_);
  const double cushion = 0.5 * scene_.table().width_m - R;
  // Straight behind the ball for a bank into the side pocket opposite.
  const Vec2 back = -0.3 * Vec2(0.2, 2.0 * cushion).normalized();
  Put(scene_, 8, -0.2, cushion - 0.002, position);
  Put(scene_, 0, -0.2 + back.x(), cushion - 0.002 + back.y(), position);
  // The margin by one cushion, the last of the features, is that of no good pot (a chance of 0.95).
  EXPECT_LT(judge.FeaturesOf(position).back(), 0.7);
}

TEST_F(Values, MeasuringStopsWhenAsked) {
  const std::atomic<bool> stop{true};
  EXPECT_EQ(PositionJudge::Make(scene_, skill_, StopToken(&stop), workspace_).status().code(),
            absl::StatusCode::kCancelled);
}

// What is kept of another position leaves no trace: balls that came, went, moved, or only changed
// what stands in whose way.
TEST_F(Values, OfAPositionAfterAnotherIsItsOwnToTheBit) {
  const PositionJudge judge = Judge();
  CounterRandom random(7, 0);
  const auto put = [&](int ball, Position& position) {
    position.balls[Index(ball)] =
        rules::BallAt({random.Uniform(-1.05, 1.05), random.Uniform(-0.5, 0.5)}, R);
  };
  const Position empty = EmptyTable(scene_);
  const auto balls = static_cast<int>(empty.balls.size());
  int differ = 0;
  for (int i = 0; i < 300; ++i) {
    Position before = empty;
    before.state.on_table = 0;
    for (int ball = 0; ball < balls; ++ball) {
      if (ball != 0 && ball != 8 && random.Uniform() < 0.4) continue;
      put(ball, before);
      if (ball != 0) before.state.on_table |= rules::Bit(ball);
    }
    const ValuesAfter after(judge, before);
    Position left = before;
    for (int ball = 0; ball < balls; ++ball) {
      if (random.Uniform() > 0.25) continue;
      if (ball != 0 && ball != 8 && random.Uniform() < 0.3) {
        left.balls[Index(ball)] = empty.balls[Index(ball)];
        left.state.on_table &= ~rules::Bit(ball);
      } else {
        put(ball, left);
        if (ball != 0) left.state.on_table |= rules::Bit(ball);
      }
    }
    ASSERT_EQ(after.ClearChance(left), judge.ClearChance(left)) << i;
    ASSERT_EQ(after.WinChance(left), judge.WinChance(left)) << i;
    if (judge.WinChance(left) != judge.WinChance(before)) ++differ;
  }
  EXPECT_GT(differ, 200);
}

}  // namespace
}  // namespace carom::play
