// Local() in forked children: Gymnasium's and Python's process pools fork.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "carom/client/client.h"
#include "carom/client/local/local.h"
#include "tests/client/local/requests.h"

namespace carom {
namespace {

/// The exit code of a child that returns what `work` does; -1 where it had to be killed.
int InChild(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);  // A child that hangs is a failure.
    _exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class LocalForkTest : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "TSan starts no threads in forked children";
#endif
    const auto expected = Client(Local({.threads = 2})).Simulate(request_);
    ASSERT_TRUE(expected.ok()) << expected.status();
    expected_ = expected->SerializeAsString();
  }

  bool Plays(const Client& client) const {
    const auto response = client.Simulate(request_);
    return response.ok() && response->SerializeAsString() == expected_;
  }

  const v1::SimulateRequest request_ = CutsInColumns<v1::SimulateRequest>(200);
  std::string expected_;
};

TEST_F(LocalForkTest, AConnectionThatHasPlayedGoesOnInBoth) {
  std::optional<Client> client(Local({.threads = 2}));
  ASSERT_TRUE(Plays(*client));
  EXPECT_EQ(InChild([&] {
              const bool plays = Plays(*client) && Plays(*client);
              client.reset();
              return plays ? 0 : 1;
            }),
            0);
  EXPECT_TRUE(Plays(*client));
}

TEST_F(LocalForkTest, AChildMayDropWhatItNeverUsed) {
  std::optional<Client> client(Local({.threads = 2}));
  ASSERT_TRUE(Plays(*client));
  EXPECT_EQ(InChild([&] {
              client.reset();
              return 0;
            }),
            0);
}

TEST_F(LocalForkTest, AGrandchildPlays) {
  const Client client(Local({.threads = 2}));
  ASSERT_TRUE(Plays(client));
  EXPECT_EQ(InChild([&] { return InChild([&] { return Plays(client) ? 0 : 1; }); }), 0);
  EXPECT_EQ(InChild([&] {
              if (!Plays(client)) return 1;
              return InChild([&] { return Plays(client) ? 0 : 2; });
            }),
            0);
}

// Whatever locks the parent's threads hold at the fork.
TEST_F(LocalForkTest, AChildPlaysWhateverTheParentIsDoing) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "a fork leaves the locks of ASan's allocator (g++ 12) as other threads held them";
#endif
  const Client client(Local({.threads = 2}));
  std::atomic<bool> enough = false;
  std::thread batches([&] {
    const auto batch = CutsInColumns<v1::SimulateBatchRequest>(2000);
    while (!enough) EXPECT_TRUE(client.SimulateBatch(batch).ok());
  });
  std::thread calls([&] {
    while (!enough) EXPECT_TRUE(Plays(client));
  });
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(InChild([&] {
                const bool plays = Plays(client) && client.SimulateFuture(request_).get().ok();
                return plays ? 0 : 1;
              }),
              0);
  }
  enough = true;
  batches.join();
  calls.join();
  EXPECT_TRUE(Plays(client));
}

}  // namespace
}  // namespace carom
