#include "server/call_reactor.h"

#include <google/protobuf/message.h>

#include <chrono>
#include <utility>
#include <variant>

#include "core/base/version.h"
#include "server/call/tasks.h"
#include "server/caller.h"
#include "server/convert/request_convert.h"
#include "server/server_info.h"
#include "server/wire_message.h"

namespace carom {
namespace {

struct Bytes : Packet::Payload {
  grpc::ByteBuffer buffer;
};

const grpc::ByteBuffer& BytesOf(const Packet& packet) {
  return static_cast<const Bytes&>(*packet.payload).buffer;
}

Packet MakePacket(const google::protobuf::Message& message, const SentAnswers& answers) {
  auto bytes = std::make_unique<Bytes>();
  bytes->buffer = ToBytes(message);
  Packet packet{nullptr, answers};
  packet.answers.bytes = static_cast<int64_t>(bytes->buffer.Length());
  packet.payload = std::move(bytes);
  return packet;
}

}  // namespace

void CallReactor::Begin(ServiceContext& service, Method method,
                        std::unique_ptr<WireStream> stream) {
  WireStream& started = *stream;
  started.Start(*new CallReactor(service, method, std::move(stream)));
}

CallReactor::CallReactor(ServiceContext& service, Method method, std::unique_ptr<WireStream> stream)
    : service_(service),
      method_(method),
      stream_(std::move(stream)),
      context_(stream_->context()),
      log_(service.log, service.timings, method, context_, *service.security),
      control_(DeadlineAt(context_.deadline())) {}

void CallReactor::OnStart() {
  ++service_.stats.calls_running;
  const absl::Status refused = service_.security->CheckCaller(context_.client_metadata());
  if (!refused.ok()) return FinishOnce(refused, nullptr);
  service_.stalls.Enter(*this, StallWatch::Waits::kForRequest);
  stream_->StartRead(request_);
}

void CallReactor::OnReadDone(bool ok) {
  const bool in_time = service_.stalls.Leave(*this, StallWatch::Waits::kForRequest);
  if (!in_time && finished_) return;
  if (!in_time || !ok) {
    return FinishOnce(absl::InvalidArgumentError("request: none came whole"), nullptr);
  }
  switch (method_) {
    case Method::kListTables:
      return Answer<v1::ListTablesRequest, v1::ListTablesResponse>(
          [](const auto&, auto& answer) { return ListCatalogTables(answer), absl::OkStatus(); });
    case Method::kGetTable:
      return Answer<v1::GetTableRequest, v1::GetTableResponse>([](const auto& asked, auto& answer) {
        return DescribeCatalogTable(asked.name(), answer);
      });
    case Method::kGetServerInfo:
      return Answer<v1::GetServerInfoRequest, v1::GetServerInfoResponse>(
          [this](const auto&, auto& answer) {
            FillServerInfo(service_.options.requests, service_.pool.threads(), answer);
            return absl::OkStatus();
          });
    case Method::kSimulate:
      return BeginTask<ShotsTask>();
    case Method::kSimulateBatch:
      return BeginTask<BatchTask>();
    case Method::kEstimateOutcomes:
      return BeginTask<EstimateTask>();
    case Method::kSimulateMechanism:
      return BeginTask<MechanismCallTask>();
    case Method::kRuleShots:
      return BeginTask<RulesTask>();
    case Method::kPlaceBalls:
      return BeginTask<PlacingTask>();
    case Method::kFindAims:
      return BeginTask<AimsTask>();
    case Method::kPlanShot:
      return BeginTask<PlanTask>();
    case Method::kPlayMatch:
      return BeginTask<MatchTask>();
  }
}

template <class Request, class Response, class Fill>
void CallReactor::Answer(const Fill& fill) {
  Request asked;
  Response answer;
  absl::Status status = ParseSmallRequest(request_, asked);
  if (status.ok()) {
    answer.set_engine_version(kEngineVersion);
    status = fill(asked, answer);
  }
  if (!status.ok()) return FinishOnce(status, nullptr);
  FinishOnce(status, std::make_unique<Packet>(MakePacket(answer, {})));
}

template <class Task>
void CallReactor::BeginTask() {
  const CallShape shape = ShapeOf<typename Task::Request>(request_);
  const uint64_t caller = CallerOf(context_, service_.options.security);
  Admission::Answer answer =
      service_.admission.Take(shape, caller, absl::FromChrono(context_.deadline()));
  if (const auto* const refusal = std::get_if<Refusal>(&answer)) {
    AddPushback(refusal->pushback, context_);
    return FinishOnce(refusal->status, nullptr);
  }
  ticket_ = std::get<0>(std::move(answer));
  const ServerOptions& options = service_.options;
  const TaskContext context = {
      service_.scenes,   options.requests, options.streams, service_.pool.threads(),
      service_.draining, control_,         *ticket_};
  // Parsed on a worker. The task keeps the message.
  const auto message = std::make_shared<typename Task::Request>();
  task_ = std::make_unique<Task>(context, [this, message]() -> typename Task::Loaded {
    absl::Status bad = ParseRequest(request_, service_.options.requests, *ticket_, *message);
    if (!bad.ok()) return bad;
    return message.get();
  });
  const Lane runner_lane = shape.kind == CallKind::kBulk ? Lane::kBulk : Lane::kLarge;
  const Call::Options lanes = {LaneToOpen(shape), runner_lane, caller};
  CallSink& sink = *this;
  call_.emplace(service_.pool, *task_, sink, control_, *ticket_, lanes);
  begun_ = true;
  call_->Start();
}

void CallReactor::OnCancel() {
  control_.Cancel();
  if (begun_) call_->Cancel(control_.OverStatus());
}

Packet CallReactor::Encode(google::protobuf::Message& message, const SentAnswers& answers) {
  const Timings::Timer timer(service_.timings.encode(method_));
  return MakePacket(message, answers);
}

void CallReactor::OutboxHolds(int64_t bytes) {
  service_.stats.outbox_bytes += bytes - std::exchange(counted_bytes_, bytes);
  service_.stats.RaiseOutboxPeak(bytes);
}

void CallReactor::Write(const Packet& packet) {
  writing_ = &packet;
  write_began_ = Timings::Clock::now();
  service_.stalls.Enter(*this, StallWatch::Waits::kForReader);
  stream_->StartWrite(BytesOf(packet));
}

void CallReactor::OnWriteDone(bool ok) {
  (void)service_.stalls.Leave(*this, StallWatch::Waits::kForReader);
  if (ok) {
    Count(writing_->answers);
    service_.timings.Written(method_, Timings::Clock::now() - write_began_);
  }
  call_->Written(ok);
}

void CallReactor::End(const absl::Status& status, std::unique_ptr<Packet> last) {
  if (absl::IsResourceExhausted(status)) AddPushback(ticket_->Pushback(), context_);
  outcome_ = task_->Outcome();
  task_.reset();
  request_.Clear();
  ticket_->WorkIsOver();
  ticket_->bytes.Resize(last == nullptr ? 0 : last->answers.bytes);
  FinishOnce(status, std::move(last));
}

void CallReactor::FinishOnce(const absl::Status& status, std::unique_ptr<Packet> last) {
  if (finished_.exchange(true)) return;
  service_.stalls.Enter(*this, StallWatch::Waits::kForReader);
  last_ = std::move(last);
  FinishWith(status);
}

void CallReactor::FinishWith(const absl::Status& status) {
  sent_status_ = ToGrpcStatus(status);
  write_began_ = Timings::Clock::now();
  if (last_ != nullptr) {
    stream_->WriteAndFinish(BytesOf(*last_), sent_status_);
  } else {
    stream_->Finish(sent_status_);
  }
}

// The shots of a ruling were played, and counted, elsewhere.
void CallReactor::Count(const SentAnswers& answers) {
  service_.stats.Count(method_ == Method::kRuleShots ? SentAnswers{.bytes = answers.bytes}
                                                     : answers);
}

void CallReactor::Stalled(Why why) {
  if (why == Why::kTooLong) {
    if (!stuck_.exchange(true)) ++service_.stats.calls_stuck;
    return context_.TryCancel();
  }
  if (finished_.exchange(true)) return;
  AddPushback(std::chrono::seconds(1), context_);  // Chosen: 16 MiB over 134 Mbit/s.
  FinishWith(absl::ResourceExhaustedError(
      "the server is busy: too many requests are on their way (--memory-quota-bytes); come again"));
}

void CallReactor::OnDone() {
  (void)service_.stalls.Leave(*this, StallWatch::Waits::kForReader);
  SentAnswers sent;
  if (call_) {
    sent = call_->sent();
    service_.timings.Written(method_, Timings::Clock::now() - write_began_);
    if (last_ != nullptr) Count(last_->answers);
  } else if (last_ != nullptr) {
    sent = last_->answers;
  }
  log_.Done(sent_status_, sent, std::move(outcome_));
  ticket_.reset();
  if (stuck_) --service_.stats.calls_stuck;
  --service_.stats.calls_running;
  ++service_.stats.calls_done;
  delete this;
}

}  // namespace carom
