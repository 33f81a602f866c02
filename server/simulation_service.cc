#include "server/simulation_service.h"

#include "core/base/constants.h"
#include "core/base/version.h"
#include "server/batch_reactor.h"
#include "server/convert/catalog_convert.h"
#include "server/log/call_log.h"
#include "server/mechanism_reactor.h"
#include "server/simulate_reactor.h"

namespace carom {
namespace {

/// Compiler and platform, for people.
constexpr char kBuild[] =
#if defined(__clang__)
    "clang " __clang_version__
#else
    "g++ " __VERSION__
#endif
#if defined(NDEBUG)
    ", optimised"
#else
    ", with assertions"
#endif
    ", -ffp-contract=off, x86-64";

/// Ends a call that was answered at once.
grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* call, const CallLog& log,
                                 const absl::Status& status,
                                 const google::protobuf::Message& response) {
  const grpc::Status sent = ToGrpcStatus(status);
  SentAnswers answers;
  if (status.ok()) answers.bytes = static_cast<int64_t>(response.ByteSizeLong());
  log.Done(sent, answers);
  grpc::ServerUnaryReactor* const reactor = call->DefaultReactor();
  reactor->Finish(sent);
  return reactor;
}

void FillLimits(const RequestLimits& limits, v1::ServerLimits& wire) {
  wire.set_max_shots_per_simulate(static_cast<uint32_t>(limits.max_shots_per_simulate));
  wire.set_max_shots_per_batch(static_cast<uint32_t>(limits.max_shots_per_batch));
  wire.set_max_balls(kMaxBalls);
  wire.set_max_message_bytes(static_cast<uint64_t>(limits.max_message_bytes));
  wire.set_max_samples_per_shot(static_cast<uint64_t>(limits.max_samples_per_shot));
  wire.set_max_shot_bytes(static_cast<uint64_t>(limits.max_shot_bytes));
  wire.set_max_events(static_cast<uint32_t>(limits.max_events));
  wire.set_max_evaluations(static_cast<uint32_t>(limits.max_evaluations));
  wire.set_max_duration_s(limits.max_duration_s);
  wire.set_max_samples_per_mechanism(static_cast<uint64_t>(limits.max_samples_per_mechanism));
}

}  // namespace

grpc::ServerUnaryReactor* SimulationService::Simulate(grpc::CallbackServerContext* call,
                                                      const v1::SimulateRequest* request,
                                                      v1::SimulateResponse* response) {
  TakeOver(this);
  return SimulateReactor::Start(context_, call, request, response);
}

grpc::ServerWriteReactor<v1::SimulateBatchResponse>* SimulationService::SimulateBatch(
    grpc::CallbackServerContext* call, const v1::SimulateBatchRequest* request) {
  TakeOver(this);
  return BatchReactor::Start(context_, call, request);
}

grpc::ServerUnaryReactor* SimulationService::SimulateMechanism(
    grpc::CallbackServerContext* call, const v1::SimulateMechanismRequest* request,
    v1::SimulateMechanismResponse* response) {
  TakeOver(this);
  return MechanismReactor::Start(context_, call, request, response);
}

grpc::ServerUnaryReactor* SimulationService::ListTables(grpc::CallbackServerContext* call,
                                                        const v1::ListTablesRequest*,
                                                        v1::ListTablesResponse* response) {
  TakeOver(this);
  const CallLog log(context_.log, "ListTables", *call);
  response->set_engine_version(kEngineVersion);
  ListCatalogTables(*response);
  return Answer(call, log, absl::OkStatus(), *response);
}

grpc::ServerUnaryReactor* SimulationService::GetTable(grpc::CallbackServerContext* call,
                                                      const v1::GetTableRequest* request,
                                                      v1::GetTableResponse* response) {
  TakeOver(this);
  const CallLog log(context_.log, "GetTable", *call);
  response->set_engine_version(kEngineVersion);
  return Answer(call, log, DescribeCatalogTable(request->name(), *response), *response);
}

grpc::ServerUnaryReactor* SimulationService::GetServerInfo(grpc::CallbackServerContext* call,
                                                           const v1::GetServerInfoRequest*,
                                                           v1::GetServerInfoResponse* response) {
  TakeOver(this);
  const CallLog log(context_.log, "GetServerInfo", *call);
  response->set_engine_version(kEngineVersion);
  response->set_build(kBuild);
  response->set_threads(static_cast<uint32_t>(context_.pool.threads()));
  FillLimits(context_.options.requests, *response->mutable_limits());
  FillCatalogNames(*response);
  return Answer(call, log, absl::OkStatus(), *response);
}

}  // namespace carom
