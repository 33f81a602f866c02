#ifndef CAROM_CLIENT_CLI_DETAIL_FLAGS_H_
#define CAROM_CLIENT_CLI_DETAIL_FLAGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/noise_flags.h"
#include "client/cli/parameter_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of `simulate` that say when a shot ends and how much is reported of it.
class DetailFlags {
 public:
  void Declare(FlagSet* flags);
  void DeclareEnd(FlagSet* flags);     ///< Those of the end alone.
  void DeclareDetail(FlagSet* flags);  ///< The others.

  absl::Status Apply(carom::v1::Settings* settings, carom::v1::Detail* detail) const;

 private:
  absl::Status ApplyStop(const std::string& stop, carom::v1::Stop* message) const;
  absl::Status ApplyQuantities(carom::v1::SampleRequest* samples) const;
  absl::Status ApplyProbe(carom::v1::Detail* detail) const;

  bool events_ = false;
  bool event_states_ = false;
  bool contacts_ = false;
  bool cost_ = false;
  std::optional<std::string> quantities_;
  std::vector<std::string> stops_;
  std::vector<std::string> derivatives_;
  std::vector<std::string> margins_;
  std::optional<uint64_t> probe_;
  NoiseFlags noise_;
  ParameterFlags parameters_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DETAIL_FLAGS_H_
