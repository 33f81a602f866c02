#include "client/grpc_connection.h"

#include <grpcpp/grpcpp.h>

#include <functional>
#include <stop_token>
#include <utility>

#include "client/status.h"

namespace carom {
namespace {

using carom::v1::SimulateBatchRequest;
using carom::v1::SimulateBatchResponse;

// The context of one attempt: its deadline, and the caller's stop turned into a cancellation.
class Attempt {
 public:
  explicit Attempt(const CallOptions& options)
      : on_stop_(options.stop, [this] { context_.TryCancel(); }) {
    if (options.timeout != absl::InfiniteDuration()) {
      context_.set_deadline(absl::ToChronoTime(absl::Now() + options.timeout));
    }
  }

  grpc::ClientContext* context() { return &context_; }

 private:
  grpc::ClientContext context_;
  std::stop_callback<std::function<void()>> on_stop_;  // After what it uses.
};

absl::Status Stopped() { return absl::CancelledError("stopped by the caller"); }

}  // namespace

GrpcConnection::GrpcConnection(std::unique_ptr<StubInterface> stub, RetryOptions retry)
    : stub_(std::move(stub)), retry_(std::move(retry)) {}

template <typename Request, typename Response>
absl::StatusOr<Response> GrpcConnection::CallUnary(
    grpc::Status (StubInterface::*method)(grpc::ClientContext*, const Request&, Response*),
    const Request& request, const CallOptions& options) {
  RetryPolicy policy(retry_, options.stop);
  for (;;) {
    if (options.stop.stop_requested()) return Stopped();
    Attempt attempt(options);
    Response response;
    const absl::Status status =
        FromGrpcStatus((stub_.get()->*method)(attempt.context(), request, &response));
    if (status.ok()) return response;
    if (!policy.WaitForRetry(status)) return options.stop.stop_requested() ? Stopped() : status;
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
  RetryPolicy policy(retry_, options.stop);
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
      const absl::Status status = ReadStream(request, gap, options, deliver, &missing);
      if (status.ok()) continue;
      if (!refusal.ok()) return refusal;
      if (options.stop.stop_requested()) return Stopped();
      if (!policy.WaitForRetry(status)) return status;
      break;
    }
  }
  return absl::OkStatus();
}

absl::Status GrpcConnection::ReadStream(const SimulateBatchRequest& request, const ShotRange& range,
                                        const CallOptions& options,
                                        const ResponseCallback& on_response,
                                        MissingShots* missing) {
  Attempt attempt(options);
  const auto stream = stub_->SimulateBatch(attempt.context(), Slice(request, range));
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
    return delivered;
  }
  const absl::Status finished = FromGrpcStatus(stream->Finish());
  if (finished.ok() && shots < range.count) {
    return absl::InternalError("the server ended the stream without all shots");
  }
  return finished;
}

}  // namespace carom
