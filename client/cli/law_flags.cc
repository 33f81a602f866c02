#include "client/cli/law_flags.h"

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

absl::Status NotOneOf(const std::string& flag, const std::string& value,
                      const std::string& choices) {
  return absl::InvalidArgumentError(
      absl::StrCat("--", flag, ": \"", value, "\" must be ", choices));
}

absl::Status NoSuchParameter(const std::string& flag, const std::string& law) {
  return absl::InvalidArgumentError(absl::StrCat("--", flag, ": the law ", law, " has none"));
}

}  // namespace

void LawFlags::Declare(FlagSet* flags) {
  DeclareCloth(flags);
  DeclareContacts(flags);
}

void LawFlags::DeclareCloth(FlagSet* flags) {
  flags->AddSection("Cloth and cue (defaults are the service's)");
  flags->AddNumber("sliding-friction", "MU", "default 0.2", &sliding_friction_);
  flags->AddNumber("rolling-friction", "MU", "default 0.01", &rolling_friction_);
  flags->AddNumber("spinning-friction", "MU", "default 0.0127", &spinning_friction_);
  flags->AddNumber("gravity", "M_S2", "default 9.81", &gravity_m_s2_);
  flags->AddNumber("cue-end-mass", "KG", "of the shaft's end, makes squirt; default 0.00567",
                   &end_mass_kg_);
}

void LawFlags::DeclareContacts(FlagSet* flags) {
  flags->AddSection("Contact laws");
  flags->AddText("ball-ball", "LAW", "frictional (default) or elastic", &ball_ball_);
  flags->AddNumber("ball-restitution", "E", "of frictional; default 0.95", &ball_restitution_);
  flags->AddNumber("ball-friction", "MU",
                   "of frictional, at any slip; default: Alciatore's, falling with it",
                   &ball_friction_);
  flags->AddText("cushion", "LAW", "han2005 (default), mathavan2010 or restitution", &cushion_);
  flags->AddNumber("cushion-restitution", "E", "default 0.85", &cushion_restitution_);
  flags->AddNumber("cushion-friction", "MU", "of han2005 and mathavan2010; default 0.2",
                   &cushion_friction_);
  flags->AddNumber("slate-friction", "MU", "of mathavan2010; default: the cloth's sliding friction",
                   &slate_friction_);
  flags->AddText("nose-contact", "WHERE",
                 "balls touch cushions at the nose's line (default) or plane", &nose_contact_);
  flags->AddText("overlap", "POLICY", "reject (default) or separate overlapping balls", &overlap_);
}

absl::Status LawFlags::Apply(carom::v1::Settings* settings) const {
  ApplyCloth(settings);
  if (absl::Status status = ApplyBallBall(settings); !status.ok()) return status;
  if (absl::Status status = ApplyCushion(settings); !status.ok()) return status;
  return ApplyPolicies(settings);
}

void LawFlags::ApplyCloth(carom::v1::Settings* settings) const {
  if (sliding_friction_) settings->mutable_cloth()->set_sliding_friction(*sliding_friction_);
  if (rolling_friction_) settings->mutable_cloth()->set_rolling_friction(*rolling_friction_);
  if (spinning_friction_) settings->mutable_cloth()->set_spinning_friction(*spinning_friction_);
  if (gravity_m_s2_) settings->set_gravity_m_s2(*gravity_m_s2_);
  if (end_mass_kg_) settings->mutable_cue()->set_end_mass_kg(*end_mass_kg_);
}

absl::Status LawFlags::ApplyBallBall(carom::v1::Settings* settings) const {
  const std::string law = ball_ball_.value_or("frictional");
  if (law == "elastic") {
    if (ball_restitution_) return NoSuchParameter("ball-restitution", law);
    if (ball_friction_) return NoSuchParameter("ball-friction", law);
    settings->mutable_ball_ball()->mutable_elastic();
    return absl::OkStatus();
  }
  if (law != "frictional") return NotOneOf("ball-ball", law, "frictional or elastic");
  if (!ball_ball_ && !ball_restitution_ && !ball_friction_) return absl::OkStatus();
  carom::v1::FrictionalBallBall* const frictional =
      settings->mutable_ball_ball()->mutable_frictional();
  if (ball_restitution_) frictional->set_restitution(*ball_restitution_);
  if (ball_friction_) frictional->mutable_constant()->set_coefficient(*ball_friction_);
  return absl::OkStatus();
}

absl::Status LawFlags::ApplyCushion(carom::v1::Settings* settings) const {
  const std::string law = cushion_.value_or("han2005");
  if (slate_friction_ && law != "mathavan2010") return NoSuchParameter("slate-friction", law);
  if (cushion_friction_ && law == "restitution") return NoSuchParameter("cushion-friction", law);
  if (!cushion_ && !cushion_restitution_ && !cushion_friction_) return absl::OkStatus();
  const auto set_common = [this](auto* parameters) {
    if (cushion_restitution_) parameters->set_restitution(*cushion_restitution_);
  };
  const auto set_friction = [this](auto* parameters) {
    if (cushion_friction_) parameters->set_friction(*cushion_friction_);
  };
  carom::v1::CushionLaw* const cushion = settings->mutable_cushion();
  if (law == "restitution") {
    set_common(cushion->mutable_restitution());
  } else if (law == "han2005") {
    set_common(cushion->mutable_han2005());
    set_friction(cushion->mutable_han2005());
  } else if (law == "mathavan2010") {
    set_common(cushion->mutable_mathavan2010());
    set_friction(cushion->mutable_mathavan2010());
    if (slate_friction_) cushion->mutable_mathavan2010()->set_slate_friction(*slate_friction_);
  } else {
    return NotOneOf("cushion", law, "han2005, mathavan2010 or restitution");
  }
  return absl::OkStatus();
}

absl::Status LawFlags::ApplyPolicies(carom::v1::Settings* settings) const {
  const std::string nose = nose_contact_.value_or("line");
  const std::string overlap = overlap_.value_or("reject");
  if (nose != "line" && nose != "plane") return NotOneOf("nose-contact", nose, "line or plane");
  if (overlap != "reject" && overlap != "separate") {
    return NotOneOf("overlap", overlap, "reject or separate");
  }
  if (nose == "plane") settings->set_nose_contact(carom::v1::NOSE_CONTACT_PLANE);
  if (overlap == "separate") settings->set_overlap(carom::v1::OVERLAP_SEPARATE);
  return absl::OkStatus();
}

}  // namespace carom
