#include "server/simulation_service.h"

#include "core/base/version.h"
#include "server/batch_reactor.h"
#include "server/convert/catalog_convert.h"
#include "server/estimate_reactor.h"
#include "server/log/call_log.h"
#include "server/mechanism_reactor.h"
#include "server/rules_reactor.h"
#include "server/server_info.h"
#include "server/simulate_reactor.h"
#include "server/wire_message.h"

namespace carom {
namespace {

grpc::ServerUnaryReactor* RefuseUnary(grpc::CallbackServerContext* call,
                                      const grpc::Status& status) {
  grpc::ServerUnaryReactor* const reactor = call->DefaultReactor();
  reactor->Finish(status);
  return reactor;
}

/// A stream that ends before it begins. Deletes itself.
class RefusedStream : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  explicit RefusedStream(const grpc::Status& status) {
    HandOver(this);
    Finish(status);
  }
  void OnDone() override {
    TakeOver(this);
    delete this;
  }
};

/// A call that is answered at once, by gRPC's own thread: `fill` gets request and response.
template <class Request, class Response, class Fill>
grpc::ServerUnaryReactor* Answer(ServiceContext& service, Method method,
                                 grpc::CallbackServerContext* call, const grpc::ByteBuffer& request,
                                 grpc::ByteBuffer& response, const Fill& fill) {
  const CallLog log(service.log, service.timings, method, *call, *service.security);
  Request asked;
  Response answer;
  SentAnswers sent;
  absl::Status status = ParseSmallRequest(request, asked);
  if (status.ok()) {
    answer.set_engine_version(kEngineVersion);
    status = fill(asked, answer);
  }
  if (status.ok()) {
    response = ToBytes(answer);
    sent.bytes = static_cast<int64_t>(response.Length());
  }
  const grpc::Status told = ToGrpcStatus(status);
  log.Done(told, sent);
  grpc::ServerUnaryReactor* const reactor = call->DefaultReactor();
  reactor->Finish(told);
  return reactor;
}

}  // namespace

grpc::Status SimulationService::CheckCaller(Method method,
                                            const grpc::CallbackServerContext& call) const {
  const absl::Status status = context_.security->CheckCaller(call.client_metadata());
  if (status.ok()) return grpc::Status::OK;
  const grpc::Status told = ToGrpcStatus(status);
  CallLog(context_.log, context_.timings, method, call, *context_.security)
      .Done(told, SentAnswers{});
  return told;
}

grpc::ServerUnaryReactor* SimulationService::Simulate(grpc::CallbackServerContext* call,
                                                      const grpc::ByteBuffer* request,
                                                      grpc::ByteBuffer* response) {
  TakeOver(this);
  if (const grpc::Status refused = CheckCaller(Method::kSimulate, *call); !refused.ok()) {
    return RefuseUnary(call, refused);
  }
  return SimulateReactor::Start(context_, call, request, response);
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* SimulationService::SimulateBatch(
    grpc::CallbackServerContext* call, const grpc::ByteBuffer* request) {
  TakeOver(this);
  if (const grpc::Status refused = CheckCaller(Method::kSimulateBatch, *call); !refused.ok()) {
    return new RefusedStream(refused);
  }
  return BatchReactor::Start(context_, call, request);
}

grpc::ServerUnaryReactor* SimulationService::SimulateMechanism(grpc::CallbackServerContext* call,
                                                               const grpc::ByteBuffer* request,
                                                               grpc::ByteBuffer* response) {
  TakeOver(this);
  if (const grpc::Status refused = CheckCaller(Method::kSimulateMechanism, *call); !refused.ok()) {
    return RefuseUnary(call, refused);
  }
  return MechanismReactor::Start(context_, call, request, response);
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* SimulationService::EstimateOutcomes(
    grpc::CallbackServerContext* call, const grpc::ByteBuffer* request) {
  TakeOver(this);
  if (const grpc::Status refused = CheckCaller(Method::kEstimateOutcomes, *call); !refused.ok()) {
    return new RefusedStream(refused);
  }
  return EstimateReactor::Start(context_, call, request);
}

grpc::ServerUnaryReactor* SimulationService::RuleShots(grpc::CallbackServerContext* call,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* response) {
  TakeOver(this);
  if (const grpc::Status refused = CheckCaller(Method::kRuleShots, *call); !refused.ok()) {
    return RefuseUnary(call, refused);
  }
  return RulesReactor::Start(context_, call, request, response);
}

grpc::ServerUnaryReactor* SimulationService::ListTables(grpc::CallbackServerContext* call,
                                                        const grpc::ByteBuffer* request,
                                                        grpc::ByteBuffer* response) {
  TakeOver(this);
  if (const grpc::Status refused = CheckCaller(Method::kListTables, *call); !refused.ok()) {
    return RefuseUnary(call, refused);
  }
  return Answer<v1::ListTablesRequest, v1::ListTablesResponse>(
      context_, Method::kListTables, call, *request, *response,
      [](const v1::ListTablesRequest&, v1::ListTablesResponse& answer) {
        ListCatalogTables(answer);
        return absl::OkStatus();
      });
}

grpc::ServerUnaryReactor* SimulationService::GetTable(grpc::CallbackServerContext* call,
                                                      const grpc::ByteBuffer* request,
                                                      grpc::ByteBuffer* response) {
  TakeOver(this);
  if (const grpc::Status refused = CheckCaller(Method::kGetTable, *call); !refused.ok()) {
    return RefuseUnary(call, refused);
  }
  return Answer<v1::GetTableRequest, v1::GetTableResponse>(
      context_, Method::kGetTable, call, *request, *response,
      [](const v1::GetTableRequest& asked, v1::GetTableResponse& answer) {
        return DescribeCatalogTable(asked.name(), answer);
      });
}

grpc::ServerUnaryReactor* SimulationService::GetServerInfo(grpc::CallbackServerContext* call,
                                                           const grpc::ByteBuffer* request,
                                                           grpc::ByteBuffer* response) {
  TakeOver(this);
  if (const grpc::Status refused = CheckCaller(Method::kGetServerInfo, *call); !refused.ok()) {
    return RefuseUnary(call, refused);
  }
  return Answer<v1::GetServerInfoRequest, v1::GetServerInfoResponse>(
      context_, Method::kGetServerInfo, call, *request, *response,
      [this](const v1::GetServerInfoRequest&, v1::GetServerInfoResponse& answer) {
        FillServerInfo(context_.options.requests, context_.pool.threads(), answer);
        return absl::OkStatus();
      });
}

}  // namespace carom
