#ifndef CAROM_CLIENT_CLI_SECURE_FLAGS_H_
#define CAROM_CLIENT_CLI_SECURE_FLAGS_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "carom/client/options.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags that protect the way to a server: TLS and a token.
struct SecureFlags {
  bool tls = false;
  std::optional<std::string> ca_file;
  std::optional<std::string> certificate_file;
  std::optional<std::string> key_file;
  std::optional<std::string> token_file;
  bool token_in_plain_text = false;

  void Declare(FlagSet* flags);

  /// Whether any was given.
  bool Any() const;

  /// Reads the files. INVALID_ARGUMENT names the flag.
  absl::StatusOr<ConnectOptions> Read() const;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_SECURE_FLAGS_H_
