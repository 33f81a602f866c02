// Every command of client/README.md runs as printed, and says what is printed beneath it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace carom {
namespace {

// A command in a block, and the lines beneath it.
struct Example {
  std::string command;
  std::vector<std::string> lines;
};

// A command begins with "$ " and goes on after a \ at the end of its line, or to the end of its
// here-document.
std::vector<Example> ReadExamples() {
  std::ifstream in(std::string(CAROM_TEST_DATA_DIR) + "/../../client/README.md");
  std::vector<Example> examples;
  bool in_block = false;
  bool goes_on = false;
  std::string here_end;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("```", 0) == 0) {
      in_block = !in_block;
    } else if (!in_block) {
      continue;
    } else if (goes_on || !here_end.empty()) {
      examples.back().command += "\n" + line;
      if (line == here_end) here_end.clear();
    } else if (line.rfind("$ ", 0) == 0) {
      examples.push_back({line.substr(2), {}});
      const size_t here = line.find("<<'");
      if (here != std::string::npos) here_end = line.substr(here + 3, line.rfind('\'') - here - 3);
    } else if (!examples.empty() && !line.empty()) {
      examples.back().lines.push_back(line);
    }
    goes_on = in_block && !line.empty() && line.back() == '\\';
  }
  return examples;
}

TEST(Readme, CommandsRunAsPrinted) {
  const std::vector<Example> examples = ReadExamples();
  ASSERT_FALSE(examples.empty());
  for (const Example& example : examples) {
    SCOPED_TRACE(example.command);
    FILE* const pipe = popen(("PATH=" CAROM_BIN_DIR ":$PATH; " + example.command).c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string out;
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) out += static_cast<char>(c);
    const int status = pclose(pipe);
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
    size_t from = 0;
    for (const std::string& line : example.lines) {
      const size_t found = ("\n" + out).find("\n" + line + "\n", from);
      EXPECT_NE(found, std::string::npos) << "not in what it says: " << line;
      if (found != std::string::npos) from = found + line.size();
    }
  }
}

}  // namespace
}  // namespace carom
