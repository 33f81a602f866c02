#include "server/admission.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

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
// What calls of so many bytes leave free is given back to the system. Smaller ones come again.
constexpr int64_t kLargeBytes = 8 << 20;
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

absl::Status Busy(Shortage shortage) {
  constexpr std::array<std::pair<const char*, const char*>, kShortages> kReasons = {
      {{"calls would wait too long", "max-wait-ms"},
       {"too many calls at a time", "max-calls"},
       {"too many long calls at a time", "max-long-calls"},
       {"too many batches at a time", "max-batches"},
       {"no memory for the request", "memory-budget-bytes"}}};
  const auto& [what, flag] = kReasons[static_cast<size_t>(shortage)];
  return absl::ResourceExhaustedError(
      absl::StrCat("the server is busy: ", what, " (--", flag, "); come again"));
}

constexpr Shortage ShortageOf(CallKind kind) {
  return kind == CallKind::kBulk   ? Shortage::kBatches
         : kind == CallKind::kLong ? Shortage::kLongCalls
                                   : Shortage::kCalls;
}

}  // namespace

Admission::Ticket::Ticket(Admission& admission, const CallShape& shape, uint64_t caller, Caller& of)
    : admission_(admission),
      caller_(caller),
      of_(of),
      class_(ClassOf(shape)),
      kind_(shape.kind),
      bytes(admission.budget_, caller == 0 ? nullptr : &of.bytes) {}

Admission::Ticket::~Ticket() {
  WorkIsOver();
  bytes.Resize(0);
  if (most_bytes_ + workers_bytes_ >= kLargeBytes) admission_.trimmer_.TrimSoon();
  const MutexLock lock(admission_.mutex_);
  if (--of_.tickets == 0) admission_.callers_.erase(caller_);
}

void Admission::Ticket::WorkIsOver() {
  const MutexLock lock(admission_.mutex_);
  if (!std::exchange(works_, false)) return;
  admission_.Count(kind_, class_, of_, -1);
  admission_.workers_wanted_ -= workers_;
  if (admission_.workers_wanted_ == 0) admission_.of_workers_.Resize(0);
  if (kind_ != CallKind::kShort || !answered_) return;
  admission_.costs_[class_].LearnFrom(worked_ns_.load(std::memory_order_relaxed));
}

absl::Status Admission::Ticket::BecomesLong() {
  const MutexLock lock(admission_.mutex_);
  const int64_t own_bytes = std::exchange(workers_bytes_, 0);
  if (absl::Status full = Grow(own_bytes); !full.ok()) return full;
  if (kind_ != CallKind::kShort) return absl::OkStatus();
  if (!admission_.HasPlace(CallKind::kLong, caller_)) {
    admission_.CountRefusal(Shortage::kLongCalls);
    return Busy(Shortage::kLongCalls);
  }
  admission_.Count(kind_, class_, of_, -1);
  kind_ = CallKind::kLong;
  admission_.Count(kind_, class_, of_, 1);
  return absl::OkStatus();
}

milliseconds Admission::Ticket::Pushback() const { return admission_.Pushback(class_, caller_); }

absl::Status Admission::Ticket::Grow(int64_t more_bytes) {
  if (!bytes.TryGrow(more_bytes))
    return admission_.TooFewBytes(bytes.bytes() + workers_bytes_, more_bytes);
  most_bytes_ = std::max(most_bytes_, bytes.bytes());
  return absl::OkStatus();
}

absl::Status Admission::Ticket::GrowForWorkers(int64_t bytes_each, int64_t workers) {
  if (bytes_each == 0) return absl::OkStatus();
  const MutexLock lock(admission_.mutex_);
  Reservation& all = admission_.of_workers_;
  const int64_t wanted =
      admission_.BytesOfWorkers(bytes_each, admission_.workers_wanted_ + workers);
  const int64_t more_bytes = std::max<int64_t>(wanted - all.bytes(), 0);
  if (!all.TryGrow(more_bytes)) return admission_.TooFewBytes(all.bytes(), more_bytes);
  admission_.workers_wanted_ += workers;
  workers_ = workers;
  workers_bytes_ = admission_.BytesOfWorkers(bytes_each, workers);
  return absl::OkStatus();
}

