#ifndef CAROM_CLIENT_INTERNAL_GRPC_CONNECTION_H_
#define CAROM_CLIENT_INTERNAL_GRPC_CONNECTION_H_

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "carom/client/connection.h"
#include "carom/client/shot_range.h"
#include "carom/v1/simulation.grpc.pb.h"
#include "client/internal/async_call.h"
#include "client/internal/retry.h"
#include "client/internal/ways.h"

namespace carom {

/// A Connection over a gRPC stub. Holds the retry loop. Thread-safe, as stubs are.
class GrpcConnection : public Connection {
 public:
  /// Calls take turns among the channels, all to one service. Each carries the token, if there is
  /// one.
  GrpcConnection(const std::vector<std::shared_ptr<grpc::Channel>>& channels,
                 Ways::Reconnect reconnect, RetryOptions retry, std::string token,
                 RetryTime time = {});

  /// Cuts asynchronous calls, and waits until they are gone: not inside their callbacks
  /// (DestroyOutsideCallbacks).
  ~GrpcConnection() override;

  absl::StatusOr<carom::v1::SimulateResponse> Simulate(const carom::v1::SimulateRequest& request,
                                                       const CallOptions& options) override;
  void SimulateAsync(carom::v1::SimulateRequest request, SimulateCallback done,
                     CallOptions options) override;
  absl::Status SimulateBatch(const carom::v1::SimulateBatchRequest& request,
                             const ResponseCallback& on_response,
                             const CallOptions& options) override;
  absl::StatusOr<carom::v1::EstimateOutcomesResponse> EstimateOutcomes(
      const carom::v1::EstimateOutcomesRequest& request,
      const EstimateProgressCallback& on_progress, const CallOptions& options) override;
  absl::StatusOr<carom::v1::SimulateMechanismResponse> SimulateMechanism(
      const carom::v1::SimulateMechanismRequest& request, const CallOptions& options) override;
  absl::StatusOr<carom::v1::FindAimsResponse> FindAims(const carom::v1::FindAimsRequest& request,
                                                       const CallOptions& options) override;
  absl::StatusOr<carom::v1::PlanShotResponse> PlanShot(const carom::v1::PlanShotRequest& request,
                                                       const CallOptions& options) override;
  absl::StatusOr<carom::v1::PlayMatchResponse> PlayMatch(const carom::v1::PlayMatchRequest& request,
                                                         const CallOptions& options) override;
  absl::StatusOr<carom::v1::RuleShotsResponse> RuleShots(const carom::v1::RuleShotsRequest& request,
                                                         const CallOptions& options) override;
  absl::StatusOr<carom::v1::PlaceBallsResponse> PlaceBalls(
      const carom::v1::PlaceBallsRequest& request, const CallOptions& options) override;
  absl::StatusOr<carom::v1::ListTablesResponse> ListTables(
      const carom::v1::ListTablesRequest& request, const CallOptions& options) override;
  absl::StatusOr<carom::v1::GetTableResponse> GetTable(const carom::v1::GetTableRequest& request,
                                                       const CallOptions& options) override;
  absl::StatusOr<carom::v1::GetServerInfoResponse> GetServerInfo(
      const carom::v1::GetServerInfoRequest& request, const CallOptions& options) override;

 private:
  using StubInterface = Ways::SimulationStub;

  template <typename Stub = StubInterface>
  Stub& NextStub() {
    return shared_.ways.stub<Stub>(shared_.ways.Next());
  }

  // Simulate() by an asynchronous call, which can have two attempts at a time.
  absl::StatusOr<carom::v1::SimulateResponse> SimulateHedged(
      const carom::v1::SimulateRequest& request, const CallOptions& options);

  // One unary RPC of a stub, until it succeeds or patience ends.
  template <typename Stub, typename Request, typename Response>
  absl::StatusOr<Response> CallUnary(grpc::Status (Stub::*method)(grpc::ClientContext*,
                                                                  const Request&, Response*),
                                     const Request& request, const CallOptions& options);

  // One stream for `range` of the request's shots. Adds to `received` what it delivers.
  AttemptEnd ReadStream(const carom::v1::SimulateBatchRequest& request, const ShotRange& range,
                        const CallOptions& options, SteadyTime deadline,
                        const ResponseCallback& on_response, ShotSet* received);

  // How a call ends that failed for good: see ServerRevision.
  absl::Status WithRevisions(const absl::Status& status, const CallOptions& options,
                             SteadyTime deadline);

  // Whether to try once more; has then waited, and looks for the server at once.
  bool TryAgain(RetryPolicy& policy, const AttemptEnd& end, const std::stop_token& stop);

  AsyncCall::Shared shared_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_GRPC_CONNECTION_H_
