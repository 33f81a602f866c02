#ifndef CAROM_CLIENT_INTERNAL_CALLS_IN_FLIGHT_H_
#define CAROM_CLIENT_INTERNAL_CALLS_IN_FLIGHT_H_

#include <condition_variable>
#include <map>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "client/internal/mutex.h"

namespace carom {

/// Something that can be made to end early.
class Cancellable {
 public:
  virtual ~Cancellable() = default;
  /// Ends it with `status`, soon, and not on this thread. Does nothing if it has ended.
  virtual void Cut(const absl::Status& status) = 0;
};

/// The asynchronous calls of a connection, which must not outlive it: each holds a channel, and the
/// last channel must not be dropped by a thread of gRPC's. Thread-safe.
class CallsInFlight {
 public:
  /// Holds a place among the calls while it lives. It is the first member of a call, so that all
  /// other members are destroyed before the place is given up.
  class Place {
   public:
    explicit Place(CallsInFlight* calls) : calls_(*calls) {}
    ~Place() { calls_.Remove(this); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    /// The call is complete enough to be cut.
    void Enter(const std::shared_ptr<Cancellable>& call) { calls_.Add(this, call); }

   private:
    CallsInFlight& calls_;
  };

  /// Cuts all calls, including those that begin meanwhile, and waits until all are gone.
  void CutAndWait(const absl::Status& status);

 private:
  void Add(const Place* place, const std::shared_ptr<Cancellable>& call);
  void Remove(const Place* place);

  ClientMutex mutex_;
  std::condition_variable_any moved_;
  std::map<const Place*, std::weak_ptr<Cancellable>> calls_ ABSL_GUARDED_BY(mutex_);
  absl::Status cut_ ABSL_GUARDED_BY(mutex_);  // OK: calls may begin.
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_CALLS_IN_FLIGHT_H_
