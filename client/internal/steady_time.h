#ifndef CAROM_CLIENT_INTERNAL_STEADY_TIME_H_
#define CAROM_CLIENT_INTERNAL_STEADY_TIME_H_

#include <chrono>

#include "absl/time/time.h"

namespace carom {

/// A moment of the steady clock, as the time since its epoch: whoever sets the time of day ends no
/// call and no wait. Infinite where a timeout is.
using SteadyTime = absl::Duration;

/// Takes no lock, unlike absl::Now(), whose lock a fork could leave taken in the child.
inline SteadyTime SteadyNow() {
  return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_STEADY_TIME_H_
