#include "client/local/local_connection.h"

#include <memory>
#include <utility>

#include "client/local/fork_generation.h"
#include "client/local/local_async.h"
#include "client/local/local_batch.h"
#include "client/local/local_estimate.h"
#include "client/local/local_shots.h"
#include "client/local/waited_call.h"
#include "server/convert/catalog_convert.h"
#include "server/mechanism_run.h"
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

/// A mechanism on its way through the pool.
class MechanismItem : public WorkItem {
 public:
  MechanismItem(WaitedCall& call, const v1::SimulateMechanismRequest& request,
                v1::SimulateMechanismResponse& response)
      : call_(call), request_(request), response_(response) {}

  Lane lane() const override { return Lane::kLong; }
  const void* call() const override { return call_.id(); }
  bool Expired() const override { return call_.control().Over(); }
  void Drop() override { call_.Ended(call_.control().OverStatus()); }

  Progress Run(Worker&, const Yield&) override {
    LogFields outcome;
    const auto take_memory = [](int64_t) { return absl::OkStatus(); };
    const absl::Status status = RunMechanism(
        request_, {call_.engine().limits(), call_.control(), take_memory, outcome}, response_);
    call_.Ended(status);
    return Progress::kDone;
  }

 private:
  WaitedCall& call_;
  const v1::SimulateMechanismRequest& request_;
  v1::SimulateMechanismResponse& response_;
};

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
  absl::StatusOr<v1::SimulateResponse> result = absl::UnknownError("");
  LocalShots shots(**engine, request, call.control(), call.id(), [&](auto outcome) {
    result = std::move(outcome);
    call.Ended(absl::OkStatus());
  });
  call.Begin();
  shots.Start(call.IsAlone() ? LocalShots::Caller::kWorks : LocalShots::Caller::kPlansOnly);
  (void)call.Wait();  // The result says more.
  return result;
}

void LocalConnection::SimulateAsync(v1::SimulateRequest request, CallOptions options,
                                    SimulateCallback done) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return EndLater(std::move(done), engine.status());
  LocalAsync::Start(**engine, std::move(request), options, std::move(done));
}

absl::Status LocalConnection::SimulateBatch(const v1::SimulateBatchRequest& request,
                                            const CallOptions& options,
                                            const ResponseCallback& on_response) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return engine.status();
  WaitedCall call(**engine, options);
  return LocalBatch(call, request, on_response).Run();
}

absl::StatusOr<v1::EstimateOutcomesResponse> LocalConnection::EstimateOutcomes(
    const v1::EstimateOutcomesRequest& request, const CallOptions& options,
    const EstimateProgressCallback& on_progress) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return engine.status();
  WaitedCall call(**engine, options);
  return LocalEstimate(call, request, on_progress).Run();
}

absl::StatusOr<v1::SimulateMechanismResponse> LocalConnection::SimulateMechanism(
    const v1::SimulateMechanismRequest& request, const CallOptions& options) {
  const absl::StatusOr<LocalEngine*> engine = Engine();
  if (!engine.ok()) return engine.status();
  WaitedCall call(**engine, options);
  v1::SimulateMechanismResponse response;
  call.Submit(std::make_unique<MechanismItem>(call, request, response));
  if (absl::Status bad = call.Wait(); !bad.ok()) return bad;
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
