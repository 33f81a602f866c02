#include "server/container_limits.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace carom {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

// The first words of a file; empty where it, or the word, is missing.
struct Words {
  explicit Words(const std::string& path) {
    std::ifstream file(path);
    file >> first >> second;
  }
  std::string first;
  std::string second;
};

// Returns `none` where the word is not a positive number: "max", "-1", or empty.
double NumberOr(const std::string& word, double none) {
  double number = 0.0;
  return absl::SimpleAtod(word, &number) && number > 0.0 ? number : none;
}

int AffineProcessors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

// The path of the process's own control group, relative to where `controller` is mounted: a
// controller of version 1, or "" for version 2. An empty path is the mount itself, which in a
// container is the group of the container.
std::string OwnPath(const std::string& groups_file, absl::string_view controller) {
  std::ifstream file(groups_file);
  for (std::string line; std::getline(file, line);) {  // "4:cpu,cpuacct:/system.slice/x.service"
    const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3 || absl::StrContains(parts[2], "..")) continue;
    for (const absl::string_view name : absl::StrSplit(parts[1], ',')) {
      if (name == controller) return std::string(absl::StripSuffix(parts[2], "/"));
    }
  }
  return "";
}

// The least bound that `read` finds in the group `path` and in the groups above it, whose bounds
// apply too. `read` returns infinity where a group has no bound.
template <typename Read>
double LeastOfGroups(const std::string& mount, std::string path, Read read) {
  double least = read(mount + path);
  while (!path.empty()) {
    path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    least = std::min(least, read(mount + path));
  }
  return least;
}

double Quotient(const std::string& quota, const std::string& period) {
  const double whole = NumberOr(period, 0.0);
  return whole > 0.0 ? NumberOr(quota, kNoBound) / whole : kNoBound;
}

double QuotaProcessors(const std::string& root, const std::string& groups_file) {
  const double v2 = LeastOfGroups(root, OwnPath(groups_file, ""), [](const std::string& group) {
    const Words words(group + "/cpu.max");  // "200000 100000" or "max 100000"
    return Quotient(words.first, words.second);
  });
  const auto v1 = [](const std::string& group) {
    return Quotient(Words(group + "/cpu.cfs_quota_us").first,
                    Words(group + "/cpu.cfs_period_us").first);
  };
  return std::min(v2, LeastOfGroups(root + "/cpu", OwnPath(groups_file, "cpu"), v1));
}

double BoundBytes(const std::string& root, const std::string& groups_file) {
  const double v2 = LeastOfGroups(root, OwnPath(groups_file, ""), [](const std::string& group) {
    return NumberOr(Words(group + "/memory.max").first, kNoBound);
  });
  const auto v1 = [](const std::string& group) {
    return NumberOr(Words(group + "/memory.limit_in_bytes").first, kNoBound);
  };
  return std::min(v2, LeastOfGroups(root + "/memory", OwnPath(groups_file, "memory"), v1));
}

}  // namespace

ContainerLimits ReadContainerLimits(const std::string& cgroup_root,
                                    const std::string& groups_file) {
  const int affine = AffineProcessors();
  const double machine_bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const double quota = std::min<double>(affine, QuotaProcessors(cgroup_root, groups_file));
  ContainerLimits limits;
  limits.processors = std::max(1, static_cast<int>(std::ceil(quota)));
  limits.memory_bytes =
      static_cast<int64_t>(std::min(BoundBytes(cgroup_root, groups_file), machine_bytes));
  return limits;
}

}  // namespace carom
