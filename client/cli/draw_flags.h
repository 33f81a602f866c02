#ifndef CAROM_CLIENT_CLI_DRAW_FLAGS_H_
#define CAROM_CLIENT_CLI_DRAW_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/shot.pb.h"
#include "client/cli/strike_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flag --draw=QUANTITY=KIND:NUMBERS, once for each quantity that is drawn. The quantities and
/// their names are those of drawn_shots.proto. ball_N_dx_m and ball_N_dy_m displace a ball from its
/// place; uniform ball_N_x_m and ball_N_y_m place it in a box.
class DrawFlags {
 public:
  /// Declares the flag in the current section.
  void Declare(FlagSet* flags);

  bool given() const { return !draws_.empty(); }

  /// Sets what is drawn of a shot; the other fields of the strike come from its flags.
  /// INVALID_ARGUMENT names the wrong flag and says what would be right.
  absl::Status Apply(const StrikeFlags& strike, bool is_rack, carom::v1::DrawnShots* drawn) const;

 private:
  bool Draws(const std::string& quantity) const;
  /// Checks that each quantity comes once, a strike has at most one aim, and a box has two sides.
  absl::Status CheckNames() const;

  std::vector<std::string> draws_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DRAW_FLAGS_H_
