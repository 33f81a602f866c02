#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/goals/goal.h"
#include "tests/testing/allocations.h"

namespace carom::goals {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Four balls on a table with two pockets at x = -1 and x = 1, told without an engine.
class GoalsTest : public ::testing::Test {
 protected:
  GoalsTest() {
    table_.pockets.resize(2);
    table_.pockets[0].centre_m = {-1.0, 0.0};
    table_.pockets[1].centre_m = {1.0, 0.0};
    for (Pocket& pocket : table_.pockets) pocket.radius_m = 0.06;
    for (int i = 0; i < 4; ++i) {
      BallState state;
      state.position = {0.1 * i, 0.2, 0.03};
      start_.push_back(state);
    }
    record_.final_states = start_;
    record_.outcome.cue_ball = 0;
  }

  void End(int ball, double x, double y) {
    record_.final_states[static_cast<size_t>(ball)].position = {x, y, 0.03};
  }
  // Enters along +x, `offset_m` beside the centre.
  void Pot(int ball, int pocket, double offset_m = 0.0) {
    Departure drop;
    drop.ball = ball;
    drop.where = pocket;
    const Vec2 centre = table_.pockets[static_cast<size_t>(pocket)].centre_m;
    drop.position_m = {centre.x() - 0.02, centre.y() + offset_m, 0.03};
    drop.velocity_m_s = {0.7, 0.0, 0.0};
    record_.outcome.pocketed.push_back(drop);
    BallState& state = record_.final_states[static_cast<size_t>(ball)];
    state.motion = MotionState::kPocketed;
    state.position = drop.position_m;
  }

  Verdict Ask(const Goal& goal) const {
    EXPECT_TRUE(CheckGoal(goal, {4, 2}).ok()) << CheckGoal(goal, {4, 2});
    return Judge(goal, {record_, start_, table_});
  }
  static std::string Refusal(const Goal& goal) {
    return std::string(CheckGoal(goal, {4, 2}).message());
  }

  Table table_;
  std::vector<BallState> start_;
  Record record_;
};

TEST_F(GoalsTest, PottedLooksAtBallAndPocket) {
  Pot(2, 1, 0.02);
  EXPECT_TRUE(Ask({Potted{2}}).holds());
  EXPECT_TRUE(Ask({Potted{2, 0b10}}).holds());
  EXPECT_FALSE(Ask({Potted{2, 0b01}}).holds());
  EXPECT_FALSE(Ask({Potted{3}}).holds());
  EXPECT_TRUE(Ask({Potted{}}).holds());
  // The line of motion passes the centre at 0.02 m: 0.06 - 0.02.
  EXPECT_NEAR(Ask({Potted{2}}).margin_m, 0.04, 1e-15);
}

TEST_F(GoalsTest, PottedWithoutABallLeavesTheCueBallOut) {
  Pot(0, 0);
  EXPECT_FALSE(Ask({Potted{}}).holds());
  EXPECT_TRUE(Ask({Potted{0}}).holds());
  EXPECT_FALSE(Ask({NoScratch{}}).holds());
}

TEST_F(GoalsTest, PottedMissesByTheDistanceFromTheRim) {
  End(1, 0.5, 0.0);
  // 0.5 m from the centre at (1, 0), 1.5 m from that at (-1, 0).
  EXPECT_NEAR(Ask({Potted{1}}).margin_m, -(0.5 - 0.06), 1e-15);
  EXPECT_NEAR(Ask({Potted{1, 0b01}}).margin_m, -(1.5 - 0.06), 1e-15);
}

TEST_F(GoalsTest, RegionsMeasureTheirDepth) {
  End(0, 0.3, 0.4);
  EXPECT_NEAR(Ask({EndsIn{-1, InCircle{{0.0, 0.0}, 0.6}}}).margin_m, 0.1, 1e-15);
  EXPECT_FALSE(Ask({EndsIn{-1, InCircle{{0.0, 0.0}, 0.4}}}).holds());
  const InPolygon square{{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}}};
  EXPECT_NEAR(Ask({EndsIn{0, square}}).margin_m, 0.3, 1e-15);
  EXPECT_NEAR(Ask({EndsIn{0, NearLine{{0.0, 0.0}, {1.0, 0.0}, 0.5}}}).margin_m, 0.1, 1e-15);
  // Past the end of the segment at (-0.3, 0): a distance of sqrt(0.36 + 0.16) m.
  EXPECT_NEAR(Ask({EndsIn{0, NearLine{{-1.0, 0.0}, {-0.3, 0.0}, 0.5}}}).margin_m,
              0.5 - std::sqrt(0.52), 1e-15);
  End(0, -0.1, 0.5);
  EXPECT_NEAR(Ask({EndsIn{0, square}}).margin_m, -0.1, 1e-15);
}

