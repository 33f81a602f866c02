#include "server/fair_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace carom {
namespace {

struct Waiting {
  uint64_t caller = 0;
  const void* call = nullptr;
  char name = 0;
};

using Queue = FairQueue<Waiting>;

constexpr int kIds[3] = {};  // For their addresses.

constexpr auto kAny = [](const Waiting& /*entry*/) { return true; };

std::string Drain(Queue& queue) {
  std::string order;
  while (const auto entry = queue.Pop(kAny)) order += entry->name;
  return order;
}

TEST(FairQueue, ServesCallersInTurn) {
  Queue queue(Queue::WithinCaller::kFirstComeFirstServed);
  for (const char name : {'a', 'b', 'c', 'd'}) queue.PushBack({1, &kIds[0], name});
  queue.PushBack({2, &kIds[1], 'X'});
  queue.PushBack({3, &kIds[2], 'Y'});
  queue.PushBack({2, &kIds[1], 'Z'});
  EXPECT_EQ(queue.size(), 7u);
  EXPECT_EQ(Drain(queue), "aXYbZcd");
  EXPECT_TRUE(queue.empty());
}

TEST(FairQueue, ServesACallersCallsInTurnOrInTheirOrder) {
  for (const auto within :
       {Queue::WithinCaller::kFirstComeFirstServed, Queue::WithinCaller::kCallsInTurn}) {
    Queue queue(within);
    for (const char name : {'a', 'b', 'c'}) queue.PushBack({1, &kIds[0], name});
    for (const char name : {'x', 'y'}) queue.PushBack({1, &kIds[1], name});
    const bool in_turn = within == Queue::WithinCaller::kCallsInTurn;
    EXPECT_EQ(Drain(queue), in_turn ? "axbyc" : "abcxy");
  }
}

// One that comes again after its turn goes to the back, as one does that kept waiting.
TEST(FairQueue, WhoComesAgainHasNoAdvantage) {
  Queue queue(Queue::WithinCaller::kCallsInTurn);
  for (const char name : {'a', 'b', 'c'}) queue.PushBack({1, &kIds[0], name});
  std::string order;
  for (int i = 0; i < 3; ++i) {
    queue.PushBack({2, &kIds[1], 'X'});
    order += queue.Pop(kAny)->name;
    order += queue.Pop(kAny)->name;
  }
  EXPECT_EQ(order, "aXbXcX");
}

TEST(FairQueue, KeepsATurn) {
  Queue queue(Queue::WithinCaller::kFirstComeFirstServed);
  queue.PushBack({1, &kIds[0], 'a'});
  queue.PushBack({1, &kIds[0], 'b'});
  queue.PushBack({2, &kIds[1], 'X'});
  Waiting first = *queue.Pop(kAny);
  queue.PushFront(first);
  EXPECT_EQ(Drain(queue), "aXb");
}

TEST(FairQueue, PassesOverThoseThatMayNotGo) {
  Queue queue(Queue::WithinCaller::kCallsInTurn);
  queue.PushBack({1, &kIds[0], 'a'});
  queue.PushBack({1, &kIds[1], 'b'});
  queue.PushBack({2, &kIds[2], 'X'});
  const auto is_upper = [](const Waiting& entry) { return entry.name < 'a'; };
  EXPECT_TRUE(queue.Has(is_upper));
  EXPECT_EQ(queue.Pop(is_upper)->name, 'X');
  EXPECT_FALSE(queue.Has(is_upper));
  EXPECT_FALSE(queue.Pop(is_upper).has_value());
  EXPECT_EQ(Drain(queue), "ab");
}

TEST(FairQueue, LosesTheItemsOfACall) {
  Queue queue(Queue::WithinCaller::kFirstComeFirstServed);
  for (const char name : {'a', 'b'}) queue.PushBack({1, &kIds[0], name});
  for (const char name : {'x', 'y'}) queue.PushBack({1, &kIds[1], name});
  queue.PushBack({2, &kIds[0], 'c'});
  std::string taken;
  queue.Extract([](const Waiting& entry) { return entry.call == &kIds[0]; },
                [&](const Waiting& entry) { taken += entry.name; });
  EXPECT_EQ(taken, "abc");
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(Drain(queue), "xy");
}

}  // namespace
}  // namespace carom
