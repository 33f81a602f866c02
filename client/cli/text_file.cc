#include "client/cli/text_file.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

// istream::read(), unlike a stream's iterators, turns the exceptions of a stream that breaks (a
// directory as standard input) into badbit.
absl::StatusOr<std::string> ReadAll(const std::string& name, std::istream& in) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  do {
    in.read(buffer.data(), buffer.size());
    text.append(buffer.data(), static_cast<size_t>(in.gcount()));
  } while (in);
  if (!in.bad()) return text;
  return absl::InvalidArgumentError(absl::StrCat(name, ": cannot be read"));
}

}  // namespace

absl::StatusOr<std::string> ReadText(const std::string& path, std::istream& in) {
  return path == "-" ? ReadAll("standard input", in) : ReadTextFile(path);
}

absl::StatusOr<std::string> ReadTextFile(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": is a directory"));
  }
  std::ifstream file(path);
  if (!file) return absl::InvalidArgumentError(absl::StrCat(path, ": cannot be read"));
  return ReadAll(path, file);
}

}  // namespace carom
