#include "server/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "tests/server/test_item.h"

namespace carom {
namespace {

using std::chrono::milliseconds;

TEST(WorkerPool, RunsEveryItemOnce) {
  std::atomic<int> runs{0};
  {
    WorkerPool pool(4);
    std::promise<void> all;
    for (int i = 0; i < 1000; ++i) {
      auto item = std::make_unique<TestItem>();
      item->run = [&](const WorkItem::Yield&) {
        if (++runs == 1000) all.set_value();
        return WorkItem::Progress::kDone;
      };
      pool.Submit(std::move(item));
    }
    all.get_future().wait();
  }
  EXPECT_EQ(runs, 1000);
}

TEST(WorkerPool, LetsASmallItemInBeforeALargeOneEnds) {
  WorkerPool pool(1);
  std::atomic<bool> small_done{false};
  std::promise<bool> large_saw_it;
  auto large = std::make_unique<TestItem>();
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  large->run = [&, give_up](const WorkItem::Yield& yield) {
    while (!small_done && std::chrono::steady_clock::now() < give_up) {
      if (yield()) return WorkItem::Progress::kAgain;
    }
    large_saw_it.set_value(small_done);
    return WorkItem::Progress::kDone;
  };
  pool.Submit(std::move(large));
  auto small = std::make_unique<TestItem>();
  small->run = [&](const WorkItem::Yield&) {
    small_done = true;
    return WorkItem::Progress::kDone;
  };
  pool.Submit(std::move(small));
  EXPECT_TRUE(large_saw_it.get_future().get());
}

TEST(WorkerPool, LongItemsTakeTurns) {
  WorkerPool pool(1);
  std::promise<void> release = Block(pool);
  std::string turns;
  std::promise<void> done;
  for (const char name : {'a', 'b'}) {
    auto item = std::make_unique<TestItem>();
    item->run = [&, name, left = 3](const WorkItem::Yield&) mutable {
      turns += name;
      if (turns.size() == 6) done.set_value();
      return --left > 0 ? WorkItem::Progress::kAgain : WorkItem::Progress::kDone;
    };
    pool.Submit(std::move(item));
  }
  release.set_value();
  done.get_future().wait();
  EXPECT_EQ(turns, "ababab");
}

TEST(WorkerPool, NeverRunsWhatExpiredInTheQueue) {
  WorkerPool pool(1);
  std::promise<void> release = Block(pool);
  std::atomic<bool> over{false};
  bool ran = false;
  std::promise<void> dropped;
  auto item = std::make_unique<TestItem>();
  item->expired = [&] { return over.load(); };
  item->run = [&](const WorkItem::Yield&) {
    ran = true;
    return WorkItem::Progress::kDone;
  };
  item->drop = [&] { dropped.set_value(); };
  pool.Submit(std::move(item));
  over = true;
  release.set_value();
  dropped.get_future().wait();
  EXPECT_FALSE(ran);
  EXPECT_EQ(pool.stats().dropped, 1);
}

TEST(WorkerPool, DropsTheQueueWhenItEnds) {
  std::atomic<int> dropped{0};
  std::atomic<int> ran{0};
  {
    WorkerPool pool(1);
    std::promise<void> release = Block(pool);
    for (int i = 0; i < 10; ++i) {
      auto item = std::make_unique<TestItem>();
      item->run = [&](const WorkItem::Yield&) {
        ++ran;
        return WorkItem::Progress::kDone;
      };
      item->drop = [&] { ++dropped; };
      pool.Submit(std::move(item));
    }
    EXPECT_EQ(pool.stats().queued, 10);
    release.set_value();
  }
  EXPECT_EQ(dropped + ran, 10);
}

}  // namespace
}  // namespace carom
