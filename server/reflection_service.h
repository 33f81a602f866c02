#ifndef CAROM_SERVER_REFLECTION_SERVICE_H_
#define CAROM_SERVER_REFLECTION_SERVICE_H_

#include <grpcpp/impl/service_type.h>

#include <string>
#include <vector>

#include "server/security/security.h"

namespace carom {

/// grpc.reflection.v1alpha.ServerReflection: what the server's services are, for tools such as
/// grpcurl. gRPC's own holds a thread for each open call, and asks nobody for a token. Thread-safe.
class ReflectionService : public grpc::Service {
 public:
  /// `services` are the full names of what the server has; those are described whose descriptors
  /// are linked in. `security` outlives the service.
  ReflectionService(const Security& security, std::vector<std::string> services);

 private:
  class Call;

  /// The answer to one message of a call; both are serialized.
  std::string Answer(const std::string& request) const;

  const Security& security_;
  const std::vector<std::string> services_;
};

}  // namespace carom

#endif  // CAROM_SERVER_REFLECTION_SERVICE_H_
