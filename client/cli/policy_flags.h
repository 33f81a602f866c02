#ifndef CAROM_CLIENT_CLI_POLICY_FLAGS_H_
#define CAROM_CLIENT_CLI_POLICY_FLAGS_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "client/cli/parameter_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of `simulate` that say how far a shot leaves the plane and how impacts that happen at
/// once are resolved.
class PolicyFlags {
 public:
  void Declare(FlagSet* flags);

  /// Sets what the flags say, and leaves the rest at the service's defaults.
  absl::Status Apply(carom::v1::Settings* settings) const;

 private:
  std::optional<std::string> flight_;
  std::optional<std::string> pockets_;
  std::optional<std::string> simultaneous_;
  ParameterFlags numbers_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_POLICY_FLAGS_H_
