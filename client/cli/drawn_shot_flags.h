#ifndef CAROM_CLIENT_CLI_DRAWN_SHOT_FLAGS_H_
#define CAROM_CLIENT_CLI_DRAWN_SHOT_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/draw_flags.h"
#include "client/cli/scene_flags.h"
#include "client/cli/strike_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of `batch` that make shots from one scene: where the balls lie, how the cue strikes,
/// and which of these quantities are drawn for each shot.
class DrawnShotFlags {
 public:
  void Declare(FlagSet* flags);

  bool given() const { return draws_.given(); }
  /// INVALID_ARGUMENT where one of these flags was given without --draw.
  absl::Status CheckGiven(const FlagSet& flags) const;

  /// Sets the table, the layout and the source of the generator, and requests the drawn quantities
  /// for the rows.
  absl::Status Apply(carom::v1::SimulateBatchRequest* request) const;

 private:
  SceneFlags scene_;
  StrikeFlags strike_;
  DrawFlags draws_;
  std::vector<std::string> names_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DRAWN_SHOT_FLAGS_H_
