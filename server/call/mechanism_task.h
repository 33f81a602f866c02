#ifndef CAROM_SERVER_CALL_MECHANISM_TASK_H_
#define CAROM_SERVER_CALL_MECHANISM_TASK_H_

#include <string>
#include <utility>

#include "carom/v1/mechanism.pb.h"
#include "server/call/task_context.h"
#include "server/convert/mechanism_convert.h"
#include "server/mechanism_run.h"

namespace carom {

/// SimulateMechanism: converted and run in one go; a cancellation reaches into the run.
class MechanismCallTask : public CallTask {
 public:
  MechanismCallTask(const TaskContext& context, LoadRequest<v1::SimulateMechanismRequest> load)
      : context_(context), load_(std::move(load)) {}

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override {
    const auto request = load_();
    if (!request.ok()) return request.status();
    outcome_ = {{"mechanism", MechanismName(**request)}};
    LogFields run;
    const auto grow = [this](int64_t bytes) { return context_.allowance.Grow(bytes); };
    const ShotStop stop(context_.control, yield);
    const absl::Status status = RunMechanism(
        **request, {context_.limits, context_.control, stop.token(), grow, run}, response_);
    outcome_.insert(outcome_.end(), run.begin(), run.end());
    // A large answer takes a tenth of a second, which nobody waits for any more.
    if (status.ok() && context_.control.Over()) return context_.control.OverStatus();
    if (!status.ok()) return status;
    return PartState::kDone;
  }

  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield&) override {
    Conclusion conclusion;
    conclusion.message.message = &response_;
    return conclusion;
  }

  LogFields Outcome() const override { return outcome_; }

 private:
  const TaskContext context_;
  const LoadRequest<v1::SimulateMechanismRequest> load_;
  v1::SimulateMechanismResponse response_;
  LogFields outcome_ = {{"mechanism", std::string("none")}};
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_MECHANISM_TASK_H_
