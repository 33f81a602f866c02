#include "server/log/call_log.h"

#include <grpcpp/server_context.h>

#include <optional>
#include <utility>

#include "absl/strings/cord.h"
#include "core/base/field_error.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/security/security.h"

namespace carom {
namespace {

constexpr size_t kMaxMessageBytes = 4096;
constexpr size_t kMaxLoggedBytes = 256;

std::string CodeName(const grpc::Status& status) {
  return absl::StatusCodeToString(static_cast<absl::StatusCode>(status.error_code()));
}

void AddMetadata(const grpc::ServerContextBase& context, const char* key, const char* name,
                 LogFields& fields) {
  const auto found = context.client_metadata().find(key);
  if (found == context.client_metadata().end()) return;
  const grpc::string_ref value = found->second.substr(0, kMaxLoggedBytes);
  fields.push_back({name, std::string(value.data(), value.size())});
}

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status) {
  const auto code = static_cast<grpc::StatusCode>(status.code());
  const std::string message = Clip(std::string(status.message()), kMaxMessageBytes);
  google::rpc::Status details;
  if (std::optional<FieldError> error = FieldErrorOf(status)) {
    google::rpc::BadRequest bad;
    google::rpc::BadRequest::FieldViolation& violation = *bad.add_field_violations();
    violation.set_field(std::exchange(error->path, {}).Text());
    violation.set_description(error->Text());
    details.add_details()->PackFrom(bad);
  }
  status.ForEachPayload([&](absl::string_view type, const absl::Cord& bytes) {
    google::protobuf::Any& same = *details.add_details();
    same.set_type_url(std::string(type));
    same.set_value(std::string(bytes));
  });
  if (details.details().empty()) return grpc::Status(code, message);
  details.set_code(code);
  details.set_message(message);
  return grpc::Status(code, message, details.SerializeAsString());
}

CallLog::CallLog(std::shared_ptr<const ServerLog> log, Timings& timings,
                 std::optional<Method> method, const grpc::ServerContextBase& context,
                 const Security& security)
    : log_(std::move(log)), timings_(timings), method_(method) {
  if (log_ == nullptr || !log_->LogsInfo()) return;
  caller_.push_back({"peer", context.peer()});
  const std::string name = security.CallerName(context.client_metadata());
  if (!name.empty()) caller_.push_back({"caller", name});
  AddMetadata(context, "x-request-id", "request_id", caller_);
  AddMetadata(context, "traceparent", "traceparent", caller_);
}

void CallLog::Done(const grpc::Status& status, const SentAnswers& sent, LogFields outcome) const {
  const auto took = std::chrono::steady_clock::now() - start_;
  if (method_) timings_.CallEnded(*method_, status.error_code(), took);
  if (log_ == nullptr || !log_->LogsInfo()) return;
  if (outcome.empty()) outcome = {{"shots", sent.shots}, {"failed", sent.failed_shots}};
  LogFields fields = caller_;
  fields.insert(fields.end(), outcome.begin(), outcome.end());
  fields.push_back({"bytes", sent.bytes});
  fields.push_back({"ms", std::chrono::duration<double, std::milli>(took).count()});
  fields.push_back({"status", CodeName(status)});
  if (!status.ok()) {
    fields.push_back({"error", status.error_message().substr(0, kMaxLoggedBytes)});
  }
  log_->Info(method_ ? Name(*method_) : "UnknownMethod", fields);
}

}  // namespace carom
