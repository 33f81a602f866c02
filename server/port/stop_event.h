#ifndef CAROM_SERVER_PORT_STOP_EVENT_H_
#define CAROM_SERVER_PORT_STOP_EVENT_H_

#include <poll.h>
#include <sys/eventfd.h>

#include <chrono>

#include "server/port/owned_file.h"

namespace carom {

/// Tells a thread that waits in poll() that it is to end. Thread-safe.
class StopEvent {
 public:
  void Set() { eventfd_write(file_.number(), 1); }

  /// Ready to be read once the event is set.
  pollfd ToPoll() const { return {.fd = file_.number(), .events = POLLIN, .revents = 0}; }

  /// Waits for the event, no longer than `patience`; whether it is set.
  bool WaitFor(std::chrono::milliseconds patience) const {
    pollfd polled = ToPoll();
    return poll(&polled, 1, static_cast<int>(patience.count())) > 0;
  }

 private:
  const OwnedFile file_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

}  // namespace carom

#endif  // CAROM_SERVER_PORT_STOP_EVENT_H_
