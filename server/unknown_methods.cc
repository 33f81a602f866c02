#include "server/unknown_methods.h"

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "google/rpc/error_details.pb.h"
#include "server/handover.h"
#include "server/log/call_log.h"
#include "server/server_info.h"

namespace carom {
namespace {

// The method that the wire has lost, and the last revision with it. No later one takes any out.
constexpr std::string_view kMovedMethod = "/carom.v1.SimulationService/SimulateMechanism";
constexpr int kItsRevision = 1;

constexpr size_t kMaxMethodBytes = 256;

absl::Status UnknownMethod(const std::string& method) {
  const std::string shown = Clip(method, kMaxMethodBytes);
  if (!absl::StartsWith(method, "/carom.v1.")) {
    return absl::UnimplementedError(absl::StrCat("this server has no method ", shown));
  }
  google::rpc::ErrorInfo info;
  info.set_reason("WIRE_REVISION");
  info.set_domain("carom.v1");
  (*info.mutable_metadata())["server"] = absl::StrCat(WireRevision());
  std::string why;
  if (method == kMovedMethod) {
    (*info.mutable_metadata())["method"] = absl::StrCat(kItsRevision);
    why = absl::StrCat(" is of wire revision ", kItsRevision, ", and this server speaks ",
                       ThisRevision(), ": use a newer client");
  } else {
    why = absl::StrCat(" is unknown to ", ThisRevision(), " of this server: is the client newer?");
  }
  absl::Status status = absl::UnimplementedError(absl::StrCat(shown, why));
  status.SetPayload(absl::StrCat("type.googleapis.com/", info.GetTypeName()),
                    absl::Cord(info.SerializeAsString()));
  return status;
}

/// Ends its call at once. Deletes itself.
class RefusedCall : public grpc::ServerGenericBidiReactor {
 public:
  RefusedCall(ServiceContext& service, const grpc::GenericCallbackServerContext& call)
      : log_(service.log, service.timings, std::nullopt, call, *service.security),
        method_(call.method()) {
    const absl::Status refused = service.security->CheckCaller(call.client_metadata());
    status_ = ToGrpcStatus(refused.ok() ? UnknownMethod(method_) : refused);
    HandOver(this);
    Finish(status_);
  }

  void OnDone() override {
    TakeOver(this);
    log_.Done(status_, {}, {{"method", Clip(method_, kMaxMethodBytes)}});
    delete this;
  }

 private:
  const CallLog log_;
  const std::string method_;
  grpc::Status status_;
};

}  // namespace

// A thread of gRPC may be older than this service: it may have served another server before.
UnknownMethods::UnknownMethods(ServiceContext& context) : context_(context) { HandOver(this); }

grpc::ServerGenericBidiReactor* UnknownMethods::CreateReactor(
    grpc::GenericCallbackServerContext* call) {
  TakeOver(this);
  return new RefusedCall(context_, *call);
}

}  // namespace carom
