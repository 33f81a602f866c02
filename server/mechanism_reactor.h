#ifndef CAROM_SERVER_MECHANISM_REACTOR_H_
#define CAROM_SERVER_MECHANISM_REACTOR_H_

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/unary_reactor.h"

namespace carom {

/// One call of SimulateMechanism, which one worker converts, runs and answers in one go; a
/// cancellation reaches into the run. It is finished when the worker is done with it or the queue
/// has dropped it.
class MechanismReactor : public UnaryReactor {
 public:
  /// Begins the call. All arguments outlive it.
  static MechanismReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer* request, grpc::ByteBuffer* response);

 private:
  class Runner;

  MechanismReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                   const grpc::ByteBuffer* request, grpc::ByteBuffer* response);

  absl::Status Run();
  /// Ends the call with the result of Run().
  void Respond(const absl::Status& status);
  void Free() override { response_ = {}; }
  void Log(const grpc::Status& sent) override;

  v1::SimulateMechanismRequest request_;
  v1::SimulateMechanismResponse response_;
  MechanismCall done_;
};

}  // namespace carom

#endif  // CAROM_SERVER_MECHANISM_REACTOR_H_
