#ifndef CAROM_CLIENT_CLI_DRAW_FLAGS_H_
#define CAROM_CLIENT_CLI_DRAW_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/shot.pb.h"
#include "client/cli/strike_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flag --draw=QUANTITY=KIND:NUMBERS, once for each quantity that is drawn: those of
/// drawn_shots.proto, by the names that they have there. A ball's place is drawn away from its own
/// by ball_N_dx_m and ball_N_dy_m, or in a box by uniform ball_N_x_m and ball_N_y_m.
class DrawFlags {
 public:
  /// Into the section that was begun.
  void Declare(FlagSet* flags);

  bool given() const { return !draws_.empty(); }

  /// What of a shot is drawn; what of the strike is not is as its flags say. INVALID_ARGUMENT names
  /// the flag that is wrong and what would be right.
  absl::Status Apply(const StrikeFlags& strike, bool is_rack, carom::v1::DrawnShots* drawn) const;

 private:
  bool Draws(const std::string& quantity) const;
  /// Each quantity once, a strike one aim, a box two sides.
  absl::Status CheckNames() const;

  std::vector<std::string> draws_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DRAW_FLAGS_H_
