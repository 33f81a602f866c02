#include "server/security/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

absl::Status Failed(const char* what) {
  return absl::UnavailableError(
      absl::StrCat("a file in memory: ", what, ": ", strerrordesc_np(errno)));
}

bool WriteAll(int fd, const std::string& text) {
  size_t written = 0;
  while (written < text.size()) {
    const ssize_t bytes = write(fd, text.data() + written, text.size() - written);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes <= 0) return false;
    written += static_cast<size_t>(bytes);
  }
  return true;
}

}  // namespace

MemoryFile::~MemoryFile() {
  if (fd_ >= 0) close(fd_);
}

std::string MemoryFile::path() const { return fd_ < 0 ? "" : absl::StrCat("/proc/self/fd/", fd_); }

absl::Status MemoryFile::Replace(const std::string& text) {
  const int fresh = memfd_create("carom", MFD_CLOEXEC);
  if (fresh < 0) return Failed("memfd_create");
  // Readers compare times of modification in whole seconds, so each text gets its own second.
  const timespec time = {.tv_sec = ++generation_, .tv_nsec = 0};
  const timespec times[2] = {time, time};
  const bool whole = WriteAll(fresh, text) && futimens(fresh, times) == 0;
  if (!whole) {
    const absl::Status failed = Failed("write");
    close(fresh);
    return failed;
  }
  if (fd_ < 0) {
    fd_ = fresh;
  } else {
    const bool replaced = dup3(fresh, fd_, O_CLOEXEC) == fd_;
    const absl::Status failed = replaced ? absl::OkStatus() : Failed("dup3");
    close(fresh);
    if (!replaced) return failed;
  }
  return access(path().c_str(), R_OK) == 0 ? absl::OkStatus() : Failed("/proc/self/fd");
}

}  // namespace carom
