#ifndef CAROM_CLIENT_CLI_TEXT_FILE_H_
#define CAROM_CLIENT_CLI_TEXT_FILE_H_

#include <istream>
#include <string>

#include "absl/status/statusor.h"

namespace carom {

/// The whole file `path`, or all of `in` if the path is "-". INVALID_ARGUMENT "PATH: is a
/// directory" or "PATH: cannot be read", with "standard input" for "-".
absl::StatusOr<std::string> ReadText(const std::string& path, std::istream& in);

/// As above for a file only: "-" has no special meaning.
absl::StatusOr<std::string> ReadTextFile(const std::string& path);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_TEXT_FILE_H_
