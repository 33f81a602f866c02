#include "carom/client/client.h"

#include <exception>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "client/internal/background.h"
#include "client/internal/batch_run.h"
#include "client/internal/callback_scope.h"

namespace carom {

/// What the copies of a client share.
class Client::Shared {
 public:
  explicit Shared(std::shared_ptr<Connection> to) : connection(std::move(to)) {}

  /// Runs `call(options)` on a thread of its own, and gives `end` what it returns. Its options are
  /// stopped by the caller's and by the end of the client.
  template <class Options, class Call, class End>
  void Start(const Options& options, Call call, End end) {
    const auto work = std::make_shared<Background::Work>(
        [options, call = std::move(call), end](const std::stop_token& over) {
          std::stop_source stop;
          const auto forward = [&stop] { stop.request_stop(); };
          const std::stop_callback by_caller(options.stop, forward);
          const std::stop_callback by_end(over, forward);
          Options own = options;
          own.stop = stop.get_token();
          end([&] { return call(own); });
        });
    if (background_.Start(work)) return;
    end([]() -> std::invoke_result_t<Call, Options> {
      return absl::ResourceExhaustedError("the process cannot start a thread for the call");
    });
  }

  const std::shared_ptr<Connection> connection;

 private:
  Background background_;  // The last member: its calls end before the connection goes.
};

namespace {

// The two ends of a call that nobody waits for: how it takes its result.
template <class Result>
auto Deliver(std::function<void(Result)> done) {
  return [done = std::move(done)](const auto& result) noexcept { done(result()); };
}

template <class Result>
auto Keep(const std::shared_ptr<std::promise<Result>>& promise) {
  return [promise](const auto& result) {
    try {
      promise->set_value(result());
    } catch (...) {
      promise->set_exception(std::current_exception());
    }
  };
}

auto BatchOf(Connection& connection, carom::v1::SimulateBatchRequest request,
             BatchHandlers handlers) {
  return [&connection, request = std::move(request),
          handlers = std::move(handlers)](const BatchOptions& options) {
    return BatchRun(&connection, request, handlers, options).Run();
  };
}

absl::StatusOr<carom::v1::Estimates> RunEstimate(Connection& connection,
                                                 const carom::v1::EstimateOutcomesRequest& request,
                                                 const EstimateHandlers& handlers,
                                                 const CallOptions& options) {
  auto response = connection.EstimateOutcomes(request, handlers.on_progress, options);
  if (!response.ok()) return response.status();
  return std::move(*response->mutable_estimates());
}

auto EstimateOf(Connection& connection, carom::v1::EstimateOutcomesRequest request,
                EstimateHandlers handlers) {
  return [&connection, request = std::move(request),
          handlers = std::move(handlers)](const CallOptions& options) {
    return RunEstimate(connection, request, handlers, options);
  };
}

}  // namespace

Client::Client(std::shared_ptr<Connection> connection)
    : shared_(DestroyOutsideCallbacks(std::make_unique<Shared>(std::move(connection)))) {}

absl::StatusOr<carom::v1::SimulateResponse> Client::Simulate(
    const carom::v1::SimulateRequest& request, const CallOptions& options) const {
  return shared_->connection->Simulate(request, options);
}

void Client::SimulateAsync(carom::v1::SimulateRequest request, SimulateCallback done,
                           const CallOptions& options) const {
  shared_->connection->SimulateAsync(std::move(request), std::move(done), options);
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
                                                   const BatchHandlers& handlers,
                                                   const BatchOptions& options) const {
  return BatchRun(shared_->connection.get(), request, handlers, options).Run();
}

void Client::SimulateBatchAsync(carom::v1::SimulateBatchRequest request, BatchHandlers handlers,
                                BatchCallback done, const BatchOptions& options) const {
  shared_->Start(options, BatchOf(*shared_->connection, std::move(request), std::move(handlers)),
                 Deliver(std::move(done)));
}

std::future<absl::StatusOr<BatchSummary>> Client::SimulateBatchFuture(
    carom::v1::SimulateBatchRequest request, BatchHandlers handlers,
    const BatchOptions& options) const {
  const auto promise = std::make_shared<std::promise<absl::StatusOr<BatchSummary>>>();
  shared_->Start(options, BatchOf(*shared_->connection, std::move(request), std::move(handlers)),
                 Keep(promise));
  return promise->get_future();
}

absl::StatusOr<carom::v1::Estimates> Client::EstimateOutcomes(
    const carom::v1::EstimateOutcomesRequest& request, const EstimateHandlers& handlers,
    const CallOptions& options) const {
  return RunEstimate(*shared_->connection, request, handlers, options);
}

void Client::EstimateOutcomesAsync(carom::v1::EstimateOutcomesRequest request,
                                   EstimateHandlers handlers, EstimateCallback done,
                                   const CallOptions& options) const {
  shared_->Start(options, EstimateOf(*shared_->connection, std::move(request), std::move(handlers)),
                 Deliver(std::move(done)));
}

std::future<absl::StatusOr<carom::v1::Estimates>> Client::EstimateOutcomesFuture(
    carom::v1::EstimateOutcomesRequest request, EstimateHandlers handlers,
    const CallOptions& options) const {
  const auto promise = std::make_shared<std::promise<absl::StatusOr<carom::v1::Estimates>>>();
  shared_->Start(options, EstimateOf(*shared_->connection, std::move(request), std::move(handlers)),
                 Keep(promise));
  return promise->get_future();
}

absl::StatusOr<carom::v1::SimulateMechanismResponse> Client::SimulateMechanism(
    const carom::v1::SimulateMechanismRequest& request, const CallOptions& options) const {
  return shared_->connection->SimulateMechanism(request, options);
}

absl::StatusOr<carom::v1::PlanShotResponse> Client::PlanShot(
    const carom::v1::PlanShotRequest& request, const CallOptions& options) const {
  return shared_->connection->PlanShot(request, options);
}

absl::StatusOr<carom::v1::PlayMatchResponse> Client::PlayMatch(
    const carom::v1::PlayMatchRequest& request, const CallOptions& options) const {
  return shared_->connection->PlayMatch(request, options);
}

absl::StatusOr<carom::v1::FindAimsResponse> Client::FindAims(
    const carom::v1::FindAimsRequest& request, const CallOptions& options) const {
  return shared_->connection->FindAims(request, options);
}

absl::StatusOr<carom::v1::RuleShotsResponse> Client::RuleShots(
    const carom::v1::RuleShotsRequest& request, const CallOptions& options) const {
  return shared_->connection->RuleShots(request, options);
}

absl::StatusOr<carom::v1::PlaceBallsResponse> Client::PlaceBalls(
    const carom::v1::PlaceBallsRequest& request, const CallOptions& options) const {
  return shared_->connection->PlaceBalls(request, options);
}

absl::StatusOr<carom::v1::ListTablesResponse> Client::ListTables(const CallOptions& options) const {
  return shared_->connection->ListTables({}, options);
}

absl::StatusOr<carom::v1::GetTableResponse> Client::GetTable(const std::string& name,
                                                             const CallOptions& options) const {
  carom::v1::GetTableRequest request;
  request.set_name(name);
  return shared_->connection->GetTable(request, options);
}

absl::StatusOr<carom::v1::GetServerInfoResponse> Client::GetServerInfo(
    const CallOptions& options) const {
  return shared_->connection->GetServerInfo({}, options);
}

}  // namespace carom
