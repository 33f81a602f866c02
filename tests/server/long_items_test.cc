// Items that take minutes: all workers but one may run them, so that the short ones go on, and they
// let each other run.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server/worker_pool.h"
#include "tests/server/eventually.h"
#include "tests/server/test_item.h"

namespace carom {
namespace {

constexpr Lane kLong = Lane::kLong;
// Of a test that would otherwise wait for ever, never of one that passes.
bool Comes(const std::future<void>& event) {
  return event.wait_for(kPatience) == std::future_status::ready;
}

bool HasCome(const std::future<void>& event) {
  return event.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

TEST(LongItems, LeaveOneWorkerToTheShortOnes) {
  WorkerPool pool(2);
  Blocker first(pool, kLong);
  ASSERT_TRUE(Comes(first.started));
  Blocker second(pool, kLong);
  Blocker small(pool);
  EXPECT_TRUE(Comes(small.started)) << "it came after the second long one";
  EXPECT_FALSE(HasCome(second.started));
  const WorkerPool::Stats stats = pool.stats();
  EXPECT_EQ(stats.running, 2);
  EXPECT_EQ(stats.long_running, 1);
  EXPECT_EQ(stats.queued, 1);

  first.release.set_value();
  EXPECT_TRUE(Comes(second.started));
  EXPECT_EQ(pool.stats().long_running, 1);
  EXPECT_EQ(pool.stats().queued, 0);
  small.release.set_value();
  second.release.set_value();
}

TEST(LongItems, TakeAllOtherWorkers) {
  WorkerPool pool(4);
  std::vector<std::unique_ptr<Blocker>> items;
  for (int i = 0; i < 3; ++i) items.push_back(std::make_unique<Blocker>(pool, kLong));
  for (const auto& item : items) EXPECT_TRUE(Comes(item->started));
  for (const auto& item : items) item->release.set_value();
}

// With one worker they have a thread of their own, and one that runs keeps nobody waiting.
TEST(LongItems, RunBesideTheOnlyWorker) {
  WorkerPool pool(1);
  Blocker first(pool, kLong);
  ASSERT_TRUE(Comes(first.started));
  Blocker second(pool, kLong);
  Blocker small(pool);
  EXPECT_TRUE(Comes(small.started));
  Blocker other(pool);
  EXPECT_FALSE(HasCome(other.started)) << "one worker runs one short item at a time";
  EXPECT_FALSE(HasCome(second.started)) << "and one long one";
  EXPECT_EQ(pool.threads(), 1);
  small.release.set_value();
  EXPECT_TRUE(Comes(other.started));
  first.release.set_value();
  EXPECT_TRUE(Comes(second.started));
  second.release.set_value();
  other.release.set_value();
}

TEST(LongItems, TakeTurnsAmongThemselves) {
  std::string turns;  // At most one of the two runs at a time, and each sees what the other wrote.
  std::promise<void> done;
  WorkerPool pool(2);
  Blocker first(pool, kLong);
  first.started.wait();
  for (const char name : {'a', 'b'}) {
    auto item = std::make_unique<TestItem>(kLong);
    item->run = [&, name, left = 3](const WorkItem::Yield&) mutable {
      turns += name;
      if (turns.size() == 6) done.set_value();
      return --left > 0 ? WorkItem::Progress::kAgain : WorkItem::Progress::kDone;
    };
    pool.Submit(std::move(item));
  }
  first.release.set_value();
  EXPECT_TRUE(Comes(done.get_future()));
  EXPECT_EQ(turns, "ababab");
}

// The worker that ends a long item goes on to an expired one, whose Drop() may take a while: the
// worker that sleeps must learn that there is room for the next.
TEST(LongItems, AFreePlaceWakesAWorkerThatWaits) {
  std::promise<void> dropped;
  std::promise<void> release_drop;
  WorkerPool pool(2);
  Blocker first(pool, kLong);
  first.started.wait();
  auto gone = std::make_unique<TestItem>(kLong);
  gone->expired = [] { return true; };
  gone->drop = [&] {
    release_drop.get_future().wait();
    dropped.set_value();
  };
  pool.Submit(std::move(gone));
  Blocker next(pool, kLong);
  first.release.set_value();
  EXPECT_TRUE(Comes(next.started));
  release_drop.set_value();
  dropped.get_future().wait();
  EXPECT_EQ(pool.stats().dropped, 1);
  next.release.set_value();
}

// Whatever the order in which they come and end: never too many long ones, and nothing is
// forgotten.
TEST(LongItems, AllOfAMixedCrowdRun) {
  constexpr int kItems = 6000;
  constexpr int kThreads = 4;
  std::atomic<int> long_running{0};
  std::atomic<int> most{0};
  std::atomic<int> done{0};
  std::promise<void> all;
  WorkerPool pool(kThreads);
  for (int i = 0; i < kItems; ++i) {
    const bool is_long = i % 3 != 0;
    auto item = std::make_unique<TestItem>(is_long ? Lane::kLong : Lane::kBulk);
    item->run = [&, is_long, left = i % 4](const WorkItem::Yield&) mutable {
      if (is_long) {
        const int now = ++long_running;
        int seen = most.load();
        while (seen < now && !most.compare_exchange_weak(seen, now)) {
        }
        --long_running;
      }
      if (--left > 0) return WorkItem::Progress::kAgain;
      if (++done == kItems) all.set_value();
      return WorkItem::Progress::kDone;
    };
    pool.Submit(std::move(item));
  }
  EXPECT_TRUE(Comes(all.get_future()));
  EXPECT_EQ(done, kItems);
  EXPECT_LE(most, kThreads - 1);
}

// Works until it is told to end, and lets others run meanwhile.
class Endless {
 public:
  explicit Endless(WorkerPool& pool) : pool_(pool) {}
  ~Endless() {
    end_ = true;
    EXPECT_TRUE(Eventually([this] { return ended_ == started_; }));
  }

  void Start(uint64_t caller, const void* call = nullptr) {
    auto item = std::make_unique<TestItem>(kLong);
    item->of_caller = caller;
    item->of_call = call;
    item->run = [this](const WorkItem::Yield& yield) {
      ++begun_;
      while (!end_) yield.LetOthersRun();
      ++ended_;
      return WorkItem::Progress::kDone;
    };
    ++started_;
    pool_.Submit(std::move(item));
  }
  void End() { end_ = true; }
  int begun() const { return begun_; }
  int ended() const { return ended_; }

 private:
  WorkerPool& pool_;
  std::atomic<bool> end_{false};
  int started_ = 0;
  std::atomic<int> begun_{0};
  std::atomic<int> ended_{0};
};

TEST(LongItems, OneThatCannotReturnLetsAnotherRun) {
  for (const int threads : {1, 2}) {
    WorkerPool pool(threads);
    Endless endless(pool);
    endless.Start(/*caller=*/1);
    ASSERT_TRUE(Eventually([&] { return endless.begun() == 1; }));
    Blocker other(pool, kLong);
    EXPECT_TRUE(Comes(other.started)) << "while the first has not ended";
    EXPECT_EQ(pool.stats().long_running, 1);
    EXPECT_EQ(pool.stats().resting, 1);
    EXPECT_EQ(pool.stats().queued, 1);
    Blocker small(pool);
    EXPECT_TRUE(Comes(small.started)) << "who rests has lent its worker to one of its kind only";
    small.release.set_value();
    other.release.set_value();
    EXPECT_TRUE(Eventually([&] { return pool.stats().resting == 0; }));
    endless.End();
    EXPECT_TRUE(Eventually([&] { return endless.ended() == 1; }));
    EXPECT_TRUE(Eventually([&] { return pool.stats().running == 0; }));
  }
}

// However many one caller has: some room is left, and others have their turn.
TEST(LongItems, OfOneCallerDoNotKeepAnotherWaiting) {
  constexpr int kFlood = 200;
  WorkerPool pool(2);
  Endless flood(pool);
  for (int i = 0; i < kFlood; ++i) flood.Start(/*caller=*/1, &flood + i);
  // As many as may: the one that runs, and those that rest.
  const int most = 1 + 3 * WorkerPool::kMostResting / 4;
  ASSERT_TRUE(Eventually([&] { return flood.begun() == most; }));
  Endless others(pool);
  for (uint64_t caller = 2; caller < 6; ++caller) others.Start(caller);
  EXPECT_TRUE(Eventually([&] { return others.begun() == 4; }));
  EXPECT_EQ(flood.begun(), most);
  EXPECT_LE(pool.stats().resting, WorkerPool::kMostResting);
  EXPECT_LE(pool.stats().long_running, 1);
  flood.End();
  others.End();
  EXPECT_TRUE(Eventually([&] { return flood.ended() == kFlood && others.ended() == 4; }));
}

// It would otherwise wait for its turn to find out that nobody wants it.
TEST(LongItems, ACallThatIsOverDoesNotRest) {
  WorkerPool pool(2);
  std::atomic<bool> over{false};
  std::promise<void> ended;
  auto item = std::make_unique<TestItem>(kLong);
  item->of_call = &over;
  item->run = [&](const WorkItem::Yield& yield) {
    while (!over) yield.LetOthersRun();
    ended.set_value();
    return WorkItem::Progress::kDone;
  };
  pool.Submit(std::move(item));
  ASSERT_TRUE(Eventually([&] { return pool.stats().long_running == 1; }));
  Blocker other(pool, kLong);
  ASSERT_TRUE(Comes(other.started));
  EXPECT_EQ(pool.stats().resting, 1);
  over = true;
  pool.Discard(&over);
  EXPECT_TRUE(Comes(ended.get_future())) << "while the other one keeps the worker";
  other.release.set_value();
}

TEST(LongItems, ThatRestGoOnWhenThePoolEnds) {
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  std::atomic<bool> end{false};
  {
    WorkerPool pool(2);
    for (int i = 0; i < 3; ++i) {
      auto item = std::make_unique<TestItem>(kLong);
      item->run = [&](const WorkItem::Yield& yield) {
        ++begun;
        while (!end) yield.LetOthersRun();
        ++ended;
        return WorkItem::Progress::kDone;
      };
      pool.Submit(std::move(item));
    }
    EXPECT_TRUE(Eventually([&] { return begun == 3 && pool.stats().resting == 2; }));
    end = true;
  }
  EXPECT_EQ(ended, 3);
}

TEST(LongItems, AreDroppedWithTheQueueWhenThePoolEnds) {
  std::atomic<int> dropped{0};
  std::atomic<int> ran{0};
  {
    WorkerPool pool(2);
    Blocker first(pool, kLong);
    first.started.wait();
    for (int i = 0; i < 10; ++i) {
      auto item = std::make_unique<TestItem>(kLong);
      item->run = [&](const WorkItem::Yield&) {
        ++ran;
        return WorkItem::Progress::kDone;
      };
      item->drop = [&] { ++dropped; };
      pool.Submit(std::move(item));
    }
    EXPECT_EQ(pool.stats().queued, 10);
    first.release.set_value();
  }
  EXPECT_EQ(dropped + ran, 10);
}

}  // namespace
}  // namespace carom
