// `carom plan` and `carom play`, over the service inside this process.

#include <string>
#include <utility>
#include <vector>

#include "carom/v1/play.pb.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/json.h"
#include "tests/client/cli/run_carom.h"
#include "tests/testing/read_file.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing::ReadFile;

// The 3 and the 8 are left.
CliResult Plan(std::vector<std::string> flags) {
  std::vector<std::string> all{"plan",           "--rules=eight-ball", "--table=pool-8ft",
                               "--group=solids", "--on-table=3,8",     "--ball=-0.2,0.1",
                               "--ball=0.4,0.3", "--ball=-0.6,-0.3",   "--budget=600"};
  all.insert(all.end(), flags.begin(), flags.end());
  return RunCarom(all);
}

CliResult Play(std::vector<std::string> flags) {
  std::vector<std::string> all{"play", "--rules=nine-ball", "--table=pool-8ft", "--budget=300"};
  all.insert(all.end(), flags.begin(), flags.end());
  return RunCarom(all);
}

TEST(PlanCommand, TellsTheBestFirst) {
  const CliResult told = Plan({});
  EXPECT_EQ(told.code, kDone) << told.err;
  EXPECT_THAT(told.out, AllOf(HasSubstr("ranked by the race"), HasSubstr("elevation_deg"),
                              HasSubstr("ball 3 into pocket")));
}

TEST(PlanCommand, FlagsAndTheirRequestAskTheSame) {
  const std::vector<std::string> asked{"--noise=0.5", "--noise-seed=7", "--ranked=2",
                                       "--objective=clear", "--in-hand=anywhere"};
  std::vector<std::string> print = asked;
  print.push_back("--print-request");
  const CliResult request = Plan(print);
  v1::PlanShotRequest parsed;
  ASSERT_TRUE(FromJson(request.out, &parsed).ok()) << request.out;
  EXPECT_EQ(parsed.rules(), v1::RULES_EIGHT_BALL);
  EXPECT_EQ(parsed.objective(), v1::OBJECTIVE_CLEAR);
  EXPECT_EQ(parsed.cue_ball(), v1::CUE_BALL_PLACE_ANYWHERE);
  EXPECT_EQ(parsed.seed(), 7u);
  EXPECT_EQ(parsed.skill().noise().icga().magnitude(), 0.5);
  ASSERT_EQ(parsed.layouts(0).balls().balls_size(), 9);  // The cue ball, 1 to 8.
  EXPECT_EQ(parsed.layouts(0).balls().balls(2).state().motion(), v1::MOTION_STATE_POCKETED);
  EXPECT_EQ(parsed.layouts(0).balls().balls(3).state().position_m().x(), 0.4);
  std::vector<std::string> json = asked;
  json.push_back("--json");
  const CliResult direct = Plan(json);
  const CliResult again = RunCarom({"plan", "--request=-", "--json"}, request.out);
  EXPECT_EQ(direct.code, kDone) << direct.err;
  EXPECT_EQ(again.out, direct.out);
  v1::PlanShotResponse answer;
  ASSERT_TRUE(FromJson(direct.out, &answer).ok());
  ASSERT_EQ(answer.shots_size(), 2);
  EXPECT_TRUE(answer.shots(0).has_cue_ball_at());
}

// What it prints is a shot that pots, from where the cue ball is put.
TEST(PlanCommand, TheBestCanBePlayed) {
  const CliResult best = Plan({"--noise=0", "--in-hand=anywhere", "--print-best"});
  ASSERT_EQ(best.code, kDone) << best.err;
  const CliResult played = RunCarom({"simulate", "--request=-"}, best.out);
  EXPECT_EQ(played.code, kDone) << played.err;
  EXPECT_THAT(played.out, HasSubstr("pocketed"));
}

