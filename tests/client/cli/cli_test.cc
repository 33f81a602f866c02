// The command line without a process around it, over the service inside this process.

#include "client/cli/cli.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/json.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

TEST(CliTest, HelpNamesEveryCommandAndFlag) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"help"}, {"--help"}, {"-h"}}) {
    const CliResult overview = RunCarom(arguments);
    EXPECT_EQ(overview.code, kDone);
    for (const char* command : {"simulate", "explain", "render", "batch", "estimate", "mechanism",
                                "tables", "server-info"}) {
      EXPECT_THAT(overview.out, HasSubstr(command));
    }
  }
  const CliResult help = RunCarom({"simulate", "--help"});
  EXPECT_EQ(help.code, kDone);
  EXPECT_THAT(help.out, AllOf(HasSubstr("--azimuth=DEG"), HasSubstr("Examples:")));
  EXPECT_EQ(RunCarom({"help", "simulate"}).out, help.out);
  EXPECT_EQ(RunCarom({"simulate", "-h"}).out, help.out);
  EXPECT_EQ(RunCarom({"mechanism", "double_pendulum", "-h"}).out,
            RunCarom({"help", "mechanism"}).out);
}

// Three balls, as the event-based paper tells the tale: whatever happens was the earliest of what
// could have.
TEST(CliTest, ExplainShowsWhatEachEventWasChosenFrom) {
  const std::vector<std::string> scene = {"--ball=-0.5,0", "--ball=0,0.01", "--ball=0.5,0.2",
                                          "--speed=1.5", "--stop-at=1"};
  const auto with = [&scene](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), scene.begin(), scene.end());
    return RunCarom(arguments);
  };
  const CliResult told = with({"explain"});
  EXPECT_EQ(told.code, kDone) << told.err;
  EXPECT_THAT(told.out, ContainsRegex("took  cue strike +the cue ball\n"));
  EXPECT_THAT(told.out, ContainsRegex("took  ball ball +the cue ball  ball 1\n +\\*   ball ball "));
  EXPECT_THAT(told.out, ContainsRegex("\n +-   sliding to rolling "));

  carom::v1::SimulateResponse explained;
  ASSERT_TRUE(FromJson(with({"explain", "--json"}).out, &explained).ok());
  const carom::v1::EventColumns& events = explained.results().events();
  ASSERT_EQ(events.candidate_counts_size(), events.times_s_size());
  int candidate = 0;
  for (int i = 0; i < events.times_s_size(); ++i) {
    const int count = static_cast<int>(events.candidate_counts(i));
    EXPECT_EQ(count == 0, events.kinds(i) == carom::v1::EVENT_KIND_CUE_STRIKE);
    if (count > 0) {
      EXPECT_EQ(events.candidate_times_s(candidate), events.times_s(i));
    }
    candidate += count;
  }
  EXPECT_EQ(candidate, events.candidate_times_s_size());

  carom::v1::SimulateResponse simulated;
  ASSERT_TRUE(FromJson(with({"simulate", "--json"}).out, &simulated).ok());
  EXPECT_EQ(explained.results().hashes(0), simulated.results().hashes(0));
}

