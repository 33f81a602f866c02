#ifndef CAROM_SERVER_PORT_PORT_PROBE_H_
#define CAROM_SERVER_PORT_PORT_PROBE_H_

#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "server/port/stop_event.h"

namespace carom {

/// Connects to a port of this process every second, as a client does, to see whether it is
/// answered: in plain text by the SETTINGS with which an HTTP/2 server begins [RFC 9113, 3.4], with
/// TLS, where the probe ends what it has sent, by an orderly end. Thread-safe.
class PortProbe {
 public:
  /// `listening` is the socket that listens. The first probe is over when this returns.
  PortProbe(int listening, bool tls);
  ~PortProbe();
  PortProbe(const PortProbe&) = delete;
  PortProbe& operator=(const PortProbe&) = delete;

  /// Whether one of the probes of the last four seconds was answered: one lost does not count.
  bool answered() const;

 private:
  using Clock = std::chrono::steady_clock;

  void Run();
  bool Probe() const;

  const bool tls_;
  sockaddr_storage address_ = {};
  socklen_t address_size_ = sizeof(address_);
  StopEvent stop_;
  std::atomic<Clock::time_point> answered_at_{Clock::time_point::min()};
  std::thread thread_;
};

}  // namespace carom

#endif  // CAROM_SERVER_PORT_PORT_PROBE_H_
