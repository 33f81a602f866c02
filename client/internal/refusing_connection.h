#ifndef CAROM_CLIENT_INTERNAL_REFUSING_CONNECTION_H_
#define CAROM_CLIENT_INTERNAL_REFUSING_CONNECTION_H_

#include <utility>

#include "carom/client/connection.h"

namespace carom {

/// A connection whose options make no sense: every call ends with `why`, and nothing is sent.
class RefusingConnection : public Connection {
 public:
  explicit RefusingConnection(absl::Status why) : why_(std::move(why)) {}

  absl::StatusOr<carom::v1::SimulateResponse> Simulate(const carom::v1::SimulateRequest&,
                                                       const CallOptions&) override {
    return why_;
  }
  absl::Status SimulateBatch(const carom::v1::SimulateBatchRequest&, const ResponseCallback&,
                             const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::EstimateOutcomesResponse> EstimateOutcomes(
      const carom::v1::EstimateOutcomesRequest&, const EstimateProgressCallback&,
      const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::SimulateMechanismResponse> SimulateMechanism(
      const carom::v1::SimulateMechanismRequest&, const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::FindAimsResponse> FindAims(const carom::v1::FindAimsRequest&,
                                                       const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::PlanShotResponse> PlanShot(const carom::v1::PlanShotRequest&,
                                                       const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::PlayMatchResponse> PlayMatch(const carom::v1::PlayMatchRequest&,
                                                         const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::RuleShotsResponse> RuleShots(const carom::v1::RuleShotsRequest&,
                                                         const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::PlaceBallsResponse> PlaceBalls(const carom::v1::PlaceBallsRequest&,
                                                           const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::ListTablesResponse> ListTables(const carom::v1::ListTablesRequest&,
                                                           const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::GetTableResponse> GetTable(const carom::v1::GetTableRequest&,
                                                       const CallOptions&) override {
    return why_;
  }
  absl::StatusOr<carom::v1::GetServerInfoResponse> GetServerInfo(
      const carom::v1::GetServerInfoRequest&, const CallOptions&) override {
    return why_;
  }

 private:
  const absl::Status why_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_REFUSING_CONNECTION_H_
