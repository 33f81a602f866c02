#include "server/log/log_pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kCloseWithin(60'000);
constexpr size_t kSmall = 1 << 14;

// A pipe of the system, whose reader does what the test wants.
class LogPipeTest : public ::testing::Test {
 protected:
  LogPipeTest() {
    signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(pipe2(ends_, O_CLOEXEC), 0);
  }
  ~LogPipeTest() override {
    EndReader();
    close(ends_[1]);
  }

  int writer() const { return ends_[1]; }
  void EndReader() {
    if (ends_[0] >= 0) close(ends_[0]);
    ends_[0] = -1;
  }

  // All that is in the pipe until nothing has come for a while.
  std::string Read() const {
    fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    std::string text;
    char buffer[4096];
    for (int idle = 0; idle < 40;) {
      const ssize_t bytes = read(ends_[0], buffer, sizeof(buffer));
      idle = bytes > 0 ? 0 : idle + 1;
      if (bytes > 0) text.append(buffer, static_cast<size_t>(bytes));
      if (bytes <= 0) std::this_thread::sleep_for(milliseconds(5));
    }
    return text;
  }

 private:
  int ends_[2] = {-1, -1};
};

std::string Line(int number) { return std::to_string(number) + std::string(90, '.') + "\n"; }

void PushMany(LogPipe& pipe, int lines) {
  for (int i = 0; i < lines; ++i) pipe.Push(Line(i));
}

std::vector<int> Numbers(const std::string& text) {
  std::vector<int> numbers;
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    numbers.push_back(std::stoi(text.substr(at)));
  }
  return numbers;
}

TEST_F(LogPipeTest, WritesLinesInTheirOrder) {
  LogPipe pipe(writer());
  PushMany(pipe, 300);
  pipe.Close(kCloseWithin);
  std::string all;
  for (int i = 0; i < 300; ++i) all += Line(i);
  EXPECT_EQ(Read(), all);
  EXPECT_EQ(pipe.dropped(), 0);
}

TEST_F(LogPipeTest, DropsTheOldestBehindAReaderThatStalls) {
  LogPipe pipe(writer(), nullptr, kSmall);
  constexpr int kLines = 20'000;
  PushMany(pipe, kLines);
  EXPECT_GT(pipe.dropped(), 0);
  const std::vector<int> numbers = Numbers(Read());
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
  EXPECT_EQ(numbers.back(), kLines - 1);
  EXPECT_EQ(static_cast<int64_t>(numbers.size()) + pipe.dropped(), kLines);
}

// The notices name every line that was lost, and are none themselves.
TEST_F(LogPipeTest, TellsWhatItDropped) {
  LogPipe pipe(
      writer(), [](int64_t lost) { return absl::StrCat("-", lost, "\n"); }, kSmall);
  PushMany(pipe, 5000);
  const std::vector<int> first = Numbers(Read());
  PushMany(pipe, 1);  // Drops another one if the writer has not come far.
  pipe.Close(kCloseWithin);
  const int64_t dropped = pipe.dropped();
  ASSERT_GT(dropped, 0);
  std::vector<int> all = Numbers(Read());
  all.insert(all.end(), first.begin(), first.end());
  int64_t told = 0;
  for (const int number : all) told += number < 0 ? -number : 0;
  EXPECT_EQ(told, dropped);
}

TEST_F(LogPipeTest, EndsThoughItsReaderStalls) {
  LogPipe pipe(writer(), nullptr, kSmall);
  PushMany(pipe, 20'000);
  pipe.Close(milliseconds(10));
  const int64_t dropped = pipe.dropped();
  pipe.Push(Line(0));
  EXPECT_EQ(pipe.dropped(), dropped + 1);
}

TEST_F(LogPipeTest, OutlivesItsReader) {
  LogPipe pipe(writer());
  EndReader();
  PushMany(pipe, 100);
  pipe.Close(kCloseWithin);
  EXPECT_EQ(pipe.dropped(), 100);
}

TEST(LogPipe, OutlivesAFullDisk) {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  LogPipe pipe(full);
  PushMany(pipe, 100);
  pipe.Close(kCloseWithin);
  EXPECT_EQ(pipe.dropped(), 100);
  close(full);
}

TEST_F(LogPipeTest, CutsLongLines) {
  LogPipe pipe(writer());
  pipe.Push(std::string(10'000, 'x') + "\n");
  pipe.Close(kCloseWithin);
  const std::string line = Read();
  EXPECT_EQ(line.size(), LogPipe::kMaxLineBytes);
  EXPECT_EQ(line.back(), '\n');
}

}  // namespace
}  // namespace carom
