#ifndef CAROM_SERVER_SECURITY_TOKENS_H_
#define CAROM_SERVER_SECURITY_TOKENS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace carom {

/// Bearer tokens [RFC 6750] and the names of their owners. Does not change, so it is thread-safe.
class Tokens {
 public:
  /// A shorter token could be guessed: 16 characters of base64 are 96 bits.
  static constexpr size_t kLeastCharacters = 16;
  /// Find() looks at all of them, for each call.
  static constexpr size_t kMost = 1000;

  /// Reads "TOKEN" or "TOKEN NAME" a line; empty lines and those that begin with # are skipped.
  /// INVALID_ARGUMENT names the line, and never what it holds.
  static absl::StatusOr<Tokens> Parse(std::string_view text);

  /// The name of the owner, which may be empty; null if there is no such token. The time depends on
  /// the length of `token` and on the number of tokens, not on what they hold.
  const std::string* Find(std::string_view token) const;

 private:
  struct Entry {
    std::string token;
    std::string name;
  };

  std::vector<Entry> entries_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SECURITY_TOKENS_H_
