#ifndef CAROM_CLIENT_CLI_LAW_FLAGS_H_
#define CAROM_CLIENT_CLI_LAW_FLAGS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "client/cli/parameter_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of `simulate` that choose laws and their parameters, and those of cloth and cue: they
/// follow from the options of the fields of laws.proto. --settings gives what they change.
class LawFlags {
 public:
  void Declare(FlagSet* flags);

  /// Sets what the flags say, and leaves the rest as --settings has it, or at the service's
  /// defaults. A parameter that the chosen law does not have is an error. Goes before all others
  /// that write into settings.
  absl::Status Apply(carom::v1::Settings* settings) const;

 private:
  absl::Status ApplySettings(carom::v1::Settings* settings) const;
  absl::Status ApplyFactors(carom::v1::Settings* settings) const;

  std::optional<std::string> settings_;
  ParameterFlags parameters_;
  std::vector<std::string> rolling_factor_;
  std::vector<std::string> restitution_factor_;
  std::vector<std::string> friction_factor_;
};

/// Those of the laws of impacts, which one engine alone looks at.
std::vector<std::string> ImpactLawFlags();

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_LAW_FLAGS_H_
