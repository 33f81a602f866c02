// The cases of the rules' texts through the wire: the rulings that come back are those of the core.

#include "server/convert/rules_convert.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/rules_run.h"
#include "tests/server/rules_request.h"

namespace carom {
namespace {

using rules::Case;

// Of a value whose numbers on the wire begin with 1.
template <class Core, class Wire>
Core FromWire(Wire value) {
  return static_cast<Core>(static_cast<int>(value) - 1);
}

rules::GameState StateOf(const v1::GameState& wire, const ConvertedRules& game) {
  rules::GameState state;
  const absl::Status status = ConvertGameState(wire, game, state);
  EXPECT_TRUE(status.ok()) << status << wire.DebugString();
  return state;
}

// The ruling of the core that a client makes of the wire's; but for `next`.
rules::Ruling RulingOf(const v1::Ruling& wire) {
  rules::Ruling ruling;
  ruling.rule = wire.rule().c_str();
  ruling.legal = wire.legal();
  ruling.foul = static_cast<rules::Foul>(wire.foul());
  ruling.winner = wire.has_winner() ? static_cast<int>(wire.winner())
                  : wire.over()     ? rules::kDraw
                                    : rules::kNobody;
  ruling.cue_ball = FromWire<rules::CueBallPlace>(wire.cue_ball());
  for (const v1::SpottedBall& spotted : wire.spotted()) {
    ruling.spotted.push_back(
        {static_cast<int>(spotted.ball()), FromWire<rules::Spot>(spotted.spot())});
  }
  if (wire.has_chooser()) ruling.chooser = static_cast<int>(wire.chooser());
  for (const v1::OfferedChoice& offered : wire.choices()) {
    ruling.choices.push_back(FromWire<rules::Choice>(offered.choice()));
  }
  ruling.next.shooter = static_cast<int>(wire.next().shooter());
  return ruling;
}

void ExpectChoices(const rules::Ruling& ruling, const v1::Ruling& wire,
                   const ConvertedRules& game) {
  ASSERT_EQ(wire.choices_size(), static_cast<int>(ruling.choices.size()));
  for (const v1::OfferedChoice& offered : wire.choices()) {
    const auto chosen = Choose(ruling, FromWire<rules::Choice>(offered.choice()));
    ASSERT_TRUE(chosen.has_value());
    EXPECT_EQ(FromWire<rules::CueBallPlace>(offered.cue_ball()), chosen->cue_ball);
    EXPECT_EQ(StateOf(offered.next(), game), chosen->next);
  }
}

// Returns how many rulings had choices.
int ExpectRulings(v1::Rules rules, const std::vector<Case>& cases) {
  const ConvertedRules game = *ConvertRules(rules);
  v1::RuleShotsResponse response;
  const absl::Status status = RunRules(testing::RulesRequest(rules, cases), response);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(response.rulings_size(), static_cast<int>(cases.size()));
  int with_choices = 0;
  for (int i = 0; i < response.rulings_size(); ++i) {
    const Case& c = cases[static_cast<size_t>(i)];
    SCOPED_TRACE(std::string(c.rule) + ": " + c.what);
    const v1::Ruling& wire = response.rulings(i);
    const rules::Ruling ruling = rules::Rule(game.kind, c.state, c.call, c.shot.view());
    EXPECT_EQ(Describe(RulingOf(wire)), c.ruling);
    EXPECT_EQ(wire.failure(), "");
    ExpectChoices(ruling, wire, game);
    with_choices += wire.choices_size() > 0 ? 1 : 0;
    if (!wire.over()) {
      EXPECT_EQ(StateOf(wire.next(), game), ruling.next);
    }
  }
  return with_choices;
}

TEST(RulesConvert, NineBallCasesThroughTheWire) {
  EXPECT_EQ(ExpectRulings(v1::RULES_NINE_BALL, rules::NineBallCases()), 4);
}

TEST(RulesConvert, EightBallBreaksThroughTheWire) {
  EXPECT_EQ(ExpectRulings(v1::RULES_EIGHT_BALL, rules::EightBallBreakCases()), 7);
}

TEST(RulesConvert, EightBallCasesThroughTheWire) {
  EXPECT_EQ(ExpectRulings(v1::RULES_EIGHT_BALL, rules::EightBallCases()), 0);
}

TEST(RulesConvert, ThreeCushionCasesThroughTheWire) {
  EXPECT_EQ(ExpectRulings(v1::RULES_THREE_CUSHION, rules::ThreeCushionCases()), 0);
}

// Every field of a state, each away from its default.
TEST(RulesConvert, StatesComeBack) {
  rules::GameState state = rules::EightBallSolids({1, 8, 15});
  state.shooter = 1;
  state.phase = rules::Phase::kAfterBreak;
  state.consecutive_fouls = {1, 2};
  state.referee_warns = false;
  state.group = {rules::Group::kStripes, rules::Group::kSolids};
  v1::GameState rack;
  WriteGameState(state, rack);
  EXPECT_EQ(StateOf(rack, *ConvertRules(v1::RULES_EIGHT_BALL)), state);
  state = rules::GameState();
  state.starter = 1;
  state.points = {3, 12};
  state.innings = {1000000, 7};
  state.distance = 12;
  state.equalizing = state.last_inning = true;
  v1::GameState match;
  WriteGameState(state, match);
  EXPECT_EQ(StateOf(match, *ConvertRules(v1::RULES_THREE_CUSHION)), state);
}

// Nothing on the wire is the start of the game.
TEST(RulesConvert, AnEmptyStateIsTheStart) {
  for (const auto game : {v1::RULES_NINE_BALL, v1::RULES_EIGHT_BALL, v1::RULES_THREE_CUSHION}) {
    const ConvertedRules converted = *ConvertRules(game);
    rules::GameState start;
    start.on_table = converted.object_balls;
    EXPECT_EQ(StateOf({}, converted), start);
  }
  EXPECT_EQ(ConvertRules(v1::RULES_NINE_BALL)->object_balls,
            rules::Balls({1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

// [UMB] Art. 41 has all fouls of carom; of pool each has its own number.
TEST(RulesConvert, FoulsHaveTheNumbersOfTheirGame) {
  const auto foul_rule = [](v1::Rules game, const Case& c) {
    v1::RuleShotsResponse response;
    EXPECT_TRUE(RunRules(testing::RulesRequest(game, {c}), response).ok());
    return response.rulings(0).foul_rule();
  };
  const rules::Played off = rules::Played().Hit(1).Off(2);
  EXPECT_EQ(foul_rule(v1::RULES_THREE_CUSHION, {"", "", {}, {}, off, ""}), "Art. 41");
  EXPECT_EQ(foul_rule(v1::RULES_NINE_BALL, {"", "", rules::NineBallPlay({1, 2, 9}), {}, off, ""}),
            "6.5");
  EXPECT_EQ(
      foul_rule(v1::RULES_NINE_BALL,
                {"", "", rules::NineBallPlay({1, 2, 9}), {}, rules::Played().Hit(1).Rail(1), ""}),
      "");
}

v1::RuleShotsRequest CalledShot(uint32_t ball, uint32_t pocket) {
  v1::RuleShotsRequest request = testing::RulesRequest(
      v1::RULES_EIGHT_BALL,
      {{"", "", rules::EightBallOpen(), {}, rules::Played().Hit(3).Pot(3, 2), ""}});
  request.mutable_calls(0)->set_ball(ball);
  request.mutable_calls(0)->set_pocket(pocket);
  return request;
}

// The request does not have the table, so that any number may be one of its pockets.
TEST(RulesConvert, ACalledPocketThatTheTableDoesNotHaveIsNotMadeGood) {
  for (const uint32_t pocket : {6u, 0xFFFFFFFFu}) {
    v1::RuleShotsResponse response;
    ASSERT_TRUE(RunRules(CalledShot(3, pocket), response).ok());
    EXPECT_EQ(response.rulings(0).rule(), "3.5") << pocket;
    EXPECT_EQ(response.rulings(0).next().shooter(), 1u);
  }
}

TEST(RulesConvert, ACalledBallThatTheGameDoesNotHaveIsRefused) {
  v1::RuleShotsResponse response;
  for (const uint32_t ball : {0u, 16u, 99u, 0xFFFFFFFFu}) {
    const absl::Status refused = RunRules(CalledShot(ball, 2), response);
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(refused.message(), absl::StrCat("calls[0].ball: ", ball, " must be in [1, 15]"));
  }
  EXPECT_TRUE(RunRules(CalledShot(15, 2), response).ok());
}

}  // namespace
}  // namespace carom
