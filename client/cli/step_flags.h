#ifndef CAROM_CLIENT_CLI_STEP_FLAGS_H_
#define CAROM_CLIENT_CLI_STEP_FLAGS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of the engine discrete-time.
class StepFlags {
 public:
  void Declare(FlagSet* flags);

  /// The first flag that was given; null: none.
  const char* Given() const;

  absl::Status Apply(carom::v1::DiscreteTimeSettings* settings) const;

 private:
  std::optional<std::string> rule_;
  std::optional<double> step_s_;
  std::optional<double> depth_m_;
  std::optional<uint64_t> max_steps_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_STEP_FLAGS_H_
