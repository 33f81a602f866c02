#ifndef CAROM_CLIENT_CLI_ENGINE_FLAGS_H_
#define CAROM_CLIENT_CLI_ENGINE_FLAGS_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "client/cli/step_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of `simulate` that choose the engine, its steps, and the most useful settings of the
/// compliant one; a request file can give them all.
class EngineFlags {
 public:
  void Declare(FlagSet* flags);

  /// Sets what the flags say, and leaves the rest at the service's defaults. A flag of another
  /// engine is an error.
  absl::Status Apply(carom::v1::Settings* settings) const;

 private:
  absl::Status CheckEngine() const;
  absl::Status ApplyStart(carom::v1::CompliantSettings* compliant) const;
  absl::Status ApplyCushionFaces(carom::v1::CompliantSettings* compliant) const;
  absl::Status ApplyWelds(carom::v1::CompliantSettings* compliant) const;
  absl::Status ApplyMethod(carom::v1::Integration* integration) const;

  std::optional<std::string> engine_;
  StepFlags steps_;
  std::optional<std::string> preset_;
  bool horizontal_ = false;
  std::optional<std::string> start_;
  std::optional<std::string> ball_material_;
  std::optional<std::string> cushion_material_;
  std::optional<std::string> cushion_faces_;
  std::vector<std::string> welds_;
  std::optional<std::string> constraints_;
  std::optional<std::string> method_;
  std::optional<double> tolerance_;
  std::optional<double> largest_step_s_;
  std::optional<uint64_t> max_evaluations_;
};

/// INVALID_ARGUMENT if one of the flags `given`, which stand for `settings`, sets what the chosen
/// engine does not use.
absl::Status CheckFlagsOfEngine(const carom::v1::Settings& settings,
                                const std::set<std::string>& given);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_ENGINE_FLAGS_H_
