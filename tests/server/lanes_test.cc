// Who goes first in the pool, and what leaves it when a call is over.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "server/worker_pool.h"
#include "tests/server/eventually.h"
#include "tests/server/test_item.h"

namespace carom {
namespace {

using std::chrono::microseconds;
using std::chrono::steady_clock;

// Of a test that would otherwise wait for ever.
void Work(microseconds time) {
  const auto end = steady_clock::now() + time;
  while (steady_clock::now() < end) {
  }
}

TEST(Lanes, InteractiveItemsGoBeforeThoseThatCameEarlier) {
  std::string order;
  std::promise<void> done;
  WorkerPool pool(1);
  std::promise<void> release = Block(pool);
  const std::map<char, Lane> lanes = {{'b', Lane::kBulk}, {'i', Lane::kInteractive}};
  for (const char name : {'b', 'b', 'b', 'i', 'i'}) {
    auto item = std::make_unique<TestItem>(lanes.at(name));
    item->run = [&, name](const WorkItem::Yield&) {
      order += name;
      if (order.size() == 5) done.set_value();
      return WorkItem::Progress::kDone;
    };
    pool.Submit(std::move(item));
  }
  release.set_value();
  ASSERT_EQ(done.get_future().wait_for(kPatience), std::future_status::ready);
  EXPECT_EQ(order.front(), 'i');
}

// What an interactive call needs beyond its slice it gets as others do: of two that wait, the one
// that has used less time comes first.
TEST(Lanes, AnItemThatTakesLongLeavesTheInteractiveLane) {
  std::string order;
  std::promise<void> done;
  WorkerPool pool(1);
  std::promise<void> release = Block(pool);
  auto large = std::make_unique<TestItem>(Lane::kInteractive);
  large->run = [&, left = 2](const WorkItem::Yield&) mutable {
    order += 'L';
    if (--left == 0) {
      done.set_value();
      return WorkItem::Progress::kDone;
    }
    Work(WorkerPool::kTimeSlice);
    auto small = std::make_unique<TestItem>(Lane::kInteractive);
    small->run = [&](const WorkItem::Yield&) {
      order += 's';
      return WorkItem::Progress::kDone;
    };
    pool.Submit(std::move(small));
    return WorkItem::Progress::kAgain;
  };
  pool.Submit(std::move(large));
  release.set_value();
  ASSERT_EQ(done.get_future().wait_for(kPatience), std::future_status::ready);
  EXPECT_EQ(order, "LsL");
}

// The slices of two items of three slices each, in their order.
std::string SlicesOfTwo(Lane lane) {
  std::string order;
  std::promise<void> done;
  WorkerPool pool(1);
  std::promise<void> release = Block(pool);
  for (const char name : {'a', 'b'}) {
    auto item = std::make_unique<TestItem>(lane);
    item->run = [&, name, left = 3](const WorkItem::Yield&) mutable {
      order += name;
      if (--left > 0) return WorkItem::Progress::kAgain;
      if (name == 'b') done.set_value();
      return WorkItem::Progress::kDone;
    };
    pool.Submit(std::move(item));
  }
  release.set_value();
  EXPECT_EQ(done.get_future().wait_for(kPatience), std::future_status::ready);
  return order;
}

// Who came first is answered first; batches take turns.
TEST(Lanes, LargeItemsKeepTheirTurn) { EXPECT_EQ(SlicesOfTwo(Lane::kLarge), "aaabbb"); }
TEST(Lanes, BulkItemsTakeTurns) { EXPECT_EQ(SlicesOfTwo(Lane::kBulk), "ababab"); }

// However many interactive items come, batches go on: shares of the time are 8 to 2.
TEST(Lanes, BulkKeepsAShare) {
  std::atomic<int> interactive_left{1000};
  std::promise<void> done;
  auto pool = std::make_unique<WorkerPool>(1);
  std::promise<void> release = Block(*pool);
  // As the pool sees it: a thread that the system sets aside has used its time too.
  steady_clock::duration interactive_time{};
  steady_clock::duration bulk_time{};
  const auto work = [](steady_clock::duration& time) {
    const auto begin = steady_clock::now();
    Work(microseconds(100));
    time += steady_clock::now() - begin;
  };
  auto bulk = std::make_unique<TestItem>(Lane::kBulk);
  bulk->run = [&](const WorkItem::Yield&) {
    if (interactive_left == 0) return WorkItem::Progress::kDone;
    work(bulk_time);
    return WorkItem::Progress::kAgain;
  };
  pool->Submit(std::move(bulk));
  for (int i = interactive_left; i > 0; --i) {
    auto item = std::make_unique<TestItem>(Lane::kInteractive);
    item->run = [&](const WorkItem::Yield&) {
      work(interactive_time);
      if (--interactive_left == 0) done.set_value();
      return WorkItem::Progress::kDone;
    };
    pool->Submit(std::move(item));
  }
  release.set_value();
  ASSERT_EQ(done.get_future().wait_for(kPatience), std::future_status::ready);
  pool.reset();  // Its thread is done with both.
  EXPECT_GT(bulk_time, interactive_time / 8);
}

TEST(Lanes, ABulkItemYieldsToAnInteractiveOne) {
  WorkerPool pool(1);
  std::promise<bool> yielded;
  std::promise<void> running;
  auto bulk = std::make_unique<TestItem>(Lane::kBulk);
  bulk->run = [&](const WorkItem::Yield& yield) {
    running.set_value();
    const auto give_up = steady_clock::now() + kPatience;
    while (!yield() && steady_clock::now() < give_up) {
    }
    yielded.set_value(yield());
    return WorkItem::Progress::kDone;
  };
  pool.Submit(std::move(bulk));
  running.get_future().wait();
  pool.Submit(std::make_unique<TestItem>(Lane::kInteractive));
  EXPECT_TRUE(yielded.get_future().get());
}

TEST(Lanes, WhatIsDiscardedLeavesAtOnce) {
  WorkerPool pool(1);
  std::promise<void> release = Block(pool);
  int dropped = 0;
  bool ran = false;
  for (const Lane lane : {Lane::kInteractive, Lane::kLarge, Lane::kBulk}) {
    auto item = std::make_unique<TestItem>(lane);
    item->of_call = &dropped;
    item->run = [&](const WorkItem::Yield&) {
      ran = true;
      return WorkItem::Progress::kDone;
    };
    item->drop = [&] { ++dropped; };
    pool.Submit(std::move(item));
  }
  std::promise<void> other_ran;
  auto other = std::make_unique<TestItem>();
  other->run = [&](const WorkItem::Yield&) {
    other_ran.set_value();
    return WorkItem::Progress::kDone;
  };
  pool.Submit(std::move(other));
  pool.Discard(&dropped);
  EXPECT_EQ(dropped, 3);
  EXPECT_EQ(pool.stats().queued, 1);
  release.set_value();
  EXPECT_EQ(other_ran.get_future().wait_for(kPatience), std::future_status::ready);
  EXPECT_FALSE(ran);
}

// A call that ends while its item is with a worker, or just before it is submitted: Discard()
// cannot find the item then. Once it waited for its turn in its lane.
TEST(Lanes, AnItemOfACallThatIsOverDoesNotWait) {
  WorkerPool pool(1);
  std::atomic<bool> over = false;
  std::promise<void> running, cut, dropped_again, dropped_new;
  auto item = std::make_unique<TestItem>();
  item->of_call = &over;
  item->expired = [&] { return over.load(); };
  item->drop = [&] { dropped_again.set_value(); };
  item->run = [&](const WorkItem::Yield&) {
    running.set_value();
    cut.get_future().wait();
    return WorkItem::Progress::kAgain;
  };
  pool.Submit(std::move(item));
  running.get_future().wait();
  Blocker before_it(pool);  // Waits in the same lane, and runs first.
  over = true;
  pool.Discard(&over);
  cut.set_value();
  before_it.started.wait();
  EXPECT_EQ(dropped_again.get_future().wait_for(kPatience), std::future_status::ready);

  auto late = std::make_unique<TestItem>();
  late->expired = [&] { return over.load(); };
  late->drop = [&] { dropped_new.set_value(); };
  pool.Submit(std::move(late));
  EXPECT_EQ(dropped_new.get_future().wait_for(kPatience), std::future_status::ready);
  before_it.release.set_value();
}

}  // namespace
}  // namespace carom
