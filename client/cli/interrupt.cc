#include "client/cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <string_view>
#include <utility>

namespace carom {

InterruptWatch::InterruptWatch() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &previous_mask_);
  thread_ = std::jthread([this](std::stop_token end) { Watch(std::move(end)); });
}

InterruptWatch::~InterruptWatch() {
  thread_.request_stop();
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

void InterruptWatch::Watch(std::stop_token end) {
  constexpr timespec kPollInterval = {0, 50'000'000};
  while (!end.stop_requested()) {
    const int signal = sigtimedwait(&signals_, nullptr, &kPollInterval);
    if (signal < 0) continue;
    if (stop_.stop_requested()) {
      constexpr std::string_view kLine = "\ncarom: ended at once, at the second signal\n";
      (void)!write(STDERR_FILENO, kLine.data(), kLine.size());  // No stream: others may hold it.
      _exit(128 + signal);
    }
    stop_.request_stop();
  }
}

}  // namespace carom
