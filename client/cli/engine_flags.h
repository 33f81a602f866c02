#ifndef CAROM_CLIENT_CLI_ENGINE_FLAGS_H_
#define CAROM_CLIENT_CLI_ENGINE_FLAGS_H_

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "client/cli/parameter_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of `simulate` that choose the engine, its steps, and the most useful settings of the
/// compliant one; a request file can give them all.
class EngineFlags {
 public:
  void Declare(FlagSet* flags);

  /// Sets what the flags say, and leaves the rest at the service's defaults. What another engine
  /// looks at is not set; CheckFlagsOfEngine() refuses it.
  absl::Status Apply(carom::v1::Settings* settings) const;

 private:
  absl::Status ApplyCompliant(carom::v1::CompliantSettings* compliant) const;
  absl::Status ApplyWelds(carom::v1::CompliantSettings* compliant) const;

  ParameterFlags parameters_;
  std::optional<std::string> preset_;
  bool horizontal_ = false;
  bool vertical_friction_ = false;
  bool welded_table_ = false;
  bool norm_control_ = false;
  std::optional<std::string> ball_material_;
  std::optional<std::string> cushion_material_;
  std::vector<std::string> welds_;
};

/// INVALID_ARGUMENT if one of the flags `given`, which stand for `settings`, sets what the chosen
/// engine does not use.
absl::Status CheckFlagsOfEngine(const carom::v1::Settings& settings,
                                const std::set<std::string>& given);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_ENGINE_FLAGS_H_
