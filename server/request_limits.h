#ifndef CAROM_SERVER_REQUEST_LIMITS_H_
#define CAROM_SERVER_REQUEST_LIMITS_H_

#include <cstdint>

#include "absl/time/time.h"

namespace carom {

/// What no server may allow more of: the wire says so of the calls with one answer.
inline constexpr int kMostShotsOfOneAnswer = 4096;

/// What one request may ask for. A limit may refuse a request (or one of its shots), it never
/// alters an answer.
struct RequestLimits {
  int64_t max_message_bytes = 16 << 20;  ///< Taken and sent.
  int max_shots_per_simulate = kMostShotsOfOneAnswer;
  int max_shots_per_batch = 65536;
  int max_events = 1'000'000;                   ///< The largest settings.limits.max_events.
  int64_t max_samples_per_shot = 1 << 18;       ///< Sampled states: times x balls.
  int64_t max_samples_per_mechanism = 1 << 16;  ///< Sampled times.
  /// Of forces: the largest max_evaluations of an integration, and of all runs of an aim together.
  int64_t max_evaluations = 50'000'000;
  double max_duration_s = 3600.0;            ///< The longest duration of a mechanism.
  int64_t max_shot_bytes = 8 << 20;          ///< Answer for one shot.
  int64_t max_log_bytes = 48 << 20;          ///< Log of one shot, in its worker's memory.
  int64_t max_draws_per_estimate = 1 << 20;  ///< Of all candidates.
};

/// How SimulateBatch streams.
struct StreamLimits {
  /// A chunk is closed by the shot that reaches either, so it may exceed chunk_bytes by that shot.
  int64_t chunk_bytes = 256 << 10;
  int chunk_shots = 1024;
  /// With a filter this many played shots close a chunk, whether they are sent or not. A goal that
  /// 1 shot in 4 meets fills its chunks, and a goal that no shot meets costs a quarter of the
  /// messages of no filter.
  int chunk_played_shots = 4096;
  /// The first shot that ends after this time closes a chunk too. So the results of slow shots are
  /// sent soon, and the end of a server or of its caller costs each thread at most this much work.
  absl::Duration chunk_time = absl::Seconds(1);
  /// Answers that may wait for a slow reader; beyond it the stream's shots are not simulated.
  int64_t outbox_bytes = 0;  ///< 0: two chunks a worker, at least 1 MiB.
};

/// An answer takes memory as columns, which have room to grow, and as bytes to be sent.
inline constexpr int64_t kAnswerCopies = 3;

}  // namespace carom

#endif  // CAROM_SERVER_REQUEST_LIMITS_H_
