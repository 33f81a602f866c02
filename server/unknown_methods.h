#ifndef CAROM_SERVER_UNKNOWN_METHODS_H_
#define CAROM_SERVER_UNKNOWN_METHODS_H_

#include <grpcpp/generic/async_generic_service.h>

#include "server/service_context.h"

namespace carom {

/// Answers calls of methods that the server does not have with UNIMPLEMENTED and, for services of
/// the wire, with the revisions of the wire that have them and that it speaks: the callers are
/// clients of another release. Of such a request nothing is read. Thread-safe.
class UnknownMethods : public grpc::CallbackGenericService {
 public:
  /// `context` outlives this service and all its calls.
  explicit UnknownMethods(ServiceContext& context);

  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* call) override;

 private:
  ServiceContext& context_;
};

}  // namespace carom

#endif  // CAROM_SERVER_UNKNOWN_METHODS_H_
