#ifndef CAROM_SERVER_RULES_REACTOR_H_
#define CAROM_SERVER_RULES_REACTOR_H_

#include "absl/status/status.h"
#include "carom/v1/rules.pb.h"
#include "server/sent_answers.h"
#include "server/unary_reactor.h"

namespace carom {

/// One call of RuleShots. One worker parses, rules and answers it without a break, in a few
/// milliseconds at most. The call is finished when the worker is done with it or the queue has
/// dropped it.
class RulesReactor : public UnaryReactor {
 public:
  /// Begins the call. All arguments outlive it.
  static RulesReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                             const grpc::ByteBuffer* request, grpc::ByteBuffer* response);

 private:
  class Runner;

  RulesReactor(ServiceContext& service, grpc::CallbackServerContext* context,
               const grpc::ByteBuffer* request, grpc::ByteBuffer* response);

  /// Fills the response's bytes.
  absl::Status Run();
  absl::Status Send(const v1::RuleShotsResponse& response);
  void Free() override {}
  void Log(const grpc::Status& sent) override;

  SentAnswers sent_;
};

}  // namespace carom

#endif  // CAROM_SERVER_RULES_REACTOR_H_
