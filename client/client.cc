#include "carom/client/client.h"

#include <utility>

#include "client/internal/batch_run.h"

namespace carom {

Client::Client(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}

absl::StatusOr<carom::v1::SimulateResponse> Client::Simulate(
    const carom::v1::SimulateRequest& request, const CallOptions& options) const {
  return connection_->Simulate(request, options);
}

void Client::SimulateAsync(carom::v1::SimulateRequest request, SimulateCallback done,
                           const CallOptions& options) const {
  connection_->SimulateAsync(std::move(request), options, std::move(done));
}

std::future<absl::StatusOr<carom::v1::SimulateResponse>> Client::SimulateFuture(
    carom::v1::SimulateRequest request, const CallOptions& options) const {
  using Result = absl::StatusOr<carom::v1::SimulateResponse>;
  const auto promise = std::make_shared<std::promise<Result>>();
  SimulateAsync(
      std::move(request), [promise](Result result) { promise->set_value(std::move(result)); },
      options);
  return promise->get_future();
}

absl::StatusOr<BatchSummary> Client::SimulateBatch(const carom::v1::SimulateBatchRequest& request,
                                                   const ChunkCallback& on_chunk,
                                                   const BatchOptions& options) const {
  return BatchRun(connection_.get(), request, on_chunk, options).Run();
}

absl::StatusOr<carom::v1::Estimates> Client::EstimateOutcomes(
    const carom::v1::EstimateOutcomesRequest& request, const CallOptions& options,
    const EstimateProgressCallback& on_progress) const {
  auto response = connection_->EstimateOutcomes(request, options, on_progress);
  if (!response.ok()) return response.status();
  return std::move(*response->mutable_estimates());
}

absl::StatusOr<carom::v1::SimulateMechanismResponse> Client::SimulateMechanism(
    const carom::v1::SimulateMechanismRequest& request, const CallOptions& options) const {
  return connection_->SimulateMechanism(request, options);
}

absl::StatusOr<carom::v1::RuleShotsResponse> Client::RuleShots(
    const carom::v1::RuleShotsRequest& request, const CallOptions& options) const {
  return connection_->RuleShots(request, options);
}

absl::StatusOr<carom::v1::ListTablesResponse> Client::ListTables(const CallOptions& options) const {
  return connection_->ListTables({}, options);
}

absl::StatusOr<carom::v1::GetTableResponse> Client::GetTable(const std::string& name,
                                                             const CallOptions& options) const {
  carom::v1::GetTableRequest request;
  request.set_name(name);
  return connection_->GetTable(request, options);
}

absl::StatusOr<carom::v1::GetServerInfoResponse> Client::GetServerInfo(
    const CallOptions& options) const {
  return connection_->GetServerInfo({}, options);
}

}  // namespace carom
