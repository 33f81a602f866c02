#include "client/cli/out_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

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