TEST(PlanCommand, BreaksARack) {
  const CliResult told = RunCarom(
      {"plan", "--rules=nine-ball", "--rack=nine-ball", "--table=pool-8ft", "--budget=400"});
  EXPECT_EQ(told.code, kDone) << told.err;
  EXPECT_THAT(told.out, AllOf(HasSubstr("break"), HasSubstr("cue_x_m")));
}

TEST(PlanCommand, DrawsTheCloud) {
  const std::string path = ::testing::TempDir() + "/plan.svg";
  EXPECT_EQ(Plan({"--picture=" + path}).code, kDone);
  EXPECT_THAT(ReadFile(path),
              AllOf(HasSubstr("<svg"), HasSubstr("ball 3 into pocket"), HasSubstr("95 %")));
}

TEST(PlanCommand, RefusesWhatMakesNoSense) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--rules=chess"}, "--rules: \"chess\" must be one of nine-ball, eight-ball"},
      {{"--group=reds"}, "--group: \"reds\" must be one of open, solids, stripes"},
      {{"--on-table=8,3"}, "--on-table: \"8,3\" must be ascending numbers"},
      {{"--on-table=3"}, "--on-table: 1 number goes with 2 flags --ball"},
      {{"--in-hand=pocket"}, "--in-hand: \"pocket\" must be one of anywhere, head-string"},
      {{"--objective=lose"}, "--objective: \"lose\" must be one of win, clear"},
      {{"--budget=10"}, "carom: --budget: 10 must be in [200, 1000000]"},
      {{"--noise=-1"}, "carom: --noise: -1 must be in [0, 100]"},
      {{"--ranked=50"}, "carom: --ranked: 50 must be in [1, 32]"},
      {{"--table=nine"}, "carom: --table: "},
      {{"--picture=plan.png"}, "--picture: \"plan.png\" must end with .svg"},
      {{"--picture=/no/such/plan.svg"}, "--picture: /no/such/plan.svg: cannot be written: No such"},
      {{"--ranked=2", "--request=-"}, "--table does not go with --request"},
  };
  for (const auto& [flags, says] : cases) {
    const CliResult refused = Plan(flags);
    EXPECT_EQ(refused.code, kBadRequest) << says;
    EXPECT_THAT(refused.err, HasSubstr(says));
  }
  const std::vector<std::pair<std::vector<std::string>, std::string>> positions{
      {{"--rules=eight-ball", "--ball=0,0"}, "no object balls: give each its --ball"},
      {{"--rules=nine-ball", "--ball=0,0", "--ball=0.5,0"},
       "--on-table: a list without 9 must be one with it: the rack ends with ball 9"},
      {{"--rules=nine-ball", "--on-table=9", "--ball=0,0", "--ball=3,0"},
       "--ball of ball 9: (3, 0, "},
      {{"--rules=eight-ball", "--rack=9-ball"}, "--rack: \"nine_ball\" must be eight_ball"},
      {{"--rules=eight-ball", "--rack=8-ball", "--group=solids"}, "--group: given must be absent"},
      {{"--rules=three-cushion", "--rack=3-cushion", "--table=pool-9ft"},
       "--table: must be a table"},
      {{"--rules=three-cushion", "--table=carom-10ft", "--ball=0,0", "--ball=0.2,0", "--ball=0.4,0",
        "--ball=0.6,0"},
       "--ball: 4 must be 3 with three-cushion"},
  };
  for (auto [flags, says] : positions) {
    flags.insert(flags.begin(), "plan");
    const CliResult refused = RunCarom(flags);
    EXPECT_EQ(refused.code, kBadRequest) << says;
    EXPECT_THAT(refused.err, HasSubstr("carom: " + says));
  }
  const CliResult of_what = RunCarom({"plan", "--ball=0,0"});
  EXPECT_EQ(of_what.code, kBadRequest);
  EXPECT_THAT(of_what.err, HasSubstr("--rules is missing: one of nine-ball, eight-ball"));
}

TEST(PlayCommand, PlaysAWholeGame) {
  const CliResult told = Play({"--noise=0.5,1"});
  EXPECT_EQ(told.code, kDone) << told.err;
  EXPECT_THAT(told.out, AllOf(HasSubstr("turn"), HasSubstr("break"), HasSubstr(" wins after ")));
}

