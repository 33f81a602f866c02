#include "client/internal/grpc_connection.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/internal/attempt.h"
#include "client/internal/status.h"

namespace carom {
namespace {

using carom::v1::SimulateBatchRequest;
using carom::v1::SimulateBatchResponse;

// The context of one attempt that a thread waits for: the caller's stop becomes a cancellation.
class Attempt {
 public:
  Attempt(const CallOptions& options, SteadyTime deadline, const std::string& token)
      : on_stop_(options.stop, [this] { context_.TryCancel(); }) {
    Prepare(deadline, token, &context_);
  }

  grpc::ClientContext* context() { return &context_; }
  AttemptEnd End(const absl::Status& status) const { return EndOf(context_, status); }

 private:
  grpc::ClientContext context_;
  std::stop_callback<std::function<void()>> on_stop_;  // After what it uses.
};

// Ends a stream of which nothing more is wanted.
template <typename Stream>
void BreakOff(Attempt& attempt, Stream& stream) {
  attempt.context()->TryCancel();
  (void)stream.Finish();  // CANCELLED, by us.
}

}  // namespace

GrpcConnection::GrpcConnection(const std::vector<std::shared_ptr<grpc::Channel>>& channels,
                               Ways::Reconnect reconnect, RetryOptions retry, std::string token,
                               RetryTime time)
    : shared_(channels, reconnect, std::move(retry), std::move(token), std::move(time)) {}

GrpcConnection::~GrpcConnection() {
  shared_.in_flight.CutAndWait(absl::CancelledError("the client is gone"));
}

bool GrpcConnection::TryAgain(RetryPolicy& policy, const AttemptEnd& end,
                              const std::stop_token& stop) {
  if (!policy.WaitForRetry(end)) return false;
  shared_.ways.Revive();
  shared_.ways.LookForServer(policy.deadline(), stop);
  return true;
}

absl::Status GrpcConnection::WithRevisions(const absl::Status& status, const CallOptions& options,
                                           SteadyTime deadline) {
  if (const auto known = shared_.revision.Explain(status, shared_.time.now())) return *known;
  Attempt attempt(options, std::min(deadline, SteadyNow() + ServerRevision::kAskFor),
                  shared_.token);
  carom::v1::GetServerInfoResponse info;
  if (!NextStub().GetServerInfo(attempt.context(), {}, &info).ok()) return status;
  const SteadyTime now = shared_.time.now();
  shared_.revision.Keep(info, now);
  return shared_.revision.Explain(status, now).value_or(status);
}

template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> GrpcConnection::CallUnary(
    grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
    const Request& request, const CallOptions& options) {
  RetryPolicy policy(shared_.retry, options, shared_.time);
  for (;;) {
    if (options.stop.stop_requested()) return StoppedByCaller();
    Attempt attempt(options, policy.deadline(), shared_.token);
    Response response;
    const absl::Status status =
        FromGrpcStatus((NextStub<Stub>().*method)(attempt.context(), request, &response));
    if (status.ok()) return response;
    if (!TryAgain(policy, attempt.End(status), options.stop)) {
      return options.stop.stop_requested() ? StoppedByCaller()
                                           : WithRevisions(status, options, policy.deadline());
    }
  }
}

absl::StatusOr<carom::v1::SimulateResponse> GrpcConnection::Simulate(
    const carom::v1::SimulateRequest& request, const CallOptions& options) {
  if (options.hedge_after != absl::InfiniteDuration()) return SimulateHedged(request, options);
  return CallUnary(&StubInterface::Simulate, request, options);
}

absl::StatusOr<carom::v1::SimulateResponse> GrpcConnection::SimulateHedged(
    const carom::v1::SimulateRequest& request, const CallOptions& options) {
  using Result = absl::StatusOr<carom::v1::SimulateResponse>;
  // Shared, since the other thread may still be inside set_value() when this one has the value.
  const auto promise = std::make_shared<std::promise<Result>>();
  SimulateAsync(
      request, [promise](Result result) { promise->set_value(std::move(result)); }, options);
  return promise->get_future().get();
}

void GrpcConnection::SimulateAsync(carom::v1::SimulateRequest request, SimulateCallback done,
                                   CallOptions options) {
  std::make_shared<AsyncCall>(&shared_, std::move(request), std::move(options), std::move(done))
      ->Start();
}

absl::StatusOr<carom::v1::EstimateOutcomesResponse> GrpcConnection::EstimateOutcomes(
    const carom::v1::EstimateOutcomesRequest& request, const EstimateProgressCallback& on_progress,
    const CallOptions& options) {
  RetryPolicy policy(shared_.retry, options, shared_.time);
  uint64_t draws = 0;  // The most that any attempt has reported.
  for (;;) {
    if (options.stop.stop_requested()) return StoppedByCaller();
    Attempt attempt(options, policy.deadline(), shared_.token);
    const auto stream = NextStub().EstimateOutcomes(attempt.context(), request);
    carom::v1::EstimateOutcomesResponse response;
    try {
      while (stream->Read(&response)) {
        // Each attempt begins at zero. What an earlier one had reached says nothing: a request may
        // end every server at the same draw.
        if (response.progress().draws_done() > draws) {
          draws = response.progress().draws_done();
          policy.NoteProgress();
        }
        if (response.has_progress() && on_progress) on_progress(response.progress());
      }
    } catch (...) {
      BreakOff(attempt, *stream);
      throw;
    }
    absl::Status status = FromGrpcStatus(stream->Finish());
    if (status.ok() && response.has_estimates()) return response;
    if (status.ok()) status = absl::InternalError("the server ended the stream without estimates");
    if (!TryAgain(policy, attempt.End(status), options.stop)) {
      return options.stop.stop_requested() ? StoppedByCaller()
                                           : WithRevisions(status, options, policy.deadline());
    }
  }
}

absl::StatusOr<carom::v1::SimulateMechanismResponse> GrpcConnection::SimulateMechanism(
    const carom::v1::SimulateMechanismRequest& request, const CallOptions& options) {
  return CallUnary(&Ways::MechanismStub::SimulateMechanism, request, options);
}

absl::StatusOr<carom::v1::PlanShotResponse> GrpcConnection::PlanShot(
    const carom::v1::PlanShotRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::PlanShot, request, options);
}

