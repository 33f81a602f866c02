#include "client/local/local_connection.h"

#include <functional>
#include <memory>
#include <utility>

#include "carom/client/local/local.h"
#include "client/internal/callback_scope.h"
#include "client/internal/refusing_connection.h"
#include "client/internal/thread_count.h"
#include "client/local/local_call.h"
#include "server/container_limits.h"
#include "server/convert/request_convert.h"
#include "server/rules_run.h"
#include "server/server_info.h"

namespace carom {
namespace {

// The engine of another process, whose threads are not here: nobody may end it. It stays in the
// forked child's memory, where a tool that looks for leaks finds it.
void Abandon(LocalEngine* engine) {
  struct Node {
    LocalEngine* engine;
    Node* next;
  };
  static std::atomic<Node*> abandoned{nullptr};
  auto* const node = new Node{engine, abandoned.load()};
  while (!abandoned.compare_exchange_weak(node->next, node)) {
  }
}

/// Runs a call; `take` gets its messages, and may take their content.
template <class Task, class Take>
absl::Status RunTask(const absl::StatusOr<LocalEngine*>& engine,
                     const typename Task::Request& request, const CallOptions& options,
                     const Call::Options& lanes, const Take& take) {
  if (!engine.ok()) return engine.status();
  LocalCallState state(**engine, options);
  Task task(state.context(), [&request] { return &request; });
  return RunHere(state, task, lanes, options.stop, [&](const Packet& packet) {
    return take(std::move(static_cast<typename Task::Response&>(MessageOf(packet))));
  });
}

/// The same where the answer is the last message.
template <class Task>
absl::StatusOr<typename Task::Response> Answer(
    const absl::StatusOr<LocalEngine*>& engine, const typename Task::Request& request,
    const CallOptions& options, const Call::Options& lanes,
    const std::function<void(const typename Task::Response&)>& on_message = nullptr) {
  typename Task::Response response;
  const auto keep = [&](typename Task::Response&& message) {
    response = std::move(message);
    if (on_message) on_message(response);
    return absl::OkStatus();
  };
  const absl::Status status = RunTask<Task>(engine, request, options, lanes, keep);
  if (!status.ok()) return status;
  return response;
}

}  // namespace

LocalConnection::~LocalConnection() {
  LocalEngine* const engine = engine_.load();
  if (engine == nullptr) return;
  if (engine->generation() == ForkGeneration()) {
    delete engine;
  } else {
    Abandon(engine);
  }
}

// Free of locks: a mutex that another thread held at a fork is held for ever in the child.
absl::StatusOr<LocalEngine*> LocalConnection::Engine() {
  LocalEngine* known = engine_.load();
  if (known != nullptr && known->generation() == ForkGeneration()) return known;
  auto started = LocalEngine::Start(threads_);
  if (!started.ok()) return started.status();
  if (!engine_.compare_exchange_strong(known, started->get())) return known;  // Another thread's.
  if (known != nullptr) Abandon(known);
  return started->release();
}

absl::StatusOr<v1::SimulateResponse> LocalConnection::Simulate(const v1::SimulateRequest& request,
                                                               const CallOptions& options) {
  const bool is_long = RequestView(request).AsksForCompliantEngine();
  return Answer<ShotsTask>(Engine(), request, options, LanesOfCall(is_long));
}

void LocalConnection::SimulateAsync(v1::SimulateRequest request, SimulateCallback done,
                                    CallOptions options) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return EndLater(std::move(done), engine.status());
  std::make_shared<LocalAsync>(**engine, std::move(request), options, std::move(done))
      ->Start(options.stop);
}

absl::Status LocalConnection::SimulateBatch(const v1::SimulateBatchRequest& request,
                                            const ResponseCallback& on_response,
                                            const CallOptions& options) {
  return RunTask<BatchTask>(Engine(), request, options, kLanesOfBatch, on_response);
}

absl::StatusOr<v1::EstimateOutcomesResponse> LocalConnection::EstimateOutcomes(
    const v1::EstimateOutcomesRequest& request, const EstimateProgressCallback& on_progress,
    const CallOptions& options) {
  return Answer<EstimateTask>(Engine(), request, options, kLanesOfBatch, [&](const auto& response) {
    if (response.has_progress() && on_progress) on_progress(response.progress());
  });
}

absl::StatusOr<v1::SimulateMechanismResponse> LocalConnection::SimulateMechanism(
    const v1::SimulateMechanismRequest& request, const CallOptions& options) {
  return Answer<MechanismCallTask>(Engine(), request, options, LanesOfCall(true));
}

absl::StatusOr<v1::FindAimsResponse> LocalConnection::FindAims(const v1::FindAimsRequest& request,
                                                               const CallOptions& options) {
  return Answer<AimsTask>(Engine(), request, options, LanesOfCall(true));
}

absl::StatusOr<v1::PlanShotResponse> LocalConnection::PlanShot(const v1::PlanShotRequest& request,
                                                               const CallOptions& options) {
  return Answer<PlanTask>(Engine(), request, options, LanesOfCall(true));
}

absl::StatusOr<v1::PlayMatchResponse> LocalConnection::PlayMatch(
    const v1::PlayMatchRequest& request, const CallOptions& options) {
  return Answer<MatchTask>(Engine(), request, options, LanesOfCall(true));
}

// This thread does the work, which takes a microsecond a shot and a few milliseconds at most.
absl::StatusOr<v1::RuleShotsResponse> LocalConnection::RuleShots(
    const v1::RuleShotsRequest& request, const CallOptions&) {
  v1::RuleShotsResponse response;
  if (absl::Status bad = RunRules(request, response); !bad.ok()) return bad;
  return response;
}

absl::StatusOr<v1::PlaceBallsResponse> LocalConnection::PlaceBalls(
    const v1::PlaceBallsRequest& request, const CallOptions& options) {
  return Answer<PlacingTask>(Engine(), request, options, LanesOfCall(true));
}

absl::StatusOr<v1::ListTablesResponse> LocalConnection::ListTables(const v1::ListTablesRequest&,
                                                                   const CallOptions&) {
  v1::ListTablesResponse response;
  response.set_engine_version(EngineVersion());
  ListCatalogTables(response);
  return response;
}

absl::StatusOr<v1::GetTableResponse> LocalConnection::GetTable(const v1::GetTableRequest& request,
                                                               const CallOptions&) {
  v1::GetTableResponse response;
  response.set_engine_version(EngineVersion());
  if (absl::Status bad = DescribeCatalogTable(request.name(), response); !bad.ok()) return bad;
  return response;
}

absl::StatusOr<v1::GetServerInfoResponse> LocalConnection::GetServerInfo(
    const v1::GetServerInfoRequest&, const CallOptions&) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return engine.status();
  v1::GetServerInfoResponse response;
  FillServerInfo((*engine)->limits(), (*engine)->pool().threads(), response);
  return response;
}

std::shared_ptr<Connection> Local(const LocalOptions& options) {
  if (absl::Status wrong = CheckThreads(options.threads); !wrong.ok()) {
    return std::make_shared<RefusingConnection>(wrong);
  }
  (void)ForkGeneration();  // Forks count from now on.
  const int threads = options.threads > 0 ? options.threads : ReadContainerLimits().processors;
  return DestroyOutsideCallbacks<Connection>(std::make_unique<LocalConnection>(threads));
}

}  // namespace carom
