#ifndef CAROM_SERVER_LOG_CALL_LOG_H_
#define CAROM_SERVER_LOG_CALL_LOG_H_

#include <grpcpp/support/status.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "server/log/server_log.h"
#include "server/method.h"
#include "server/metrics/timings.h"
#include "server/sent_answers.h"

namespace grpc {
class ServerContextBase;
}

namespace carom {

class Security;

/// The same code and message, clipped to 4 KB: a longer one would reach the client as
/// RESOURCE_EXHAUSTED in its place. Payloads become the details, with a google.rpc.BadRequest
/// before a carom.v1.FieldError.
grpc::Status ToGrpcStatus(const absl::Status& status);

/// One line for one call, when it is done: method, peer, what was done, duration and status; the
/// name beside the caller's token; and the caller's x-request-id and traceparent [W3C Trace
/// Context] where it sent them. The duration goes into the metrics too.
class CallLog {
 public:
  /// The call begins; its peer is known only until it ends. `log` may be null: nothing is logged.
  /// Without a method it is one that the server does not have, and is not timed.
  CallLog(std::shared_ptr<const ServerLog> log, Timings& timings, std::optional<Method> method,
          const grpc::ServerContextBase& context, const Security& security);

  /// `outcome` takes the place of the counts of shots, where it is not empty.
  void Done(const grpc::Status& status, const SentAnswers& sent, LogFields outcome) const;

 private:
  const std::shared_ptr<const ServerLog> log_;
  Timings& timings_;
  const std::optional<Method> method_;
  LogFields caller_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace carom

#endif  // CAROM_SERVER_LOG_CALL_LOG_H_
