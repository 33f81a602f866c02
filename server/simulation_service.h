#ifndef CAROM_SERVER_SIMULATION_SERVICE_H_
#define CAROM_SERVER_SIMULATION_SERVICE_H_

#include <grpcpp/impl/codegen/service_type.h>

#include <array>
#include <string>

#include "server/method.h"
#include "server/service_context.h"

namespace carom {

/// carom.v1.SimulationService, with bytes in place of messages (see server/wire_message.h): each
/// call becomes a CallReactor. Computations run on the pool, never on gRPC's threads. Thread-safe.
class SimulationService : public grpc::Service {
 public:
  /// `context` outlives the service and all its calls.
  explicit SimulationService(ServiceContext& context);

 private:
  std::array<std::string, kMethods> paths_;  // gRPC keeps pointers to them.
};

}  // namespace carom

#endif  // CAROM_SERVER_SIMULATION_SERVICE_H_
