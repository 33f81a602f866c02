#include "client/cli/shot_flags.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "client/cli/request_file.h"

namespace carom {
namespace {

// A request file replaces all flags; a flag beside it would be silently ignored.
absl::Status CheckOnlyOutputFlags(const std::set<std::string>& given) {
  static const auto* const kAllowed = new std::set<std::string>{
      "request", "print-request", "json", "csv", "hedge-after", "out", "shot", "dark", "cloud"};
  for (const std::string& name : given) {
    if (kAllowed->count(name) == 0) {
      return absl::InvalidArgumentError(absl::StrCat("--", name, " does not go with --request"));
    }
  }
  return absl::OkStatus();
}

// The text output has no room for the states before and after an event.
absl::Status CheckJsonFlags(const std::set<std::string>& given) {
  if (given.count("event-states") == 0 || given.count("json") > 0 ||
      given.count("print-request") > 0) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError("--event-states goes with --json only; --events is for people");
}

}  // namespace

void ShotFlags::Declare(FlagSet* flags, Detail detail) {
  scene_.Declare(flags);
  strike_.Declare(flags);
  laws_.Declare(flags);
  policies_.Declare(flags);
  engine_.Declare(flags);
  detail_.DeclareEnd(flags);
  if (detail == kWithDetail) detail_.DeclareDetail(flags);
  flags->AddSection("Input and output");
  flags->AddText("request", "FILE",
                 "a SimulateRequest in place of all flags above: JSON, - for standard\n"
                 "input, or protobuf's binary form in a file .pb",
                 &request_path_);
}

absl::Status ShotFlags::MakeRequest(const FlagSet& flags, const Console& console,
                                    carom::v1::SimulateRequest* request) const {
  if (!request_path_) return ApplyFlags(flags.given(), request);
  if (absl::Status status = CheckOnlyOutputFlags(flags.given()); !status.ok()) return status;
  return ReadRequest(*request_path_, console.in, request);
}

absl::Status ShotFlags::ApplyFlags(const std::set<std::string>& given,
                                   carom::v1::SimulateRequest* request) const {
  if (absl::Status status = CheckJsonFlags(given); !status.ok()) return status;
  if (absl::Status status = scene_.Apply(request); !status.ok()) return status;
  carom::v1::Settings* const settings = request->add_settings();
  if (absl::Status status = laws_.Apply(settings); !status.ok()) return status;
  policies_.Apply(settings);
  if (absl::Status status = engine_.Apply(settings); !status.ok()) return status;
  if (absl::Status status = CheckFlagsOfEngine(*settings, given); !status.ok()) return status;
  if (absl::Status status = detail_.Apply(settings, request->mutable_detail()); !status.ok()) {
    return status;
  }
  return strike_.Apply(scene_.has_rack(), request->mutable_shots()->add_shots());
}

}  // namespace carom
