#ifndef CAROM_CLIENT_INTERNAL_GRPC_TIME_H_
#define CAROM_CLIENT_INTERNAL_GRPC_TIME_H_

#include <grpc/support/time.h>
#include <grpcpp/support/time.h>

#include "client/internal/steady_time.h"

namespace carom {

/// The same moment, as gRPC takes it for deadlines and alarms: its monotonic clock is the steady
/// one.
inline gpr_timespec ToGrpcTime(SteadyTime moment) {
  if (moment == absl::InfiniteDuration()) return gpr_inf_future(GPR_CLOCK_MONOTONIC);
  const timespec time = absl::ToTimespec(moment);
  return {time.tv_sec, static_cast<int32_t>(time.tv_nsec), GPR_CLOCK_MONOTONIC};
}

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_GRPC_TIME_H_
