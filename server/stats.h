#ifndef CAROM_SERVER_STATS_H_
#define CAROM_SERVER_STATS_H_

#include <atomic>
#include <cstdint>

#include "server/sent_answers.h"

namespace carom {

/// What the service counts while it runs. Thread-safe; the figures are independent of each other.
struct Stats {
  std::atomic<int64_t> calls_running{0};  ///< Of shots and mechanisms; batches included.
  /// Of those: ended since their clients stall. gRPC may be unable to end them, because its write
  /// to such a client stands still.
  std::atomic<int64_t> calls_stuck{0};
  std::atomic<int64_t> calls_done{0};  ///< Likewise.
  // Of answers that were sent.
  std::atomic<int64_t> shots_done{0};         ///< Those that failed included.
  std::atomic<int64_t> shots_failed{0};       ///< Whose own status is an error.
  std::atomic<int64_t> events_done{0};        ///< Of all shots.
  std::atomic<int64_t> bytes_sent{0};         ///< Of shots and mechanisms.
  std::atomic<int64_t> outbox_bytes{0};       ///< Answers waiting for readers, over all streams.
  std::atomic<int64_t> outbox_peak_bytes{0};  ///< The most that one stream ever had waiting.

  void Count(const SentAnswers& sent) {
    shots_done += sent.shots;
    shots_failed += sent.failed_shots;
    events_done += sent.events;
    bytes_sent += sent.bytes;
  }

  void RaiseOutboxPeak(int64_t bytes) {
    int64_t peak = outbox_peak_bytes.load(std::memory_order_relaxed);
    while (bytes > peak &&
           !outbox_peak_bytes.compare_exchange_weak(peak, bytes, std::memory_order_relaxed)) {
    }
  }
};

}  // namespace carom

#endif  // CAROM_SERVER_STATS_H_
