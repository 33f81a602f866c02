#include "client/local/local_connection.h"

#include <google/protobuf/message.h>

#include <memory>
#include <utility>

#include "client/local/local_call.h"
#include "server/call/batch_task.h"
#include "server/call/estimate_task.h"
#include "server/call/mechanism_task.h"
#include "server/call/shots_task.h"
#include "server/convert/catalog_convert.h"
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

/// A task's request, which the caller has.
template <class Request>
LoadRequest<Request> Given(const Request& request) {
  return [&request] { return &request; };
}

/// What takes the last message of a call whose answer is one.
template <class Response>
WaitedCall::OnMessage Into(Response& response) {
  return [&response](google::protobuf::Message& message) {
    response = std::move(static_cast<Response&>(message));
    return absl::OkStatus();
  };
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
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return engine.status();
  WaitedCall call(**engine, options);
  ShotsTask task(call.context(), Given(request));
  v1::SimulateResponse response;
  const bool is_long = RequestView(request).AsksForCompliantEngine();
  const absl::Status status = call.Run(task, LanesOfCall(is_long), Into(response));
  if (!status.ok()) return status;
  return response;
}

void LocalConnection::SimulateAsync(v1::SimulateRequest request, SimulateCallback done,
                                    CallOptions options) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return EndLater(std::move(done), engine.status());
  LocalAsync::Start(**engine, std::move(request), options, std::move(done));
}

absl::Status LocalConnection::SimulateBatch(const v1::SimulateBatchRequest& request,
                                            const ResponseCallback& on_response,
                                            const CallOptions& options) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return engine.status();
  WaitedCall call(**engine, options);
  BatchTask task(call.context(), Given(request));
  return call.Run(task, kLanesOfBatch, [&](google::protobuf::Message& message) {
    return on_response(std::move(static_cast<v1::SimulateBatchResponse&>(message)));
  });
}

absl::StatusOr<v1::EstimateOutcomesResponse> LocalConnection::EstimateOutcomes(
    const v1::EstimateOutcomesRequest& request, const EstimateProgressCallback& on_progress,
    const CallOptions& options) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return engine.status();
  WaitedCall call(**engine, options);
  EstimateTask task(call.context(), Given(request));
  v1::EstimateOutcomesResponse response;
  const absl::Status status =
      call.Run(task, kLanesOfBatch, [&](google::protobuf::Message& message) {
        response = std::move(static_cast<v1::EstimateOutcomesResponse&>(message));
        if (response.has_progress() && on_progress) on_progress(response.progress());
        return absl::OkStatus();
      });
  if (!status.ok()) return status;
  return response;
}

absl::StatusOr<v1::SimulateMechanismResponse> LocalConnection::SimulateMechanism(
    const v1::SimulateMechanismRequest& request, const CallOptions& options) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return engine.status();
  WaitedCall call(**engine, options);
  MechanismCallTask task(call.context(), Given(request));
  v1::SimulateMechanismResponse response;
  const absl::Status status = call.Run(task, LanesOfCall(true), Into(response));
  if (!status.ok()) return status;
  return response;
}

// This thread does the work, which takes a microsecond a shot and a few milliseconds at most.
absl::StatusOr<v1::RuleShotsResponse> LocalConnection::RuleShots(
    const v1::RuleShotsRequest& request, const CallOptions&) {
  v1::RuleShotsResponse response;
  if (absl::Status bad = RunRules(request, response); !bad.ok()) return bad;
  return response;
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
  return (*engine)->info();
}

}  // namespace carom
