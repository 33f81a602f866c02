// `carom aim`, over the service inside this process.

#include <string>
#include <utility>
#include <vector>

#include "carom/v1/aim.pb.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/json.h"
#include "tests/client/cli/run_carom.h"
#include "tests/testing/read_file.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ReadFile;

const std::vector<std::string> kThreeBallsToAimAt{"aim", "--ball=-0.5,0", "--ball=0.3,0.1",
                                                  "--ball=0.6,-0.3"};

CliResult Aim(std::vector<std::string> flags) {
  std::vector<std::string> all = kThreeBallsToAimAt;
  all.insert(all.end(), flags.begin(), flags.end());
  return RunCarom(all);
}

TEST(AimCommand, TellsTheLikeliestFirst) {
  const CliResult told = Aim({"--draws=64"});
  EXPECT_EQ(told.code, kDone) << told.err;
  EXPECT_THAT(told.out, AllOf(HasSubstr("open routes"), HasSubstr("pots_between_deg"),
                              HasSubstr("cut"), Not(HasSubstr("cue_ball_off_m"))));
}

TEST(AimCommand, FlagsAndTheirRequestAskTheSame) {
  const std::vector<std::string> asked{
      "--target=1", "--into=2,3",     "--kinds=cut,bank", "--noise=0.5",    "--routes=8",
      "--aims=2",   "--race-draws=8", "--draws=32",       "--noise-seed=5", "--side=0.2"};
  std::vector<std::string> print = asked;
  print.push_back("--print-request");
  const CliResult request = Aim(print);
  v1::FindAimsRequest parsed;
  ASSERT_TRUE(FromJson(request.out, &parsed).ok()) << request.out;
  EXPECT_EQ(parsed.kinds_size(), 2);
  EXPECT_EQ(parsed.kinds(1), v1::AIM_KIND_BANK);
  EXPECT_EQ(parsed.shots().shots(0).strike().side_offset(), 0.2);
  EXPECT_EQ(parsed.shots().shots(0).strike().speed_m_s(), 2.0);
  std::vector<std::string> json = asked;
  json.push_back("--json");
  const CliResult direct = Aim(json);
  const CliResult again = RunCarom({"aim", "--request=-", "--json"}, request.out);
  EXPECT_EQ(direct.code, kDone) << direct.err;
  EXPECT_EQ(again.out, direct.out);
  v1::FindAimsResponse answer;
  ASSERT_TRUE(FromJson(direct.out, &answer).ok());
  ASSERT_EQ(answer.aims_size(), 2);
  for (const v1::Aim& aim : answer.aims()) {
    EXPECT_EQ(aim.ball(), 1u);
    EXPECT_EQ(aim.draws(), 32u);
    EXPECT_EQ(aim.strike().side_offset(), 0.2);
  }
}

// What it prints is a shot that pots.
TEST(AimCommand, TheBestCanBePlayed) {
  const CliResult best = Aim({"--target=1", "--kinds=cut", "--print-best"});
  ASSERT_EQ(best.code, kDone) << best.err;
  const CliResult played = RunCarom({"simulate", "--request=-"}, best.out);
  EXPECT_EQ(played.code, kDone) << played.err;
  EXPECT_THAT(played.out, HasSubstr("pocketed"));
}

TEST(AimCommand, BringsTheCueBallToItsPlace) {
  const CliResult told =
      Aim({"--target=1", "--into=2", "--kinds=cut", "--cue-to=0.4,0.3,0.2", "--json"});
  v1::FindAimsResponse answer;
  ASSERT_TRUE(FromJson(told.out, &answer).ok()) << told.err;
  ASSERT_EQ(answer.aims_size(), 1);
  EXPECT_LT(answer.aims(0).cue_ball_off_m(), 0.03);
}

