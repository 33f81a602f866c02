#include "server/admission.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// What a call takes beside its messages: gRPC's call, reactor, plan and scene.
constexpr int64_t kCallBytes = 32 << 10;
// The mean follows the last so many calls.
constexpr int64_t kMeanOf = 32;
constexpr milliseconds kLeastPushback(20);
constexpr milliseconds kMostPushback(2000);

}  // namespace

Admission::Ticket::Ticket(Admission& admission, Kind kind)
    : bytes(admission.budget_), admission_(admission), kind_(kind) {
  ++(kind == Kind::kBatch ? admission.batches_ : admission.calls_);
  if (kind == Kind::kLongCall) ++admission.long_calls_;
}

void Admission::Ticket::BecomesLong() {
  kind_ = Kind::kLongCall;
  ++admission_.long_calls_;
}

Admission::Ticket::~Ticket() { admission_.Ended(*this); }

absl::Status Admission::Ticket::Grow(int64_t more_bytes) {
  if (bytes.TryGrow(more_bytes)) return absl::OkStatus();
  admission_.CountRefusal(Shortage::kMemory);
  return absl::ResourceExhaustedError(
      absl::StrCat("the call needs ", more_bytes,
                   " bytes more, which the server does not have now "
                   "(--memory-budget-bytes): come again, or ask for less detail or fewer shots"));
}

Admission::Answer Admission::TakeCall(int64_t request_bytes, absl::Time deadline) {
  const nanoseconds wait = ExpectedWait();
  const nanoseconds patience =
      std::min<nanoseconds>(limits_.max_wait, absl::ToChronoNanoseconds(deadline - absl::Now()));
  if (wait > patience) return Refuse(Shortage::kWait, "calls would wait too long", "max-wait-ms");
  if (calls() >= limits_.max_calls)
    return Refuse(Shortage::kCalls, "too many calls at a time", "max-calls");
  return Take(Ticket::Kind::kCall, request_bytes);
}

Admission::Answer Admission::TakeLongCall(int64_t request_bytes) {
  if (calls() >= limits_.max_calls)
    return Refuse(Shortage::kCalls, "too many calls at a time", "max-calls");
  return Take(Ticket::Kind::kLongCall, request_bytes);
}

Admission::Answer Admission::TakeBatch(int64_t request_bytes) {
  if (batches() >= limits_.max_batches)
    return Refuse(Shortage::kBatches, "too many batches at a time", "max-batches");
  return Take(Ticket::Kind::kBatch, request_bytes);
}

Admission::Answer Admission::Take(Ticket::Kind kind, int64_t request_bytes) {
  auto ticket = std::make_unique<Ticket>(*this, kind);
  if (ticket->bytes.TryGrow(kCallBytes + request_bytes)) return ticket;
  return Refuse(Shortage::kMemory, "no memory for the request", "memory-budget-bytes");
}

Refusal Admission::Refuse(Shortage shortage, const char* what, const char* flag) {
  CountRefusal(shortage);
  return {absl::ResourceExhaustedError(
              absl::StrCat("the server is busy: ", what, " (--", flag, "); come again")),
          Pushback()};
}

nanoseconds Admission::ExpectedWait() const {
  const int64_t waiting = calls() - long_calls_.load(std::memory_order_relaxed);
  return nanoseconds(waiting * call_ns_.load(std::memory_order_relaxed) / threads_);
}

milliseconds Admission::Pushback() const {
  return std::clamp(std::chrono::duration_cast<milliseconds>(ExpectedWait() / 2), kLeastPushback,
                    kMostPushback);
}

void Admission::Ended(const Ticket& ticket) {
  --(ticket.kind_ == Ticket::Kind::kBatch ? batches_ : calls_);
  if (ticket.kind_ == Ticket::Kind::kLongCall) --long_calls_;
  const int64_t worked_ns = ticket.worked_ns_.load(std::memory_order_relaxed);
  if (ticket.kind_ != Ticket::Kind::kCall || worked_ns == 0) return;
  // Of two that end at once one may be lost.
  const int64_t mean_ns = call_ns_.load(std::memory_order_relaxed);
  call_ns_.store(mean_ns + (worked_ns - mean_ns) / kMeanOf, std::memory_order_relaxed);
}

}  // namespace carom
