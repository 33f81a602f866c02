#ifndef CAROM_CLIENT_INTERNAL_STATUS_H_
#define CAROM_CLIENT_INTERNAL_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace carom {

/// The same code and message; both name the canonical codes by the same numbers.
absl::Status FromGrpcStatus(const grpc::Status& status);

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_STATUS_H_
