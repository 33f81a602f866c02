#ifndef CAROM_CLIENT_INTERNAL_ATTEMPT_H_
#define CAROM_CLIENT_INTERNAL_ATTEMPT_H_

#include <grpcpp/client_context.h>

#include <string>

#include "absl/status/status.h"
#include "client/internal/retry.h"

namespace carom {

/// Gives an attempt the deadline of its call, and the caller's token if it is not empty.
void Prepare(SteadyTime deadline, const std::string& token, grpc::ClientContext* context);

/// How an attempt ended with `status`, and the pushback that the server's trailing metadata asks
/// for.
AttemptEnd EndOf(const grpc::ClientContext& context, const absl::Status& status);

/// The status of a call after its CallOptions.stop.
absl::Status StoppedByCaller();

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_ATTEMPT_H_
