#ifndef CAROM_CLIENT_CLI_RULES_FLAG_H_
#define CAROM_CLIENT_CLI_RULES_FLAG_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "carom/v1/rules.pb.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// --rules: the game that is played.
class RulesFlag {
 public:
  void Declare(FlagSet* flags);

  /// INVALID_ARGUMENT without the flag, or where it names no game.
  absl::StatusOr<carom::v1::Rules> Parse() const;

 private:
  std::optional<std::string> name_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_RULES_FLAG_H_
