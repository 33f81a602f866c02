#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "carom/client/mechanism_tables.h"
#include "client/cli/commands.h"
#include "client/cli/describe_mechanism.h"
#include "client/cli/elapsed_line.h"
#include "client/cli/endings.h"
#include "client/cli/json.h"
#include "client/cli/mechanism_notes.h"
#include "client/cli/parameter_flags.h"
#include "client/cli/parameter_text.h"
#include "client/cli/patch_rows.h"
#include "client/cli/request_file.h"
#include "client/cli/sample_rows.h"
#include "client/cli/spectrum_rows.h"

namespace carom {
namespace {

using carom::v1::SimulateMechanismRequest;
using carom::v1::SimulateMechanismResponse;

uint32_t DefaultMaxRuns() {
  const auto* const field = carom::v1::RollingBallAim::descriptor()->FindFieldByName("max_runs");
  return static_cast<uint32_t>(OptionsOf(*field).default_value());
}

class MechanismCommand : public Command {
 public:
  std::string name() const override { return "mechanism"; }
  std::string summary() const override {
    return "pendulum, cradle, bearing, bounces, links in joints, rolling ball";
  }
  std::string usage() const override {
    return "carom mechanism (NAME | --request=FILE | --list) [FLAGS]";
  }
  std::string details() const override {
    return "Simulates one of the papers' other systems, with the paper's values unless a request\n"
           "file says otherwise, and shows its figures, and the first of its events and impacts.\n"
           "A request holds the mechanism with the fields that differ; see the examples, one of\n"
           "each mechanism. A field or a value that does not exist is answered with the names of\n"
           "those that do. Meaning, unit, range and default of each are documented in\n"
           "proto/carom/v1/mechanism.proto and compliant.proto in Carom's sources.\n";
  }
  std::string examples() const override;
  void Declare(FlagSet* flags) override;
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  absl::Status MakeRequest(const Console& console, SimulateMechanismRequest* request) const;
  absl::Status CheckOutput(const SimulateMechanismRequest& request) const;
  absl::Status Print(const SimulateMechanismRequest& request,
                     const SimulateMechanismResponse& response, std::ostream& out) const;

