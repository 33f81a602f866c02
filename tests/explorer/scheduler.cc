#include "tests/explorer/scheduler.h"

#include <ucontext.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <unordered_set>
#include <utility>

namespace carom::explore {
namespace {

constexpr size_t kStackBytes = 128 << 10;
// A run that takes more points does not end: the longest that ends takes some hundreds.
constexpr int64_t kMostPoints = 20'000;
constexpr FiberId kNobody = std::numeric_limits<FiberId>::max();

struct Fiber {
  std::string name;
  std::function<void()> body;
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  const char* waits_for = nullptr;  ///< Null: it can go on.
  std::chrono::nanoseconds wakes_at = std::chrono::nanoseconds::max();
  bool woken = false;  ///< From its last wait, not by time.
  bool ended = false;
  int held_locks = 0;
};

struct Run {
  Chooser* chooser = nullptr;
  ucontext_t outside;
  std::vector<std::unique_ptr<Fiber>> fibers;
  FiberId self = kNobody;
  std::chrono::nanoseconds now{0};
  Outcome outcome;
  std::unordered_set<const Lock*> locks;  ///< That live.
  std::vector<FiberId> ready;
};

Run* run = nullptr;
// Kept from run to run.
std::vector<std::unique_ptr<char[]>>& SpareStacks() {
  static auto* const stacks = new std::vector<std::unique_ptr<char[]>>();
  return *stacks;
}

void Leave() { swapcontext(&run->fibers[run->self]->context, &run->outside); }

void Enter() {
  Fiber& fiber = *run->fibers[run->self];
  try {
    fiber.body();
  } catch (const std::exception& error) {
    Fail(std::string("an exception leaves a thread: ") + error.what());
  }
  fiber.body = nullptr;
  fiber.ended = true;
  Leave();
}

// Those that can go on; where there are none, time passes until one can. Valid until the next call.
std::vector<FiberId>& Ready() {
  std::vector<FiberId>& ready = run->ready;
  ready.clear();
  const Fiber* first = nullptr;
  for (FiberId id = 0; id < run->fibers.size(); ++id) {
    const Fiber& fiber = *run->fibers[id];
    if (fiber.ended) continue;
    if (fiber.waits_for == nullptr || fiber.wakes_at <= run->now) ready.push_back(id);
    if (first == nullptr || fiber.wakes_at < first->wakes_at) first = &fiber;
  }
  if (ready.empty() && first != nullptr && first->wakes_at < std::chrono::nanoseconds::max()) {
    run->now = first->wakes_at;
    return Ready();
  }
  return ready;
}

void DescribeWaits(std::string& violation) {
  for (const auto& fiber : run->fibers) {
    if (fiber->ended || fiber->waits_for == nullptr) continue;
    violation += "; " + fiber->name + " waits for " + fiber->waits_for;
  }
}

// Chooses the next fiber and goes on with it; returns when this one is chosen again.
void Switch() {
  std::vector<FiberId>& ready = Ready();
  if (ready.empty()) {
    std::string violation = "a wait without end";
    DescribeWaits(violation);
    Fail(violation);
  }
  const auto mine = std::find(ready.begin(), ready.end(), run->self);
  const bool may_stay = mine != ready.end();
  if (may_stay) std::rotate(ready.begin(), mine, mine + 1);
  const size_t chosen = ready.size() == 1 ? 0 : run->chooser->Choose(ready.size(), may_stay);
  const FiberId next = ready[chosen];
  run->fibers[next]->waits_for = nullptr;
  run->fibers[next]->wakes_at = std::chrono::nanoseconds::max();
  if (next == run->self) return;
  ucontext_t& from = run->fibers[run->self]->context;
  run->self = next;
  swapcontext(&from, &run->fibers[next]->context);
}

void Wake(FiberId fiber) {
  run->fibers[fiber]->waits_for = nullptr;
  run->fibers[fiber]->woken = true;
}

}  // namespace

SeededChooser::SeededChooser(uint64_t seed) : random_(seed) {
  constexpr double kShares[] = {0.5, 0.2, 0.05, 0.02};
  preempts_ = kShares[random_() % std::size(kShares)];
}

size_t SeededChooser::Choose(size_t count, bool may_stay) {
  if (may_stay) {
    if (std::uniform_real_distribution<double>(0.0, 1.0)(random_) >= preempts_) return 0;
    return 1 + random_() % (count - 1);
  }
  return random_() % count;
}

size_t ExhaustiveChooser::Choose(size_t count, bool may_stay) {
  if (may_stay && preemptions_ >= most_preemptions_) return 0;
  if (depth_ == path_.size()) path_.push_back({0, count, may_stay});
  const Choice& choice = path_[depth_++];
  if (choice.preempts && choice.chosen > 0) ++preemptions_;
  return choice.chosen;
}

bool ExhaustiveChooser::Next() {
  depth_ = 0;
  preemptions_ = 0;
  while (!path_.empty() && path_.back().chosen + 1 == path_.back().count) path_.pop_back();
  if (path_.empty()) return false;
  ++path_.back().chosen;
  return true;
}

Outcome Explore(Chooser& chooser, const std::function<void()>& body) {
  Run this_run;
  run = &this_run;
  run->chooser = &chooser;
  Spawn("main", body);
  while (run->outcome.violation.empty()) {
    const std::vector<FiberId>& ready = Ready();
    if (ready.empty()) break;
    run->self = ready.size() == 1 ? ready[0] : ready[chooser.Choose(ready.size(), false)];
    run->fibers[run->self]->waits_for = nullptr;
    run->fibers[run->self]->wakes_at = std::chrono::nanoseconds::max();
    swapcontext(&run->outside, &run->fibers[run->self]->context);
  }
  Outcome outcome = std::move(run->outcome);
  if (outcome.violation.empty()) {
    for (auto& fiber : run->fibers) {
      if (!fiber->ended) {
        outcome.violation = "a wait without end";
        DescribeWaits(outcome.violation);
      }
      SpareStacks().push_back(std::move(fiber->stack));
    }
  } else {
    // What the fibers hold cannot be destroyed any more.
    for (auto& fiber : run->fibers) (void)fiber.release();
  }
  run = nullptr;
  return outcome;
}

void Point() {
  if (run == nullptr || run->self == kNobody) return;
  run->now += kTimeOfPoint;
  if (++run->outcome.points > kMostPoints) Fail("a run without end");
  Switch();
}

void Work(std::chrono::nanoseconds time) { Waiters().Wait("the end of its own work", time); }

size_t Choose(size_t count) { return count < 2 ? 0 : run->chooser->Choose(count, false); }

void Fail(std::string_view violation) {
  run->outcome.violation = std::string(violation) + " (" + run->fibers[run->self]->name + ")";
  Leave();
  std::abort();  // Nobody comes back.
}

void Note(const std::string& line) {
  run->outcome.trace.push_back(run->fibers[run->self]->name + ": " + line);
}

int HeldLocks() { return run->fibers[run->self]->held_locks; }

std::chrono::nanoseconds Now() { return run == nullptr ? std::chrono::nanoseconds(0) : run->now; }

FiberId Self() { return run->self; }

FiberId Spawn(const std::string& name, std::function<void()> body) {
  auto fiber = std::make_unique<Fiber>();
  fiber->name = name;
  fiber->body = std::move(body);
  if (SpareStacks().empty()) {
    fiber->stack = std::make_unique<char[]>(kStackBytes);
  } else {
    fiber->stack = std::move(SpareStacks().back());
    SpareStacks().pop_back();
  }
  getcontext(&fiber->context);
  fiber->context.uc_stack.ss_sp = fiber->stack.get();
  fiber->context.uc_stack.ss_size = kStackBytes;
  fiber->context.uc_link = nullptr;
  makecontext(&fiber->context, Enter, 0);
  run->fibers.push_back(std::move(fiber));
  return run->fibers.size() - 1;
}

bool HasEnded(FiberId fiber) { return run->fibers[fiber]->ended; }

void Waiters::Wait(const char* what, std::chrono::nanoseconds patience) {
  fibers_.push_back(run->self);
  Fiber& self = *run->fibers[run->self];
  self.waits_for = what;
  const bool for_ever = patience == std::chrono::nanoseconds::max();
  self.wakes_at = for_ever ? patience : run->now + patience;
  self.woken = false;
  Switch();
  // Whoever has woken it may have destroyed this.
  if (!self.woken) std::erase(fibers_, run->self);
}

void Waiters::WakeOne() {
  if (fibers_.empty()) return;
  const size_t chosen = Choose(fibers_.size());
  Wake(fibers_[chosen]);
  fibers_.erase(fibers_.begin() + static_cast<std::ptrdiff_t>(chosen));
}

void Waiters::WakeAll() {
  for (const FiberId fiber : fibers_) Wake(fiber);
  fibers_.clear();
}

Lock::Lock() : owner_(kNobody) { run->locks.insert(this); }

Lock::~Lock() {
  if (run == nullptr) return;
  Check(owner_ == kNobody, "a mutex is destroyed while it is held");
  run->locks.erase(this);
}

void Lock::Demand(const char* deed) const {
  if (!run->locks.contains(this)) Fail(std::string(deed) + " a mutex that is gone");
}

void Lock::Take() {
  Demand("locks");
  Point();
  Demand("locks");
  Check(owner_ != run->self, "locks a mutex that it holds");
  while (owner_ != kNobody) {
    waiters_.Wait("a mutex");
    Demand("waits for");
  }
  owner_ = run->self;
  ++run->fibers[run->self]->held_locks;
}

void Lock::Give() {
  Demand("unlocks");
  Check(IsMine(), "unlocks a mutex that it does not hold");
  owner_ = kNobody;
  --run->fibers[run->self]->held_locks;
  waiters_.WakeAll();
}

bool Lock::IsMine() const { return owner_ == run->self; }

}  // namespace carom::explore