TEST(CliTest, VersionComesFromTheEngine) {
  const CliResult version = RunCarom({"--version"});
  EXPECT_EQ(version.code, kDone);
  EXPECT_THAT(version.out, MatchesRegex("carom [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(CliTest, BadUsageIsToldAndExitsWithTwo) {
  EXPECT_EQ(RunCarom({}).code, kBadRequest);
  ExpectRefused(RunCarom({"simulat"}), "unknown command simulat; did you mean simulate?");
  ExpectRefused(RunCarom({"btach", "--scene=two_ball_cut"}),
                "unknown command btach; did you mean batch?");
  ExpectRefused(RunCarom({"help", "rendr"}), "unknown command rendr; did you mean render?");
  ExpectRefused(RunCarom({"simulate", "--rak=8-ball"}), "unknown flag --rak; did you mean --rack?");
  ExpectRefused(RunCarom({"simulate"}), "--rack");
  ExpectRefused(RunCarom({"simulate", "--rack=8-ball", "--request=x.json"}),
                "--rack does not go with --request");
  ExpectRefused(RunCarom({"--threads=0", "tables"}), "--threads: 0 must be in [1, 1024]");
  for (const char* server : {"", "localhost", "localhost:", ":50051", "localhost:0x1", "::1:"}) {
    ExpectRefused(RunCarom({std::string("--server=") + server, "tables"}), "must be HOST:PORT");
  }
  ExpectRefused(RunCarom({"--server=localhost:65536", "tables"}), "must be HOST:PORT");
  ExpectRefused(RunCarom({"batch", "--shots=5"}), "--scene is missing");
  ExpectRefused(RunCarom({"batch", "--scene=two_ball_cut", "--shots=0"}), "--shots: 0 must be in");
  ExpectRefused(RunCarom({"batch", "--scene=two_ball_cut", "--shots=5", "--format=xml"}), "xml");
}

TEST(CliTest, ABreakIsToldInWords) {
  const CliResult shot = RunCarom({"simulate", "--rack=8-ball"});
  EXPECT_EQ(shot.code, kDone) << shot.err;
  EXPECT_THAT(shot.out,
              AllOf(HasSubstr("at rest after"), HasSubstr("pocketed"),
                    HasSubstr("cushion contacts"), HasSubstr("cue ball"), HasSubstr("ball 15")));
}

TEST(CliTest, EventsAndSamplesAreShownWhenAsked) {
  const CliResult shot = RunCarom({"simulate", "--ball=0,0", "--ball=0.5,0", "--speed=1",
                                   "--events", "--samples=0.5", "--stop-at=first-contact"});
  EXPECT_EQ(shot.code, kDone) << shot.err;
  EXPECT_THAT(shot.out, AllOf(HasSubstr("first contact after"), HasSubstr("cue strike"),
                              HasSubstr("ball ball"), HasSubstr("angular velocity")));
}

TEST(CliTest, EventStatesAreForJsonOnly) {
  std::vector<std::string> arguments = {"simulate", "--ball=0,0", "--speed=1", "--event-states"};
  ExpectRefused(RunCarom(arguments), "--event-states goes with --json only");
  for (const char* output : {"--json", "--print-request"}) {
    arguments.push_back(output);
    const CliResult shown = RunCarom(arguments);
    EXPECT_EQ(shown.code, kDone) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("states"));
    arguments.pop_back();
  }
}

TEST(CliTest, ABallThatStillMovesShowsItsSpeed) {
  const std::vector<std::string> shot = {"simulate", "--ball=0,0", "--ball=0.5,0", "--speed=1"};
  EXPECT_THAT(RunCarom(shot).out, Not(HasSubstr("speed_m_s")));
  std::vector<std::string> stopped = shot;
  stopped.push_back("--stop-at=first-contact");
  EXPECT_THAT(RunCarom(stopped).out, AllOf(ContainsRegex("cue ball +[a-z]+ at .* m, [0-9.]+ m/s\n"),
                                           ContainsRegex("ball +x_m +y_m +state +speed_m_s\n")));
}

TEST(CliTest, PrintedRequestsGiveTheSameAnswer) {
  const std::vector<std::string> flags = {"simulate",      "--rack=9-ball", "--speed=9",
                                          "--seed=5",      "--azimuth=0.3", "--side=0.2",
                                          "--elevation=4", "--events"};
  std::vector<std::string> print = flags;
  print.push_back("--print-request");
  const CliResult request = RunCarom(print);
  ASSERT_EQ(request.code, kDone) << request.err;
  std::vector<std::string> direct = flags;
  direct.push_back("--json");
  const CliResult answer = RunCarom(direct);
  EXPECT_EQ(answer.code, kDone);
  EXPECT_EQ(RunCarom({"simulate", "--request=-", "--json"}, request.out).out, answer.out);
  carom::v1::SimulateResponse response;
  ASSERT_TRUE(FromJson(answer.out, &response).ok());
  EXPECT_EQ(response.results().shot_count(), 1u);
}

TEST(CliTest, AFinalStateIsTheNextLayout) {
  carom::v1::SimulateResponse response;
  const CliResult first = RunCarom({"simulate", "--rack=9-ball", "--json"});
  ASSERT_TRUE(FromJson(first.out, &response).ok()) << first.err;
  carom::v1::SimulateRequest request;
  *request.add_layouts()->mutable_states() = response.results().final_states();
  request.mutable_shots()->add_shots();
  const CliResult next = RunCarom({"simulate", "--request=-", "--json"}, ToJson(request));
  EXPECT_EQ(next.code, kDone) << next.err;
  carom::v1::SimulateResponse second;
  ASSERT_TRUE(FromJson(next.out, &second).ok());
  EXPECT_EQ(second.results().final_states().SerializeAsString(),
            response.results().final_states().SerializeAsString());
}

TEST(CliTest, TablesAreListedAndShown) {
  const CliResult list = RunCarom({"tables"});
  EXPECT_EQ(list.code, kDone) << list.err;
  EXPECT_THAT(list.out, AllOf(HasSubstr("pool_9ft"), HasSubstr("snooker_12ft")));
  const CliResult table = RunCarom({"tables", "pool-9ft"});
  EXPECT_EQ(table.code, kDone) << table.err;
  EXPECT_THAT(table.out, AllOf(HasSubstr("foot_left_corner"), HasSubstr("nose")));
  ExpectRefused(RunCarom({"tables", "pool_99ft"}), "pool_99ft");
  carom::v1::GetTableResponse response;
  EXPECT_TRUE(FromJson(RunCarom({"tables", "pool_9ft", "--json"}).out, &response).ok());
  EXPECT_GT(response.geometry().noses_size(), 0);
  EXPECT_THAT(RunCarom({"server-info", "--json"}).out, HasSubstr("\"max_shots_per_batch\": "));
}

TEST(CliTest, ServerInfoTellsThreadsAndScenes) {
  const CliResult info = RunCarom({"server-info"});
  EXPECT_EQ(info.code, kDone) << info.err;
  EXPECT_THAT(info.out, AllOf(HasSubstr("threads                   1\n"),
                              HasSubstr("eight_ball_break"), HasSubstr("han2005")));
}

TEST(CliTest, ABatchEndsWithItsLine) {
  const CliResult batch = RunCarom({"batch", "--scene=two_ball_cut", "--shots=300", "--seed=2"});
  EXPECT_EQ(batch.code, kDone) << batch.err;
  EXPECT_THAT(batch.out, MatchesRegex("shots=300 failed=0 events=[0-9]+ seconds=[0-9.]+ "
                                      "shots_per_s=[0-9.]+ hash=[0-9a-f]+\n"));
  const CliResult rows =
      RunCarom({"batch", "--scene=two-ball-cut", "--shots=300", "--seed=2", "--format=csv"});
  // The rows have standard output for themselves.
  EXPECT_EQ(std::count(rows.out.begin(), rows.out.end(), '\n'), 301);
  EXPECT_EQ(HashOf({rows.code, rows.err, rows.err}), HashOf(batch));
}

TEST(CliTest, ABatchOfListedShotsCountsThoseThatFail) {
  const std::string request = R"({"layouts": [{"rack": {"name": "nine_ball"}}], "shots": {"shots": [
      {"strike": {"speedMS": 3}}, {"strike": {"speedMS": 300}}]}})";
  const CliResult batch = RunCarom({"batch", "--request=-", "--format=jsonl"}, request);
  EXPECT_EQ(batch.code, kFailed) << batch.err;
  EXPECT_THAT(batch.err, HasSubstr("shots=2 failed=1 "));
  EXPECT_EQ(std::count(batch.out.begin(), batch.out.end(), '\n'), 2);
  EXPECT_THAT(batch.out, HasSubstr("\"shot\":1,\"status\":\"INVALID_ARGUMENT\""));
  EXPECT_THAT(batch.err, HasSubstr("speed_m_s"));
}

