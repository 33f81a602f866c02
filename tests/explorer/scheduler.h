#ifndef CAROM_TESTS_EXPLORER_SCHEDULER_H_
#define CAROM_TESTS_EXPLORER_SCHEDULER_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace carom::explore {

// A stateless model checker in the manner of CHESS [Musuvathi et al., OSDI 2008]: the program's
// threads are fibers, one of which runs at a time, and every operation by which threads meet (lock,
// wait, notify, an atomic) is a point where another may go on. A run is a list of such choices, so
// it can be repeated; all lists with up to so many preemptions can be tried, or lists drawn by a
// seed. Memory is sequentially consistent here: what a weaker order breaks, TSan must find.

/// Decides which of several things happens next.
class Chooser {
 public:
  virtual ~Chooser() = default;
  /// One of `count` (at least 2). Where `may_stay`, choice 0 is that the fiber which runs goes on,
  /// and each other choice preempts it.
  virtual size_t Choose(size_t count, bool may_stay) = 0;
};

/// Draws the choices; the same seed draws the same.
class SeededChooser : public Chooser {
 public:
  explicit SeededChooser(uint64_t seed);
  size_t Choose(size_t count, bool may_stay) override;

 private:
  std::mt19937_64 random_;
  double preempts_;  ///< The share of points at which the fiber is preempted.
};

/// All lists of choices with at most so many preemptions, one after the other.
class ExhaustiveChooser : public Chooser {
 public:
  explicit ExhaustiveChooser(int preemptions) : most_preemptions_(preemptions) {}
  size_t Choose(size_t count, bool may_stay) override;
  /// Goes on to the next list; false after the last one.
  bool Next();

 private:
  struct Choice {
    size_t chosen = 0;
    size_t count = 0;
    bool preempts = false;  ///< Whether choices other than 0 do.
  };

  const int most_preemptions_;
  std::vector<Choice> path_;
  size_t depth_ = 0;
  int preemptions_ = 0;  ///< Up to `depth_`.
};

/// What a run has shown.
struct Outcome {
  std::string violation;  ///< Empty: none.
  std::vector<std::string> trace;
  int64_t points = 0;
};

/// Runs `body` as the first fiber, and the fibers that it starts, until all have ended. A violation
/// leaves the fibers as they are: their memory is lost.
Outcome Explore(Chooser& chooser, const std::function<void()>& body);

// For the fibers of a run.

/// Another fiber may go on here.
void Point();
/// One of `count` choices of the scenario's own.
size_t Choose(size_t count);
/// Ends the run with a violation.
[[noreturn]] void Fail(std::string_view violation);
inline void Check(bool holds, std::string_view violation) {
  if (!holds) Fail(violation);
}
void Note(const std::string& line);
/// How many mutexes this fiber holds.
int HeldLocks();
/// The time of the run: so much passes at each point.
inline constexpr std::chrono::microseconds kTimeOfPoint{100};
/// Works for so long, during which others go on.
void Work(std::chrono::nanoseconds time);
std::chrono::nanoseconds Now();

using FiberId = size_t;
FiberId Self();
FiberId Spawn(const std::string& name, std::function<void()> body);
bool HasEnded(FiberId fiber);

/// Fibers that wait for something.
class Waiters {
 public:
  /// Until WakeOne() or WakeAll(), or until `patience` is over.
  void Wait(const char* what, std::chrono::nanoseconds patience = std::chrono::nanoseconds::max());
  void WakeOne();
  void WakeAll();

 private:
  std::vector<FiberId> fibers_;
};

/// A lock between fibers that knows its owner.
class Lock {
 public:
  Lock();
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  void Take();
  void Give();
  bool IsMine() const;

 private:
  friend class Waiters;
  void Demand(const char* deed) const;

  FiberId owner_;
  Waiters waiters_;
};

}  // namespace carom::explore

#endif  // CAROM_TESTS_EXPLORER_SCHEDULER_H_