absl::Status Admission::TooFewBytes(int64_t bytes, int64_t more_bytes) {
  if (const int64_t all = budget_.bytes(); bytes + more_bytes > all) {
    return absl::OutOfRangeError(
        absl::StrCat("the call can need ", bytes + more_bytes, " bytes, and the server has ", all,
                     " for all calls (--memory-budget-bytes): ask for less detail or fewer shots"));
  }
  CountRefusal(Shortage::kMemory);
  return absl::ResourceExhaustedError(
      absl::StrCat("the call needs ", more_bytes,
                   " bytes more, which the server does not have now "
                   "(--memory-budget-bytes): come again, or ask for less detail or fewer shots"));
}

Admission::Answer Admission::Take(const CallShape& shape, uint64_t caller, absl::Time deadline) {
  const nanoseconds time = absl::ToChronoNanoseconds((deadline - absl::Now()) * kShareOfDeadline);
  const nanoseconds patience = std::min<nanoseconds>(limits_.max_wait, time);
  std::unique_ptr<Ticket> ticket;
  {
    MutexLock lock(mutex_);
    if (const std::optional<Shortage> shortage = FindShortage(shape, caller, patience)) {
      lock.Unlock();
      return Refuse(*shortage, shape, caller);
    }
    Caller& of = callers_[caller];
    ++of.tickets;
    Count(shape.kind, ClassOf(shape), of, 1);
    ticket.reset(new Ticket(*this, shape, caller, of));
  }
  if (ticket->bytes.TryGrow(kCallBytes + shape.bytes)) return ticket;
  ticket.reset();
  return Refuse(Shortage::kMemory, shape, caller);
}

Refusal Admission::Refuse(Shortage shortage, const CallShape& shape, uint64_t caller) {
  CountRefusal(shortage);
  return {Busy(shortage), Pushback(ClassOf(shape), caller)};
}

// One call of a class is always tried: what such calls take may have changed.
std::optional<Shortage> Admission::FindShortage(const CallShape& shape, uint64_t caller,
                                                nanoseconds patience) {
  const size_t size_class = ClassOf(shape);
  if (shape.kind == CallKind::kShort && load_.contains(size_class) &&
      ExpectedAnswer(size_class, caller) > patience) {
    return Shortage::kWait;
  }
  return HasPlace(shape.kind, caller) ? std::nullopt : std::optional(ShortageOf(shape.kind));
}

bool Admission::HasPlace(CallKind kind, uint64_t caller) const {
  const auto i = static_cast<size_t>(kind);
  const std::array<int64_t, kKinds> most = {limits_.max_calls, limits_.max_long_calls,
                                            limits_.max_batches};
  const auto of = caller == 0 ? callers_.end() : callers_.find(caller);
  const bool has_some = of != callers_.end() && of->second.working[i] > 0;
  return count_[i] < most[i] - (has_some ? LeftToOthers(most[i]) : 0);
}

void Admission::Count(CallKind kind, size_t size_class, Caller& caller, int64_t one) {
  const auto i = static_cast<size_t>(kind);
  const bool had_none = caller.working[i] == 0;
  count_[i] += one;
  caller.working[i] += one;
  if (kind != CallKind::kShort) return;
  short_callers_ += had_none ? 1 : caller.working[i] == 0 ? -1 : 0;
  for (Load* const load : {&load_, &caller.load}) {
    if (((*load)[size_class] += one) == 0) load->erase(size_class);
  }
}

