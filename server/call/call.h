#ifndef CAROM_SERVER_CALL_CALL_H_
#define CAROM_SERVER_CALL_CALL_H_

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "server/call/call_task.h"
#include "server/call_control.h"
#include "server/mutex.h"
#include "server/worker_pool.h"

namespace carom {

/// A message on its way out: what it tells, and the sink's own form of it.
struct Packet {
  /// Whatever a sink needs to hand the message on.
  class Payload {
   public:
    virtual ~Payload() = default;
  };

  std::unique_ptr<Payload> payload;
  SentAnswers answers;  ///< `bytes` is the room that the packet takes in the outbox.
};

/// Where the messages of one Call go: a stream of gRPC, or a caller in the process. The call never
/// holds a lock when it calls a sink, and a sink may call it back at once.
class CallSink {
 public:
  virtual ~CallSink() = default;

  /// Makes a packet of a message, whose content it may take; sets answers.bytes where it knows
  /// better. By workers, several at a time.
  virtual Packet Encode(google::protobuf::Message& message, const SentAnswers& answers) = 0;

  /// Begins to hand over a packet, which stays valid until the sink has called Call::Written().
  /// There is never more than one on its way, nor one after End().
  virtual void Write(const Packet& packet) = 0;

  /// So many bytes of packets wait or are on their way. Under the call's lock: for counters.
  virtual void OutboxHolds(int64_t /*bytes*/) {}

  /// The call ends, with a last packet or none (null after an error). Called once, when nothing of
  /// the call is left in the pool and no packet is on its way; the call may be destroyed in it.
  virtual void End(const absl::Status& status, std::unique_ptr<Packet> last) = 0;
};

/// One call on its way through the pool: the only place that knows in which order its work begins,
/// its messages leave, and how it ends. It serves a server's streams and callers in the process
/// alike.
///
/// A worker opens the task. From then on up to `max_runners` runners take its parts, each as an
/// item of the pool, and the last one of a round concludes it. Messages wait in an outbox until the
/// sink has taken the one before. Everything that happens (a part is done, a message is written,
/// the call is cancelled) changes the state under the lock and then calls Advance(), the one place
/// that decides what comes next. Neither the pool nor the sink is called under the lock: both may
/// call back at once.
///
/// Lifetime: the sink's End() comes once, when no item counts and no packet is on its way, and
/// nothing touches the call afterwards. An item counts until it has done its last work for the
/// call, so items refer to it freely. Thread-safe.
class Call {
 public:
  struct Options {
    Lane lane = Lane::kInteractive;   ///< Of the worker that opens the call.
    Lane runner_lane = Lane::kLarge;  ///< Of those that join it.
    uint64_t caller = 0;              ///< As WorkItem::caller().
  };

  /// All arguments outlive the call.
  Call(WorkerPool& pool, CallTask& task, CallSink& sink, CallControl& control, Allowance& allowance,
       const Options& options);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Begins, on a worker. Called once, maybe after Cancel(). The call may have ended when it
  /// returns.
  void Start();
  /// Begins on this thread, which works on the call until others wait for a worker or the work
  /// turns out long; the pool goes on with it then.
  void StartHere(Worker& worker);

  /// The call is not wanted any more; its first error counts. Items that wait in the pool are
  /// dropped: on this thread, which may thus end the call, or on a worker.
  void Cancel(const absl::Status& why, WorkerPool::DropOn thread = WorkerPool::DropOn::kThisThread)
      ABSL_LOCKS_EXCLUDED(mutex_);

  /// The sink has handed the packet of Write() over, or has failed to. It keeps the call until this
  /// returns.
  void Written(bool ok) ABSL_LOCKS_EXCLUDED(mutex_);

  const CallControl& control() const { return control_; }
  /// What the messages that have left the call contained.
  SentAnswers sent() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  class Item;

  /// Counts an item.
  std::unique_ptr<Item> MakeItem(Lane lane) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::unique_ptr<Item> MakeFirstItem() ABSL_LOCKS_EXCLUDED(mutex_);
  /// By an item: opens the call.
  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) ABSL_LOCKS_EXCLUDED(mutex_);
  bool TakePart(CallTask::Runner* runner) ABSL_LOCKS_EXCLUDED(mutex_);
  void PartDone(CallTask::Runner& runner) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<WorkItem::Progress> BecomeLong() ABSL_LOCKS_EXCLUDED(mutex_);
  /// The first error of the call: it is cancelled, and its items that wait in the pool are dropped.
  /// By an item, which still counts.
  void Fail(const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);
  /// An item has ended; after an error no `yield` is needed. The call may be gone afterwards.
  void ItemDone(bool held_part, const absl::Status& status, const WorkItem::Yield* yield)
      ABSL_LOCKS_EXCLUDED(mutex_);
  /// Whether the item that asks is the last one of a round whose parts are all done.
  bool EndsRound() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::optional<Packet> Encode(const CallMessage& message);
  void Push(std::optional<Packet> packet, bool droppable) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void AddOutboxBytes(int64_t bytes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  CallLoad Load() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return {running_, outbox_bytes_}; }
  int ItemsToAdd() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Starts items, a write, or the end of the call, as the state allows, and releases the mutex.
  /// The call may be gone when it returns.
  void Advance() ABSL_UNLOCK_FUNCTION(mutex_);

  WorkerPool& pool_;
  CallTask& task_;
  CallSink& sink_;
  CallControl& control_;
  Allowance& allowance_;
  const Options options_;
  const int max_runners_;
  bool opened_ = false;  ///< Of the first item, until there are others.

  mutable Mutex mutex_;
  int items_ ABSL_GUARDED_BY(mutex_) = 0;    ///< Queued or at work.
  int running_ ABSL_GUARDED_BY(mutex_) = 0;  ///< Parts that items hold.
  bool started_ ABSL_GUARDED_BY(mutex_) = false;
  bool in_rounds_ ABSL_GUARDED_BY(mutex_) = false;  ///< The task is open: runners may join.
  bool is_long_ ABSL_GUARDED_BY(mutex_) = false;
  bool complete_ ABSL_GUARDED_BY(mutex_) = false;  ///< All work is done.
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Status status_ ABSL_GUARDED_BY(mutex_);     ///< Not OK: the call ends as soon as it can.
  absl::Status last_word_ ABSL_GUARDED_BY(mutex_);  ///< With which a complete call ends.
  std::list<Packet> outbox_ ABSL_GUARDED_BY(mutex_);
  std::optional<Packet> writing_ ABSL_GUARDED_BY(mutex_);  ///< On its way.
  int64_t outbox_bytes_ ABSL_GUARDED_BY(mutex_) = 0;       ///< Of both.
  SentAnswers sent_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_CALL_H_
