#ifndef CAROM_TESTS_CLIENT_CLI_RUN_CAROM_H_
#define CAROM_TESTS_CLIENT_CLI_RUN_CAROM_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "client/cli/cli.h"

namespace carom {

/// What a command has said, and how it ended.
struct CliResult {
  ExitCode code;
  std::string out;
  std::string err;
};

/// The command line without a process around it, over the service inside this process.
inline CliResult RunCarom(std::vector<std::string> arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), "--threads=1");
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = RunCli(arguments, {in, out, err});
  return {code, out.str(), err.str()};
}

/// The parts of a text between separators; nothing follows the last of them.
inline std::vector<std::string> Split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) parts.push_back(part);
  return parts;
}

inline std::vector<std::string> LinesOf(const std::string& text) { return Split(text, '\n'); }

/// What a batch's line ends with: its hash.
inline std::string HashOf(const std::string& line) {
  const size_t at = line.find(" hash=");
  EXPECT_NE(at, std::string::npos) << line;
  return at == std::string::npos ? "" : line.substr(at);
}

inline std::string HashOf(const CliResult& result) {
  EXPECT_EQ(result.code, kDone) << result.err;
  return HashOf(result.out);
}

/// That it ended with 2 and said why on err only.
inline void ExpectRefused(const CliResult& result, const std::string& why) {
  EXPECT_EQ(result.code, kBadRequest) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err,
              ::testing::AllOf(::testing::StartsWith("carom: "), ::testing::HasSubstr(why)));
}

}  // namespace carom

#endif  // CAROM_TESTS_CLIENT_CLI_RUN_CAROM_H_