// By powers of two, but for bytes: up to 1 KB hardly anything depends on them.
size_t Admission::ClassOf(const CallShape& shape) {
  constexpr size_t kSizes = 32;
  const auto size_of = [](int64_t number) {
    return std::min<size_t>(std::bit_width(static_cast<uint64_t>(number)), kSizes - 1);
  };
  const size_t detail = std::min(static_cast<size_t>(shape.detail), kSizes - 1);
  const size_t rules = shape.rules ? 1 : 0;
  return ((rules * kSizes + detail) * kSizes + size_of(shape.shots)) * kSizes +
         size_of(shape.bytes >> 10);
}

const Admission::Cost& Admission::CostOf(size_t size_class) const {
  static const Cost kUnknown;
  const auto found = costs_.find(size_class);
  return found == costs_.end() ? kUnknown : found->second;
}

bool Admission::Cost::IsInteractive() const {
  return nanoseconds(mean_ns) <= WorkerPool::kTimeSlice;
}

// A margin like TCP's [RFC 6298]: four times the deviation, where variances of independent calls
// add up. A call that ends within a slice waits only for calls that do so too.
Admission::Work Admission::WorkBefore(const Load& load, size_t size_class) const {
  const Cost& own = CostOf(size_class);
  Work work;
  double mean_ns = static_cast<double>(own.mean_ns);
  double variance_ns2 =
      static_cast<double>(own.deviation_ns) * static_cast<double>(own.deviation_ns);
  for (const auto& [other, count] : load) {
    const Cost& cost = CostOf(other);
    if (own.IsInteractive() && !cost.IsInteractive()) continue;
    const auto calls = static_cast<double>(count);
    const auto deviation_ns = static_cast<double>(cost.deviation_ns);
    work.calls_before += count;
    mean_ns += calls * static_cast<double>(cost.mean_ns);
    variance_ns2 += calls * deviation_ns * deviation_ns;
  }
  work.ns = mean_ns + 4.0 * std::sqrt(variance_ns2);
  return work;
}

// Callers are served in turn. So a call waits at most for all calls before it, and at most for
// those of its caller while every other caller gets as much.
nanoseconds Admission::ExpectedAnswer(size_t size_class, uint64_t caller) const {
  const Work all = WorkBefore(load_, size_class);
  if (all.calls_before < threads_) return nanoseconds(0);
  const auto of = callers_.find(caller);
  const bool has_some = of != callers_.end() && !of->second.load.empty();
  const Work own = WorkBefore(has_some ? of->second.load : Load(), size_class);
  const auto callers = static_cast<double>(short_callers_ + (has_some ? 0 : 1));
  // Callers take turns. Before the first call of a caller's come those that are there already;
  // before its later ones also calls of others that are still to come.
  const double turns_ns = callers * own.ns;
  const double work_ns = has_some ? turns_ns : std::min(all.ns, turns_ns);
  return nanoseconds(static_cast<int64_t>(work_ns / WorkersForCalls()));
}

// Long calls may occupy all workers but one; a single worker is shared by the operating system.
// Batches take their share of the rest.
double Admission::WorkersForCalls() const {
  const auto long_calls = static_cast<double>(count_[static_cast<size_t>(CallKind::kLong)]);
  const double least = threads_ == 1 ? 0.5 : 1.0;
  const double workers = std::max(least, threads_ - long_calls);
  return batches() > 0 ? workers * WorkerPool::kShareOfCalls : workers;
}

milliseconds Admission::Pushback(size_t size_class, uint64_t caller) const {
  const MutexLock lock(mutex_);
  const nanoseconds wait = ExpectedAnswer(size_class, caller);
  return std::clamp(std::chrono::duration_cast<milliseconds>(wait / 2), kLeastPushback,
                    kMostPushback);
}

void Admission::Cost::LearnFrom(int64_t worked_ns) {
  const int64_t of = std::min(++known_calls, kMeanOf);
  const int64_t distance = of == 1 ? 0 : std::abs(worked_ns - mean_ns);
  mean_ns += (worked_ns - mean_ns) / of;
  deviation_ns += (distance - deviation_ns) / of;
}

}  // namespace carom
