#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cli/commands.h"
#include "client/cli/json.h"

namespace carom {
namespace {

class ServerInfoCommand : public Command {
 public:
  std::string name() const override { return "server-info"; }
  std::string summary() const override { return "version, limits and names of the service"; }
  std::string usage() const override { return "carom server-info [--json]"; }
  std::string details() const override {
    return "Tells what a server, or the service in this process, is and allows.\n";
  }
  std::string examples() const override {
    return "  carom server-info\n"
           "  carom --server=127.0.0.1:50051 server-info --json\n";
  }
  void Declare(FlagSet* flags) override {
    flags->AddSection("Output");
    flags->AddSwitch("json", "as the service's JSON", &json_);
  }
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  bool json_ = false;
};

template <typename Value>
void PrintLine(const char* label, const Value& value, std::ostream& out) {
  out << absl::StrFormat("%-26s", label) << value << '\n';
}

void PrintInfo(const carom::v1::GetServerInfoResponse& info, std::ostream& out) {
  PrintLine("engine version", info.engine_version(), out);
  PrintLine("build", info.build(), out);
  PrintLine("threads", info.threads(), out);
  PrintLine("shots of a Simulate", info.limits().max_shots_per_simulate(), out);
  PrintLine("shots of a SimulateBatch", info.limits().max_shots_per_batch(), out);
  PrintLine("balls of a layout", info.limits().max_balls(), out);
  PrintLine("events of a shot", info.limits().max_events(), out);
  PrintLine("evaluations of a run", info.limits().max_evaluations(), out);
  PrintLine("seconds of a mechanism", info.limits().max_duration_s(), out);
  PrintLine("samples of a mechanism", info.limits().max_samples_per_mechanism(), out);
  PrintLine("draws of an estimate", info.limits().max_draws_per_estimate(), out);
  PrintLine("samples of a shot", info.limits().max_samples_per_shot(), out);
  PrintLine("bytes of a shot's answer", info.limits().max_shot_bytes(), out);
  PrintLine("bytes of a message", info.limits().max_message_bytes(), out);
  PrintLine("tables", absl::StrJoin(info.table_presets(), " "), out);
  PrintLine("ball sets", absl::StrJoin(info.ball_sets(), " "), out);
  PrintLine("racks", absl::StrJoin(info.racks(), " "), out);
  PrintLine("ball-ball laws", absl::StrJoin(info.ball_ball_laws(), " "), out);
  PrintLine("cushion laws", absl::StrJoin(info.cushion_laws(), " "), out);
  PrintLine("mechanisms", absl::StrJoin(info.mechanisms(), " "), out);
  PrintLine("materials", absl::StrJoin(info.materials(), " "), out);
  PrintLine("compliant presets", absl::StrJoin(info.compliant_presets(), " "), out);
  PrintLine("scenes", absl::StrJoin(info.scenes(), " "), out);
}

ExitCode ServerInfoCommand::Run(const CommonFlags& common, const FlagSet&, const Console& console) {
  const auto info = common.MakeClient(console).GetServerInfo(common.Call());
  if (!info.ok()) return ReportError(info.status(), console);
  if (json_) {
    console.out << ToJson(*info);
  } else {
    PrintInfo(*info, console.out);
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Command> MakeServerInfoCommand() { return std::make_unique<ServerInfoCommand>(); }

}  // namespace carom
