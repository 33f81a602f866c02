#ifndef CAROM_CLIENT_GRPC_CONNECTION_H_
#define CAROM_CLIENT_GRPC_CONNECTION_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

#include "carom/v1/simulation.grpc.pb.h"
#include "client/connection.h"
#include "client/retry.h"
#include "client/shot_range.h"

namespace carom {

/// A Connection over a gRPC stub. Holds the retry loop. Thread-safe, as stubs are.
class GrpcConnection : public Connection {
 public:
  enum class Reconnect {
    kActively,  ///< Channels to a host: a server that is away is looked for while a call waits.
    kByItself,  ///< Any channels, those inside the process too, which cannot be asked.
  };
  /// Calls take turns among the channels, all to one service.
  GrpcConnection(std::vector<std::shared_ptr<grpc::Channel>> channels, Reconnect reconnect,
                 RetryOptions retry);

  absl::StatusOr<carom::v1::SimulateResponse> Simulate(const carom::v1::SimulateRequest& request,
                                                       const CallOptions& options) override;
  absl::Status SimulateBatch(const carom::v1::SimulateBatchRequest& request,
                             const CallOptions& options,
                             const ResponseCallback& on_response) override;
  absl::StatusOr<carom::v1::SimulateMechanismResponse> SimulateMechanism(
      const carom::v1::SimulateMechanismRequest& request, const CallOptions& options) override;
  absl::StatusOr<carom::v1::ListTablesResponse> ListTables(
      const carom::v1::ListTablesRequest& request, const CallOptions& options) override;
  absl::StatusOr<carom::v1::GetTableResponse> GetTable(const carom::v1::GetTableRequest& request,
                                                       const CallOptions& options) override;
  absl::StatusOr<carom::v1::GetServerInfoResponse> GetServerInfo(
      const carom::v1::GetServerInfoRequest& request, const CallOptions& options) override;

 private:
  using StubInterface = carom::v1::SimulationService::StubInterface;

  // One unary RPC of the stub, until it succeeds or patience ends.
  template <typename Request, typename Response>
  absl::StatusOr<Response> CallUnary(grpc::Status (StubInterface::*method)(grpc::ClientContext*,
                                                                           const Request&,
                                                                           Response*),
                                     const Request& request, const CallOptions& options);

  // One stream for `range` of the request's shots. Strikes off `missing` what it delivers.
  AttemptEnd ReadStream(const carom::v1::SimulateBatchRequest& request, const ShotRange& range,
                        const CallOptions& options, absl::Time deadline,
                        const ResponseCallback& on_response, MissingShots* missing);

  // Whether to try once more; has then waited, and looks for the server at once.
  bool TryAgain(RetryPolicy& policy, const AttemptEnd& end, const std::stop_token& stop);

  struct Way {
    std::shared_ptr<grpc::Channel> channel;
    std::unique_ptr<StubInterface> stub;
  };
  const Way& NextWay();

  std::vector<Way> ways_;
  std::atomic<size_t> next_way_{0};
  const Reconnect reconnect_;
  const RetryOptions retry_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_GRPC_CONNECTION_H_
