#include "server/security/tokens.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace carom {
namespace {

// b64token of [RFC 6750, 2.1], with "=" anywhere.
bool IsTokenCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("-._~+/=").find(c) != std::string_view::npos;
}

bool IsNameCharacter(char c) {
  return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '"';
}

absl::Status WrongLine(int line, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat("line ", line, ": ", what));
}

// Without an early end, and without a branch on what either holds.
bool IsSame(std::string_view presented, std::string_view stored) {
  volatile unsigned char difference = presented.size() == stored.size() ? 0 : 1;
  for (size_t i = 0; i < presented.size(); ++i) {
    const auto a = static_cast<unsigned char>(presented[i]);
    const auto b = static_cast<unsigned char>(stored[i % stored.size()]);
    difference = static_cast<unsigned char>(difference | (a ^ b));
  }
  return difference == 0;
}

}  // namespace

absl::StatusOr<Tokens> Tokens::Parse(std::string_view text) {
  Tokens tokens;
  int number = 0;
  for (const absl::string_view line :
       absl::StrSplit(absl::string_view(text.data(), text.size()), '\n')) {
    ++number;
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty() || words[0][0] == '#') continue;
    const std::string& token = words[0];
    if (words.size() > 2) return WrongLine(number, "must be TOKEN or TOKEN NAME");
    if (token.size() < kLeastCharacters) {
      return WrongLine(number,
                       absl::StrCat("a token needs at least ", kLeastCharacters, " characters"));
    }
    if (!std::all_of(token.begin(), token.end(), IsTokenCharacter)) {
      return WrongLine(number, "a token has letters, digits and -._~+/= only");
    }
    const std::string name = words.size() == 2 ? words[1] : "";
    if (!std::all_of(name.begin(), name.end(), IsNameCharacter)) {
      return WrongLine(number, "a name has printable ASCII characters only, and no quotes");
    }
    tokens.entries_.push_back({token, name});
  }
  if (tokens.entries_.empty()) return absl::InvalidArgumentError("holds no token");
  if (tokens.entries_.size() > kMost) {
    return absl::InvalidArgumentError(absl::StrCat("holds more than ", kMost, " tokens"));
  }
  return tokens;
}

const std::string* Tokens::Find(std::string_view token) const {
  const std::string* found = nullptr;
  for (const Entry& entry : entries_) {
    if (IsSame(token, entry.token)) found = &entry.name;
  }
  return found;
}

}  // namespace carom
