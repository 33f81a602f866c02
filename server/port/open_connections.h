#ifndef CAROM_SERVER_PORT_OPEN_CONNECTIONS_H_
#define CAROM_SERVER_PORT_OPEN_CONNECTIONS_H_

#include <sys/socket.h>
#include <sys/stat.h>

#include <cstddef>
#include <unordered_map>

namespace carom {

/// Which of the connections that gRPC was given are still open. gRPC tells nobody when it closes
/// one, but a descriptor that is closed, or another socket by now, no longer has the inode that it
/// had. Not thread-safe.
class OpenConnections {
 public:
  void Add(int file) { inodes_[file] = InodeOf(file); }

  /// How many there are at most: those that have closed since the last Sweep() count too.
  size_t most() const { return inodes_.size(); }

  /// Ends those that are open, whatever their peers do.
  void Cut() {
    Sweep();
    for (const auto& [file, inode] : inodes_) shutdown(file, SHUT_RDWR);
  }

  /// Forgets those that have closed: one system call for each that is known.
  void Sweep() {
    std::erase_if(inodes_, [](const auto& known) { return InodeOf(known.first) != known.second; });
  }

 private:
  // 0: not a socket.
  static ino_t InodeOf(int file) {
    struct stat status = {};
    return fstat(file, &status) == 0 && S_ISSOCK(status.st_mode) ? status.st_ino : 0;
  }

  std::unordered_map<int, ino_t> inodes_;  // By descriptor.
};

}  // namespace carom

#endif  // CAROM_SERVER_PORT_OPEN_CONNECTIONS_H_
