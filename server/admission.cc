#include "server/admission.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "server/worker_pool.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// Memory of a call beside its messages: gRPC's call, reactor, plan and scene. Measured with 1000 to
// 8000 waiting calls: 23 to 31 KB.
constexpr int64_t kCallBytes = 32 << 10;
// The number of recent calls that the means follow: so many that one odd call moves them by 3 %
// only, so few that they notice a change of the load within a second of work.
constexpr int64_t kMeanOf = 32;
// The expected time must fit into half of the time that a call has. The other half is for what the
// server does not know: the way to and from the client, and other programs on the machine.
// (Measured at ten times the capacity on a busy machine: with all of the time 20 % of the accepted
// calls were late, with three quarters 1 %, with half none.)
constexpr double kShareOfDeadline = 0.5;
// Bounds of a pushback: not sooner than a client would retry by itself, and not later than an
// accepted call has its answer by default (max_wait).
constexpr milliseconds kLeastPushback(20);
constexpr milliseconds kMostPushback(2000);

constexpr char kTooManyLongCalls[] = "too many long calls at a time";
constexpr char kMaxLongCallsFlag[] = "max-long-calls";

absl::Status Busy(const char* what, const char* flag) {
  return absl::ResourceExhaustedError(
      absl::StrCat("the server is busy: ", what, " (--", flag, "); come again"));
}

}  // namespace

Admission::Ticket::Ticket(Admission& admission, Kind kind, int64_t request_bytes)
    : bytes(admission.budget_),
      admission_(admission),
      size_class_(ClassOf(request_bytes)),
      kind_(kind) {
  ++(kind == Kind::kBatch ? admission.batches_ : admission.calls_);
  if (kind == Kind::kCall) ++admission.classes_[size_class_].calls;
}

absl::Status Admission::Ticket::BecomesLong() {
  if (kind_ == Kind::kLongCall) return absl::OkStatus();
  if (!admission_.TakeLongPlace()) {
    admission_.CountRefusal(Shortage::kLongCalls);
    return Busy(kTooManyLongCalls, kMaxLongCallsFlag);
  }
  if (kind_.exchange(Kind::kLongCall) == Kind::kLongCall) {
    --admission_.long_calls_;  // Another worker has found it out at the same time.
  } else {
    --admission_.classes_[size_class_].calls;
  }
  return absl::OkStatus();
}

Admission::Ticket::~Ticket() { admission_.Ended(*this); }

absl::Status Admission::Ticket::Grow(int64_t more_bytes) {
  if (bytes.TryGrow(more_bytes)) return absl::OkStatus();
  if (const int64_t all = admission_.budget_.bytes(); bytes.bytes() + more_bytes > all) {
    return absl::OutOfRangeError(absl::StrCat(
        "the call can need ", bytes.bytes() + more_bytes, " bytes, and the server has ", all,
        " for all calls (--memory-budget-bytes): ask for less detail or fewer shots"));
  }
  admission_.CountRefusal(Shortage::kMemory);
  return absl::ResourceExhaustedError(
      absl::StrCat("the call needs ", more_bytes,
                   " bytes more, which the server does not have now "
                   "(--memory-budget-bytes): come again, or ask for less detail or fewer shots"));
}

Admission::Answer Admission::TakeCall(int64_t request_bytes, absl::Time deadline) {
  const nanoseconds wait = ExpectedAnswer(classes_[ClassOf(request_bytes)]);
  const nanoseconds time = absl::ToChronoNanoseconds((deadline - absl::Now()) * kShareOfDeadline);
  const nanoseconds patience = std::min<nanoseconds>(limits_.max_wait, time);
  if (wait > patience) {
    return Refuse(Shortage::kWait, "calls would wait too long", "max-wait-ms", request_bytes);
  }
  if (calls() - long_calls_ >= limits_.max_calls) {
    return Refuse(Shortage::kCalls, "too many calls at a time", "max-calls", request_bytes);
  }
  return Take(Ticket::Kind::kCall, request_bytes);
}

Admission::Answer Admission::TakeLongCall(int64_t request_bytes) {
  if (!TakeLongPlace()) {
    return Refuse(Shortage::kLongCalls, kTooManyLongCalls, kMaxLongCallsFlag, request_bytes);
  }
  return Take(Ticket::Kind::kLongCall, request_bytes);
}

Admission::Answer Admission::TakeBatch(int64_t request_bytes) {
  if (batches() >= limits_.max_batches)
    return Refuse(Shortage::kBatches, "too many batches at a time", "max-batches", request_bytes);
  return Take(Ticket::Kind::kBatch, request_bytes);
}

