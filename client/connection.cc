#include "carom/client/connection.h"

#include <system_error>
#include <thread>
#include <utility>

#include "client/internal/callback_scope.h"

namespace carom {

Connection::Connection() : callbacks_(std::make_shared<std::atomic<int>>(0)) {}

Connection::~Connection() {
  if (CallbackScope::IsInside()) return;
  for (int running = *callbacks_; running > 0; running = *callbacks_) callbacks_->wait(running);
}

void Connection::SimulateAsync(carom::v1::SimulateRequest request, CallOptions options,
                               SimulateCallback done) {
  EndLater(std::move(done), Simulate(request, options));
}

void Connection::EndLater(SimulateCallback done,
                          absl::StatusOr<carom::v1::SimulateResponse> result) {
  // Shared, since a thread that does not start takes with it what it was given.
  const auto call = std::make_shared<std::function<void()>>(
      [done = std::move(done), result = std::move(result)]() mutable noexcept {
        done(std::move(result));
        done = nullptr;  // What it holds goes before the callback counts as done.
      });
  ++*callbacks_;
  try {
    std::thread([call, callbacks = callbacks_] {
      {
        const CallbackScope scope;
        (*call)();
      }
      --*callbacks;
      callbacks->notify_all();
    }).detach();
  } catch (const std::system_error&) {
    --*callbacks_;
    (*call)();
  }
}

}  // namespace carom
