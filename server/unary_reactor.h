#ifndef CAROM_SERVER_UNARY_REACTOR_H_
#define CAROM_SERVER_UNARY_REACTOR_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>

#include "absl/status/status.h"
#include "server/admission.h"
#include "server/call_control.h"
#include "server/log/call_log.h"
#include "server/method.h"
#include "server/service_context.h"

namespace carom {

/// What the unary calls that take work have in common: admission, cancellation and the end.
///
/// Lifetime: deletes itself in OnDone(), which cannot come before FinishCall(), which is called
/// once, when no work of the call is queued or running any more. So work may refer to the reactor,
/// the request and the response freely.
class UnaryReactor : public grpc::ServerUnaryReactor {
 public:
  void OnCancel() final;
  void OnDone() final;

 protected:
  /// All arguments outlive the call.
  UnaryReactor(ServiceContext& service, Method method, grpc::CallbackServerContext* context,
               const grpc::ByteBuffer* request, grpc::ByteBuffer* response);
  ~UnaryReactor() override = default;

  int64_t request_size() const { return static_cast<int64_t>(request_bytes_->Length()); }
  int64_t response_size() const { return static_cast<int64_t>(response_bytes_->Length()); }

  /// Keeps the ticket, and the call may submit work; or refuses the call, which is then finished.
  bool TakeUp(Admission::Answer answer);

  /// Ends the call: with the response, or with an error. The reactor may be gone when it returns.
  void FinishCall(const absl::Status& status);

  /// Frees everything that what is sent does not need.
  virtual void Free() = 0;
  /// Writes the line of the call, which is done.
  virtual void Log(const grpc::Status& sent) = 0;

  ServiceContext& service_;
  const grpc::ByteBuffer* const request_bytes_;
  grpc::ByteBuffer* const response_bytes_;
  const CallLog log_;
  CallControl control_;
  std::unique_ptr<Admission::Ticket> ticket_;  ///< Null: refused.

 private:
  const Method method_;
  grpc::CallbackServerContext* const context_;
  // Written by the thread that calls Finish(), read in OnDone(), which gRPC calls after it.
  grpc::Status sent_status_;
  Timings::Clock::time_point finished_;
};

}  // namespace carom

#endif  // CAROM_SERVER_UNARY_REACTOR_H_