Admission::Answer Admission::Take(Ticket::Kind kind, int64_t request_bytes) {
  auto ticket = std::make_unique<Ticket>(*this, kind, request_bytes);
  if (ticket->bytes.TryGrow(kCallBytes + request_bytes)) return ticket;
  return Refuse(Shortage::kMemory, "no memory for the request", "memory-budget-bytes",
                request_bytes);
}

Refusal Admission::Refuse(Shortage shortage, const char* what, const char* flag,
                          int64_t request_bytes) {
  CountRefusal(shortage);
  return {Busy(what, flag), Pushback(classes_[ClassOf(request_bytes)])};
}

bool Admission::TakeLongPlace() {
  int64_t taken = long_calls_;
  while (taken < limits_.max_long_calls) {
    if (long_calls_.compare_exchange_weak(taken, taken + 1)) return true;
  }
  return false;
}

size_t Admission::ClassOf(int64_t request_bytes) {
  const auto bits = static_cast<size_t>(std::bit_width(static_cast<uint64_t>(request_bytes)));
  return std::min(bits, kSizeClasses - 1);
}

bool Admission::SizeClass::IsInteractive() const {
  return nanoseconds(mean_ns.load(std::memory_order_relaxed)) <= WorkerPool::kTimeSlice;
}

// The work of the calls before it and its own, and a margin like TCP's [RFC 6298]: four times the
// deviation, where variances of independent calls add up. A call that ends within a slice waits
// only for calls that do so too.
nanoseconds Admission::ExpectedAnswer(const SizeClass& size_class) const {
  const bool interactive = size_class.IsInteractive();
  int64_t before = 0;
  double mean_ns = 0.0;
  double variance_ns2 = 0.0;
  for (const SizeClass& other : classes_) {
    const int64_t calls = other.calls.load(std::memory_order_relaxed);
    if (interactive && !other.IsInteractive()) continue;
    const auto deviation_ns = static_cast<double>(other.deviation_ns);
    const auto counted = static_cast<double>(calls + (&other == &size_class ? 1 : 0));
    before += calls;
    mean_ns += counted * static_cast<double>(other.mean_ns);
    variance_ns2 += counted * deviation_ns * deviation_ns;
  }
  if (before < threads_) return nanoseconds(0);
  const double work_ns = mean_ns + 4.0 * std::sqrt(variance_ns2);
  return nanoseconds(static_cast<int64_t>(work_ns / WorkersForCalls()));
}

// Long calls may occupy all workers but one; a single worker is shared by the operating system.
// Batches take their share of the rest.
double Admission::WorkersForCalls() const {
  const auto long_calls = static_cast<double>(long_calls_.load(std::memory_order_relaxed));
  const double least = threads_ == 1 ? 0.5 : 1.0;
  const double workers = std::max(least, threads_ - long_calls);
  return batches() > 0 ? workers * WorkerPool::kShareOfCalls : workers;
}

milliseconds Admission::Pushback(const SizeClass& size_class) const {
  return std::clamp(std::chrono::duration_cast<milliseconds>(ExpectedAnswer(size_class) / 2),
                    kLeastPushback, kMostPushback);
}

void Admission::Ended(const Ticket& ticket) {
  const Ticket::Kind kind = ticket.kind_;
  --(kind == Ticket::Kind::kBatch ? batches_ : calls_);
  if (kind == Ticket::Kind::kLongCall) --long_calls_;
  if (kind != Ticket::Kind::kCall) return;
  SizeClass& size_class = classes_[ticket.size_class_];
  --size_class.calls;
  if (ticket.answered_) size_class.LearnFrom(ticket.worked_ns_.load(std::memory_order_relaxed));
}

void Admission::SizeClass::LearnFrom(int64_t worked_ns) {
  // Where two calls end at once, one of them may be lost.
  const int64_t of = std::min(++known_calls, kMeanOf);
  const int64_t mean = mean_ns.load(std::memory_order_relaxed);
  const int64_t deviation = deviation_ns.load(std::memory_order_relaxed);
  const int64_t distance = of == 1 ? 0 : std::abs(worked_ns - mean);
  mean_ns.store(mean + (worked_ns - mean) / of, std::memory_order_relaxed);
  deviation_ns.store(deviation + (distance - deviation) / of, std::memory_order_relaxed);
}

}  // namespace carom
