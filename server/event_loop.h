#ifndef CAROM_SERVER_EVENT_LOOP_H_
#define CAROM_SERVER_EVENT_LOOP_H_

#include <grpcpp/completion_queue.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "server/handover.h"

namespace carom {

/// Takes what gRPC reports of its operations from a completion queue, on threads of its own.
/// gRPC's callback API has threads for this too, but wakes another one for each report: 10.5
/// context switches of the process for a small call, in place of 6.6. Thread-safe.
class EventLoop {
 public:
  /// The tag of an operation.
  class Event {
   public:
    /// The operation is done. On a thread of the loop: must not block.
    virtual void Happened(bool ok) = 0;

    /// To be asked for when an operation is started.
    void* Tag() {
      HandOver(this);
      return this;
    }

   protected:
    ~Event() = default;
  };

  explicit EventLoop(std::unique_ptr<grpc::ServerCompletionQueue> queue);
  /// Waits for its users, and joins. gRPC's server has shut down, and still exists.
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Called once. Throws std::system_error where the machine has no more threads.
  void Start(int threads);

  grpc::ServerCompletionQueue& queue() { return *queue_; }

  /// For as long as it lives, its owner may start operations. It ends on a thread of the loop.
  class User {
   public:
    explicit User(EventLoop& loop) : loop_(loop) { ++loop_.users_; }
    ~User() {
      if (--loop_.users_ == 0) loop_.users_.notify_all();
    }
    User(const User&) = delete;
    User& operator=(const User&) = delete;

   private:
    EventLoop& loop_;
  };

 private:
  void Run();

  const std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::atomic<int> users_{0};
  std::vector<std::thread> threads_;
};

}  // namespace carom

#endif  // CAROM_SERVER_EVENT_LOOP_H_
