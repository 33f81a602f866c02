#ifndef CAROM_CLIENT_CLI_AWAY_NOTICE_H_
#define CAROM_CLIENT_CLI_AWAY_NOTICE_H_

#include <optional>
#include <ostream>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/internal/mutex.h"
#include "client/internal/steady_time.h"

namespace carom {

/// Tells the user of a server that does not answer while its calls are repeated: one line after the
/// first second, and one more every ten seconds. Thread-safe.
class AwayNotice {
 public:
  static constexpr absl::Duration kFirstAfter = absl::Seconds(1);
  static constexpr absl::Duration kEvery = absl::Seconds(10);

  /// `err` must outlive the notice; others write to it through std::osyncstream.
  AwayNotice(std::ostream& err, std::string server) : err_(err), server_(std::move(server)) {}

  /// A call has failed for so long, last with `failure`, and is about to be repeated.
  void Report(const absl::Status& failure, absl::Duration failing_for, SteadyTime now);

 private:
  std::ostream& err_;
  const std::string server_;
  ClientMutex mutex_;
  std::optional<SteadyTime> reported_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_AWAY_NOTICE_H_
