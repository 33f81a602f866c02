#include <memory>
#include <string>
#include <vector>

#include "client/cli/commands.h"
#include "client/cli/describe.h"
#include "client/cli/json.h"
#include "client/cli/shot_flags.h"
#include "client/cli/shot_names.h"
#include "client/shot_outcome.h"

namespace carom {
namespace {

using carom::v1::SimulateRequest;
using carom::v1::SimulateResponse;

class SimulateCommand : public Command {
 public:
  std::string name() const override { return "simulate"; }
  std::string summary() const override { return "one shot: what is pocketed, where balls rest"; }
  std::string usage() const override {
    return "carom simulate (--rack=NAME | --ball=X,Y ... | --request=FILE) [FLAGS]";
  }
  std::string details() const override;
  std::string examples() const override;
  void Declare(FlagSet* flags) override;
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  ShotFlags shot_;
  bool json_ = false;
  bool print_request_ = false;
};

std::string SimulateCommand::details() const {
  return "Simulates one shot. Lengths are in m from the table's centre, x along the table towards\n"
         "the foot, y to the left of it. A request file holds any number of shots up to 4096.\n";
}

std::string SimulateCommand::examples() const {
  return "  carom simulate --rack=8-ball\n"
         "  carom simulate --rack=9-ball --seed=7 --speed=9 --azimuth=0.4 --events\n"
         "  carom simulate --ball=-0.5,0 --ball=0.3,0.1 --speed=2 --azimuth=8 --height=-0.3\n"
         "  carom simulate --ball=0,0 --ball=0.3,0.01 --speed=2 --engine=compliant --contacts\n"
         "  carom simulate --rack=8-ball --print-request | carom simulate --request=- --json\n";
}

void SimulateCommand::Declare(FlagSet* flags) {
  shot_.Declare(flags);
  flags->AddSwitch("print-request", "the JSON that the flags stand for, and no shot",
                   &print_request_);
  flags->AddSwitch("json", "the JSON of the SimulateResponse", &json_);
}

absl::Status PrintShots(const Client& client, const SimulateRequest& request,
                        const std::vector<ShotOutcome>& outcomes, const SimulateResponse& response,
                        std::ostream& out) {
  const auto events = ReadEvents(response.results());
  if (!events.ok()) return events.status();
  const auto samples = ReadSamples(response.results());
  if (!samples.ok()) return samples.status();
  const auto contacts = ReadContacts(response.results());
  if (!contacts.ok()) return contacts.status();
  if (outcomes.size() != static_cast<size_t>(request.shots_size())) {
    return absl::InternalError("the server answered another number of shots");
  }
  RequestNames names(client, request);
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].status.ok()) continue;
    const ShotNames shot_names = names.OfShot(static_cast<int>(i));
    if (outcomes.size() > 1) out << (i == 0 ? "" : "\n") << "shot " << i << '\n';
    DescribeOutcome(outcomes[i], shot_names, out);
    out << '\n';
    PrintFinalBalls(outcomes[i], shot_names, out);
    if (response.results().has_events()) {
      out << '\n';
      PrintEvents((*events)[i], shot_names, out);
    }
    if (response.results().has_contacts()) {
      out << '\n';
      PrintContacts((*contacts)[i], shot_names, out);
    }
    if (response.results().has_samples()) {
      out << '\n';
      PrintSamples((*samples)[i], shot_names, out);
    }
  }
  return absl::OkStatus();
}

ExitCode SimulateCommand::Run(const CommonFlags& common, const FlagSet& flags,
                              const Console& console) {
  SimulateRequest request;
  if (absl::Status status = shot_.MakeRequest(flags, console, &request); !status.ok()) {
    return ReportError(status, console);
  }
  if (print_request_) {
    console.out << ToJson(request);
    return kDone;
  }
  const Client client = common.MakeClient();
  const auto response = client.Simulate(request);
  if (!response.ok()) return ReportError(response.status(), console);
  const auto outcomes = ReadOutcomes(response->results());
  if (!outcomes.ok()) return ReportError(outcomes.status(), console);
  if (json_) {
    console.out << ToJson(*response);
  } else if (absl::Status status = PrintShots(client, request, *outcomes, *response, console.out);
             !status.ok()) {
    return ReportError(status, console);
  }
  return ReportFailures(*outcomes, console);
}

}  // namespace

std::unique_ptr<Command> MakeSimulateCommand() { return std::make_unique<SimulateCommand>(); }

}  // namespace carom
