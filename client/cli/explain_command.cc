#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/commands.h"
#include "client/cli/describe.h"
#include "client/cli/elapsed_line.h"
#include "client/cli/endings.h"
#include "client/cli/json.h"
#include "client/cli/shot_flags.h"
#include "client/cli/shot_names.h"
#include "client/shot_outcome.h"

namespace carom {
namespace {

using carom::v1::SimulateRequest;
using carom::v1::SimulateResponse;

class ExplainCommand : public Command {
 public:
  std::string name() const override { return "explain"; }
  std::string summary() const override { return "why each event came next: what else could have"; }
  std::string usage() const override {
    return "carom explain (--rack=NAME | --ball=X,Y ... | --request=FILE) [FLAGS]";
  }
  std::string details() const override {
    return "Simulates one shot and shows how the engine finds its way from event to event. "
           "Between\n"
           "events it knows of every ball the next thing that can happen to it, and takes the\n"
           "earliest. Each row `took` is an event; below it stand the candidates that it was "
           "chosen\n"
           "from, with the times at which they would have happened: * the one taken, - the "
           "others,\n"
           "which later events may bring about, change or forestall. The strike was not chosen, "
           "nor\n"
           "were the further impacts of a cluster. Flags are those of carom simulate.\n";
  }
  std::string examples() const override {
    return "  carom explain --ball=-0.5,0 --ball=0,0.01 --ball=0.5,0.2 --speed=1.5\n"
           "  carom explain --rack=9-ball --stop-at=0.5 --json\n";
  }
  void Declare(FlagSet* flags) override {
    shot_.Declare(flags);
    flags->AddSwitch("json",
                     "the JSON of the SimulateResponse, with candidate columns; hashes are\n"
                     "strings of decimal digits",
                     &json_);
  }
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  ShotFlags shot_;
  bool json_ = false;
};

// Events that are found by integration, or where a step ends: nothing was chosen.
absl::Status RefuseOtherEngines(const SimulateRequest& request) {
  for (const carom::v1::Settings& settings : request.settings()) {
    const bool forces = settings.engine() == carom::v1::ENGINE_COMPLIANT;
    if (!forces && settings.engine() != carom::v1::ENGINE_DISCRETE_TIME) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("the ", forces ? "compliant" : "discrete-time",
                     " engine weighs no candidates: use carom simulate --events"));
  }
  return absl::OkStatus();
}

// The candidates belong to the event log.
void AskForCandidates(SimulateRequest* request) {
  carom::v1::Detail* const detail = request->mutable_detail();
  if (detail->level() < carom::v1::Detail::LEVEL_EVENTS) {
    detail->set_level(carom::v1::Detail::LEVEL_EVENTS);
  }
  detail->set_candidates(true);
}

absl::Status PrintShots(const Client& client, const SimulateRequest& request,
                        const std::vector<ShotOutcome>& outcomes, const SimulateResponse& response,
                        std::ostream& out) {
  const auto events = ReadEvents(response.results());
  if (!events.ok()) return events.status();
  if (outcomes.size() != static_cast<size_t>(request.shots_size())) {
    return absl::InternalError("the server answered another number of shots");
  }
  RequestNames names(client, request);
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].status.ok()) continue;
    const ShotNames shot_names = names.OfShot(static_cast<int>(i));
    if (outcomes.size() > 1) out << (i == 0 ? "" : "\n") << "shot " << i << '\n';
    PrintCandidates((*events)[i], shot_names, out);
    out << '\n';
    DescribeOutcome(outcomes[i], shot_names, out);
  }
  return absl::OkStatus();
}

ExitCode ExplainCommand::Run(const CommonFlags& common, const FlagSet& flags,
                             const Console& console) {
  SimulateRequest request;
  absl::Status made = shot_.MakeRequest(flags, console, &request);
  if (made.ok()) made = RefuseOtherEngines(request);
  if (!made.ok()) return ReportError(made, console);
  AskForCandidates(&request);
  const Client client = common.MakeClient();
  const auto response =
      WithElapsedLine(console, [&] { return client.Simulate(request, common.Call()); });
  if (!response.ok()) return ReportError(response.status(), console);
  const auto outcomes = ReadOutcomes(response->results());
  if (!outcomes.ok()) return ReportError(outcomes.status(), console);
  if (json_) {
    console.out << ToJson(*response);
  } else if (absl::Status status = PrintShots(client, request, *outcomes, *response, console.out);
             !status.ok()) {
    return ReportError(status, console);
  }
  return ReportEndings(*outcomes, console);
}

}  // namespace

std::unique_ptr<Command> MakeExplainCommand() { return std::make_unique<ExplainCommand>(); }

}  // namespace carom
