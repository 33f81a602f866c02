#ifndef CAROM_SERVER_SECURITY_MEMORY_FILE_H_
#define CAROM_SERVER_SECURITY_MEMORY_FILE_H_

#include <string>

#include "absl/status/status.h"

namespace carom {

/// A file in memory alone, for libraries that take a path: nothing reaches a disk, and a read-only
/// file system does. Needs /proc.
class MemoryFile {
 public:
  MemoryFile() = default;
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  /// Puts `text` in place of all that was there. Whoever opens the path meanwhile finds the old
  /// text or the new one, whole, with another time of modification. UNAVAILABLE: the machine is
  /// short of something.
  absl::Status Replace(const std::string& text);

  /// Empty before the first Replace().
  std::string path() const;

 private:
  int fd_ = -1;
  int generation_ = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_SECURITY_MEMORY_FILE_H_
