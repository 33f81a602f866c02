#include "server/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "server/flags/server_flags.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<ServerOptions> ParseServerOptions(const std::vector<std::string>& arguments) {
  const auto told = ParseServerArguments(arguments);
  if (!told.ok()) return told.status();
  return told->options;
}

TEST(ServerOptions, DefaultsListenOnLoopback) {
  const auto options = ParseServerOptions({});
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->listen, "127.0.0.1:50051");
  EXPECT_EQ(options->requests.max_shots_per_simulate, 4096);
  EXPECT_EQ(options->requests.max_shots_per_batch, 65536);
}

TEST(ServerOptions, TakesBothSpellings) {
  const auto options =
      ParseServerOptions({"--threads=3", "--listen", "0.0.0.0:0", "--lame-duck-ms=0"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->threads, 3);
  EXPECT_EQ(options->listen, "0.0.0.0:0");
  EXPECT_EQ(options->lame_duck.count(), 0);
}

TEST(ServerOptions, RefusesWithTheFlagAndItsRange) {
  const struct {
    std::vector<std::string> arguments;
    const char* says;
  } cases[] = {
      {{"--thread=3"}, "unknown flag --thread; did you mean --threads?"},
      {{"threads"}, "unexpected argument: threads"},
      {{"--threads=-1"}, "--threads: \"-1\" must be a whole number in [0, 1024]"},
      {{"--threads=two"}, "--threads: \"two\" must be"},
      {{"--threads"}, "--threads needs a value: --threads=N"},
      {{"--listen=50051"}, "--listen: \"50051\" must be HOST:PORT"},
      {{"--listen=localhost:70000"}, "must be HOST:PORT with a port in [0, 65535]"},
      {{"--log-level=loud"}, "--log-level: \"loud\" must be one of"},
      {{"--keepalive-ms=1.5"}, "--keepalive-ms: \"1.5\" must be whole milliseconds"},
      {{"--max-evaluations=999"},
       "--max-evaluations: \"999\" must be a whole number in [1000, 200000"},
      {{"--max-duration-s=0.0001"},
       "--max-duration-s: \"0.0001\" must be a number in [0.001, 1e+06]"},
      {{"--max-duration-s=nan"}, "--max-duration-s: \"nan\" must be a number in"},
      {{"--max-shot-bytes=16777216"}, "every chunk fits a message"},
      {{"--tls-cert=a"}, "--tls-cert: needs --tls-key"},
      {{"--tls-key=a"}, "--tls-key: needs --tls-cert"},
      {{"--tls-client-ca=a"}, "--tls-client-ca: needs --tls-cert and --tls-key"},
      {{"--reflection=maybe"}, "--reflection: \"maybe\" must be on or off"},
  };
  for (const auto& bad : cases) {
    const auto options = ParseServerOptions(bad.arguments);
    ASSERT_FALSE(options.ok()) << bad.arguments.front();
    EXPECT_THAT(std::string(options.status().message()), HasSubstr(bad.says));
  }
}

// A worker's time is the operator's to bound, below the defaults of requests too.
TEST(ServerOptions, TakesLowLimitsOfMechanisms) {
  const auto options = ParseServerOptions({"--max-evaluations=1000", "--max-duration-s=0.001"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->requests.max_evaluations, 1000);
  EXPECT_EQ(options->requests.max_duration_s, 0.001);
}

TEST(ServerOptions, TakesVariables) {
  const std::map<std::string, std::string> variables = {{"CAROM_SERVER_MAX_WAIT_MS", "70"},
                                                        {"CAROM_SERVER_REFLECTION", "off"}};
  const auto told = ParseServerArguments(
      {"--reflection=on"}, [&](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
      });
  ASSERT_TRUE(told.ok()) << told.status();
  EXPECT_EQ(told->options.admission.max_wait.count(), 70);
  EXPECT_TRUE(told->options.security.reflection);
}

TEST(ServerOptions, UsageNamesEveryFlagWithItsRangeAndDefault) {
  const std::string usage = ParseServerArguments({"--help"})->answer;
  EXPECT_THAT(usage, HasSubstr("--max-shots-per-batch"));
  EXPECT_THAT(usage, HasSubstr("([1, 65536], default 65536)"));
  EXPECT_THAT(usage, HasSubstr("([1000, 2000000000], default 50000000)"));
  EXPECT_THAT(usage, HasSubstr("([0.001, 1e+06], default 3600)"));
  EXPECT_THAT(usage, HasSubstr("default 127.0.0.1:50051"));
}

TEST(ServerOptions, ResolvedLeavesNoZeroes) {
  ServerOptions options;
  options.threads = 0;
  EXPECT_GE(Resolved(options).threads, 1);
  options.threads = 8;
  EXPECT_EQ(Resolved(options).streams.outbox_bytes, 16 * options.streams.chunk_bytes);
}

}  // namespace
}  // namespace carom
