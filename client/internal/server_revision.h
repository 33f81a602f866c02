#ifndef CAROM_CLIENT_INTERNAL_SERVER_REVISION_H_
#define CAROM_CLIENT_INTERNAL_SERVER_REVISION_H_

#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "carom/v1/simulation.pb.h"
#include "client/internal/mutex.h"
#include "client/internal/steady_time.h"

namespace carom {

/// What a connection's server says of the revision of the wire that it speaks. It is asked when it
/// refuses a call that it may not understand, and not at each of them. Thread-safe.
class ServerRevision {
 public:
  /// How long an answer counts. Chosen: a server that is replaced is soon noticed.
  static constexpr absl::Duration kCountsFor = absl::Seconds(10);
  /// How long a refused call waits for an answer.
  static constexpr absl::Duration kAskFor = absl::Seconds(2);

  /// How the refused call ends: as the server said, or FAILED_PRECONDITION with both revisions
  /// where the server's is earlier than the client's. None: the server must be asked.
  std::optional<absl::Status> Explain(const absl::Status& refusal, SteadyTime now) const;

  /// The server was asked.
  void Keep(const carom::v1::GetServerInfoResponse& info, SteadyTime now);

 private:
  mutable ClientMutex mutex_;
  carom::v1::GetServerInfoResponse info_ ABSL_GUARDED_BY(mutex_);
  SteadyTime counts_until_ ABSL_GUARDED_BY(mutex_) = -absl::InfiniteDuration();
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_SERVER_REVISION_H_
