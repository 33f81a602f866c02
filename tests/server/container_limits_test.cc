#include "server/container_limits.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace carom {
namespace {

class ContainerLimitsTest : public ::testing::Test {
 protected:
  ContainerLimitsTest()
      : root_(::testing::TempDir() + "/cgroup-" + std::to_string(getpid())),
        machine_(ReadContainerLimits(root_)) {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_ + "/memory");
    std::filesystem::create_directories(root_ + "/cpu");
  }
  ~ContainerLimitsTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ + "/" + name) << text << '\n';
  }
  ContainerLimits Read() const { return ReadContainerLimits(root_); }

  const std::string root_;
  const ContainerLimits machine_;  // Without control groups.
};

TEST_F(ContainerLimitsTest, AreTheMachinesWithoutAControlGroup) {
  EXPECT_GE(machine_.processors, 1);
  EXPECT_GT(machine_.memory_bytes, 0);
  Write("cpu.max", "max 100000");
  Write("memory.max", "max");
  EXPECT_EQ(Read().processors, machine_.processors);
  EXPECT_EQ(Read().memory_bytes, machine_.memory_bytes);
}

TEST_F(ContainerLimitsTest, AreThoseOfVersion2) {
  Write("cpu.max", "50000 100000");
  Write("memory.max", "67108864");
  EXPECT_EQ(Read().processors, 1);
  EXPECT_EQ(Read().memory_bytes, 67108864);
}

TEST_F(ContainerLimitsTest, AreThoseOfVersion1) {
  Write("cpu/cpu.cfs_quota_us", "30000");
  Write("cpu/cpu.cfs_period_us", "100000");
  Write("memory/memory.limit_in_bytes", "134217728");
  EXPECT_EQ(Read().processors, 1);
  EXPECT_EQ(Read().memory_bytes, 134217728);
}

TEST_F(ContainerLimitsTest, NeverExceedTheMachine) {
  Write("cpu.max", "100000000 1000");
  Write("memory.max", "9223372036854771712");
  EXPECT_EQ(Read().processors, machine_.processors);
  EXPECT_EQ(Read().memory_bytes, machine_.memory_bytes);
  Write("cpu/cpu.cfs_quota_us", "-1");
  EXPECT_EQ(Read().processors, machine_.processors);
}

}  // namespace
}  // namespace carom
