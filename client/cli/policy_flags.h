#ifndef CAROM_CLIENT_CLI_POLICY_FLAGS_H_
#define CAROM_CLIENT_CLI_POLICY_FLAGS_H_

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
  void Apply(carom::v1::Settings* settings) const;

 private:
  ParameterFlags parameters_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_POLICY_FLAGS_H_
