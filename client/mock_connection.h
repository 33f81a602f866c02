#ifndef CAROM_CLIENT_MOCK_CONNECTION_H_
#define CAROM_CLIENT_MOCK_CONNECTION_H_

#include <gmock/gmock.h>

#include "client/connection.h"

namespace carom {

/// For tests of code that uses Client: `Client client(std::make_shared<MockConnection>())`.
class MockConnection : public Connection {
 public:
  MOCK_METHOD(absl::StatusOr<carom::v1::SimulateResponse>, Simulate,
              (const carom::v1::SimulateRequest& request, const CallOptions& options), (override));
  MOCK_METHOD(absl::Status, SimulateBatch,
              (const carom::v1::SimulateBatchRequest& request, const CallOptions& options,
               const ResponseCallback& on_response),
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
