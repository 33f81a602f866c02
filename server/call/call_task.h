#ifndef CAROM_SERVER_CALL_CALL_TASK_H_
#define CAROM_SERVER_CALL_CALL_TASK_H_

#include <chrono>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/log/log_field.h"
#include "server/sent_answers.h"
#include "server/worker_pool.h"

namespace google::protobuf {
class Message;
}

namespace carom {

/// What a call may use, and what it reports of its use. This one sets no bounds; a server's tickets
/// do. Thread-safe.
class Allowance {
 public:
  virtual ~Allowance() = default;

  /// Takes memory. An error ends the call: RESOURCE_EXHAUSTED where it is not there now,
  /// OUT_OF_RANGE where it never is.
  virtual absl::Status Grow(int64_t /*more_bytes*/) { return absl::OkStatus(); }
  /// The same for memory that workers take while they work on the call, `bytes` each, as many as
  /// `workers` at a time: calls share it. Not for work that may rest. Called once.
  virtual absl::Status GrowForWorkers(int64_t /*bytes*/, int64_t /*workers*/) {
    return absl::OkStatus();
  }
  /// The call takes seconds without yielding. An error ends it: too many do so already.
  virtual absl::Status BecomesLong() { return absl::OkStatus(); }
  /// Time that a worker has spent on the call.
  virtual void Worked(std::chrono::nanoseconds /*time*/) {}
  /// The call has its answer.
  virtual void Answered() {}
};

/// How far a part of a call's work is.
enum class PartState {
  kDone,
  kAgain,  ///< Others wait for the worker: go on later.
  kLong,   ///< What comes next takes longer than others may wait: go on in the long lane.
};

/// What a call has under way.
struct CallLoad {
  int running = 0;           ///< Parts that some runner has.
  int64_t outbox_bytes = 0;  ///< Of packets that wait or are on their way.
};

/// A message of a call's answer, and what it tells.
struct CallMessage {
  google::protobuf::Message* message = nullptr;  ///< Null: none. Its content may be taken.
  SentAnswers answers;
  bool droppable = false;  ///< Not wanted where another message waits: it tells of progress.
};

/// What a call has to do, cut into parts that runners work on at the same time, in rounds. The Call
/// decides who runs when; a task knows neither threads nor sinks.
///
///   Open()  ->  round of parts: Take(), Run(), Finished()  ->  Conclude()  -- more --> round ...
///
/// Where "under the lock" is said, the call's lock is held: quick, and no calls back.
class CallTask {
 public:
  /// Works on one part after the other. Used by one worker at a time.
  class Runner {
   public:
    virtual ~Runner() = default;

    /// Takes a part that nobody else has. Under the lock; only while Ready() is positive.
    virtual void Take() = 0;
    /// Works on it until it is done or `yield()` holds. An error ends the call.
    virtual absl::StatusOr<PartState> Run(Worker& worker, const WorkItem::Yield& yield) = 0;
    /// The message of a part that is done, if it has one.
    virtual CallMessage Message() { return {}; }
    /// The part's message, if any, is encoded. Under the lock.
    virtual void Finished() {}
  };

  virtual ~CallTask() = default;

  /// Reads the request and plans its work, before everything else. A task without parts does all of
  /// its work here. kLong: it is called again in the long lane; never there, nor kAgain.
  virtual absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) = 0;
  /// Whether its parts, once open, may take seconds without yielding.
  virtual bool IsLong() const { return false; }
  virtual std::unique_ptr<Runner> MakeRunner() { return nullptr; }

  /// How many parts may begin now. Under the lock.
  virtual int Ready(const CallLoad& /*load*/) const { return 0; }
  /// Whether the round has parts that nobody has taken. Under the lock.
  virtual bool HasParts() const { return false; }

  struct Conclusion {
    bool more = false;    ///< Another round follows.
    CallMessage message;  ///< Sent now; valid until the task is destroyed.
    absl::Status end;     ///< With which the call ends once its messages have left.
  };
  /// All parts of a round are done, and no runner is at work.
  virtual absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield& yield) = 0;
  /// Whether that may take longer than a slice: it is done in the long lane then.
  virtual bool ConcludesLong() const { return false; }

  /// What the log tells of the work beside what was sent; also of a call that was cancelled.
  virtual LogFields Outcome() const { return {}; }
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_CALL_TASK_H_
