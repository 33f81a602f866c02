#ifndef CAROM_TESTS_SERVER_TEST_ITEM_H_
#define CAROM_TESTS_SERVER_TEST_ITEM_H_

#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "server/worker_pool.h"

namespace carom {

/// An item made of functions.
class TestItem : public WorkItem {
 public:
  explicit TestItem(Lane lane = Lane::kBulk) : lane_(lane) {}

  std::function<Progress(const Yield&)> run = [](const Yield&) { return Progress::kDone; };
  std::function<bool()> expired = [] { return false; };
  std::function<void()> drop = [] {};
  const void* of_call = nullptr;
  uint64_t of_caller = 0;

  Lane lane() const override { return lane_; }
  const void* call() const override { return of_call; }
  uint64_t caller() const override { return of_caller; }
  bool Expired() const override { return expired(); }
  Progress Run(Worker&, const Yield& yield) override { return run(yield); }
  void Drop() override { drop(); }

 private:
  const Lane lane_;
};

/// An item in the pool that tells when it runs and goes on until it is released.
struct Blocker {
  explicit Blocker(WorkerPool& pool, Lane lane = Lane::kBulk) {
    auto item = std::make_unique<TestItem>(lane);
    item->run = [held = release.get_future().share(), running = running](const WorkItem::Yield&) {
      running->set_value();
      held.wait();
      return WorkItem::Progress::kDone;
    };
    pool.Submit(std::move(item));
  }

  std::promise<void> release;
  std::shared_ptr<std::promise<void>> running = std::make_shared<std::promise<void>>();
  std::future<void> started = running->get_future();
};

/// Submits an item that keeps one worker until the promise is set, and waits until it runs.
inline std::promise<void> Block(WorkerPool& pool) {
  Blocker blocker(pool);
  blocker.started.wait();
  return std::move(blocker.release);
}

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_TEST_ITEM_H_