absl::StatusOr<carom::v1::PlayMatchResponse> GrpcConnection::PlayMatch(
    const carom::v1::PlayMatchRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::PlayMatch, request, options);
}

absl::StatusOr<carom::v1::FindAimsResponse> GrpcConnection::FindAims(
    const carom::v1::FindAimsRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::FindAims, request, options);
}

absl::StatusOr<carom::v1::RuleShotsResponse> GrpcConnection::RuleShots(
    const carom::v1::RuleShotsRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::RuleShots, request, options);
}

absl::StatusOr<carom::v1::PlaceBallsResponse> GrpcConnection::PlaceBalls(
    const carom::v1::PlaceBallsRequest& request, const CallOptions& options) {
  return CallUnary(&StubInterface::PlaceBalls, request, options);
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
                                           const ResponseCallback& on_response,
                                           const CallOptions& options) {
  RetryPolicy policy(shared_.retry, options, shared_.time);
  const ShotRange all = AllShots(request);
  ShotSet received;
  absl::Status refusal;  // Of the callback: final, whatever its code.
  const ResponseCallback deliver = [&](SimulateBatchResponse response) {
    policy.NoteProgress();
    return refusal = on_response(std::move(response));
  };
  // A request without shots is asked too, until a server refuses it.
  bool has_failed = false;
  const auto missing = [&] {
    return has_failed && all.count == 0 ? std::vector<ShotRange>{all} : received.MissingOf(all);
  };
  for (std::vector<ShotRange> gaps = {all}; !gaps.empty(); gaps = missing()) {
    for (const ShotRange& gap : gaps) {
      const AttemptEnd end =
          ReadStream(request, gap, options, policy.deadline(), deliver, &received);
      has_failed = !end.status.ok();
      if (!has_failed) continue;
      if (!refusal.ok()) return refusal;
      if (options.stop.stop_requested()) return StoppedByCaller();
      if (!TryAgain(policy, end, options.stop))
        return WithRevisions(end.status, options, policy.deadline());
      break;
    }
  }
  return absl::OkStatus();
}

AttemptEnd GrpcConnection::ReadStream(const SimulateBatchRequest& request, const ShotRange& range,
                                      const CallOptions& options, SteadyTime deadline,
                                      const ResponseCallback& on_response, ShotSet* received) {
  Attempt attempt(options, deadline, shared_.token);
  const auto stream = NextStub().SimulateBatch(attempt.context(), Slice(request, range));
  absl::Status delivered;
  uint64_t shots = 0;
  SimulateBatchResponse response;
  try {
    while (delivered.ok() && stream->Read(&response)) {
      carom::v1::ShotResults& results = *response.mutable_results();
      Renumber(request, range, &results);
      const ShotRange covered = CoveredShots(results);
      shots += covered.count;
      const bool asked = range.first <= covered.first && covered.end() <= range.end();
      delivered = asked && received->Add(covered) == covered.count
                      ? on_response(std::move(response))
                      : absl::InternalError(absl::StrCat("the server answered shots ",
                                                         covered.first, " to ", covered.end(),
                                                         ", which were not missing"));
      response.Clear();
    }
  } catch (...) {
    BreakOff(attempt, *stream);
    throw;
  }
  if (!delivered.ok()) {
    BreakOff(attempt, *stream);
    return {delivered, std::nullopt};
  }
  const absl::Status finished = FromGrpcStatus(stream->Finish());
  if (finished.ok() && shots < range.count) {
    return {absl::InternalError("the server ended the stream without all shots"), std::nullopt};
  }
  return attempt.End(finished);
}

}  // namespace carom
