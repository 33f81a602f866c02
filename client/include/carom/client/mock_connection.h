#ifndef CAROM_CLIENT_MOCK_CONNECTION_H_
#define CAROM_CLIENT_MOCK_CONNECTION_H_

#include <gmock/gmock.h>
#include <google/protobuf/message.h>

#include <concepts>
#include <ostream>

#include "carom/client/connection.h"

// How GoogleTest shows the arguments of a call. Its own printer makes g++ 12 warn of an overlap
// that is none (GCC bug 105651), which would break the builds of those who take warnings as errors.
namespace carom::v1 {

template <std::derived_from<google::protobuf::Message> Message>
void PrintTo(const Message& message, std::ostream* out) {
  *out << message.ShortDebugString();
}

}  // namespace carom::v1

namespace carom {

/// For tests of code that uses Client: `Client client(std::make_shared<MockConnection>())`.
class MockConnection : public Connection {
 public:
  MOCK_METHOD(absl::StatusOr<carom::v1::SimulateResponse>, Simulate,
              (const carom::v1::SimulateRequest& request, const CallOptions& options), (override));
  MOCK_METHOD(absl::Status, SimulateBatch,
              (const carom::v1::SimulateBatchRequest& request, const ResponseCallback& on_response,
               const CallOptions& options),
              (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::EstimateOutcomesResponse>, EstimateOutcomes,
              (const carom::v1::EstimateOutcomesRequest& request,
               const EstimateProgressCallback& on_progress, const CallOptions& options),
              (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::SimulateMechanismResponse>, SimulateMechanism,
              (const carom::v1::SimulateMechanismRequest& request, const CallOptions& options),
              (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::FindAimsResponse>, FindAims,
              (const carom::v1::FindAimsRequest& request, const CallOptions& options), (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::PlanShotResponse>, PlanShot,
              (const carom::v1::PlanShotRequest& request, const CallOptions& options), (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::PlayMatchResponse>, PlayMatch,
              (const carom::v1::PlayMatchRequest& request, const CallOptions& options), (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::RuleShotsResponse>, RuleShots,
              (const carom::v1::RuleShotsRequest& request, const CallOptions& options), (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::PlaceBallsResponse>, PlaceBalls,
              (const carom::v1::PlaceBallsRequest& request, const CallOptions& options),
              (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::ListTablesResponse>, ListTables,
              (const carom::v1::ListTablesRequest& request, const CallOptions& options),
              (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::GetTableResponse>, GetTable,
              (const carom::v1::GetTableRequest& request, const CallOptions& options), (override));
  MOCK_METHOD(absl::StatusOr<carom::v1::GetServerInfoResponse>, GetServerInfo,
              (const carom::v1::GetServerInfoRequest& request, const CallOptions& options),
              (override));
};

}  // namespace carom

#endif  // CAROM_CLIENT_MOCK_CONNECTION_H_
