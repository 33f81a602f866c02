#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/commands.h"
#include "client/cli/describe.h"
#include "client/cli/detail_flags.h"
#include "client/cli/json.h"
#include "client/cli/law_flags.h"
#include "client/cli/scene_flags.h"
#include "client/cli/shot_names.h"
#include "client/cli/strike_flags.h"
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
  absl::Status MakeRequest(const FlagSet& flags, const Console& console,
                           SimulateRequest* request) const;
  absl::Status ApplyFlags(SimulateRequest* request) const;

  SceneFlags scene_;
  StrikeFlags strike_;
  LawFlags laws_;
  DetailFlags detail_;
  std::optional<std::string> request_path_;
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
         "  carom simulate --rack=8-ball --print-request | carom simulate --request=- --json\n";
}

void SimulateCommand::Declare(FlagSet* flags) {
  scene_.Declare(flags);
  strike_.Declare(flags);
  laws_.Declare(flags);
  detail_.Declare(flags);
  flags->AddSection("Input and output");
  flags->AddText("request", "FILE",
                 "the JSON of a SimulateRequest, in place of all flags above;\n"
                 "- is standard input",
                 &request_path_);
  flags->AddSwitch("print-request", "the JSON that the flags stand for, and no shot",
                   &print_request_);
  flags->AddSwitch("json", "the JSON of the SimulateResponse", &json_);
}

// A request file says everything; a flag beside it would be ignored without a word.
absl::Status CheckOnlyOutputFlags(const std::set<std::string>& given) {
  static const auto* const kAllowed =
      new std::set<std::string>{"request", "print-request", "json", "server", "threads", "help"};
  for (const std::string& name : given) {
    if (kAllowed->count(name) == 0) {
      return absl::InvalidArgumentError(absl::StrCat("--", name, " does not go with --request"));
    }
  }
  return absl::OkStatus();
}

absl::Status SimulateCommand::MakeRequest(const FlagSet& flags, const Console& console,
                                          SimulateRequest* request) const {
  if (!request_path_) return ApplyFlags(request);
  if (absl::Status status = CheckOnlyOutputFlags(flags.given()); !status.ok()) return status;
  return ReadJson(*request_path_, console.in, request);
}

absl::Status SimulateCommand::ApplyFlags(SimulateRequest* request) const {
  if (absl::Status status = scene_.Apply(request); !status.ok()) return status;
  carom::v1::Settings* const settings = request->add_settings();
  if (absl::Status status = laws_.Apply(settings); !status.ok()) return status;
  if (absl::Status status = detail_.Apply(settings, request->mutable_detail()); !status.ok()) {
    return status;
  }
  return strike_.Apply(scene_.has_rack(), request->add_shots());
}

// The first failed shot decides how the program ends.
ExitCode ReportFailures(const std::vector<ShotOutcome>& outcomes, const Console& console) {
  ExitCode code = kDone;
  for (const ShotOutcome& outcome : outcomes) {
    if (outcome.status.ok()) continue;
    const ExitCode own = ReportError(
        absl::Status(outcome.status.code(),
                     absl::StrCat("shot ", outcome.shot, ": ", outcome.status.message())),
        console);
    if (code == kDone) code = own;
  }
  return code;
}

absl::Status PrintShots(const Client& client, const SimulateRequest& request,
                        const std::vector<ShotOutcome>& outcomes, const SimulateResponse& response,
                        std::ostream& out) {
  const auto events = ReadEvents(response.results());
  if (!events.ok()) return events.status();
  const auto samples = ReadSamples(response.results());
  if (!samples.ok()) return samples.status();
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
  if (absl::Status status = MakeRequest(flags, console, &request); !status.ok()) {
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
