#ifndef CAROM_SERVER_SENT_ANSWERS_H_
#define CAROM_SERVER_SENT_ANSWERS_H_

#include <cstdint>
#include <numeric>

#include "carom/v1/result.pb.h"

namespace carom {

/// What a call of shots has sent. A call that ends before its answer has sent nothing.
struct SentAnswers {
  int64_t shots = 0;         ///< Shots that were played.
  int64_t failed_shots = 0;  ///< Of `shots`: those whose own status is an error.
  int64_t events = 0;        ///< Of all shots.
  int64_t bytes = 0;

  SentAnswers& operator+=(const SentAnswers& more) {
    shots += more.shots;
    failed_shots += more.failed_shots;
    events += more.events;
    bytes += more.bytes;
    return *this;
  }
};

/// The answers in one message of `bytes` bytes. With a selection all played shots count: they are
/// answered, though not one by one.
inline SentAnswers Sent(const v1::ShotResults& results, int64_t bytes) {
  if (results.has_selection()) {
    const v1::ShotSelection& selection = results.selection();
    return {selection.played_count(), results.failures_size(),
            static_cast<int64_t>(selection.event_count()), bytes};
  }
  return {results.shot_count(), results.failures_size(),
          std::accumulate(results.event_counts().begin(), results.event_counts().end(), int64_t{0}),
          bytes};
}

}  // namespace carom

#endif  // CAROM_SERVER_SENT_ANSWERS_H_
