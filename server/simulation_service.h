#ifndef CAROM_SERVER_SIMULATION_SERVICE_H_
#define CAROM_SERVER_SIMULATION_SERVICE_H_

#include "carom/v1/simulation.grpc.pb.h"
#include "server/handover.h"
#include "server/service_context.h"

namespace carom {

/// The generated service with bytes in place of messages (see server/wire_message.h).
template <class Base>
using RawCatalogMethods = v1::SimulationService::WithRawCallbackMethod_ListTables<
    v1::SimulationService::WithRawCallbackMethod_GetTable<
        v1::SimulationService::WithRawCallbackMethod_GetServerInfo<Base>>>;
template <class Base>
using RawSimulationMethods = v1::SimulationService::WithRawCallbackMethod_Simulate<
    v1::SimulationService::WithRawCallbackMethod_SimulateBatch<
        v1::SimulationService::WithRawCallbackMethod_SimulateMechanism<
            v1::SimulationService::WithRawCallbackMethod_EstimateOutcomes<
                v1::SimulationService::WithRawCallbackMethod_RuleShots<Base>>>>>;
using RawSimulationService =
    RawSimulationMethods<RawCatalogMethods<v1::SimulationService::Service>>;

/// carom.v1.SimulationService: each handler checks, converts, calls and converts back. Computations
/// run on the pool, never on gRPC's threads. Thread-safe.
class SimulationService : public RawSimulationService {
 public:
  /// `context` outlives the service and all its calls.
  explicit SimulationService(ServiceContext& context) : context_(context) { HandOver(this); }

  grpc::ServerUnaryReactor* Simulate(grpc::CallbackServerContext* call,
                                     const grpc::ByteBuffer* request,
                                     grpc::ByteBuffer* response) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* SimulateBatch(
      grpc::CallbackServerContext* call, const grpc::ByteBuffer* request) override;
  grpc::ServerUnaryReactor* SimulateMechanism(grpc::CallbackServerContext* call,
                                              const grpc::ByteBuffer* request,
                                              grpc::ByteBuffer* response) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* EstimateOutcomes(
      grpc::CallbackServerContext* call, const grpc::ByteBuffer* request) override;
  grpc::ServerUnaryReactor* RuleShots(grpc::CallbackServerContext* call,
                                      const grpc::ByteBuffer* request,
                                      grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* ListTables(grpc::CallbackServerContext* call,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* GetTable(grpc::CallbackServerContext* call,
                                     const grpc::ByteBuffer* request,
                                     grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* GetServerInfo(grpc::CallbackServerContext* call,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;

 private:
  /// OK, or the status that ends the call of somebody without a token; that end is logged.
  grpc::Status CheckCaller(Method method, const grpc::CallbackServerContext& call) const;

  ServiceContext& context_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SIMULATION_SERVICE_H_