  std::vector<std::string> words_;
  std::optional<std::string> request_path_;
  ParameterFlags parameters_;
  std::vector<std::string> spectra_;
  bool accelerations_ = false;
  bool list_ = false;
  bool json_ = false;
  bool csv_ = false;
  bool print_request_ = false;
};

const google::protobuf::OneofDescriptor& Arms() {
  return *SimulateMechanismRequest::descriptor()->FindOneofByName("mechanism");
}

const ParameterFlags::Field& Detail() {
  return *SimulateMechanismRequest::descriptor()->FindFieldByName("detail");
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

std::string MechanismCommand::examples() const {
  std::string text =
      "  carom mechanism --list\n"
      "  carom mechanism double_pendulum\n"
      "  carom mechanism newtons_cradle --samples=0.05 --csv > cradle.csv\n";
  for (const MechanismNote& note : MechanismNotes()) {
    absl::StrAppend(&text, "  echo '{\"", note.name, "\": ", note.example,
                    "}' |\n    carom mechanism --request=-\n");
  }
  return text;
}

void MechanismCommand::Declare(FlagSet* flags) {
  flags->AddSection("Input and output");
  flags->SetPositional(&words_);
  flags->AddSwitch("list", "the mechanisms, a line each", &list_);
  flags->AddText("request", "FILE",
                 "a SimulateMechanismRequest: JSON, - for standard input, or protobuf's\n"
                 "binary form in a file .pb",
                 &request_path_);
  parameters_.DeclareWithin(Detail(), flags);
  flags->AddSwitch("accelerations", "samples have the accelerations of all bodies too",
                   &accelerations_);
  flags->AddList("spectrum", "BODY.QUANTITY",
                 "its power spectral density, and those of further --spectrum; how it is\n"
                 "taken is set by a request's detail.spectrum",
                 &spectra_);
  flags->AddSwitch("print-request", "the JSON that the flags stand for, and no run",
                   &print_request_);
  flags->AddSwitch("json",
                   "the JSON of the SimulateMechanismResponse, whole; the hash is a\n"
                   "string of decimal digits (hexadecimal in text)",
                   &json_);
  flags->AddSwitch("csv",
                   "the samples alone, a row for each time: time_s,BODY.QUANTITY,...; or\n"
                   "the spectra alone, a row for each frequency: frequency_hz,BODY.QUANTITY",
                   &csv_);
}

absl::Status MechanismCommand::MakeRequest(const Console& console,
                                           SimulateMechanismRequest* request) const {
  if (words_.size() > 1) return absl::InvalidArgumentError("mechanism takes one name at most");
  if (words_.empty() && !request_path_) {
    return absl::InvalidArgumentError("give a NAME (see --list), or --request");
  }
  if (request_path_) {
    const absl::Status status = ReadRequest(*request_path_, console.in, request);
    if (!status.ok()) return status;
  }
  parameters_.ApplyWithin(Detail(), request);
  if (accelerations_) request->mutable_detail()->set_accelerations(true);
  absl::Status status = AskForSpectra(spectra_, request);
  if (!words_.empty()) status.Update(Choose(words_[0], request));
  status.Update(CheckOutput(*request));
  return status;
}

absl::Status MechanismCommand::CheckOutput(const SimulateMechanismRequest& request) const {
  if (!csv_) return absl::OkStatus();
  if (json_) return absl::InvalidArgumentError("give either --json or --csv");
  if (request.has_patch_surface() || request.has_patch_pressure()) return absl::OkStatus();
  if (request.has_rolling_ball_aim() || request.has_patch_fit()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--csv: ", request.has_patch_fit() ? "patch_fit" : "rolling_ball_aim",
                     " is not a run and has no samples"));
  }
  const carom::v1::MechanismDetail& detail = request.detail();
  const bool samples = detail.has_sample_period_s() || detail.sample_times_s_size() > 0;
  if (samples && detail.has_spectrum()) {
    return absl::InvalidArgumentError("--csv: ask for samples or for spectra, not for both");
  }
  if (samples || detail.has_spectrum()) return absl::OkStatus();
  return absl::InvalidArgumentError("--csv needs samples: --samples=PERIOD, or a request's detail");
}

absl::Status MechanismCommand::Print(const SimulateMechanismRequest& request,
                                     const SimulateMechanismResponse& response,
                                     std::ostream& out) const {
  if (json_) {
    out << ToJson(response);
    return absl::OkStatus();
  }
  absl::Status status = CheckColumns(response.run());
  status.Update(CheckColumns(response.aimed_spins()));
  status.Update(CheckColumns(response.patch_table()));
  status.Update(CheckColumns(response.pressure_field()));
  if (!status.ok()) return status;
  if (response.has_patch_table()) {
    WritePatchTable(response.patch_table(), csv_, out);
  } else if (response.has_pressure_field()) {
    WritePressureField(response.pressure_field(), csv_, out);
  } else if (response.has_fitted_blend()) {
    DescribeFittedBlend(response.fitted_blend(), out);
  } else if (csv_ && request.detail().has_spectrum()) {
    WriteSpectrumCsv(response.run().spectrum(), out);
  } else if (csv_) {
    WriteChannelsCsv(response.run().samples(), out);
  } else if (response.has_run()) {
    DescribeRun(response.run(), out);
  } else if (response.has_aimed_spins()) {
    const carom::v1::RollingBallAim& aim = request.rolling_ball_aim();
    const uint32_t max_runs = aim.has_max_runs() ? aim.max_runs() : DefaultMaxRuns();
    DescribeAimedSpins(response.aimed_spins(), max_runs, out);
  }
  return absl::OkStatus();
}

ExitCode PrintMechanisms(const CommonFlags& common, const Console& console) {
  const auto info = common.MakeClient(console).GetServerInfo(common.Call());
  if (!info.ok()) return ReportError(info.status(), console);
  for (const std::string& mechanism : info->mechanisms()) {
    std::string line = absl::StrFormat("%-18s%s", mechanism, DescriptionOf(mechanism));
    console.out << absl::StripTrailingAsciiWhitespace(line) << '\n';
  }
  return kDone;
}

ExitCode MechanismCommand::Run(const CommonFlags& common, const FlagSet&, const Console& console) {
  if (list_) return PrintMechanisms(common, console);
  SimulateMechanismRequest request;
  if (absl::Status status = MakeRequest(console, &request); !status.ok()) {
    return ReportError(status, console);
  }
  if (print_request_) {
    console.out << ToJson(request);
    return kDone;
  }
  const Client client = common.MakeClient(console);
  const auto response =
      WithElapsedLine(console, [&] { return client.SimulateMechanism(request, common.Call()); });
  if (!response.ok()) return ReportError(response.status(), console);
  const absl::Status printed = Print(request, *response, console.out);
  return printed.ok() ? ReportEnding(response->run(), console) : ReportError(printed, console);
}

}  // namespace

std::unique_ptr<Command> MakeMechanismCommand() { return std::make_unique<MechanismCommand>(); }

}  // namespace carom
