#include "server/admission.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "server/worker_pool.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// What a call takes beside its messages: gRPC's call, reactor, plan and scene. Measured of 1000 to
// 8000 calls that wait: 23 to 31 KB.
constexpr int64_t kCallBytes = 32 << 10;
// The means follow the last so many calls: enough that one odd call moves them by 3 %, few enough
// that a change of what is asked is known within a second of work.
constexpr int64_t kMeanOf = 32;
// What is expected must fit into half of the time that a call has: the other half is for what
// nobody here knows, the way to and from the client and other programs on the machine. (Measured at
// ten times the capacity on a busy machine: with all of the time 20 % of the accepted calls were
// late, with three quarters 1 %, with half none.)
constexpr double kShareOfDeadline = 0.5;
// Not sooner than a client would come by itself, nor later than any accepted call has its answer by
// default (max_wait).
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
  const nanoseconds wait = ExpectedAnswer();
  const nanoseconds time = absl::ToChronoNanoseconds((deadline - absl::Now()) * kShareOfDeadline);
  const nanoseconds patience = std::min<nanoseconds>(limits_.max_wait, time);
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

// The calls before it and its own, and as much more as TCP waits beyond its mean [RFC 6298: four
// times the deviation], which grows with the root of the number of independent calls.
nanoseconds Admission::ExpectedAnswer() const {
  const int64_t before = calls() - long_calls_.load(std::memory_order_relaxed);
  if (before < threads_) return nanoseconds(0);
  const auto calls = static_cast<double>(before + 1);
  const auto mean_ns = static_cast<double>(call_ns_.load(std::memory_order_relaxed));
  const auto deviation_ns = static_cast<double>(deviation_ns_.load(std::memory_order_relaxed));
  const double work_ns = calls * mean_ns + 4.0 * std::sqrt(calls) * deviation_ns;
  return nanoseconds(static_cast<int64_t>(work_ns / WorkersForCalls()));
}

// Long calls take all workers but one; where there is one, the system shares it out. Batches take
// their share of the rest.
double Admission::WorkersForCalls() const {
  const auto long_calls = static_cast<double>(long_calls_.load(std::memory_order_relaxed));
  const double least = threads_ == 1 ? 0.5 : 1.0;
  const double workers = std::max(least, threads_ - long_calls);
  return batches() > 0 ? workers * WorkerPool::kShareOfCalls : workers;
}

milliseconds Admission::Pushback() const {
  return std::clamp(std::chrono::duration_cast<milliseconds>(ExpectedAnswer() / 2), kLeastPushback,
                    kMostPushback);
}

void Admission::Ended(const Ticket& ticket) {
  --(ticket.kind_ == Ticket::Kind::kBatch ? batches_ : calls_);
  if (ticket.kind_ == Ticket::Kind::kLongCall) --long_calls_;
  if (ticket.kind_ == Ticket::Kind::kCall && ticket.answered_) {
    LearnFrom(ticket.worked_ns_.load(std::memory_order_relaxed));
  }
}

void Admission::LearnFrom(int64_t worked_ns) {
  // Of two that end at once one may be lost.
  const int64_t of = std::min(++known_calls_, kMeanOf);
  const int64_t mean_ns = call_ns_.load(std::memory_order_relaxed);
  const int64_t deviation_ns = deviation_ns_.load(std::memory_order_relaxed);
  const int64_t distance_ns = of == 1 ? 0 : std::abs(worked_ns - mean_ns);
  call_ns_.store(mean_ns + (worked_ns - mean_ns) / of, std::memory_order_relaxed);
  deviation_ns_.store(deviation_ns + (distance_ns - deviation_ns) / of, std::memory_order_relaxed);
}

}  // namespace carom
