#ifndef CAROM_TESTS_SERVER_CLOCK_JUMP_H_
#define CAROM_TESTS_SERVER_CLOCK_JUMP_H_

#include <chrono>

namespace carom {

/// While it lives, the time of day of this process is off by so much, for libraries too.
class ClockJump {
 public:
  explicit ClockJump(std::chrono::seconds by);
  ~ClockJump();
  ClockJump(const ClockJump&) = delete;
  ClockJump& operator=(const ClockJump&) = delete;
};

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_CLOCK_JUMP_H_
