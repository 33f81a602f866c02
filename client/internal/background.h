#ifndef CAROM_CLIENT_INTERNAL_BACKGROUND_H_
#define CAROM_CLIENT_INTERNAL_BACKGROUND_H_

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>

namespace carom {

/// Work that runs on threads of its own, each of them inside a CallbackScope. Thread-safe.
class Background {
 public:
  /// What it holds is destroyed on its thread. The token stops when the Background ends.
  using Work = std::function<void(std::stop_token end)>;

  Background() = default;
  /// Stops what runs and waits for it, unless it is called by work of this kind itself.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Runs `work`, which must not throw, once, and lets it go. False where the process cannot start
  /// a thread: `work` is then as it was.
  bool Start(const std::shared_ptr<Work>& work);

 private:
  std::stop_source end_;
  const std::shared_ptr<std::atomic<int>> running_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_BACKGROUND_H_
