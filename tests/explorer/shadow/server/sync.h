#ifndef CAROM_SERVER_SYNC_H_
#define CAROM_SERVER_SYNC_H_

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <system_error>
#include <utility>

#include "server/mutex.h"
#include "tests/explorer/scheduler.h"

// In place of the server's own file of this name.

namespace carom {

/// While it lives, no more than so many threads can be started; negative: as many as are wanted.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads) { left_ = threads; }
  ~ThreadLimit() { left_ = -1; }
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

  static void Start() {
    constexpr std::errc kNone = std::errc::resource_unavailable_try_again;
    if (left_ == 0) throw std::system_error(std::make_error_code(kNone));
    if (left_ > 0) --left_;
  }

 private:
  static inline int left_ = -1;
};

class Thread {
 public:
  explicit Thread(std::function<void()> body) : state_(std::make_shared<State>()) {
    ThreadLimit::Start();
    explore::Spawn("a thread", [state = state_, body = std::move(body)] {
      body();
      state->ended = true;
      state->waiters.WakeAll();
    });
  }
  void join() {
    while (!state_->ended) state_->waiters.Wait("the end of a thread");
  }

 private:
  struct State {
    bool ended = false;
    explore::Waiters waiters;
  };
  std::shared_ptr<State> state_;
};

template <class Value>
class Atomic {
 public:
  Atomic(Value value) : value_(value) {}  // NOLINT: as std::atomic.

  Value load(std::memory_order = std::memory_order_seq_cst) const {
    explore::Point();
    return value_;
  }
  void store(Value value, std::memory_order = std::memory_order_seq_cst) {
    explore::Point();
    value_ = value;
  }
  operator Value() const { return load(); }  // NOLINT: as std::atomic.
  Value operator=(Value value) {
    store(value);
    return value;
  }

 private:
  Value value_;
};

struct SteadyClock {
  using duration = std::chrono::steady_clock::duration;
  using time_point = std::chrono::steady_clock::time_point;
  static time_point now() { return time_point(explore::Now()); }
};

class CallerStopCallback;

/// A std::stop_source and its tokens between fibers.
class CallerStopToken {
 public:
  CallerStopToken() : state_(std::make_shared<State>()) {}
  void RequestStop();

 private:
  friend class CallerStopCallback;
  struct State {
    explore::Lock lock;
    bool stopped = false;
    std::list<CallerStopCallback*> callbacks;
    CallerStopCallback* running = nullptr;
    explore::FiberId runner = 0;
    explore::Waiters waiters;
  };
  std::shared_ptr<State> state_;
};

/// The destructor waits for a callback that runs on another fiber, as std::stop_callback does.
class CallerStopCallback {
 public:
  CallerStopCallback(const CallerStopToken& token, std::function<void()> callback)
      : state_(token.state_), callback_(std::move(callback)) {
    state_->lock.Take();
    const bool stopped = state_->stopped;
    if (!stopped) state_->callbacks.push_back(this);
    state_->lock.Give();
    if (stopped) callback_();
  }
  ~CallerStopCallback() {
    state_->lock.Take();
    state_->callbacks.remove(this);
    while (state_->running == this && state_->runner != explore::Self()) {
      state_->lock.Give();
      state_->waiters.Wait("a stop callback");
      state_->lock.Take();
    }
    if (state_->running == this) state_->running = nullptr;
    state_->lock.Give();
  }
  CallerStopCallback(const CallerStopCallback&) = delete;
  CallerStopCallback& operator=(const CallerStopCallback&) = delete;

 private:
  friend class CallerStopToken;
  std::shared_ptr<CallerStopToken::State> state_;
  std::function<void()> callback_;
};

inline void CallerStopToken::RequestStop() {
  const std::shared_ptr<State> state = state_;
  state->lock.Take();
  state->stopped = true;
  while (!state->callbacks.empty()) {
    state->running = state->callbacks.front();
    state->runner = explore::Self();
    state->callbacks.pop_front();
    const std::function<void()> callback = state->running->callback_;
    state->lock.Give();
    callback();
    state->lock.Take();
    state->running = nullptr;
    state->waiters.WakeAll();
  }
  state->lock.Give();
}

}  // namespace carom

#endif  // CAROM_SERVER_SYNC_H_
