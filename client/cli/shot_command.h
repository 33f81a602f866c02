#ifndef CAROM_CLIENT_CLI_SHOT_COMMAND_H_
#define CAROM_CLIENT_CLI_SHOT_COMMAND_H_

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/shot_outcome.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/command.h"
#include "client/cli/shot_flags.h"
#include "client/cli/shot_names.h"

namespace carom {

/// A command that plays the shots of ShotFlags and prints what became of them: makes the request,
/// calls the service, prints, and warns of shots that failed or were cut short.
class ShotCommand : public Command {
 public:
  std::string usage() const override;
  void Declare(FlagSet* flags) override { DeclareShot(flags, ShotFlags::kWithDetail); }
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 protected:
  /// What the service has answered, for Print().
  struct Answer {
    const Client& client;
    const carom::v1::SimulateRequest& request;
    const carom::v1::SimulateResponse& response;
    const std::vector<ShotOutcome>& outcomes;
    const CallOptions& call;  ///< For further calls.
  };

  void DeclareShot(FlagSet* flags, ShotFlags::Detail detail) { shot_.Declare(flags, detail); }

  /// Checks the request that the flags stand for, and changes it where the command needs more.
  virtual absl::Status Prepare(carom::v1::SimulateRequest* request) const = 0;
  virtual absl::StatusOr<CallOptions> Call(const CommonFlags& common) const;
  /// Whether to print the request in place of playing it.
  virtual bool PrintsRequest() const { return false; }
  virtual absl::Status Print(const Answer& answer, std::ostream& out) const = 0;

  /// Calls `print` for each shot that was simulated; a heading goes before each of several.
  static absl::Status PrintEachShot(
      const Answer& answer, const std::function<void(size_t shot, const ShotNames& names)>& print,
      std::ostream& out);

 private:
  ShotFlags shot_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_SHOT_COMMAND_H_
