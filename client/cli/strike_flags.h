#ifndef CAROM_CLIENT_CLI_STRIKE_FLAGS_H_
#define CAROM_CLIENT_CLI_STRIKE_FLAGS_H_

#include "absl/status/status.h"
#include "carom/v1/shot.pb.h"
#include "client/cli/parameter_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of `simulate` that say how the cue strikes. Degrees here, radians on the wire.
class StrikeFlags {
 public:
  void Declare(FlagSet* flags);

  /// Adds the strike to the shot. Without a speed: a break if `is_rack`, no strike if no other flag
  /// of the strike was given, else an error.
  absl::Status Apply(bool is_rack, carom::v1::Shot* shot) const;

 private:
  ParameterFlags parameters_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_STRIKE_FLAGS_H_
