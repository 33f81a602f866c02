#ifndef CAROM_CLIENT_CLI_CALL_COMMAND_H_
#define CAROM_CLIENT_CLI_CALL_COMMAND_H_

#include <ostream>
#include <span>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/client.h"
#include "client/cli/command.h"
#include "client/cli/elapsed_line.h"
#include "client/cli/flag_error.h"
#include "client/cli/json.h"
#include "client/cli/request_file.h"

namespace carom {

/// A command that makes one request of its flags, or reads it from a file, sends it and prints the
/// answer.
template <class Request, class Answer>
class CallCommand : public Command {
 public:
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) final;

 protected:
  /// What the service has answered, and what further calls need.
  struct Exchange {
    const Client& client;
    const CallOptions& call;
    const Request& request;
    const Answer& answer;
  };

  /// Declares --request, --print-request and --json. The flags before them make the request, those
  /// that follow are about the output.
  void DeclareOutput(FlagSet* flags);
  bool json() const { return json_; }

  virtual absl::Status ApplyFlags(Request* request) const = 0;
  /// Whether the flags about the output make sense, before any work is done.
  virtual absl::Status CheckOutput() const { return absl::OkStatus(); }
  virtual absl::StatusOr<Answer> Send(const Client& client, const Request& request,
                                      const CallOptions& call) const = 0;
  /// In whose words errors at fields are told, where flags made the request.
  virtual std::span<const FlagOfField> FieldFlags() const { return {}; }
  /// Prints what is for people.
  virtual void Describe(const Exchange& exchange, std::ostream& out) const = 0;
  virtual absl::Status WriteFiles(const Exchange&) const { return absl::OkStatus(); }
  /// Says on the console's stream of errors what the answer lacks.
  virtual ExitCode ReportEnd(const Answer&, const Console&) const { return kDone; }

 private:
  RequestFlag request_;
  bool print_request_ = false;
  bool json_ = false;
};

template <class Request, class Answer>
void CallCommand<Request, Answer>::DeclareOutput(FlagSet* flags) {
  request_.Declare(*Request::descriptor(), flags);
  flags->AddSwitch("print-request", "the JSON that the flags stand for, and no shot",
                   &print_request_);
  flags->AddSwitch("json", "the JSON of the " + Answer::descriptor()->name(), &json_);
}

template <class Request, class Answer>
ExitCode CallCommand<Request, Answer>::Run(const CommonFlags& common, const FlagSet& flags,
                                           const Console& console) {
  Request request;
  absl::Status status =
      request_.given() ? request_.Read(flags, console.in, &request) : ApplyFlags(&request);
  if (status.ok()) status = CheckOutput();
  if (!status.ok()) return ReportError(status, console);
  if (print_request_) {
    console.out << ToJson(request);
    return kDone;
  }
  const Client client = common.MakeClient(console);
  const CallOptions call = common.Call();
  const absl::StatusOr<Answer> answer =
      WithElapsedLine(console, [&] { return Send(client, request, call); });
  if (!answer.ok()) {
    return ReportError(request_.given() ? answer.status() : InFlags(answer.status(), FieldFlags()),
                       console);
  }
  const Exchange exchange{client, call, request, *answer};
  if (json_) {
    console.out << ToJson(*answer);
  } else {
    Describe(exchange, console.out);
  }
  if (status = WriteFiles(exchange); !status.ok()) return ReportError(status, console);
  return ReportEnd(*answer, console);
}

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_CALL_COMMAND_H_
