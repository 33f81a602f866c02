#include "server/container_limits.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "absl/strings/numbers.h"

namespace carom {
namespace {

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

double QuotaProcessors(const std::string& root, double none) {
  const Words v2(root + "/cpu.max");  // "200000 100000" or "max 100000"
  double quota = NumberOr(v2.first, 0.0);
  double period = NumberOr(v2.second, 0.0);
  if (quota == 0.0) {
    quota = NumberOr(Words(root + "/cpu/cpu.cfs_quota_us").first, 0.0);
    period = NumberOr(Words(root + "/cpu/cpu.cfs_period_us").first, 0.0);
  }
  return quota > 0.0 && period > 0.0 ? quota / period : none;
}

}  // namespace

ContainerLimits ReadContainerLimits(const std::string& cgroup_root) {
  const int affine = AffineProcessors();
  const double machine_bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  ContainerLimits limits;
  limits.processors =
      std::clamp(static_cast<int>(std::ceil(QuotaProcessors(cgroup_root, affine))), 1, affine);
  const double v1_bytes =
      NumberOr(Words(cgroup_root + "/memory/memory.limit_in_bytes").first, machine_bytes);
  const double bytes = NumberOr(Words(cgroup_root + "/memory.max").first, v1_bytes);
  limits.memory_bytes = static_cast<int64_t>(std::min(bytes, machine_bytes));
  return limits;
}

}  // namespace carom
