#ifndef CAROM_SERVER_CALL_RULES_TASK_H_
#define CAROM_SERVER_CALL_RULES_TASK_H_

#include <algorithm>
#include <utility>

#include "carom/v1/rules.pb.h"
#include "server/call/task_context.h"
#include "server/rules_run.h"
#include "server/split.h"

namespace carom {

/// RuleShots: ruled in one go, in a few milliseconds at most.
class RulesTask : public CallTask {
 public:
  RulesTask(const TaskContext& context, LoadRequest<v1::RuleShotsRequest> load)
      : context_(context), load_(std::move(load)) {}

  absl::StatusOr<PartState> Open(const WorkItem::Yield&) override {
    const auto request = load_();
    if (!request.ok()) return request.status();
    if (absl::Status full = context_.allowance.Grow(RulingsBytes(**request)); !full.ok()) {
      return full;
    }
    if (absl::Status bad = RunRules(**request, response_); !bad.ok()) return bad;
    return PartState::kDone;
  }

  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield&) override {
    const auto bytes = static_cast<int64_t>(response_.ByteSizeLong());
    if (bytes > context_.limits.max_message_bytes) {
      return TooLarge(context_.limits.max_message_bytes);
    }
    const auto& rulings = response_.rulings();
    const auto failed = std::count_if(rulings.begin(), rulings.end(), [](const v1::Ruling& ruling) {
      return !ruling.failure().empty();
    });
    Conclusion conclusion;
    conclusion.message = {&response_, {rulings.size(), failed, 0, bytes}};
    return conclusion;
  }

 private:
  const TaskContext context_;
  const LoadRequest<v1::RuleShotsRequest> load_;
  v1::RuleShotsResponse response_;
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_RULES_TASK_H_
