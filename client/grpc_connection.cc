#include "client/grpc_connection.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "client/status.h"

namespace carom {
namespace {

using carom::v1::SimulateBatchRequest;
using carom::v1::SimulateBatchResponse;

// The context of one attempt: the call's deadline, and the caller's stop turned into a
// cancellation.
class Attempt {
 public:
  Attempt(const CallOptions& options, absl::Time deadline)
      : on_stop_(options.stop, [this] { context_.TryCancel(); }) {
    if (deadline != absl::InfiniteFuture()) context_.set_deadline(absl::ToChronoTime(deadline));
  }

  grpc::ClientContext* context() { return &context_; }

  AttemptEnd End(const absl::Status& status) const {
    AttemptEnd end{status, std::nullopt};
    const auto& metadata = context_.GetServerTrailingMetadata();
    const auto pushback = metadata.find("grpc-retry-pushback-ms");
    int milliseconds = 0;
    if (pushback == metadata.end()) return end;
    const std::string value(pushback->second.data(), pushback->second.size());
    end.pushback = absl::Milliseconds(absl::SimpleAtoi(value, &milliseconds) ? milliseconds : -1);
    return end;
  }

 private:
  grpc::ClientContext context_;
  std::stop_callback<std::function<void()>> on_stop_;  // After what it uses.
};

// A connection is made only while somebody waits for it: a call that fails at once does not.
void LookForServer(grpc::Channel& channel, absl::Time deadline, const std::stop_token& stop) {
  constexpr absl::Duration kLook = absl::Milliseconds(200);
  constexpr absl::Duration kStep = absl::Milliseconds(20);
  const absl::Time end = std::min(absl::Now() + kLook, deadline);
  while (absl::Now() < end && !stop.stop_requested()) {
    if (channel.WaitForConnected(absl::ToChronoTime(absl::Now() + kStep))) return;
  }
}

absl::Status Stopped() { return absl::CancelledError("stopped by the caller"); }

}  // namespace

GrpcConnection::GrpcConnection(std::vector<std::shared_ptr<grpc::Channel>> channels,
                               Reconnect reconnect, RetryOptions retry)
    : reconnect_(reconnect), retry_(std::move(retry)) {
  for (std::shared_ptr<grpc::Channel>& channel : channels) {
    ways_.push_back({channel, carom::v1::SimulationService::NewStub(channel)});
  }
}

const GrpcConnection::Way& GrpcConnection::NextWay() { return ways_[next_way_++ % ways_.size()]; }

bool GrpcConnection::TryAgain(RetryPolicy& policy, const AttemptEnd& end,
                              const std::stop_token& stop) {
  if (!policy.WaitForRetry(end)) return false;
  if (reconnect_ == Reconnect::kByItself) return true;
  for (const Way& way : ways_) {
    // gRPC itself would come back to a server that was away only after a second or more.
    if (way.channel->GetState(/*try_to_connect=*/true) == GRPC_CHANNEL_READY) continue;
    grpc::experimental::ChannelResetConnectionBackoff(way.channel.get());
  }
  LookForServer(*ways_[next_way_ % ways_.size()].channel, policy.deadline(), stop);
  return true;
}

template <typename Request, typename Response>
absl::StatusOr<Response> GrpcConnection::CallUnary(
    grpc::Status (StubInterface::*method)(grpc::ClientContext*, const Request&, Response*),
    const Request& request, const CallOptions& options) {
  RetryPolicy policy(retry_, options);
  for (;;) {
    if (options.stop.stop_requested()) return Stopped();
    Attempt attempt(options, policy.deadline());
    Response response;
    const absl::Status status =
        FromGrpcStatus((NextWay().stub.get()->*method)(attempt.context(), request, &response));
    if (status.ok()) return response;
    if (!TryAgain(policy, attempt.End(status), options.stop)) {
      return options.stop.stop_requested() ? Stopped() : status;
    }
  }
}

absl::StatusOr<carom::v1::SimulateResponse> GrpcConnection::Simulate(
    const carom::v1::SimulateRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::Simulate, request, options);
}

absl::StatusOr<carom::v1::SimulateMechanismResponse> GrpcConnection::SimulateMechanism(
    const carom::v1::SimulateMechanismRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::SimulateMechanism, request, options);
}

absl::StatusOr<carom::v1::ListTablesResponse> GrpcConnection::ListTables(
    const carom::v1::ListTablesRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::ListTables, request, options);
}

absl::StatusOr<carom::v1::GetTableResponse> GrpcConnection::GetTable(
    const carom::v1::GetTableRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::GetTable, request, options);
}

absl::StatusOr<carom::v1::GetServerInfoResponse> GrpcConnection::GetServerInfo(
    const carom::v1::GetServerInfoRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::GetServerInfo, request, options);
}

// The first round asks for everything. Each further round asks for one gap after the other, until
// none is left or the server stays silent for too long.
absl::Status GrpcConnection::SimulateBatch(const SimulateBatchRequest& request,
                                           const CallOptions& options,
                                           const ResponseCallback& on_response) {
  RetryPolicy policy(retry_, options);
  MissingShots missing(AllShots(request));
  absl::Status refusal;  // Of the callback: final, whatever its code.
  const ResponseCallback deliver = [&](SimulateBatchResponse response) {
    policy.NoteProgress();
    return refusal = on_response(std::move(response));
  };
  bool first_round = true;
  while (first_round || !missing.gaps().empty()) {
    first_round = false;
    for (const ShotRange& gap : missing.gaps()) {
      const AttemptEnd end =
          ReadStream(request, gap, options, policy.deadline(), deliver, &missing);
      if (end.status.ok()) continue;
      if (!refusal.ok()) return refusal;
      if (options.stop.stop_requested()) return Stopped();
      if (!TryAgain(policy, end, options.stop)) return end.status;
      break;
    }
  }
  return absl::OkStatus();
}

AttemptEnd GrpcConnection::ReadStream(const SimulateBatchRequest& request, const ShotRange& range,
                                      const CallOptions& options, absl::Time deadline,
                                      const ResponseCallback& on_response, MissingShots* missing) {
  Attempt attempt(options, deadline);
  const auto stream = NextWay().stub->SimulateBatch(attempt.context(), Slice(request, range));
  absl::Status delivered;
  uint64_t shots = 0;
  SimulateBatchResponse response;
  while (delivered.ok() && stream->Read(&response)) {
    carom::v1::ShotResults& results = *response.mutable_results();
    Renumber(request, range, &results);
    shots += results.shot_count();
    delivered = missing->Remove({results.first_shot(), results.shot_count()});
    if (delivered.ok()) delivered = on_response(std::move(response));
    response.Clear();
  }
  if (!delivered.ok()) {
    attempt.context()->TryCancel();
    (void)stream->Finish();  // CANCELLED, by us.
    return {delivered, std::nullopt};
  }
  const absl::Status finished = FromGrpcStatus(stream->Finish());
  if (finished.ok() && shots < range.count) {
    return {absl::InternalError("the server ended the stream without all shots"), std::nullopt};
  }
  return attempt.End(finished);
}

}  // namespace carom
