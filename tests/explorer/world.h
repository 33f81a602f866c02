#ifndef CAROM_TESTS_EXPLORER_WORLD_H_
#define CAROM_TESTS_EXPLORER_WORLD_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "server/call/call.h"
#include "server/worker_pool.h"
#include "tests/explorer/scenario.h"
#include "tests/explorer/scheduler.h"

namespace carom::explore {

/// Parts have numbers from 0 on; the message at the end has this one.
inline constexpr int kEndMessage = 100;

/// In place of a message of protobuf: nobody looks into it.
struct Message {
  int part = 0;
  google::protobuf::Message* AsMessage() {
    return reinterpret_cast<google::protobuf::Message*>(this);
  }
};

Packet MakePacket(google::protobuf::Message& message, const SentAnswers& answers);
/// The number of the message that the packet was made of.
int PartOf(const Packet& packet);

/// The long items of a pool of one or two workers, of which one at a time is at work.
class LongLane {
 public:
  /// Works for a turn, and lets others have theirs.
  void Turn(const WorkItem::Yield& yield);

  bool pool_ends = false;  ///< Those that rest all go on then.

 private:
  int at_work_ = 0;
};

/// What has happened to a call so far, and what must not happen any more.
class World {
 public:
  World(const Scenario& what, LongLane& lane) : scenario(what), long_lane(lane) {}

  /// A message is handed over.
  void Deliver(int part);
  /// The call ends.
  void End(const absl::Status& last_status, const Packet* last);
  void WaitForEnd();
  /// What must hold when nothing of the call is left.
  void CheckEnd() const;

  const Scenario& scenario;
  LongLane& long_lane;
  uint64_t caller = 0;
  const World* rival = nullptr;  ///< A call whose end this one waits for while it works.
  std::atomic<bool> draining{false};
  bool is_long = false;  ///< The call has a long place.
  int64_t outbox_bytes = 0;
  bool ended = false;
  bool is_gone = false;             ///< An asynchronous call.
  std::optional<FiberId> beginner;  ///< That is beginning one.
  Waiters end;                      ///< For either.

 private:
  bool HasDelivered(int part) const;

  std::optional<absl::Status> status_;
  std::vector<int> delivered_;
};

}  // namespace carom::explore

#endif  // CAROM_TESTS_EXPLORER_WORLD_H_
