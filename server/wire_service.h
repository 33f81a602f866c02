#ifndef CAROM_SERVER_WIRE_SERVICE_H_
#define CAROM_SERVER_WIRE_SERVICE_H_

#include <grpcpp/impl/codegen/service_type.h>

#include <string>
#include <vector>

#include "server/event_loop.h"
#include "server/method.h"
#include "server/service_context.h"

namespace carom {

/// A service of the wire, with bytes in place of messages (see server/wire_message.h): each call
/// becomes a CallReactor. Computations run on the pool, never on threads that serve gRPC.
/// Thread-safe.
class WireService : public grpc::Service {
 public:
  /// The service `name`, "carom.v1.SimulationService" say, has these methods. `context` outlives it
  /// and all its calls.
  WireService(ServiceContext& context, const std::string& name, std::vector<Method> methods);

  /// Takes calls from now on, by the server that it is registered with.
  void TakeCalls(EventLoop& loop);

 private:
  class Arrival;

  ServiceContext& context_;
  const std::vector<Method> methods_;
  std::vector<std::string> paths_;  // gRPC keeps pointers to them.
};

}  // namespace carom

#endif  // CAROM_SERVER_WIRE_SERVICE_H_
