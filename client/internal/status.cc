#include "client/internal/status.h"

#include <grpcpp/support/status.h>

#include "absl/strings/cord.h"
#include "google/rpc/status.pb.h"

namespace carom {

absl::Status FromGrpcStatus(const grpc::Status& status) {
  absl::Status same(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  google::rpc::Status parsed;
  if (!parsed.ParseFromString(status.error_details())) return same;
  for (const google::protobuf::Any& detail : parsed.details()) {
    if (detail.type_url() == FieldErrorType()) {
      same.SetPayload(detail.type_url(), absl::Cord(detail.value()));
    }
  }
  return same;
}

}  // namespace carom
