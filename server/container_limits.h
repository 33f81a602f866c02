#ifndef CAROM_SERVER_CONTAINER_LIMITS_H_
#define CAROM_SERVER_CONTAINER_LIMITS_H_

#include <cstdint>
#include <string>

namespace carom {

/// What the process may use: the share of its control group (its container or its systemd unit) and
/// of the groups above it, and never more than the machine has.
struct ContainerLimits {
  int processors = 1;  ///< A quota of 2.5 processors counts as 3.
  int64_t memory_bytes = 0;
};

/// `cgroup_root` is the folder where control groups of version 2 or version 1 are mounted;
/// `groups_file` names the groups of the process. A file that is missing sets no bound.
ContainerLimits ReadContainerLimits(const std::string& cgroup_root = "/sys/fs/cgroup",
                                    const std::string& groups_file = "/proc/self/cgroup");

}  // namespace carom

#endif  // CAROM_SERVER_CONTAINER_LIMITS_H_
