#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "server/call_control.h"
#include "server/sync.h"
#include "server/worker_pool.h"
#include "tests/explorer/fakes.h"
#include "tests/explorer/scenario.h"
#include "tests/explorer/scheduler.h"
#include "tests/explorer/world.h"

namespace carom::explore {
namespace {

constexpr int kThreads = 2;
// Of a call of short parts, and of one of long parts: in the second turn.
constexpr std::chrono::milliseconds kDeadline{4};
constexpr std::chrono::milliseconds kLongDeadline{15};

/// Fibers beside the first one, which waits for their end.
class Others {
 public:
  void Start(const std::string& name, std::function<void()> body) {
    ++running_;
    Spawn(name, [this, body = std::move(body)] {
      Point();
      body();
      --running_;
      moved_.WakeAll();
    });
  }
  void WaitForAll() {
    while (running_ > 0) moved_.Wait("other threads");
  }

 private:
  int running_ = 0;
  Waiters moved_;
};

void PlayStream(World& world, WorkerPool& pool, SteadyClock::time_point deadline) {
  Stream stream(world);
  FakeCall fake(world, pool, stream, deadline);
  Others others;
  others.Start("the writer", [&] { stream.Serve(fake.call); });
  const auto cancel = [&] {
    fake.control.Cancel();
    fake.call.Cancel(fake.control.OverStatus());
  };
  if (world.scenario.is_cancelled) others.Start("the canceller", cancel);
  if (world.scenario.has_deadline) {
    others.Start("the deadline", [&] {
      Waiters().Wait("the deadline", deadline - SteadyClock::now());
      cancel();
    });
  }
  fake.call.Start();
  others.WaitForAll();
}

void PlayWaiting(World& world, WorkerPool& pool, SteadyClock::time_point deadline) {
  CallerStopToken stop;
  Others others;
  if (world.scenario.is_cancelled) others.Start("the canceller", [&] { stop.RequestStop(); });
  absl::Status status;
  {
    Waiting sink;
    FakeCall fake(world, pool, sink, deadline);
    Worker worker;
    int packets = 0;
    bool has_failed = false;
    const auto on_packet = [&](const Packet& packet) -> absl::Status {
      Check(!has_failed, "a callback is called after it has returned an error");
      world.Deliver(PartOf(packet));
      Point();
      ++packets;
      has_failed = world.scenario.throws || (world.scenario.breaks && packets == 1);
      if (world.scenario.throws) throw std::runtime_error("thrown");
      return has_failed ? absl::AbortedError("enough") : absl::OkStatus();
    };
    const bool here = world.scenario.sink == Scenario::Sink::kWaitingHere;
    try {
      status = sink.Run(fake.call, stop, here ? &worker : nullptr, on_packet);
      Check(!world.scenario.throws || packets == 0, "an exception is lost");
    } catch (const std::runtime_error&) {
      status = absl::AbortedError("thrown");
    }
  }
  world.End(status, nullptr);
  others.WaitForAll();
}

void PlayAsync(World& world, WorkerPool& pool, SteadyClock::time_point deadline) {
  CallerStopToken stop;
  Others others;
  if (world.scenario.is_cancelled) others.Start("the canceller", [&] { stop.RequestStop(); });
  world.beginner = Self();
  {
    const auto call = std::make_shared<Async>(world, pool, deadline);
    call->BeginCall(stop);
  }
  world.beginner.reset();
  while (!world.ended || !world.is_gone) world.end.Wait("the end of the call");
  others.WaitForAll();
}

void PlayCall(World& world, WorkerPool& pool) {
  const bool is_long = world.scenario.part >= Scenario::Part::kTurnsLong;
  const SteadyClock::time_point deadline =
      world.scenario.has_deadline ? SteadyClock::now() + (is_long ? kLongDeadline : kDeadline)
                                  : kNoDeadline;
  switch (world.scenario.sink) {
    case Scenario::Sink::kStream:
      return PlayStream(world, pool, deadline);
    case Scenario::Sink::kWaiting:
    case Scenario::Sink::kWaitingHere:
      return PlayWaiting(world, pool, deadline);
    case Scenario::Sink::kAsync:
      return PlayAsync(world, pool, deadline);
  }
}

// Threads of the pool may still be at the end of what was the calls' last work.
void CheckPoolBecomesIdle(const WorkerPool& pool) {
  WorkerPool::Stats stats = pool.stats();
  for (; stats.running + stats.queued > 0; stats = pool.stats()) {
    Waiters().Wait("the pool's end", std::chrono::milliseconds(1));
  }
  Check(stats.long_running == 0 && stats.resting == 0, "the pool counts a long item that is over");
}

void PlayWithoutThreads() {
  const ThreadLimit limit(1);
  try {
    WorkerPool pool(kThreads);
    Fail("a pool lacks a thread and does not say so");
  } catch (const std::system_error&) {
  }
}

// Long items run, rest and wait when the pool ends.
void PlayEndOfPool() {
  constexpr int kItems = 3;
  int over = 0;
  LongLane lane;
  {
    WorkerPool pool(kThreads);
    for (uint64_t caller = 1; caller <= kItems; ++caller) {
      pool.Submit(std::make_unique<LongItem>(caller, lane, over));
    }
    const auto patience = WorkerPool::kLongTurn * static_cast<int>(Choose(2 * kItems));
    Waiters().Wait("the end of the pool", patience);
    lane.pool_ends = true;
  }
  Check(over == kItems, "an item neither ends nor is dropped");
}

}  // namespace

void Play(const Scenario& scenario) {
  if (scenario.pool_ends) return PlayEndOfPool();
  if (scenario.lacks_threads && !scenario.has_rival) return PlayWithoutThreads();
  LongLane lane;
  World world(scenario, lane);
  Scenario plain;
  plain.part = Scenario::Part::kLong;
  World rival(plain, lane);
  world.caller = 1;
  rival.caller = 2;
  {
    const ThreadLimit limit(scenario.lacks_threads ? kThreads : -1);
    // With one thread there is a second one for long items, which drops what is over.
    WorkerPool pool(scenario.is_blocked ? 1 : kThreads);
    if (scenario.is_blocked) pool.Submit(std::make_unique<Blocker>(world, Lane::kBulk));
    Others others;
    if (scenario.drains) others.Start("the drain", [&] { world.draining = true; });
    if (scenario.has_rival) {
      if (!scenario.lacks_threads) world.rival = &rival;
      others.Start("the rival", [&] { PlayCall(rival, pool); });
    }
    if (scenario.is_held_up) {
      others.Start("who holds it up", [&] {
        Waiters().Wait("a turn", WorkerPool::kLongTurn * static_cast<int>(Choose(2)));
        pool.Submit(std::make_unique<Blocker>(world, Lane::kLong));
      });
    }
    PlayCall(world, pool);
    others.WaitForAll();
    CheckPoolBecomesIdle(pool);
  }
  world.CheckEnd();
  if (scenario.has_rival) rival.CheckEnd();
}

}  // namespace carom::explore
