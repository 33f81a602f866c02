#include "server/call_log.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace carom {
namespace {

constexpr size_t kMaxMessageBytes = 4096;
constexpr size_t kMaxLoggedBytes = 256;

/// The first line's worth of a message, with what could fake a further line taken out.
std::string OneLine(std::string_view message) {
  std::string line(message.substr(0, kMaxLoggedBytes));
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return line;
}

std::string CodeName(const grpc::Status& status) {
  return absl::StatusCodeToString(static_cast<absl::StatusCode>(status.error_code()));
}

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status) {
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()),
                      std::string(status.message().substr(0, kMaxMessageBytes)));
}

CallLog::CallLog(std::shared_ptr<spdlog::logger> logger, const char* method,
                 const grpc::CallbackServerContext& context)
    : logger_(std::move(logger)),
      method_(method),
      peer_(logger_ == nullptr ? std::string() : context.peer()) {}

void CallLog::Done(const grpc::Status& status, const SentAnswers& sent) const {
  Write(status, absl::StrCat("shots=", sent.shots, " failed=", sent.failed_shots), sent.bytes);
}

void CallLog::Done(const grpc::Status& status, const MechanismCall& call) const {
  Write(status, absl::StrCat("mechanism=", call.mechanism, " ", call.outcome), call.bytes);
}

void CallLog::Write(const grpc::Status& status, const std::string& what, int64_t bytes) const {
  if (logger_ == nullptr || !logger_->should_log(spdlog::level::info)) return;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start_;
  logger_->info("{} peer={} {} bytes={} ms={:.3f} status={}{}{}", method_, peer_, what, bytes,
                took.count(), CodeName(status), status.ok() ? "" : " ",
                OneLine(status.error_message()));
}

}  // namespace carom
