#include "client/cli/flag_error.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "carom/client/field_error.h"
#include "carom/v1/rules.pb.h"
#include "client/cli/parameter_text.h"

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

// With the games as --rules has them: "with THREE_CUSHION" becomes "with three-cushion".
std::string WithGameWords(std::string text) {
  const auto& games = *carom::v1::Rules_descriptor();
  const std::string prefix = "RULES_";
  for (int i = 1; i < games.value_count(); ++i) {
    const std::string name = games.value(i)->name().substr(prefix.size());
    text = absl::StrReplaceAll(text, {{name, WordOf(*games.value(i))}});
  }
  return text;
}

}  // namespace

absl::Status InFlags(const absl::Status& error, std::span<const FlagOfField> flags) {
  const auto field = ErrorField(error);
  if (!field || !absl::StartsWith(error.message(), field->path())) return error;
  const std::string names = WithoutIndices(field->path());
  for (const FlagOfField& flag : flags) {
    if (!IsAt(names, flag.path)) continue;
    return {error.code(),
            absl::StrCat("--", std::string(flag.flag), BallOf(field->path()),
                         WithGameWords(std::string(error.message().substr(field->path().size()))))};
  }
  return error;
}

}  // namespace carom
