#include "client/cli/drawn_shot_flags.h"

#include "absl/strings/str_cat.h"

namespace carom {

// The seed is the generator's and decides all that is drawn.
void DrawnShotFlags::Declare(FlagSet* flags) {
  flags->AddSection("Drawn shots");
  draws_.Declare(flags);
  const size_t before = flags->flags().size();
  scene_.Declare(flags, SceneFlags::kWithoutRackSeed);
  strike_.Declare(flags);
  for (size_t i = before; i < flags->flags().size(); ++i) {
    names_.push_back(flags->flags()[i].name);
  }
}

absl::Status DrawnShotFlags::CheckGiven(const FlagSet& flags) const {
  for (const std::string& name : names_) {
    if (given() || flags.given().count(name) == 0) continue;
    return absl::InvalidArgumentError(absl::StrCat("--", name, " goes with --draw only"));
  }
  return absl::OkStatus();
}

absl::Status DrawnShotFlags::Apply(carom::v1::SimulateBatchRequest* request) const {
  if (absl::Status bad = scene_.Apply(request->add_tables(), request->add_layouts()); !bad.ok()) {
    return bad;
  }
  request->mutable_detail()->set_inputs(true);
  return draws_.Apply(strike_, scene_.has_rack(),
                      request->mutable_generator()->mutable_drawn_shots());
}

}  // namespace carom
