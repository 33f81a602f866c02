#include "server/security/watched_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "server/security/memory_file.h"
#include "tests/testing/service/folder.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two files, of which "bad" is not fit for use.
class WatchedFilesTest : public ::testing::Test {
 protected:
  WatchedFilesTest() {
    folder_.Write("a", "1");
    folder_.Write("b", "2");
  }

  testing::Folder folder_;
  std::vector<std::string> used_;
  WatchedFiles files_{{{"--a", folder_.Path("a")}, {"--b", folder_.Path("b")}},
                      [this](const std::vector<std::string>& texts) {
                        for (const std::string& text : texts) {
                          if (text == "bad") return absl::InvalidArgumentError("is bad");
                        }
                        used_ = texts;
                        return absl::OkStatus();
                      }};
};

TEST_F(WatchedFilesTest, UsesAChangeThatIsSeenTwice) {
  ASSERT_EQ(files_.Load(), absl::OkStatus());
  EXPECT_THAT(used_, ElementsAre("1", "2"));
  EXPECT_EQ(files_.Look(), std::nullopt);
  folder_.Write("b", "3");
  EXPECT_EQ(files_.Look(), std::nullopt);
  EXPECT_EQ(files_.Look(), absl::OkStatus());
  EXPECT_THAT(used_, ElementsAre("1", "3"));
  EXPECT_EQ(files_.Look(), std::nullopt);
}

TEST_F(WatchedFilesTest, WaitsForAFileThatIsStillWritten) {
  ASSERT_EQ(files_.Load(), absl::OkStatus());
  for (const char* text : {"b", "ba", "bad"}) {
    folder_.Write("a", text);
    EXPECT_EQ(files_.Look(), std::nullopt);
  }
  folder_.Write("a", "bade");
  EXPECT_EQ(files_.Look(), std::nullopt);
  EXPECT_EQ(files_.Look(), absl::OkStatus());
  EXPECT_THAT(used_, ElementsAre("bade", "2"));
}

TEST_F(WatchedFilesTest, TellsOnceOfAnUnfitChangeAndRecovers) {
  ASSERT_EQ(files_.Load(), absl::OkStatus());
  folder_.Write("a", "bad");
  files_.Look();
  EXPECT_EQ(files_.Look(), absl::InvalidArgumentError("is bad"));
  EXPECT_EQ(files_.Look(), std::nullopt);
  EXPECT_THAT(used_, ElementsAre("1", "2"));
  std::filesystem::remove(folder_.Path("a"));
  files_.Look();
  const std::optional<absl::Status> gone = files_.Look();
  ASSERT_TRUE(gone.has_value());
  EXPECT_THAT(std::string(gone->message()),
              AllOf(HasSubstr("--a: "), HasSubstr("No such file or directory")));
  folder_.Write("a", "4");
  files_.Look();
  EXPECT_EQ(files_.Look(), absl::OkStatus());
  EXPECT_THAT(used_, ElementsAre("4", "2"));
}

TEST_F(WatchedFilesTest, RefusesADirectoryAndAHugeFile) {
  WatchedFiles directory({{"--d", folder_.Path("")}}, nullptr);
  EXPECT_EQ(directory.Load().code(), absl::StatusCode::kInvalidArgument);
  WatchedFiles huge({{"--h", folder_.Write("h", std::string((1 << 20) + 1, 'x'))}}, nullptr);
  EXPECT_THAT(std::string(huge.Load().message()), HasSubstr("has more than 1048576 bytes"));
}

std::string ReadWhole(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(MemoryFile, HoldsTheLastTextUnderOnePath) {
  MemoryFile file;
  EXPECT_EQ(file.path(), "");
  ASSERT_EQ(file.Replace("one, which is longer"), absl::OkStatus());
  const std::string path = file.path();
  std::ifstream opened_before(path);
  const auto time = std::filesystem::last_write_time(path);
  ASSERT_EQ(file.Replace("two"), absl::OkStatus());
  EXPECT_EQ(file.path(), path);
  EXPECT_EQ(ReadWhole(path), "two");
  EXPECT_GE(std::filesystem::last_write_time(path) - time, std::chrono::seconds(1));
  std::ostringstream old;
  old << opened_before.rdbuf();
  EXPECT_EQ(old.str(), "one, which is longer");
}

}  // namespace
}  // namespace carom
