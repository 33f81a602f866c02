#include "client/cli/out_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace carom {
namespace {

std::string CannotBeWritten(const std::string& path) {
  return absl::StrCat(path, ": cannot be written: ", std::strerror(errno));
}

// Only a file of its own: never a device, a pipe, or what a link leads to.
void RemovePart(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(path, ignored);
  if (std::filesystem::is_regular_file(status)) std::filesystem::remove(path, ignored);
}

}  // namespace

absl::Status CheckOutFile(const char* flag, const std::string& path, const char* ending) {
  if (!absl::EndsWith(path, ending)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--", flag, ": \"", path, "\" must end with ", ending));
  }
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const bool exists = std::filesystem::exists(path, ignored);
  const std::string written = exists ? path : folder.empty() ? "." : folder.string();
  errno = std::filesystem::is_directory(path, ignored) ? EISDIR : 0;
  if (errno == 0 && access(written.c_str(), W_OK) == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--", flag, ": ", CannotBeWritten(path)));
}

absl::Status WriteTextFile(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (!file) return absl::DataLossError(CannotBeWritten(path));
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file) return absl::OkStatus();
  const absl::Status status = absl::DataLossError(CannotBeWritten(path));
  RemovePart(path);
  return status;
}

}  // namespace carom
