#include "server/mechanism_reactor.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/version.h"
#include "server/convert/event_convert.h"
#include "server/convert/mechanism_writer.h"
#include "server/convert/patch_convert.h"
#include "server/handover.h"
#include "server/split.h"
#include "server/wire_message.h"

namespace carom {
namespace {

LogFields OutcomeOf(const MechanismRecord& record) {
  const std::string& reason = v1::StopReason_Name(ToWire(record.stop_reason));
  return {{"stop", std::string(absl::StripPrefix(reason, "STOP_REASON_"))},
          {"evaluations", int64_t{record.evaluations}}};
}

}  // namespace

class MechanismReactor::Runner : public WorkItem {
 public:
  explicit Runner(MechanismReactor& mechanism) : call_(mechanism) {}

  // Parses too, which takes next to no time compared with the run.
  Lane lane() const override { return Lane::kLong; }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker&, const Yield&) override {
    TakeOver(&call_);
    call_.Respond(call_.Run());
    return Progress::kDone;
  }
  void Drop() override { call_.Respond(call_.control_.OverStatus()); }

 private:
  MechanismReactor& call_;
};

MechanismReactor* MechanismReactor::Start(ServiceContext& service,
                                          grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) {
  auto* const call = new MechanismReactor(service, context, request, response);
  if (call->TakeUp(service.admission.TakeLongCall(call->request_size()))) {
    service.pool.Submit(std::make_unique<Runner>(*call));
  }
  return call;
}

MechanismReactor::MechanismReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request, grpc::ByteBuffer* response)
    : UnaryReactor(service, Method::kSimulateMechanism, context, request, response) {
  done_.mechanism = "none";
}

absl::Status MechanismReactor::Run() {
  if (absl::Status bad =
          ParseRequest(*request_bytes_, service_.options.requests, *ticket_, request_);
      !bad.ok())
    return bad;
  done_.mechanism = MechanismName(request_);
  const absl::StatusOr<ConvertedMechanism> converted =
      ConvertMechanism(request_, ToConvertLimits(service_.options.requests));
  if (!converted.ok()) return converted.status();
  response_.set_engine_version(kEngineVersion);
  return std::visit([&](const auto& task) { return Answer(task, converted->detail); },
                    converted->task);
}

/// What makes an answer large: its field and what to take fewer of.
struct MechanismReactor::AnswerPart {
  const char* path;
  const char* fewer;
};

absl::Status MechanismReactor::ReserveAnswer(const AnswerPart& part, int64_t bytes,
                                             int64_t reserved_bytes) {
  const int64_t max_bytes = service_.options.requests.max_message_bytes;
  if (bytes > max_bytes) {
    return absl::OutOfRangeError(absl::StrCat(part.path, ": the answer takes ", bytes,
                                              " bytes, must be at most ", max_bytes,
                                              ": take fewer ", part.fewer));
  }
  return ticket_->Grow(kAnswerCopies * std::max<int64_t>(bytes - reserved_bytes, 0));
}

absl::Status MechanismReactor::Answer(const Mechanism& mechanism, MechanismDetail detail) {
  constexpr AnswerPart kSamples{"detail", "samples, or a shorter duration"};
  MechanismRecord record;
  int64_t reserved_bytes = 0;
  detail.may_keep = [&](int64_t bytes) {
    reserved_bytes = bytes;
    return ReserveAnswer(kSamples, bytes);
  };
  const absl::Status bad = SimulateMechanism(mechanism, detail, control_.stop_token(), record);
  if (!bad.ok()) return ToMechanismPath(bad, request_);
  done_.outcome = OutcomeOf(record);
  if (record.stop_reason == StopReason::kCancelled) return control_.OverStatus();
  if (absl::Status full = ReserveAnswer(kSamples, RunBytes(record), reserved_bytes); !full.ok()) {
    return full;
  }
  WriteRun(record, *response_.mutable_run());
  return absl::OkStatus();
}

absl::Status MechanismReactor::Answer(const RollingBallAim& task, const MechanismDetail&) {
  const absl::StatusOr<SpinAimResult> result =
      AimRollingBall(task.ball, task.aim, control_.stop_token());
  if (absl::IsCancelled(result.status())) {
    done_.outcome = {{"stop", std::string("CANCELLED")}};
    return control_.OverStatus();
  }
  if (!result.ok()) return ToMechanismPath(result.status(), request_);
  done_.outcome = {{"runs", int64_t{result->runs}}};
  WriteAimedSpins(*result, *response_.mutable_aimed_spins());
  return absl::OkStatus();
}

absl::Status MechanismReactor::Answer(const PatchSurface& task, const MechanismDetail&) {
  const auto frictions = EvaluatePatch(task);
  if (!frictions.ok()) return ToMechanismPath(frictions.status(), request_);
  done_.outcome = {{"points", static_cast<int64_t>(frictions->size())}};
  constexpr AnswerPart kPoints{"patch_surface.points", "points"};
  if (absl::Status full = ReserveAnswer(kPoints, PatchTableBytes(task)); !full.ok()) return full;
  WritePatchTable(task, *frictions, *response_.mutable_patch_table());
  return absl::OkStatus();
}

absl::Status MechanismReactor::Answer(const PatchFit& task, const MechanismDetail&) {
  const absl::StatusOr<BlendFit> fit = FitPatch(task, control_.stop_token());
  if (absl::IsCancelled(fit.status())) {
    done_.outcome = {{"stop", std::string("CANCELLED")}};
    return control_.OverStatus();
  }
  if (!fit.ok()) return ToMechanismPath(fit.status(), request_);
  done_.outcome = {{"iterations", int64_t{fit->iterations}}};
  WriteFittedBlend(*fit, *response_.mutable_fitted_blend());
  return absl::OkStatus();
}

void MechanismReactor::Respond(const absl::Status& status) {
  if (!status.ok()) return FinishCall(status);
  // A large answer takes a tenth of a second, which nobody waits for any more.
  if (control_.Over()) return FinishCall(control_.OverStatus());
  {
    const Timings::Timer timer(service_.timings.encode(Method::kSimulateMechanism));
    *response_bytes_ = ToBytes(response_);
  }
  done_.bytes = response_size();
  FinishCall(absl::OkStatus());
}

void MechanismReactor::Log(const grpc::Status& sent) {
  service_.stats.bytes_sent += done_.bytes;
  log_.Done(sent, done_);
}

}  // namespace carom
