// Input files that cannot be read, or hold what cannot be read: named, with exit code 2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "client/cli/cli.h"
#include "client/cli/text_file.h"

namespace carom {
namespace {

using ::testing::StartsWith;

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::ofstream(path) << text;
  return path;
}

// What a refused call prints on standard error.
std::string ErrorOf(const std::vector<std::string>& arguments) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(RunCli(arguments, {in, out, err}), kBadRequest);
  EXPECT_EQ(out.str(), "");
  return err.str();
}

TEST(InputFileTest, ADirectoryIsNoFile) {
  const std::string directory = ::testing::TempDir();
  const std::string error = directory + ": cannot be read: Is a directory\n";
  EXPECT_EQ(ErrorOf({"simulate", "--request=" + directory}), "carom: " + error);
  EXPECT_EQ(ErrorOf({"batch", "--request=" + directory}), "carom: " + error);
  EXPECT_EQ(ErrorOf({"simulate", "--balls=" + directory}), "carom: --balls: " + error);
}

TEST(InputFileTest, AMissingFileIsNamed) {
  const std::string error = "/nonexistent/file: cannot be read: No such file or directory\n";
  EXPECT_EQ(ErrorOf({"simulate", "--request=/nonexistent/file"}), "carom: " + error);
  EXPECT_EQ(ErrorOf({"simulate", "--balls=/nonexistent/file"}), "carom: --balls: " + error);
}

TEST(InputFileTest, AnEmptyFileIsNamed) {
  const std::string path = WriteFile("empty", "# only a comment\n\n");
  EXPECT_EQ(ErrorOf({"simulate", "--balls=" + path}),
            "carom: --balls: " + path + ": has no ball in it\n");
  const std::string json = WriteFile("empty.json", "");
  EXPECT_THAT(ErrorOf({"simulate", "--request=" + json}), StartsWith("carom: " + json + ": empty"));
}

TEST(InputFileTest, ABadBallIsNamedByItsLine) {
  const std::string path = WriteFile("balls", "# the cue ball\n0,0\n0.5,zero # struck\n");
  EXPECT_EQ(ErrorOf({"simulate", "--balls=" + path}),
            "carom: --balls: " + path + ":3: \"zero\" must be a number\n");
}

TEST(InputFileTest, ABrokenStreamCannotBeRead) {
  // As with `carom simulate --request=- < DIRECTORY`: opening works and reading does not.
  std::ifstream directory(::testing::TempDir());
  EXPECT_EQ(ReadText("-", directory, kMostTextBytes).status(),
            absl::InvalidArgumentError("standard input: cannot be read: Is a directory"));
}

TEST(InputFileTest, AFileWithoutEndIsRefused) {
  const std::string error = "/dev/zero: has more than 1048576 bytes\n";
  EXPECT_EQ(ErrorOf({"simulate", "--balls=/dev/zero"}), "carom: --balls: " + error);
  EXPECT_THAT(ErrorOf({"server-info", "--server=h:1", "--tls-ca=/dev/zero"}),
              StartsWith("carom: --tls-ca: " + error));
  EXPECT_THAT(ErrorOf({"server-info", "--server=h:1", "--token-file=/dev/zero"}),
              StartsWith("carom: --token-file: " + error));
}

TEST(InputFileTest, TakesAFileWhole) {
  const std::string text = std::string(100000, 'x') + '\0' + "\r\nend";
  EXPECT_EQ(ReadTextFile(WriteFile("whole", text)).value(), text);
}

}  // namespace
}  // namespace carom