TEST_F(GoalsTest, ABallOutOfPlayEndsNowhere) {
  Pot(0, 1);
  const Verdict verdict = Ask({EndsIn{-1, InCircle{{1.0, 0.0}, 1.0}}});
  EXPECT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.margin_m, -kInfinite);
}

TEST_F(GoalsTest, FirstContactAndCushions) {
  EXPECT_FALSE(Ask({FirstContact{}}).holds());
  record_.outcome.first_contact = 3;
  record_.outcome.cushions_before_contact = 1;
  record_.outcome.cushions_after_contact = 2;
  EXPECT_TRUE(Ask({FirstContact{}}).holds());
  EXPECT_TRUE(Ask({FirstContact{0b1010}}).holds());
  EXPECT_FALSE(Ask({FirstContact{0b0010}}).holds());
  using When = Cushions::When;
  EXPECT_TRUE(Ask({Cushions{1, When::kBeforeFirstContact}}).holds());
  EXPECT_FALSE(Ask({Cushions{2, When::kBeforeFirstContact}}).holds());
  EXPECT_TRUE(Ask({Cushions{2, When::kAfterFirstContact}}).holds());
  EXPECT_TRUE(Ask({Cushions{3, When::kWholeShot}}).holds());
  EXPECT_FALSE(Ask({Cushions{4, When::kWholeShot}}).holds());
}

TEST_F(GoalsTest, OthersStayButForTheExcepted) {
  End(0, 5.0, 5.0);
  End(2, 0.2, 0.25);  // Moved by 0.05 m.
  EXPECT_NEAR(Ask({OthersStay{0.06}}).margin_m, 0.01, 1e-15);
  EXPECT_FALSE(Ask({OthersStay{0.04}}).holds());
  EXPECT_TRUE(Ask({OthersStay{0.0, 0b100}}).holds());
  Pot(3, 0);
  EXPECT_FALSE(Ask({OthersStay{10.0}}).holds());
  EXPECT_TRUE(Ask({OthersStay{0.0, 0b1100}}).holds());
  start_[3].motion = MotionState::kPocketed;  // Had been there before.
  EXPECT_TRUE(Ask({OthersStay{0.06}}).holds());
}

TEST_F(GoalsTest, LeavingAndTime) {
  record_.end_time_s = 2.0;
  EXPECT_TRUE(Ask({NoBallLeaves{}}).holds());
  EXPECT_TRUE(Ask({EndsBefore{2.5}}).holds());
  EXPECT_FALSE(Ask({EndsBefore{2.0}}).holds());
  record_.outcome.left_table.emplace_back();
  EXPECT_FALSE(Ask({NoBallLeaves{}}).holds());
}

TEST_F(GoalsTest, ListsCombineValuesAndMargins) {
  const Goal near{EndsIn{0, InCircle{{0.0, 0.2}, 0.3}}};      // Holds by 0.3 m.
  const Goal narrow{EndsIn{0, InCircle{{0.05, 0.2}, 0.06}}};  // Holds by 0.01 m.
  const Goal missed{EndsIn{0, InCircle{{0.5, 0.2}, 0.1}}};    // Misses by 0.4 m.
  EXPECT_NEAR(Ask({AllOf{{near, narrow}}}).margin_m, 0.01, 1e-15);
  EXPECT_FALSE(Ask({AllOf{{near, missed}}}).holds());
  EXPECT_NEAR(Ask({AllOf{{near, missed}}}).margin_m, -0.4, 1e-15);
  EXPECT_NEAR(Ask({AnyOf{{narrow, missed}}}).margin_m, 0.01, 1e-15);
  EXPECT_TRUE(Ask({NoneOf{{missed}}}).holds());
  EXPECT_NEAR(Ask({NoneOf{{missed}}}).margin_m, 0.4, 1e-15);
  EXPECT_FALSE(Ask({NoneOf{{missed, near}}}).holds());
}

