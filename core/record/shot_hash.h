#ifndef CAROM_CORE_RECORD_SHOT_HASH_H_
#define CAROM_CORE_RECORD_SHOT_HASH_H_

#include <cstdint>
#include <vector>

#include "core/base/hash.h"
#include "core/record/event.h"
#include "core/state/ball_state.h"

namespace carom {

/// The 64-bit hash of a shot's answer, the same whatever the detail: every event's (time, kind,
/// ids) as it happens (of a press, of each contact), then stop reason, end time and the final
/// states. -0 counts as +0. A batch's hash is a BitHash over its shots' hashes in shot order (a
/// failed shot counts as 0).
class ShotHash {
 public:
  void AddEvent(const Event& event);
  uint64_t Finish(StopReason reason, double end_time_s, const std::vector<BallState>& states);

 private:
  BitHash bits_;
};

}  // namespace carom

#endif  // CAROM_CORE_RECORD_SHOT_HASH_H_
