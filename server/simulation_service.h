#ifndef CAROM_SERVER_SIMULATION_SERVICE_H_
#define CAROM_SERVER_SIMULATION_SERVICE_H_

#include "carom/v1/simulation.grpc.pb.h"
#include "server/handover.h"
#include "server/service_context.h"

namespace carom {

/// carom.v1.SimulationService: each handler checks, converts, calls and converts back; what
/// computes runs on the pool, never on gRPC's threads. Thread-safe.
class SimulationService : public v1::SimulationService::CallbackService {
 public:
  /// `context` outlives the service and all its calls.
  explicit SimulationService(ServiceContext& context) : context_(context) { HandOver(this); }

  grpc::ServerUnaryReactor* Simulate(grpc::CallbackServerContext* call,
                                     const v1::SimulateRequest* request,
                                     v1::SimulateResponse* response) override;
  grpc::ServerWriteReactor<v1::SimulateBatchResponse>* SimulateBatch(
      grpc::CallbackServerContext* call, const v1::SimulateBatchRequest* request) override;
  grpc::ServerUnaryReactor* SimulateMechanism(grpc::CallbackServerContext* call,
                                              const v1::SimulateMechanismRequest* request,
                                              v1::SimulateMechanismResponse* response) override;
  grpc::ServerUnaryReactor* ListTables(grpc::CallbackServerContext* call,
                                       const v1::ListTablesRequest* request,
                                       v1::ListTablesResponse* response) override;
  grpc::ServerUnaryReactor* GetTable(grpc::CallbackServerContext* call,
                                     const v1::GetTableRequest* request,
                                     v1::GetTableResponse* response) override;
  grpc::ServerUnaryReactor* GetServerInfo(grpc::CallbackServerContext* call,
                                          const v1::GetServerInfoRequest* request,
                                          v1::GetServerInfoResponse* response) override;

 private:
  ServiceContext& context_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SIMULATION_SERVICE_H_
