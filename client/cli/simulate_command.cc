#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/commands.h"
#include "client/cli/describe.h"
#include "client/cli/elapsed_line.h"
#include "client/cli/endings.h"
#include "client/cli/json.h"
#include "client/cli/sample_rows.h"
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
  absl::StatusOr<CallOptions> Call(const CommonFlags& common) const;
  absl::Status CheckOutput(const SimulateRequest& request) const;
  absl::Status Print(const Client& client, const SimulateRequest& request,
                     const std::vector<ShotOutcome>& outcomes, const SimulateResponse& response,
                     std::ostream& out) const;

  bool json_ = false;
  bool csv_ = false;
  bool print_request_ = false;
  std::optional<double> hedge_after_s_;
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
         "  carom simulate --rack=9-ball --samples=0.01 --csv > motion.csv\n"
         "  carom simulate --rack=8-ball --print-request | carom simulate --request=- --json\n";
}

void SimulateCommand::Declare(FlagSet* flags) {
  shot_.Declare(flags);
  flags->AddSwitch("print-request", "the JSON that the flags stand for, and no shot",
                   &print_request_);
  flags->AddSwitch("json",
                   "the JSON of the SimulateResponse; hashes are strings of decimal\n"
                   "digits",
                   &json_);
  flags->AddSwitch("csv",
                   "the samples alone, a row for each time and ball (by index):\n"
                   "time_s,ball,x_m,y_m,z_m,vx_m_s,...; with several shots, shot first",
                   &csv_);
  flags->AddNumber("hedge-after", "SECONDS",
                   "without an answer by then, the server is asked once more, and the\n"
                   "first answer counts; default: never",
                   &hedge_after_s_);
}

absl::StatusOr<CallOptions> SimulateCommand::Call(const CommonFlags& common) const {
  CallOptions call = common.Call();
  if (!hedge_after_s_) return call;
  if (!(*hedge_after_s_ >= 0.0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--hedge-after: ", *hedge_after_s_, " must be at least 0 s"));
  }
  call.hedge_after = absl::Seconds(*hedge_after_s_);
  return call;
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

absl::Status SimulateCommand::CheckOutput(const SimulateRequest& request) const {
  if (!csv_) return absl::OkStatus();
  if (json_) return absl::InvalidArgumentError("give either --json or --csv");
  if (request.detail().level() == carom::v1::Detail::LEVEL_SAMPLES) return absl::OkStatus();
  return absl::InvalidArgumentError("--csv needs samples: --samples=PERIOD, or a request's detail");
}

absl::Status SimulateCommand::Print(const Client& client, const SimulateRequest& request,
                                    const std::vector<ShotOutcome>& outcomes,
                                    const SimulateResponse& response, std::ostream& out) const {
  if (json_) {
    out << ToJson(response);
    return absl::OkStatus();
  }
  if (!csv_) return PrintShots(client, request, outcomes, response, out);
  const auto samples = ReadSamples(response.results());
  if (samples.ok()) WriteSamplesCsv(*samples, out);
  return samples.status();
}

ExitCode SimulateCommand::Run(const CommonFlags& common, const FlagSet& flags,
                              const Console& console) {
  SimulateRequest request;
  absl::Status made = shot_.MakeRequest(flags, console, &request);
  if (made.ok()) made = CheckOutput(request);
  const absl::StatusOr<CallOptions> call = Call(common);
  made.Update(call.status());
  if (!made.ok()) return ReportError(made, console);
  if (print_request_) {
    console.out << ToJson(request);
    return kDone;
  }
  const Client client = common.MakeClient();
  const auto response = WithElapsedLine(console, [&] { return client.Simulate(request, *call); });
  if (!response.ok()) return ReportError(response.status(), console);
  const auto outcomes = ReadOutcomes(response->results());
  if (!outcomes.ok()) return ReportError(outcomes.status(), console);
  const absl::Status printed = Print(client, request, *outcomes, *response, console.out);
  if (!printed.ok()) return ReportError(printed, console);
  return ReportEndings(*outcomes, console);
}

}  // namespace

std::unique_ptr<Command> MakeSimulateCommand() { return std::make_unique<SimulateCommand>(); }

}  // namespace carom