TEST(CliTest, ShotsInColumnsAreDescribedAsListedOnes) {
  constexpr char kLayouts[] =
      R"("detail":{"level":"LEVEL_EVENTS"},
         "layouts":[{"balls":{"balls":[{"ball":{"name":"A"},"state":{"positionM":{}}}]}},
                    {"balls":{"balls":[{"ball":{"name":"B"},"state":{"positionM":{}}}]}}])";
  const std::string listed = absl::StrCat("{", kLayouts, R"(,"shots":[
      {"strike":{"speedMS":1}},{"strike":{"speedMS":2},"layoutIndex":1}]})");
  const std::string columns = absl::StrCat("{", kLayouts, R"(,"columns":
      {"shotCount":2,"speedMS":[1,2],"layoutIndex":[0,1]}})");
  const CliResult expected = RunCarom({"simulate", "--request=-"}, listed);
  EXPECT_EQ(expected.code, kDone) << expected.err;
  EXPECT_THAT(expected.out,
              AllOf(HasSubstr("shot 0"), HasSubstr("shot 1"), HasSubstr("A "), HasSubstr("B ")));
  const CliResult shown = RunCarom({"simulate", "--request=-"}, columns);
  EXPECT_EQ(shown.code, kDone) << shown.err;
  EXPECT_EQ(shown.out, expected.out);
}

TEST(CliTest, AnUnreachableServerFails) {
  // Port 1 is reserved, and nothing of a test machine listens on it.
  const CliResult info = RunCarom({"--server=127.0.0.1:1", "server-info", "--retry-for=0"});
  EXPECT_EQ(info.code, kTryAgain);
  EXPECT_THAT(info.err, HasSubstr("UNAVAILABLE"));
}

}  // namespace
}  // namespace carom
