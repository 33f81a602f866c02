#ifndef CAROM_CLIENT_LOCAL_LOCAL_CONNECTION_H_
#define CAROM_CLIENT_LOCAL_LOCAL_CONNECTION_H_

#include <atomic>

#include "absl/status/statusor.h"
#include "carom/client/connection.h"
#include "client/local/local_engine.h"

namespace carom {

/// A Connection to a LocalEngine, which starts with the first call in each process. Thread-safe.
class LocalConnection : public Connection {
 public:
  /// `threads` is positive.
  explicit LocalConnection(int threads) : threads_(threads) {}
  /// Not inside a callback of an asynchronous call (DestroyOutsideCallbacks).
  ~LocalConnection() override;

  absl::StatusOr<v1::SimulateResponse> Simulate(const v1::SimulateRequest& request,
                                                const CallOptions& options) override;
  void SimulateAsync(v1::SimulateRequest request, SimulateCallback done,
                     CallOptions options) override;
  absl::Status SimulateBatch(const v1::SimulateBatchRequest& request,
                             const ResponseCallback& on_response,
                             const CallOptions& options) override;
  absl::StatusOr<v1::EstimateOutcomesResponse> EstimateOutcomes(
      const v1::EstimateOutcomesRequest& request, const EstimateProgressCallback& on_progress,
      const CallOptions& options) override;
  absl::StatusOr<v1::SimulateMechanismResponse> SimulateMechanism(
      const v1::SimulateMechanismRequest& request, const CallOptions& options) override;
  absl::StatusOr<v1::FindAimsResponse> FindAims(const v1::FindAimsRequest& request,
                                                const CallOptions& options) override;
  absl::StatusOr<v1::PlanShotResponse> PlanShot(const v1::PlanShotRequest& request,
                                                const CallOptions& options) override;
  absl::StatusOr<v1::PlayMatchResponse> PlayMatch(const v1::PlayMatchRequest& request,
                                                  const CallOptions& options) override;
  absl::StatusOr<v1::RuleShotsResponse> RuleShots(const v1::RuleShotsRequest& request,
                                                  const CallOptions& options) override;
  absl::StatusOr<v1::PlaceBallsResponse> PlaceBalls(const v1::PlaceBallsRequest& request,
                                                    const CallOptions& options) override;
  absl::StatusOr<v1::ListTablesResponse> ListTables(const v1::ListTablesRequest& request,
                                                    const CallOptions& options) override;
  absl::StatusOr<v1::GetTableResponse> GetTable(const v1::GetTableRequest& request,
                                                const CallOptions& options) override;
  absl::StatusOr<v1::GetServerInfoResponse> GetServerInfo(const v1::GetServerInfoRequest& request,
                                                          const CallOptions& options) override;

 private:
  /// That of this process, started if need be.
  absl::StatusOr<LocalEngine*> Engine();

  const int threads_;
  std::atomic<LocalEngine*> engine_{nullptr};
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_CONNECTION_H_
