#ifndef CAROM_SERVER_MECHANISM_REACTOR_H_
#define CAROM_SERVER_MECHANISM_REACTOR_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/admission.h"
#include "server/call_control.h"
#include "server/convert/mechanism_convert.h"
#include "server/log/call_log.h"
#include "server/service_context.h"

namespace carom {

/// One call of SimulateMechanism, which one worker converts, runs and answers in one go; a
/// cancellation reaches into the run.
///
/// Lifetime: deletes itself in OnDone(), which cannot come before Finish(), which is called once,
/// when the worker is done with the call or the queue has dropped it.
class MechanismReactor : public grpc::ServerUnaryReactor {
 public:
  /// Begins the call. All arguments outlive it.
  static MechanismReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer* request, grpc::ByteBuffer* response);

  void OnCancel() override;
  void OnDone() override;

 private:
  class Runner;

  MechanismReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                   const grpc::ByteBuffer* request, grpc::ByteBuffer* response);

  absl::Status Run();
  absl::Status Answer(const Mechanism& mechanism, const MechanismDetail& detail);
  absl::Status Answer(const RollingBallAim& task, const MechanismDetail& detail);
  absl::Status Answer(const PatchSurface& task, const MechanismDetail& detail);
  absl::Status Answer(const PatchFit& task, const MechanismDetail& detail);
  void FinishCall(const absl::Status& status);

  ServiceContext& service_;
  grpc::CallbackServerContext* const context_;
  const grpc::ByteBuffer* const request_bytes_;
  grpc::ByteBuffer* const response_bytes_;
  const CallLog log_;
  CallControl control_;
  std::unique_ptr<Admission::Ticket> ticket_;  ///< Null: refused.
  v1::SimulateMechanismRequest request_;
  v1::SimulateMechanismResponse response_;
  // Written by the thread that calls Finish(), read in OnDone(), which gRPC calls after it.
  grpc::Status sent_status_;
  MechanismCall done_;
  Timings::Clock::time_point finished_;
};

}  // namespace carom

#endif  // CAROM_SERVER_MECHANISM_REACTOR_H_
