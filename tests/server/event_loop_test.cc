#include "server/event_loop.h"

#include <grpcpp/alarm.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "tests/server/eventually.h"

namespace carom {
namespace {

std::unique_ptr<EventLoop> MakeLoop() {
  return std::make_unique<EventLoop>(grpc::ServerBuilder().AddCompletionQueue());
}

/// An alarm: the operation of gRPC that needs no call.
class TestEvent : public EventLoop::Event {
 public:
  using Reaction = std::function<void(bool ok)>;

  explicit TestEvent(Reaction reaction) : reaction_(std::move(reaction)) {}

  /// Rings after this time.
  void Start(EventLoop& loop, std::chrono::seconds wait = {}) {
    alarm_.Set(&loop.queue(), std::chrono::system_clock::now() + wait, Tag());
  }
  void Cancel() { alarm_.Cancel(); }
  void Happened(bool ok) override { reaction_(ok); }

 private:
  const Reaction reaction_;
  grpc::Alarm alarm_;
};

TEST(EventLoop, TellsEachEventOnce) {
  constexpr int kGivers = 4;
  constexpr int kEach = 500;
  std::array<std::atomic<int>, kGivers * kEach> told{};
  std::vector<std::unique_ptr<TestEvent>> events;
  for (std::atomic<int>& one : told) {
    events.push_back(std::make_unique<TestEvent>([&one](bool ok) {
      EXPECT_TRUE(ok);
      ++one;
    }));
  }
  auto loop = MakeLoop();
  loop->Start(2);
  std::vector<std::thread> givers;
  for (int giver = 0; giver < kGivers; ++giver) {
    givers.emplace_back([&, giver] {
      for (int i = 0; i < kEach; ++i) events[static_cast<size_t>(giver * kEach + i)]->Start(*loop);
    });
  }
  for (std::thread& giver : givers) giver.join();
  loop.reset();
  for (const std::atomic<int>& one : told) EXPECT_EQ(one, 1);
}

TEST(EventLoop, TellsWhatWasCancelled) {
  std::optional<bool> told;
  TestEvent event([&](bool ok) { told = ok; });
  auto loop = MakeLoop();
  loop->Start(1);
  event.Start(*loop, std::chrono::hours(1));
  event.Cancel();
  loop.reset();
  EXPECT_EQ(told, std::optional(false));
}

TEST(EventLoop, ReactsOnAllItsThreadsAtOnce) {
  constexpr int kThreads = 3;
  std::atomic<int> inside{0};
  const auto wait_for_all = [&](bool) {
    ++inside;
    EXPECT_TRUE(Eventually([&] { return inside == kThreads; }));
  };
  std::vector<std::unique_ptr<TestEvent>> events;
  for (int i = 0; i < kThreads; ++i) events.push_back(std::make_unique<TestEvent>(wait_for_all));
  auto loop = MakeLoop();
  loop->Start(kThreads);
  for (const auto& event : events) event->Start(*loop);
  loop.reset();
}

/// Someone who starts one operation after another until he ends with the last.
struct Busy {
  Busy(EventLoop& loop, int operations) : left(operations), user(std::in_place, loop) {
    event.emplace([this, &loop](bool ok) {
      EXPECT_TRUE(ok);
      if (--left > 0) return event->Start(loop);  // The next may ring before this has returned.
      user.reset();
    });
  }

  int left;
  std::optional<EventLoop::User> user;
  std::optional<TestEvent> event;
};

// gRPC ends the process where an operation begins after the end of its queue.
TEST(EventLoop, ItsQueueOutlivesTheLastUser) {
  auto loop = MakeLoop();
  loop->Start(2);
  Busy first(*loop, 10);
  Busy second(*loop, 1000);
  first.event->Start(*loop);
  second.event->Start(*loop);
  loop.reset();
  EXPECT_EQ(first.left, 0);
  EXPECT_EQ(second.left, 0);
}

TEST(EventLoop, EndsWhenTheLastReactionHas) {
  std::atomic<bool> entered{false};
  std::atomic<bool> left{false};
  TestEvent event([&](bool) {
    entered = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    left = true;
  });
  auto loop = MakeLoop();
  loop->Start(2);
  event.Start(*loop);
  EXPECT_TRUE(Eventually([&] { return entered.load(); }));
  loop.reset();
  EXPECT_TRUE(left);
}

// A server that failed before it had threads.
TEST(EventLoop, EndsWithoutHavingStarted) {
  std::thread::id told_on;
  TestEvent event([&](bool) { told_on = std::this_thread::get_id(); });
  auto loop = MakeLoop();
  event.Start(*loop);
  loop.reset();
  EXPECT_EQ(told_on, std::this_thread::get_id());
}

}  // namespace
}  // namespace carom
