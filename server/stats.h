#ifndef CAROM_SERVER_STATS_H_
#define CAROM_SERVER_STATS_H_

#include <atomic>
#include <cstdint>

namespace carom {

/// What the service counts while it runs. Thread-safe; the figures are independent of each other.
struct Stats {
  std::atomic<int64_t> calls_running{0};  ///< Simulate and SimulateBatch.
  std::atomic<int64_t> calls_done{0};
  std::atomic<int64_t> shots_done{0};         ///< Of answers that were complete.
  std::atomic<int64_t> outbox_bytes{0};       ///< Answers waiting for readers, over all streams.
  std::atomic<int64_t> outbox_peak_bytes{0};  ///< The most that one stream ever had waiting.

  void RaiseOutboxPeak(int64_t bytes) {
    int64_t peak = outbox_peak_bytes.load(std::memory_order_relaxed);
    while (bytes > peak &&
           !outbox_peak_bytes.compare_exchange_weak(peak, bytes, std::memory_order_relaxed)) {
    }
  }
};

}  // namespace carom

#endif  // CAROM_SERVER_STATS_H_
