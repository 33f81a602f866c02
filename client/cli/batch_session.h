#ifndef CAROM_CLIENT_CLI_BATCH_SESSION_H_
#define CAROM_CLIENT_CLI_BATCH_SESSION_H_

#include <chrono>
#include <cstdint>
#include <stop_token>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/batch_sink.h"
#include "client/cli/command.h"
#include "client/cli/console.h"

namespace carom {

/// The run of one batch, from the first call to the last line of output. Runs once.
class BatchSession {
 public:
  /// The arguments must outlive the session.
  BatchSession(const CommonFlags& common, const carom::v1::SimulateBatchRequest& request,
               BatchSink* sink, const Console& console);

  /// A stop ends the batch early.
  ExitCode Run(std::stop_token stop);

 private:
  using Clock = std::chrono::steady_clock;

  absl::Status DoMissingShots(const std::stop_token& stop);
  void PrintLine() const;
  void PrintHowToGoOn() const;
  ExitCode ReportBreak(const absl::Status& status) const;

  const CommonFlags& common_;
  const carom::v1::SimulateBatchRequest& request_;
  BatchSink& sink_;
  const Console& console_;
  const uint64_t done_before_;  // The number of shots that earlier runs have done.
  const Clock::time_point start_ = Clock::now();
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_BATCH_SESSION_H_
