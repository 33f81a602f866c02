#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/commands.h"
#include "client/cli/describe_mechanism.h"
#include "client/cli/json.h"
#include "client/mechanism_tables.h"

namespace carom {
namespace {

using carom::v1::SimulateMechanismRequest;
using carom::v1::SimulateMechanismResponse;

class MechanismCommand : public Command {
 public:
  std::string name() const override { return "mechanism"; }
  std::string summary() const override { return "pendulum, cradle, bearing, rolling ball"; }
  std::string usage() const override {
    return "carom mechanism (NAME | --request=FILE | --list) [FLAGS]";
  }
  std::string details() const override {
    return "Simulates one of the papers' other systems, with the paper's values unless a request\n"
           "file says otherwise, and shows its figures, and the first of its events and impacts.\n"
           "Every number that a request may hold is in carom/v1/mechanism.proto.\n";
  }
  std::string examples() const override {
    return "  carom mechanism --list\n"
           "  carom mechanism double_pendulum\n"
           "  carom mechanism newtons_cradle --samples=0.05\n"
           "  echo '{\"double_pendulum\": {\"friction\": 0}}' | carom mechanism --request=- "
           "--json\n";
  }
  void Declare(FlagSet* flags) override;
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  absl::Status MakeRequest(const Console& console, SimulateMechanismRequest* request) const;
  ExitCode Print(const SimulateMechanismResponse& response, const Console& console) const;

  std::vector<std::string> words_;
  std::optional<std::string> request_path_;
  std::optional<double> sample_period_s_;
  bool list_ = false;
  bool json_ = false;
  bool print_request_ = false;
};

const google::protobuf::OneofDescriptor& Arms() {
  return *SimulateMechanismRequest::descriptor()->FindOneofByName("mechanism");
}

// As people may write it: newtons-cradle.
std::string ArmName(std::string word) {
  std::replace(word.begin(), word.end(), '-', '_');
  return word;
}

absl::Status UnknownMechanism(const std::string& word) {
  std::vector<std::string> names;
  for (int i = 0; i < Arms().field_count(); ++i) names.push_back(Arms().field(i)->name());
  return absl::InvalidArgumentError(
      absl::StrCat("\"", word, "\" must be one of ", absl::StrJoin(names, ", ")));
}

// The mechanism of this name: the one that the request already holds, or else with every field at
// its default.
absl::Status Choose(const std::string& word, SimulateMechanismRequest* request) {
  const auto* const arm = request->GetDescriptor()->FindFieldByName(ArmName(word));
  if (arm == nullptr || arm->containing_oneof() != &Arms()) return UnknownMechanism(word);
  const auto& reflection = *request->GetReflection();
  const auto* const given = reflection.GetOneofFieldDescriptor(*request, &Arms());
  if (given != nullptr && given != arm) {
    return absl::InvalidArgumentError(
        absl::StrCat("the request holds a ", given->name(), ", not a ", arm->name()));
  }
  reflection.MutableMessage(request, arm);
  return absl::OkStatus();
}

void MechanismCommand::Declare(FlagSet* flags) {
  flags->AddSection("Input and output");
  flags->SetPositional(&words_);
  flags->AddSwitch("list", "the mechanisms", &list_);
  flags->AddText("request", "FILE", "the JSON of a SimulateMechanismRequest; - is standard input",
                 &request_path_);
  flags->AddNumber("samples", "PERIOD", "samples every PERIOD s", &sample_period_s_);
  flags->AddSwitch("print-request", "the JSON that the flags stand for, and no run",
                   &print_request_);
  flags->AddSwitch("json", "the JSON of the SimulateMechanismResponse, whole", &json_);
}

absl::Status MechanismCommand::MakeRequest(const Console& console,
                                           SimulateMechanismRequest* request) const {
  if (words_.size() > 1) return absl::InvalidArgumentError("mechanism takes one name at most");
  if (words_.empty() && !request_path_) {
    return absl::InvalidArgumentError("give a NAME (see --list), or --request");
  }
  if (request_path_) {
    const absl::Status status = ReadJson(*request_path_, console.in, request);
    if (!status.ok()) return status;
  }
  if (sample_period_s_) request->mutable_detail()->set_sample_period_s(*sample_period_s_);
  return words_.empty() ? absl::OkStatus() : Choose(words_[0], request);
}

ExitCode MechanismCommand::Print(const SimulateMechanismResponse& response,
                                 const Console& console) const {
  if (json_) {
    console.out << ToJson(response);
    return kDone;
  }
  absl::Status status = CheckColumns(response.run());
  status.Update(CheckColumns(response.aimed_spins()));
  if (!status.ok()) return ReportError(status, console);
  if (response.has_run()) DescribeRun(response.run(), console.out);
  if (response.has_aimed_spins()) DescribeAimedSpins(response.aimed_spins(), console.out);
  return kDone;
}

ExitCode MechanismCommand::Run(const CommonFlags& common, const FlagSet&, const Console& console) {
  const Client client = common.MakeClient();
  if (list_) {
    const auto info = client.GetServerInfo();
    if (!info.ok()) return ReportError(info.status(), console);
    for (const std::string& mechanism : info->mechanisms()) console.out << mechanism << '\n';
    return kDone;
  }
  SimulateMechanismRequest request;
  if (absl::Status status = MakeRequest(console, &request); !status.ok()) {
    return ReportError(status, console);
  }
  if (print_request_) {
    console.out << ToJson(request);
    return kDone;
  }
  const auto response = client.SimulateMechanism(request);
  if (!response.ok()) return ReportError(response.status(), console);
  return Print(*response, console);
}

}  // namespace

std::unique_ptr<Command> MakeMechanismCommand() { return std::make_unique<MechanismCommand>(); }

}  // namespace carom
