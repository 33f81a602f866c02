#include "client/python/src/helper.h"

#include <condition_variable>
#include <thread>
#include <utility>

#include "client/internal/mutex.h"

namespace carom::python {

struct Helper::State {
  ClientMutex mutex;
  std::condition_variable_any moved;
  bool done ABSL_GUARDED_BY(mutex) = false;
  std::jthread thread;  // Last: it uses the others.
};

Helper::Helper(std::function<void()> work) : state_(std::make_unique<State>()) {
  state_->thread = std::jthread([state = state_.get(), work = std::move(work)] {
    work();
    const ClientLock lock(state->mutex);
    state->done = true;
    state->moved.notify_all();
  });
}

Helper::~Helper() = default;

bool Helper::WaitFor(std::chrono::milliseconds patience) {
  const ClientLock lock(state_->mutex);
  return state_->moved.wait_for(
      state_->mutex, patience,
      [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(state_->mutex) { return state_->done; });
}

}  // namespace carom::python
