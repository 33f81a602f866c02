#ifndef CAROM_CLIENT_CLI_SHOT_FLAGS_H_
#define CAROM_CLIENT_CLI_SHOT_FLAGS_H_

#include <set>
#include <string>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/console.h"
#include "client/cli/detail_flags.h"
#include "client/cli/engine_flags.h"
#include "client/cli/law_flags.h"
#include "client/cli/policy_flags.h"
#include "client/cli/request_file.h"
#include "client/cli/scene_flags.h"
#include "client/cli/strike_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags of the commands that play one shot: what lies where, how it is struck, by which laws,
/// until when and in which detail; or a request file in place of all of them.
class ShotFlags {
 public:
  /// Whether the caller chooses how much is reported of a shot.
  enum Detail { kWithDetail, kWithoutDetail };

  /// Ends with the section of input and output; the command's own output flags may follow.
  void Declare(FlagSet* flags, Detail detail);

  /// The request that `flags`, which were declared here, stand for. INVALID_ARGUMENT also for a
  /// flag beside --request that does not go with it.
  absl::Status MakeRequest(const FlagSet& flags, const Console& console,
                           carom::v1::SimulateRequest* request) const;

 private:
  absl::Status ApplyFlags(const std::set<std::string>& given,
                          carom::v1::SimulateRequest* request) const;

  SceneFlags scene_;
  StrikeFlags strike_;
  LawFlags laws_;
  PolicyFlags policies_;
  EngineFlags engine_;
  DetailFlags detail_;
  RequestFlag request_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_SHOT_FLAGS_H_
