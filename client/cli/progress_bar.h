#ifndef CAROM_CLIENT_CLI_PROGRESS_BAR_H_
#define CAROM_CLIENT_CLI_PROGRESS_BAR_H_

#include <chrono>
#include <ostream>
#include <string>

#include "carom/client/options.h"

namespace carom {

/// The line that ProgressBar draws, `seconds` after the start: bar, share, rate and time left.
std::string ProgressLine(const BatchProgress& progress, double seconds);

/// A line on a terminal that follows a batch; redraws itself ten times a second at most.
class ProgressBar {
 public:
  /// Draws nothing unless `enabled`.
  ProgressBar(std::ostream& out, bool enabled);
  /// Wipes the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void Update(const BatchProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  std::ostream& out_;
  const bool enabled_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_ = start_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_PROGRESS_BAR_H_
