#ifndef CAROM_CLIENT_CLI_INTERRUPT_H_
#define CAROM_CLIENT_CLI_INTERRUPT_H_

#include <csignal>
#include <stop_token>
#include <thread>

namespace carom {

/// Turns Ctrl-C and SIGTERM into a stop while it lives. A second signal ends the process at once.
/// Make it before any other thread starts: threads inherit its signal mask, so that only its own
/// thread receives the signals.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  std::stop_token token() const { return stop_.get_token(); }

 private:
  void Watch(std::stop_token end);

  sigset_t signals_;
  sigset_t previous_mask_;
  std::stop_source stop_;
  std::jthread thread_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_INTERRUPT_H_
