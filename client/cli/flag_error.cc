#include "client/cli/flag_error.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "carom/client/field_error.h"

namespace carom {
namespace {

std::string WithoutIndices(const std::string& path) {
  std::string names;
  bool in_index = false;
  for (const char c : path) {
    in_index = in_index ? c != ']' : c == '[';
    if (!in_index && c != ']') names += c;
  }
  return names;
}

bool IsAt(const std::string& path, std::string_view field) {
  return path == field || absl::StartsWith(path, absl::StrCat(std::string(field), "."));
}

// "layouts[0].balls.balls[2].state.position_m": " of ball 2".
std::string BallOf(const std::string& path) {
  constexpr char kBalls[] = "balls.balls[";
  const size_t at = path.find(kBalls);
  if (at == std::string::npos) return "";
  const size_t index = at + sizeof(kBalls) - 1;
  return absl::StrCat(" of ball ", path.substr(index, path.find(']', index) - index));
}

}  // namespace

absl::Status InFlags(const absl::Status& error, std::span<const FlagOfField> flags) {
  const auto field = ErrorField(error);
  if (!field || !absl::StartsWith(error.message(), field->path())) return error;
  const std::string names = WithoutIndices(field->path());
  for (const FlagOfField& flag : flags) {
    if (!IsAt(names, flag.path)) continue;
    return {error.code(), absl::StrCat("--", std::string(flag.flag), BallOf(field->path()),
                                       error.message().substr(field->path().size()))};
  }
  return error;
}

}  // namespace carom
