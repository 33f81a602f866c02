#include "client/cli/shot_command.h"

#include "absl/strings/str_cat.h"
#include "client/cli/elapsed_line.h"
#include "client/cli/endings.h"
#include "client/cli/json.h"
#include "client/cli/one_shot.h"

namespace carom {

using carom::v1::SimulateRequest;

std::string ShotCommand::usage() const {
  return absl::StrCat("carom ", name(), " (--rack=NAME | --ball=X,Y ... | --request=FILE) [FLAGS]");
}

absl::StatusOr<CallOptions> ShotCommand::Call(const CommonFlags& common) const {
  return common.Call();
}

ExitCode ShotCommand::Run(const CommonFlags& common, const FlagSet& flags, const Console& console) {
  SimulateRequest request;
  absl::Status made = shot_.MakeRequest(flags, console, &request);
  if (made.ok()) made = Prepare(&request);
  const absl::StatusOr<CallOptions> call = Call(common);
  made.Update(call.status());
  if (!made.ok()) return ReportError(made, console);
  if (PrintsRequest()) {
    console.out << ToJson(request);
    return kDone;
  }
  const Client client = common.MakeClient(console);
  const auto response = WithElapsedLine(console, [&] { return client.Simulate(request, *call); });
  if (!response.ok()) return ReportError(response.status(), console);
  const auto outcomes = ReadOutcomes(response->results());
  if (!outcomes.ok()) return ReportError(outcomes.status(), console);
  const absl::Status printed = Print({client, request, *response, *outcomes, *call}, console.out);
  if (!printed.ok()) return ReportError(printed, console);
  return ReportEndings(*outcomes, console);
}

absl::Status ShotCommand::PrintEachShot(
    const Answer& answer, const std::function<void(size_t shot, const ShotNames& names)>& print,
    std::ostream& out) {
  const size_t shots = answer.outcomes.size();
  if (shots != CountShots(answer.request)) {
    return absl::InternalError("the server answered another number of shots");
  }
  RequestNames names(answer.client, answer.request);
  for (size_t i = 0; i < shots; ++i) {
    if (!answer.outcomes[i].status.ok()) continue;
    if (shots > 1) out << (i == 0 ? "" : "\n") << "shot " << i << '\n';
    print(i, names.OfShot(static_cast<int>(i)));
  }
  return absl::OkStatus();
}

}  // namespace carom
