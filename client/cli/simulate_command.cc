#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/commands.h"
#include "client/cli/describe.h"
#include "client/cli/describe_derivatives.h"
#include "client/cli/json.h"
#include "client/cli/sample_rows.h"
#include "client/cli/shot_command.h"

namespace carom {
namespace {

using carom::v1::SimulateRequest;

class SimulateCommand : public ShotCommand {
 public:
  std::string name() const override { return "simulate"; }
  std::string summary() const override { return "one shot: what is pocketed, where balls rest"; }
  std::string details() const override;
  std::string examples() const override;
  void Declare(FlagSet* flags) override;

 private:
  absl::Status Prepare(SimulateRequest* request) const override;
  absl::StatusOr<CallOptions> Call(const CommonFlags& common) const override;
  bool PrintsRequest() const override { return print_request_; }
  absl::Status Print(const Answer& answer, std::ostream& out) const override;
  absl::Status PrintShots(const Answer& answer, std::ostream& out) const;

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
         "  carom simulate --ball=-0.5,0 --ball=0.3,0.1 --speed=2 --azimuth=8 \\\n"
         "      --derivatives=strike.speed_m_s,strike.azimuth_rad --probe=64\n"
         "  carom simulate --rack=8-ball --print-request | carom simulate --request=- --json\n";
}

void SimulateCommand::Declare(FlagSet* flags) {
  ShotCommand::Declare(flags);
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

absl::Status SimulateCommand::PrintShots(const Answer& answer, std::ostream& out) const {
  const auto& results = answer.response.results();
  const auto events = ReadEvents(results);
  if (!events.ok()) return events.status();
  const auto samples = ReadSamples(results);
  if (!samples.ok()) return samples.status();
  const auto contacts = ReadContacts(results);
  if (!contacts.ok()) return contacts.status();
  const auto derivatives = DerivativeTables::Read(answer.request, results);
  if (!derivatives.ok()) return derivatives.status();
  return PrintEachShot(
      answer,
      [&](size_t shot, const ShotNames& names) {
        DescribeOutcome(answer.outcomes[shot], names, out);
        out << '\n';
        PrintFinalBalls(answer.outcomes[shot], names, out);
        if (results.has_events()) {
          out << '\n';
          PrintEvents((*events)[shot], names, out);
        }
        if (results.has_contacts()) {
          out << '\n';
          PrintContacts((*contacts)[shot], names, out);
        }
        if (results.has_samples()) {
          out << '\n';
          PrintSamples((*samples)[shot], names, out);
        }
        derivatives->Print(shot, names, out);
      },
      out);
}

absl::Status SimulateCommand::Prepare(SimulateRequest* request) const {
  if (!csv_) return absl::OkStatus();
  if (json_) return absl::InvalidArgumentError("give either --json or --csv");
  const carom::v1::Detail& detail = request->detail();
  if (detail.level() != carom::v1::Detail::LEVEL_SAMPLES) {
    return absl::InvalidArgumentError(
        "--csv needs samples: --samples=PERIOD, or a request's detail");
  }
  if (detail.derivatives_size() > 0 || detail.has_probe()) {
    return absl::InvalidArgumentError(
        "--csv has the samples alone: derivatives, margins and probes are in the tables and in "
        "--json");
  }
  return absl::OkStatus();
}

absl::Status SimulateCommand::Print(const Answer& answer, std::ostream& out) const {
  if (json_) {
    out << ToJson(answer.response);
    return absl::OkStatus();
  }
  if (!csv_) return PrintShots(answer, out);
  const auto samples = ReadSamples(answer.response.results());
  if (samples.ok()) WriteSamplesCsv(*samples, out);
  return samples.status();
}

}  // namespace

std::unique_ptr<Command> MakeSimulateCommand() { return std::make_unique<SimulateCommand>(); }

}  // namespace carom