TEST(AimCommand, DrawsAims) {
  const std::string path = ::testing::TempDir() + "/aims.svg";
  EXPECT_EQ(Aim({"--draws=32", "--picture=" + path}).code, kDone);
  const std::string anywhere = ReadFile(path);
  EXPECT_THAT(anywhere, AllOf(HasSubstr("<svg"), HasSubstr("cut, ball 1 into pocket")));
  // With a place for the cue ball there is one circle more.
  EXPECT_EQ(
      Aim({"--target=1", "--into=2", "--kinds=cut", "--cue-to=0.4,0.3,0.2", "--picture=" + path})
          .code,
      kDone);
  const std::string place = "stroke-dasharray=\"6 3\"";
  EXPECT_THAT(ReadFile(path), HasSubstr(place));
  EXPECT_THAT(anywhere, Not(HasSubstr(place)));
}

TEST(AimCommand, RefusesWhatMakesNoSense) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--kinds=masse"},
       "--kinds: \"masse\" must be one of cut, combination, carom, bank, kick, "
       "two-cushion-kick"},
      {{"--into=a"}, "--into: \"a\" must be POCKET"},
      {{"--into=6"}, "--into: 6 must be in [0, 6)"},
      {{"--target=3"}, "--target: 3 must be in [0, 3)"},
      {{"--cue-to=1"}, "--cue-to: \"1\" must be X,Y or X,Y,WITHIN"},
      {{"--cue-to=0,1.5"}, "--cue-to: (0, 1.5) must be on the table"},
      {{"--cue-to=0,0,-1"}, "--cue-to: -1 must be in (0, 10]"},
      {{"--draws=0"}, "--draws: 0 must be in [1, 65536]"},
      {{"--noise=-1"}, "--noise: -1 must be in [0, 100]"},
      {{"--speed=0"}, "--speed: 0 must be above 0"},
      {{"--ball=0,0.4,1,0"}, "a ball that moves cannot be aimed with"},
      {{"--json", "--print-best"}, "give either --json or --print-best"},
      {{"--picture=aims.png"}, "--picture: \"aims.png\" must end with .svg"},
      {{"--aims=2", "--request=-"}, "--ball does not go with --request"},
  };
  for (const auto& [flags, says] : cases) {
    const CliResult refused = Aim(flags);
    EXPECT_EQ(refused.code, kBadRequest) << says;
    EXPECT_THAT(refused.err, HasSubstr(says));
  }
}

// Nothing pots: the request was played, and failed.
TEST(AimCommand, SaysWhereNothingPots) {
  const CliResult none = Aim({"--target=1", "--into=1", "--kinds=cut"});
  EXPECT_EQ(none.code, kFailed);
  EXPECT_THAT(none.out, HasSubstr("0 pot"));
  EXPECT_THAT(none.err, HasSubstr("on the table: no route is open: a ball is in the way"));
  EXPECT_EQ(Aim({"--kinds=carom", "--routes=1"}).err,
            "carom: no strike pots and keeps the cue ball on the table: none along the 1 routes "
            "that were tried, of 1 open ones\n");
  EXPECT_THAT(RunCarom({"aim", "--ball=-0.5,0", "--ball=0.3,0.1", "--kinds=carom"}).err,
              HasSubstr("or no cushion or ball lies so that there is one"));
  const CliResult alone = RunCarom({"aim", "--ball=0,0", "--print-best"});
  EXPECT_EQ(alone.code, kBadRequest);
  EXPECT_EQ(alone.out, "");
  EXPECT_THAT(alone.err, HasSubstr("layouts: no ball but the cue ball is in play"));
}

// Straight behind a ball at once in natural roll, on a cloth that hardly brakes: the cue ball rolls
// on into the pocket after all strikes but those that drop the ball off a jaw.
TEST(AimCommand, KeepsTheCueBallOnTheTable) {
  const CliResult best =
      RunCarom({"aim", "--ball=0.5,-0.13", "--ball=1.2,0.57", "--into=2", "--kinds=cut",
                "--sliding-friction=10", "--rolling-friction=0.00005", "--print-best"});
  ASSERT_EQ(best.code, kDone) << best.err;
  const CliResult played = RunCarom({"simulate", "--request=-"}, best.out);
  EXPECT_THAT(played.out, AllOf(HasSubstr("ball 1"), HasSubstr("pocketed")));
  EXPECT_THAT(played.out, Not(HasSubstr("the cue ball in ")));
}

}  // namespace
}  // namespace carom
