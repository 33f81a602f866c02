#ifndef CAROM_SERVER_SENT_ANSWERS_H_
#define CAROM_SERVER_SENT_ANSWERS_H_

#include <cstdint>

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

}  // namespace carom

#endif  // CAROM_SERVER_SENT_ANSWERS_H_
