#include "server/log/server_log.h"

#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <limits>
#include <memory>
#include <sstream>
#include <string>

#include "absl/strings/escaping.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

std::string Written(LogFormat format, const std::string& message, const LogFields& fields) {
  std::ostringstream text;
  auto logger = std::make_shared<spdlog::logger>(
      "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text));
  logger->set_pattern(ServerLog::Pattern(format), spdlog::pattern_time_type::utc);
  ServerLog(logger, format).Info(message, fields);
  return text.str();
}

TEST(ServerLog, TextIsReadByPeople) {
  EXPECT_THAT(
      Written(LogFormat::kText, "Simulate",
              {{"peer", std::string("ipv4:1.2.3.4:5")}, {"shots", int64_t{3}}, {"ms", 1.5}}),
      MatchesRegex("[-0-9]+T[0-9:.]+Z info Simulate peer=ipv4:1.2.3.4:5 shots=3 "
                   "ms=1.500\n"));
}

TEST(ServerLog, TextQuotesWhatCouldFakeAField) {
  EXPECT_THAT(Written(LogFormat::kText, "GetTable",
                      {{"error", std::string("no \"x\"\nstatus=OK")}, {"id", std::string()}}),
              MatchesRegex(".* GetTable error=\"no \\\\\"x\\\\\"\\\\u000astatus=OK\" id=\"\"\n"));
}

TEST(ServerLog, JsonIsJsonWhateverACallerSends) {
  std::string all;
  for (int c = 1; c < 128; ++c) all += static_cast<char>(c);
  const std::string line =
      Written(LogFormat::kJson, "Simulate",
              {{"text", all}, {"count", std::numeric_limits<int64_t>::max()}, {"ms", 0.25}});
  google::protobuf::Struct parsed;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(line, &parsed).ok()) << line;
  // Of the parsed message as text: the library's maps cannot be looked into under TSan.
  const std::string text = parsed.DebugString();
  EXPECT_THAT(text, HasSubstr("string_value: \"Simulate\""));
  EXPECT_THAT(text, HasSubstr("string_value: \"info\""));
  EXPECT_THAT(text, HasSubstr("string_value: \"" + absl::CEscape(all) + "\""));
  EXPECT_THAT(text, HasSubstr("number_value: 0.25"));
}

}  // namespace
}  // namespace carom
