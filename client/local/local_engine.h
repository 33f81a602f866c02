#ifndef CAROM_CLIENT_LOCAL_LOCAL_ENGINE_H_
#define CAROM_CLIENT_LOCAL_LOCAL_ENGINE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "client/internal/calls_in_flight.h"
#include "server/mutex.h"
#include "server/request_limits.h"
#include "server/scene_store.h"
#include "server/worker_pool.h"

namespace carom {

/// How often the process has been forked off since the first call of this function, up to its
/// oldest ancestor. What was made in another generation has threads that do not exist here, and
/// mutexes that nobody may ever unlock. Thread-safe; next to free.
uint64_t ForkGeneration();

/// What the calls of one connection share within one process: threads, converted scenes, limits. A
/// forked child makes another. Thread-safe.
class LocalEngine {
 public:
  /// RESOURCE_EXHAUSTED where the machine has no more threads. `threads` is positive.
  static absl::StatusOr<std::unique_ptr<LocalEngine>> Start(int threads);

  /// Cuts asynchronous calls, and waits until they and all threads are gone. No call waits here.
  ~LocalEngine();

  /// The ForkGeneration() that has its threads.
  uint64_t generation() const { return generation_; }
  const RequestLimits& limits() const { return limits_; }
  const StreamLimits& streams() const { return streams_; }
  SceneStore& scenes() { return scenes_; }
  WorkerPool& pool() { return pool_; }
  CallsInFlight& in_flight() { return in_flight_; }

  /// Counts a call while it lives.
  class Call {
   public:
    explicit Call(LocalEngine& engine) : engine_(engine) { ++engine_.calls_; }
    ~Call() { --engine_.calls_; }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// Whether there is no other: the threads of the pool are idle.
    bool IsAlone() const { return engine_.calls_ == 1; }

   private:
    LocalEngine& engine_;
  };

  /// A worker for a thread that is not the pool's, kept for the next one when it is given back.
  struct GiveBack {
    LocalEngine* engine;
    void operator()(Worker* worker) const { engine->Keep(std::unique_ptr<Worker>(worker)); }
  };
  using BorrowedWorker = std::unique_ptr<Worker, GiveBack>;
  BorrowedWorker BorrowWorker();

 private:
  explicit LocalEngine(int threads);
  void Keep(std::unique_ptr<Worker> worker);

  const uint64_t generation_;
  const RequestLimits limits_;
  const StreamLimits streams_;
  SceneStore scenes_;
  std::atomic<int> calls_{0};
  CallsInFlight in_flight_;
  Mutex mutex_;
  std::vector<std::unique_ptr<Worker>> spare_ ABSL_GUARDED_BY(mutex_);
  WorkerPool pool_;  // Last, so that its threads find all else in place.
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_ENGINE_H_
