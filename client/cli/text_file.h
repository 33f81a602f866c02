#ifndef CAROM_CLIENT_CLI_TEXT_FILE_H_
#define CAROM_CLIENT_CLI_TEXT_FILE_H_

#include <cstddef>
#include <istream>
#include <string>

#include "absl/status/statusor.h"
#include "server/command_line/input_file.h"

namespace carom {

/// The whole file `path`, or all of `in` if the path is "-". INVALID_ARGUMENT "PATH: cannot be
/// read: REASON" or "PATH: has more than 16 bytes", with "standard input" for "-".
absl::StatusOr<std::string> ReadText(const std::string& path, std::istream& in, size_t most_bytes);

/// As above for a file only, of kMostTextBytes: "-" has no special meaning.
absl::StatusOr<std::string> ReadTextFile(const std::string& path);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_TEXT_FILE_H_
