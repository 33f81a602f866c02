#include "client/cli/elapsed_line.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "client/cli/numbers.h"

namespace carom {
namespace {

void DrawUntil(std::ostream& out, ElapsedLine::Clock::duration period, std::stop_token end) {
  const auto start = ElapsedLine::Clock::now();
  std::mutex mutex;
  std::condition_variable_any ended;
  std::unique_lock lock(mutex);
  bool drawn = false;
  for (auto next = start + period; !end.stop_requested(); next += period) {
    ended.wait_until(lock, end, next, [] { return false; });
    if (end.stop_requested()) break;
    const std::chrono::duration<double> elapsed = ElapsedLine::Clock::now() - start;
    out << '\r' << Fixed(elapsed.count(), 0) << " s ...\033[K" << std::flush;
    drawn = true;
  }
  if (drawn) out << "\r\033[K" << std::flush;
}

}  // namespace

ElapsedLine::ElapsedLine(std::ostream& out, bool enabled, Clock::duration period) {
  if (!enabled) return;
  thread_ = std::jthread([&out, period](std::stop_token end) { DrawUntil(out, period, end); });
}

ElapsedLine::~ElapsedLine() = default;

}  // namespace carom
