#include "client/internal/attempt.h"

#include <optional>
#include <string>

#include "absl/strings/numbers.h"
#include "client/internal/grpc_time.h"

namespace carom {

void Prepare(SteadyTime deadline, const std::string& token, grpc::ClientContext* context) {
  if (deadline != absl::InfiniteDuration()) context->set_deadline(ToGrpcTime(deadline));
  if (!token.empty()) context->AddMetadata("authorization", "Bearer " + token);
}

AttemptEnd EndOf(const grpc::ClientContext& context, const absl::Status& status) {
  AttemptEnd end{status, std::nullopt};
  const auto& metadata = context.GetServerTrailingMetadata();
  const auto pushback = metadata.find("grpc-retry-pushback-ms");
  if (pushback == metadata.end()) return end;
  int milliseconds = 0;
  const std::string value(pushback->second.data(), pushback->second.size());
  end.pushback = absl::Milliseconds(absl::SimpleAtoi(value, &milliseconds) ? milliseconds : -1);
  return end;
}

absl::Status StoppedByCaller() { return absl::CancelledError("stopped by the caller"); }

}  // namespace carom
