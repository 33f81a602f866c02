#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/commands.h"
#include "client/cli/describe.h"
#include "client/cli/describe_derivatives.h"
#include "client/cli/json.h"
#include "client/cli/shot_command.h"

namespace carom {
namespace {

using carom::v1::SimulateRequest;

class ExplainCommand : public ShotCommand {
 public:
  std::string name() const override { return "explain"; }
  std::string summary() const override { return "why each event came next: what else could have"; }
  std::string details() const override {
    return "Simulates one shot and shows how the engine finds its way from event to event.\n"
           "Between events it knows of every ball the next thing that can happen to it, and\n"
           "takes the earliest. Each row `took` is an event; below it stand the candidates that\n"
           "it was chosen from, with the times at which they would have happened: * the one\n"
           "taken, - the others, which later events may bring about, change or forestall. The\n"
           "strike was not chosen, nor were the further impacts of a cluster. Flags are those of\n"
           "carom simulate.\n";
  }
  std::string examples() const override {
    return "  carom explain --ball=-0.5,0 --ball=0,0.01 --ball=0.5,0.2 --speed=1.5\n"
           "  carom explain --rack=9-ball --stop-at=0.5 --json\n";
  }
  void Declare(FlagSet* flags) override {
    ShotCommand::Declare(flags);
    flags->AddSwitch("json",
                     "the JSON of the SimulateResponse, with candidate columns; hashes are\n"
                     "strings of decimal digits",
                     &json_);
  }

 private:
  absl::Status Prepare(SimulateRequest* request) const override;
  absl::Status Print(const Answer& answer, std::ostream& out) const override;

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

absl::Status ExplainCommand::Prepare(SimulateRequest* request) const {
  const absl::Status status = RefuseOtherEngines(*request);
  if (status.ok()) AskForCandidates(request);
  return status;
}

absl::Status ExplainCommand::Print(const Answer& answer, std::ostream& out) const {
  if (json_) {
    out << ToJson(answer.response);
    return absl::OkStatus();
  }
  const auto events = ReadEvents(answer.response.results());
  if (!events.ok()) return events.status();
  const auto derivatives = DerivativeTables::Read(answer.request, answer.response.results());
  if (!derivatives.ok()) return derivatives.status();
  return PrintEachShot(
      answer,
      [&](size_t shot, const ShotNames& names) {
        PrintCandidates((*events)[shot], names, out);
        out << '\n';
        DescribeOutcome(answer.outcomes[shot], names, out);
        derivatives->Print(shot, names, out);
      },
      out);
}

}  // namespace

std::unique_ptr<Command> MakeExplainCommand() { return std::make_unique<ExplainCommand>(); }

}  // namespace carom
