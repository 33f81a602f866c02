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
        machine_(ReadContainerLimits(root_, root_)) {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_ + "/memory");
    std::filesystem::create_directories(root_ + "/cpu");
  }
  ~ContainerLimitsTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = root_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << '\n';
  }
  ContainerLimits Read() const { return ReadContainerLimits(root_, root_ + "/groups"); }

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

TEST_F(ContainerLimitsTest, AreThoseOfAUnitAndOfWhatIsAboveIt) {
  Write("groups", "0::/system.slice/carom.service");
  Write("system.slice/carom.service/cpu.max", "max 100000");
  Write("system.slice/carom.service/memory.max", "268435456");
  Write("system.slice/cpu.max", "70000 100000");
  Write("system.slice/memory.max", "536870912");
  EXPECT_EQ(Read().processors, 1);
  EXPECT_EQ(Read().memory_bytes, 268435456);
  Write("system.slice/memory.max", "134217728");
  EXPECT_EQ(Read().memory_bytes, 134217728);
  Write("user.slice/memory.max", "1048576");  // Of others.
  EXPECT_EQ(Read().memory_bytes, 134217728);
}

TEST_F(ContainerLimitsTest, AreThoseOfAUnitOfVersion1) {
  Write("groups", "5:memory:/a/b\n4:cpu,cpuacct:/a\n0::/a/b");
  Write("memory/a/b/memory.limit_in_bytes", "9223372036854771712");
  Write("memory/a/memory.limit_in_bytes", "134217728");
  Write("cpu/a/cpu.cfs_quota_us", "90000");
  Write("cpu/a/cpu.cfs_period_us", "100000");
  EXPECT_EQ(Read().processors, 1);
  EXPECT_EQ(Read().memory_bytes, 134217728);
}

// A container of version 1 sees its own group at the mount, and the path of the host.
TEST_F(ContainerLimitsTest, AreThoseOfTheMountWhereThePathIsNotThere) {
  Write("groups", "5:memory:/docker/0123");
  Write("memory/memory.limit_in_bytes", "134217728");
  EXPECT_EQ(Read().memory_bytes, 134217728);
}

}  // namespace
}  // namespace carom