TEST_F(GoalsTest, WeightsAddUp) {
  Pot(1, 0);
  const WeightedSum score{{{Potted{1}}, {Potted{2}}, {NoScratch{}}}, {2.0, 5.0, -0.5}, {}};
  EXPECT_TRUE(IsScore({score}));
  EXPECT_EQ(Ask({score}).value, 1.5);
  EXPECT_EQ(RangeOfValue({score}).low, -0.5);
  EXPECT_EQ(RangeOfValue({score}).high, 7.0);
  WeightedSum enough = score;
  enough.at_least = 1.5;
  EXPECT_FALSE(IsScore({enough}));
  EXPECT_TRUE(Ask({enough}).holds());
  enough.at_least = 1.6;
  EXPECT_FALSE(Ask({enough}).holds());
}

TEST_F(GoalsTest, RefusesWhatDoesNotExistByPath) {
  EXPECT_EQ(Refusal({Potted{4}}), "potted.ball: 4 must be in [0, 4)");
  EXPECT_EQ(Refusal({Potted{1, 0b100}}), "potted.pockets: 2 must be in [0, 2)");
  EXPECT_EQ(Refusal({FirstContact{0b10001}}), "first_contact.balls: 4 must be in [0, 4)");
  EXPECT_EQ(Refusal({AllOf{{{NoScratch{}}, {EndsIn{7, InCircle{{0, 0}, 1}}}}}}),
            "all_of.goals[1].ends_in.ball: 7 must be in [0, 4)");
  EXPECT_EQ(Refusal({EndsIn{0, InCircle{{0, 0}, 0.0}}}),
            "ends_in.circle.radius_m: 0 must be in (0, 100]");
  EXPECT_EQ(Refusal({EndsIn{0, InPolygon{{{0, 0}, {1, 0}}}}}),
            "ends_in.polygon.corners: 2 entries must be in [3, 256]");
  EXPECT_EQ(Refusal({EndsIn{0, InPolygon{{{0, 0}, {1, 0}, {kInfinite, 0}}}}}),
            "ends_in.polygon.corners[2]: (inf, 0) must be within +-100");
  EXPECT_EQ(Refusal({EndsBefore{0.0}}), "ends_before.time_s: 0 must be in (0, 1e+06]");
  EXPECT_EQ(Refusal({NoneOf{}}), "none_of.goals: empty must be one at least");
  const Goal score{WeightedSum{{{NoScratch{}}}, {1.0}, {}}};
  EXPECT_EQ(
      Refusal({AnyOf{{score}}}),
      "any_of.goals[0].weighted_sum.at_least: absent must be given: a score is no truth value");
  EXPECT_EQ(Refusal({WeightedSum{{{NoScratch{}}}, {}, {}}}),
            "weighted_sum.weights: 0 values must be 1, one for each goal");
}

TEST_F(GoalsTest, RefusesDeepAndWideTrees) {
  Goal deep{NoScratch{}};
  for (int depth = 1; depth < kMaxDepth; ++depth) deep = {NoneOf{{deep}}};
  EXPECT_TRUE(CheckGoal(deep, {4, 2}).ok());
  EXPECT_FALSE(CheckGoal({NoneOf{{deep}}}, {4, 2}).ok());
  AnyOf wide;
  wide.goals.resize(static_cast<size_t>(kMaxPredicates) - 1, Goal{NoScratch{}});
  EXPECT_TRUE(CheckGoal({wide}, {4, 2}).ok());
  wide.goals.push_back({NoScratch{}});
  EXPECT_FALSE(CheckGoal({wide}, {4, 2}).ok());
}

TEST_F(GoalsTest, JudgesWithoutAllocating) {
  const InPolygon square{{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}}};
  const Goal goal{AllOf{{{NoneOf{{{Potted{}}}}}, {EndsIn{-1, square}}, {OthersStay{0.1}}}}};
  const FinishedShot shot{record_, start_, table_};
  const int64_t before = testing::AllocationCount();
  for (int i = 0; i < 100; ++i) (void)Judge(goal, shot);
  EXPECT_EQ(testing::AllocationCount(), before);
}

}  // namespace
}  // namespace carom::goals
