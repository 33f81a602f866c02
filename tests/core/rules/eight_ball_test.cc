// Eight-ball after the break, rule by rule. The numbers are of the WPA's Rules of Play (2016).

#include <gtest/gtest.h>

#include <vector>

#include "core/rules/pool.h"
#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {
namespace {

constexpr Call In(int ball, int pocket) { return {.ball = ball, .pocket = pocket}; }
constexpr Call Safety() { return {.safety = true}; }

TEST(EightBall, Cases) {
  for (const Case& c : EightBallCases()) {
    EXPECT_EQ(Describe(RuleEightBall(c.state, c.call, c.shot.view())), c.ruling)
        << c.rule << ": " << c.what;
  }
}

// 3.4: the group of the called ball, whatever else falls; nothing else gives one.
TEST(EightBall, AssignsGroups) {
  const auto groups = [](const Call& call, const Played& shot) {
    return RuleEightBall(EightBallOpen(), call, shot.view()).next.group;
  };
  const std::array<Group, 2> open{}, solids{Group::kSolids, Group::kStripes},
      stripes{Group::kStripes, Group::kSolids};
  EXPECT_EQ(groups(In(3, 2), Played().Hit(3).Pot(3, 2)), solids);
  EXPECT_EQ(groups(In(11, 2), Played().Hit(3).Pot(3, 1).Pot(11, 2)), stripes);
  EXPECT_EQ(groups(In(3, 2), Played().Hit(3).Pot(11, 2)), open);
  EXPECT_EQ(groups(In(3, 2), Played().Hit(3).Pot(3, 2).Pot(0)), open);
  EXPECT_EQ(groups(Safety(), Played().Hit(3).Pot(3, 2)), open);
  GameState second = EightBallOpen();
  second.shooter = 1;
  const Ruling ruling = RuleEightBall(second, In(3, 2), Played().Hit(3).Pot(3, 2).view());
  EXPECT_EQ(ruling.next.group, stripes);
}

// 3.7: no ball but the eight is ever spotted, whatever the foul.
TEST(EightBall, KeepsPottedBallsDown) {
  const Ruling foul = RuleEightBall(EightBallSolids({1, 5, 8, 10}), In(5, 3),
                                    Played().Hit(10).Pot(5, 3).Off(1).view());
  EXPECT_EQ(foul.next.on_table, Balls({8, 10}));
  EXPECT_TRUE(foul.spotted.empty());
}

// A rack from the break to the eight, state handed on from shot to shot.
TEST(EightBall, PlaysARack) {
  GameState state = EightBallStart(1);
  state = RuleEightBall(state, {}, Played().Hit(1).Pot(9).view()).next;
  for (int ball : {10, 11, 12, 13, 14, 15}) {
    const Ruling ruling = RuleEightBall(state, In(ball, 0), Played().Hit(ball).Pot(ball).view());
    ASSERT_FALSE(ruling.over());
    state = ruling.next;
  }
  const Ruling last = RuleEightBall(state, In(8, 5), Played().Hit(8).Pot(8, 5).view());
  EXPECT_EQ(Describe(last), "legal by 3.5: 1 wins");
}

}  // namespace
}  // namespace carom::rules
