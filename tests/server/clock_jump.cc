#include "tests/server/clock_jump.h"

#include <dlfcn.h>
#include <time.h>

#include <atomic>

namespace carom {
namespace {

std::atomic<std::chrono::seconds::rep> jump_s{0};

}  // namespace

ClockJump::ClockJump(std::chrono::seconds by) { jump_s = by.count(); }
ClockJump::~ClockJump() { jump_s = 0; }

}  // namespace carom

// A program's own functions go before those of its libraries.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  using Function = int (*)(clockid_t, timespec*);
  static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "clock_gettime"));
  const int result = next(clock, time);
  if (clock == CLOCK_REALTIME) time->tv_sec += carom::jump_s;
  return result;
}
