#ifndef CAROM_TESTS_CLIENT_HOLDING_SERVICE_H_
#define CAROM_TESTS_CLIENT_HOLDING_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "carom/v1/simulation.grpc.pb.h"
#include "server/handover.h"

namespace carom {

/// A service behind a real gRPC server that keeps each Simulate call until it is told to answer.
/// Calls have numbers from 1 on, in the order in which they come; an answer has the call's number
/// as its engine version.
class HoldingService : public carom::v1::SimulationService::CallbackService {
 public:
  HoldingService() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }

  ~HoldingService() override {
    AnswerAll();
    server_->Shutdown(std::chrono::system_clock::now());
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  /// Ends the call `number`, if it is held.
  void Answer(int number, const grpc::Status& status = grpc::Status::OK) {
    const std::lock_guard lock(mutex_);
    const auto call = held_.find(number);
    if (call == held_.end()) return;
    call->second->Finish(status);
    held_.erase(call);
  }

  /// Ends all calls, those that are still to come too.
  void AnswerAll() {
    const std::lock_guard lock(mutex_);
    holds_ = false;
    for (const auto& [number, call] : held_) call->Finish(grpc::Status::OK);
    held_.clear();
  }

  /// Whether so many calls have come, or have been cancelled, within some seconds.
  bool HasCalls(int count) {
    return Wait([&] { return calls_ >= count; });
  }
  bool HasCancelled(int count) {
    return Wait([&] { return cancelled_ >= count; });
  }

  int calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

  /// The connections that calls came through.
  std::set<std::string> peers() const {
    const std::lock_guard lock(mutex_);
    return peers_;
  }

  grpc::ServerUnaryReactor* Simulate(grpc::CallbackServerContext* context,
                                     const carom::v1::SimulateRequest*,
                                     carom::v1::SimulateResponse* response) override {
    const std::lock_guard lock(mutex_);
    auto* const call = new Call(this, ++calls_);
    HandOver(call);
    peers_.insert(context->peer());
    response->set_engine_version(std::to_string(calls_));
    if (holds_) {
      held_[calls_] = call;
    } else {
      call->Finish(grpc::Status::OK);
    }
    moved_.notify_all();
    return call;
  }

 private:
  class Call : public grpc::ServerUnaryReactor {
   public:
    Call(HoldingService* service, int number) : service_(*service), number_(number) {}
    void OnCancel() override {
      TakeOver(this);
      service_.OnCancel(number_);
    }
    void OnDone() override {
      TakeOver(this);
      delete this;
    }

   private:
    HoldingService& service_;
    const int number_;
  };

  void OnCancel(int number) {
    const std::lock_guard lock(mutex_);
    const auto call = held_.find(number);
    if (call == held_.end()) return;
    call->second->Finish(grpc::Status::CANCELLED);
    held_.erase(call);
    ++cancelled_;
    moved_.notify_all();
  }

  bool Wait(const std::function<bool()>& holds) {
    std::unique_lock lock(mutex_);
    return moved_.wait_for(lock, std::chrono::seconds(20), holds);
  }

  mutable std::mutex mutex_;
  std::condition_variable moved_;
  std::map<int, Call*> held_;
  std::set<std::string> peers_;
  int calls_ = 0;
  int cancelled_ = 0;
  bool holds_ = true;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace carom

#endif  // CAROM_TESTS_CLIENT_HOLDING_SERVICE_H_
