#ifndef CAROM_CLIENT_CLI_OUT_FILE_H_
#define CAROM_CLIENT_CLI_OUT_FILE_H_

#include <string>

#include "absl/status/status.h"

namespace carom {

/// Before work whose result goes into the file of a flag: INVALID_ARGUMENT "--FLAG: ..." where
/// `path` has another ending, or can surely not be written. Changes nothing.
absl::Status CheckOutFile(const char* flag, const std::string& path, const char* ending);

/// Writes `text` as the whole file `path`. DATA_LOSS "PATH: cannot be written: WHY" if the file
/// cannot be opened or written to its end; a part of a file is removed.
absl::Status WriteTextFile(const std::string& path, const std::string& text);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_OUT_FILE_H_
