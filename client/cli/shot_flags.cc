#include "client/cli/shot_flags.h"

#include <set>

namespace carom {
namespace {

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
  request_.Declare(*carom::v1::SimulateRequest::descriptor(), flags);
}

absl::Status ShotFlags::MakeRequest(const FlagSet& flags, const Console& console,
                                    carom::v1::SimulateRequest* request) const {
  if (request_.given()) return request_.Read(flags, console.in, request);
  return ApplyFlags(flags.given(), request);
}

absl::Status ShotFlags::ApplyFlags(const std::set<std::string>& given,
                                   carom::v1::SimulateRequest* request) const {
  if (absl::Status status = CheckJsonFlags(given); !status.ok()) return status;
  if (absl::Status status = scene_.Apply(request->add_tables(), request->add_layouts());
      !status.ok()) {
    return status;
  }
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
