#ifndef CAROM_CLIENT_INTERNAL_BATCH_RUN_H_
#define CAROM_CLIENT_INTERNAL_BATCH_RUN_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <stop_token>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/connection.h"
#include "carom/client/options.h"
#include "carom/client/shot_range.h"
#include "client/internal/batch_hash.h"
#include "client/internal/mutex.h"
#include "client/internal/steady_time.h"

namespace carom {

/// One batch of Client::SimulateBatch: cuts it into ranges, runs several calls at a time, one
/// thread each, and brings their chunks together. Used once.
///
/// At most a window of ranges is open at any time, so that one slow call cannot make the others
/// pile up results or hashes behind it.
class BatchRun {
 public:
  /// The arguments must outlive the run.
  BatchRun(Connection* connection, const carom::v1::SimulateBatchRequest& request,
           const BatchHandlers& handlers, const BatchOptions& options);

  absl::StatusOr<BatchSummary> Run();

 private:
  // OK, or what is wrong with request or options.
  absl::Status Check() const;
  // Asks the server how many shots one call may have, and which engine it has. One shot needs
  // neither.
  absl::Status AskServer(uint64_t shots);
  CallOptions MakeCallOptions(std::stop_token stop) const;

  // What each thread does: takes one range after the other.
  void RunCalls();

  // Waits until a further range may be opened, and opens it. False if none is left or after a stop.
  bool OpenRange(size_t* index);
  void CloseRange(const ShotRange& range, const absl::Status& status);

  // Takes a chunk when it is this thread's turn, unless an error has ended the batch; returns the
  // error that has.
  absl::Status Accept(carom::v1::SimulateBatchResponse response);
  absl::Status CheckEngine(const std::string& version) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The columns that the run itself reads.
  absl::Status CheckChunk(const carom::v1::ShotResults& results) const;
  absl::Status CheckSelection(const carom::v1::ShotResults& results) const;
  // Calls the handlers with the chunks that are due. By one thread at a time, without the lock.
  absl::Status HandOver();
  absl::Status CallHandlers();
  // The next chunk that is due, and what is done with it.
  bool TakeDue(carom::v1::ShotResults* chunk, BatchProgress* progress);
  absl::Status NoteThrown();

  BatchSummary Summary() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Connection* const connection_;
  const carom::v1::SimulateBatchRequest& request_;
  const ShotRange all_;
  const BatchHandlers& handlers_;
  const BatchOptions& options_;
  const ShotSet before_;  // Shots that this run does not play.
  const SteadyTime deadline_;
  uint32_t shots_per_call_ = 0;
  std::string wanted_engine_;
  std::vector<ShotRange> ranges_;
  std::stop_source stop_;  // Stopped by the caller's stop and by the first error.

  mutable ClientMutex mutex_;
  std::condition_variable_any moved_;                  // The window, or whose turn it is.
  bool handing_over_ ABSL_GUARDED_BY(mutex_) = false;  // A thread does, the others wait.
  size_t next_range_ ABSL_GUARDED_BY(mutex_) = 0;      // The next one to open.
  ShotSet closed_ ABSL_GUARDED_BY(mutex_);  // What was done before, and shots of calls that ended.
  absl::Status status_ ABSL_GUARDED_BY(mutex_);  // The first error.
  BatchProgress progress_ ABSL_GUARDED_BY(mutex_);
  BatchHash hash_ ABSL_GUARDED_BY(mutex_);
  std::string engine_version_ ABSL_GUARDED_BY(mutex_);  // Of what has arrived.
  uint64_t next_shot_ ABSL_GUARDED_BY(mutex_);          // With kShot: the next one to hand over.
  std::map<uint64_t, carom::v1::ShotResults> waiting_ ABSL_GUARDED_BY(mutex_);
  std::exception_ptr thrown_ ABSL_GUARDED_BY(mutex_);  // The first; Run() throws it.
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_BATCH_RUN_H_
