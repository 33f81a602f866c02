#ifndef CAROM_CLIENT_CLI_ELAPSED_LINE_H_
#define CAROM_CLIENT_CLI_ELAPSED_LINE_H_

#include <chrono>
#include <ostream>
#include <thread>

#include "client/cli/console.h"

namespace carom {

/// A line on a terminal, "12 s ...", that shows while it lives that a silent call is still at work.
/// Short calls never show it. Nothing else may write to `out` meanwhile.
class ElapsedLine {
 public:
  using Clock = std::chrono::steady_clock;

  /// Draws every `period`, first after one `period`; draws nothing unless `enabled`.
  ElapsedLine(std::ostream& out, bool enabled, Clock::duration period = std::chrono::seconds(1));
  /// Wipes the line.
  ~ElapsedLine();
  ElapsedLine(const ElapsedLine&) = delete;
  ElapsedLine& operator=(const ElapsedLine&) = delete;

 private:
  std::jthread thread_;  // Without one when disabled.
};

/// What `call` returns, with an ElapsedLine on the console while it lasts.
template <typename Call>
auto WithElapsedLine(const Console& console, const Call& call) {
  const ElapsedLine line(console.err, console.err_is_terminal);
  return call();
}

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_ELAPSED_LINE_H_
