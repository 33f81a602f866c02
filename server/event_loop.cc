#include "server/event_loop.h"

#include <utility>

namespace carom {

EventLoop::EventLoop(std::unique_ptr<grpc::ServerCompletionQueue> queue)
    : queue_(std::move(queue)) {}

EventLoop::~EventLoop() {
  for (int users = users_; users != 0; users = users_) users_.wait(users);
  queue_->Shutdown();
  if (threads_.empty()) Run();
  for (std::thread& thread : threads_) thread.join();
}

void EventLoop::Start(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

void EventLoop::Run() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) {
    TakeOver(tag);
    static_cast<Event*>(tag)->Happened(ok);
  }
}

}  // namespace carom