TEST(PlayCommand, FlagsAndTheirRequestAskTheSame) {
  const std::vector<std::string> asked{"--noise=0.5,1", "--seed=3", "--rack-seed=2", "--first=1"};
  std::vector<std::string> print = asked;
  print.push_back("--print-request");
  const CliResult request = Play(print);
  v1::PlayMatchRequest parsed;
  ASSERT_TRUE(FromJson(request.out, &parsed).ok()) << request.out;
  ASSERT_EQ(parsed.players_size(), 2);
  EXPECT_EQ(parsed.players(1).skill().noise().icga().magnitude(), 1.0);
  EXPECT_EQ(parsed.players(1).max_shots(), 300u);
  std::vector<std::string> json = asked;
  json.push_back("--json");
  const CliResult direct = Play(json);
  EXPECT_EQ(RunCarom({"play", "--request=-", "--json"}, request.out).out, direct.out);
  v1::PlayMatchResponse answer;
  ASSERT_TRUE(FromJson(direct.out, &answer).ok()) << direct.err;
  ASSERT_GT(answer.turns_size(), 0);
  EXPECT_EQ(answer.turns(0).player(), 1u);
}

TEST(PlayCommand, ThreeCushionNeedsNoTable) {
  const CliResult played = RunCarom({"play", "--rules=three-cushion", "--distance=1",
                                     "--budget=200", "--noise=0", "--max-turns=3"});
  EXPECT_EQ(played.code, kDone) << played.err;
  EXPECT_THAT(played.out, AllOf(ContainsRegex("choice +score\n"), ContainsRegex(" 1:0\n|:1\n")));
  const CliResult refused =
      RunCarom({"play", "--rules=three-cushion", "--table=pool-8ft", "--budget=200"});
  EXPECT_EQ(refused.code, kBadRequest);
  EXPECT_THAT(refused.err, HasSubstr("must be a table without pockets"));
}

TEST(PlayCommand, SaysHowAMatchGoesOn) {
  EXPECT_THAT(Play({"--max-turns=1"}).out,
              HasSubstr("not decided after 1 shot; a higher --max-turns plays on\n"));
}

TEST(PlayCommand, WritesAPage) {
  const std::string path = ::testing::TempDir() + "/match.html";
  EXPECT_EQ(Play({"--page=" + path}).code, kDone);
  EXPECT_THAT(ReadFile(path), AllOf(HasSubstr("<!doctype html>"), HasSubstr("1. player 0: break"),
                                    HasSubstr(" wins after ")));
}

TEST(PlayCommand, RefusesWhatMakesNoSense) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--noise=a"}, "--noise: \"a\" must be a number, or two as A,B"},
      {{"--budget=1,2,3"}, "--budget: \"1,2,3\" must be a number, or two as A,B"},
      {{"--max-turns=0"}, "carom: --max-turns: 0 must be in [1, 500]"},
      {{"--budget=20"}, "carom: --budget: 20 must be in [200, 100000]"},
      {{"--noise=1,-1"}, "carom: --noise: -1 must be in"},
      {{"--table=nine"}, "carom: --table: \"nine\""},
      {{"--table=carom-10ft"},
       "carom: --table: must be a table with pockets, as `pool_9ft`, with this game"},
      {{"--page=/no/such/match.html"}, "--page: /no/such/match.html: cannot be written: No such"},
      {{"--page=match.svg"}, "--page: \"match.svg\" must end with .html"},
      {{"--seed=2", "--request=-"}, "--rules does not go with --request"},
  };
  for (const auto& [flags, says] : cases) {
    const CliResult refused = Play(flags);
    EXPECT_EQ(refused.code, kBadRequest) << says;
    EXPECT_THAT(refused.err, HasSubstr(says));
  }
}

}  // namespace
}  // namespace carom
