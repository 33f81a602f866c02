#include "client/internal/server_revision.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "carom/v1/options.pb.h"

namespace carom {

std::optional<absl::Status> ServerRevision::Explain(const absl::Status& refusal,
                                                    SteadyTime now) const {
  if (!absl::IsInvalidArgument(refusal) && !absl::IsUnimplemented(refusal)) return refusal;
  const uint32_t ours = carom::v1::SimulateRequest::descriptor()->file()->options().GetExtension(
      carom::v1::wire_revision);
  const ClientLock lock(mutex_);
  if (now >= counts_until_) return std::nullopt;
  const uint32_t theirs = std::max(info_.wire_revision(), 1u);
  if (theirs >= ours) return refusal;
  const std::string said(refusal.message());
  return absl::FailedPreconditionError(
      absl::StrCat("the server speaks wire revision ", theirs, " (engine ", info_.engine_version(),
                   "), and this client ", ours, ": use a newer server or an older client",
                   said.empty() ? "" : "; it said: ", said));
}

void ServerRevision::Keep(const carom::v1::GetServerInfoResponse& info, SteadyTime now) {
  const ClientLock lock(mutex_);
  info_ = info;
  counts_until_ = now + kCountsFor;
}

}  // namespace carom
