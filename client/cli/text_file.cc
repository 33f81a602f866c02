#include "client/cli/text_file.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

absl::StatusOr<std::string> Named(const std::string& name, absl::StatusOr<std::string> text) {
  if (text.ok()) return text;
  return absl::InvalidArgumentError(absl::StrCat(name, ": ", std::string(text.status().message())));
}

}  // namespace

absl::StatusOr<std::string> ReadText(const std::string& path, std::istream& in, size_t most_bytes) {
  return path == "-" ? Named("standard input", ReadStream(in, most_bytes))
                     : Named(path, ReadFile(path, most_bytes));
}

absl::StatusOr<std::string> ReadTextFile(const std::string& path) {
  return Named(path, ReadFile(path, kMostTextBytes));
}

}  // namespace carom
