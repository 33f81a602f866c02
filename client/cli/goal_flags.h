#ifndef CAROM_CLIENT_CLI_GOAL_FLAGS_H_
#define CAROM_CLIENT_CLI_GOAL_FLAGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/goal.pb.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags that say what is wanted of a shot. All of them must be met.
class GoalFlags {
 public:
  void Declare(FlagSet* flags);

  /// INVALID_ARGUMENT with the flag that is wrong, or when none was given.
  absl::Status Apply(carom::v1::Goal* goal) const;

 private:
  std::vector<std::string> pots_;
  std::vector<std::string> ends_;
  std::optional<uint64_t> first_contact_;
  std::optional<uint64_t> cushions_;
  std::optional<double> others_stay_m_;
  bool no_scratch_ = false;
};

/// Reads a goal: the same flags without their dashes, separated by commas ("pot=1:2,3,no-scratch"),
/// or the JSON of a Goal. INVALID_ARGUMENT says what is wrong and what would be right.
absl::Status ParseGoal(const std::string& text, carom::v1::Goal* goal);

/// The same of the value of a flag, which the error names.
absl::Status ParseGoalOf(const char* flag, const std::string& text, carom::v1::Goal* goal);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_GOAL_FLAGS_H_
