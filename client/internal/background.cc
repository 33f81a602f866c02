#include "client/internal/background.h"

#include <system_error>
#include <thread>
#include <utility>

#include "client/internal/callback_scope.h"

namespace carom {

Background::~Background() {
  end_.request_stop();
  if (CallbackScope::IsInside()) return;
  for (int running = *running_; running > 0; running = *running_) running_->wait(running);
}

bool Background::Start(const std::shared_ptr<Work>& work) {
  ++*running_;
  try {
    std::thread([work, end = end_.get_token(), running = running_]() noexcept {
      {
        const CallbackScope scope;
        std::exchange(*work, nullptr)(end);
      }
      --*running;
      running->notify_all();
    }).detach();
  } catch (const std::system_error&) {
    --*running_;
    return false;
  }
  return true;
}

}  // namespace carom
