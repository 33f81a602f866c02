#include "client/cli/progress_bar.h"

#include <syncstream>

#include "absl/strings/str_format.h"

namespace carom {
namespace {

constexpr int kBarWidth = 30;

double ShareOf(const BatchProgress& progress) {
  if (progress.shots_total == 0) return 1.0;
  return static_cast<double>(progress.shots) / static_cast<double>(progress.shots_total);
}

}  // namespace

std::string ProgressLine(const BatchProgress& progress, double seconds) {
  const double share = ShareOf(progress);
  const auto filled = static_cast<size_t>(share * kBarWidth);
  const double rate = seconds > 0.0 ? static_cast<double>(progress.shots) / seconds : 0.0;
  const auto left = static_cast<double>(progress.shots_total - progress.shots);
  std::string line = absl::StrFormat("[%s%s] %3.0f%%  %d/%d shots  %.0f shots/s",
                                     std::string(filled, '#'), std::string(kBarWidth - filled, ' '),
                                     100.0 * share, progress.shots, progress.shots_total, rate);
  if (rate > 0.0) line += absl::StrFormat("  %.0f s left", left / rate);
  return line;
}

ProgressBar::ProgressBar(std::ostream& out, bool enabled) : out_(out), enabled_(enabled) {}

ProgressBar::~ProgressBar() {
  if (enabled_) std::osyncstream(out_) << "\r\033[K" << std::flush;
}

void ProgressBar::Update(const BatchProgress& progress) {
  const Clock::time_point now = Clock::now();
  if (!enabled_ || now < next_draw_) return;
  next_draw_ = now + std::chrono::milliseconds(100);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::osyncstream(out_) << '\r' << ProgressLine(progress, seconds) << "\033[K" << std::flush;
}

}  // namespace carom
