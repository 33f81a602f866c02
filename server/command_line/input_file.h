#ifndef CAROM_SERVER_COMMAND_LINE_INPUT_FILE_H_
#define CAROM_SERVER_COMMAND_LINE_INPUT_FILE_H_

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <istream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

// How both programs read the files that they are given. A file such as /dev/zero has no end, so
// each reader says how much it takes at most. INVALID_ARGUMENT says what is wrong, without the
// name: "cannot be read: No such file or directory", "has more than 1048576 bytes".

namespace carom {

/// Certificates, tokens, flags, balls: they take some KB. A larger file is none of them.
inline constexpr size_t kMostTextBytes = 1 << 20;

/// INVALID_ARGUMENT with the reason of the system, if there is any.
inline absl::Status CannotBeRead(int error) {
  return absl::InvalidArgumentError(absl::StrCat("cannot be read", error == 0 ? "" : ": ",
                                                 error == 0 ? "" : strerrordesc_np(error)));
}

/// All that comes.
inline absl::StatusOr<std::string> ReadStream(std::istream& in, size_t most_bytes) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  errno = 0;
  // istream::read(), unlike a stream's iterators, turns the exceptions of a stream that breaks (a
  // directory, say) into badbit.
  while (in && text.size() <= most_bytes) {
    in.read(buffer.data(), buffer.size());
    text.append(buffer.data(), static_cast<size_t>(in.gcount()));
  }
  if (in.bad()) return CannotBeRead(errno);
  if (text.size() <= most_bytes) return text;
  return absl::InvalidArgumentError(absl::StrCat("has more than ", most_bytes, " bytes"));
}

/// The whole file.
inline absl::StatusOr<std::string> ReadFile(const std::string& path, size_t most_bytes) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  return file ? ReadStream(file, most_bytes) : CannotBeRead(errno);
}

}  // namespace carom

#endif  // CAROM_SERVER_COMMAND_LINE_INPUT_FILE_H_
