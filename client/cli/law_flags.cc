#include "client/cli/law_flags.h"

#include <type_traits>

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

// How the parameters of a law are set, for laws that have them.
constexpr auto kSetRestitution = [](auto* law, double e) -> decltype(law->set_restitution(e)) {
  law->set_restitution(e);
};
constexpr auto kSetFriction = [](auto* law, double mu) -> decltype(law->set_friction(mu)) {
  law->set_friction(mu);
};
constexpr auto kSetConstantFriction =
    [](auto* law, double mu) -> decltype(law->mutable_constant()->set_coefficient(mu)) {
  law->mutable_constant()->set_coefficient(mu);
};
constexpr auto kSetFrequencyRatio = [](auto* law,
                                       double ratio) -> decltype(law->set_frequency_ratio(ratio)) {
  law->set_frequency_ratio(ratio);
};
constexpr auto kSetSlateFriction = [](auto* law,
                                      double mu) -> decltype(law->set_slate_friction(mu)) {
  law->set_slate_friction(mu);
};

// Sets the parameter if its flag is given; an error if the law does not have it.
template <class Set, class Law>
absl::Status Give(const Set& set, const std::string& flag, const std::optional<double>& value,
                  const std::string& name, Law* law) {
  if (!value) return absl::OkStatus();
  if constexpr (std::is_invocable_v<Set, Law*, double>) {
    set(law, *value);
    return absl::OkStatus();
  } else {
    return NoSuchParameter(flag, name);
  }
}

// As Give(), for a flag that may be meant for another law.
template <class Set, class Law>
void GiveIfAny(const Set& set, const std::optional<double>& value, Law* law) {
  if constexpr (std::is_invocable_v<Set, Law*, double>) {
    if (value) set(law, *value);
  }
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
  flags->AddText("ball-ball", "LAW", "frictional (default), mathavan2014, routh or elastic",
                 &ball_ball_);
  flags->AddNumber("ball-restitution", "E", "not of elastic; default 0.95", &ball_restitution_);
  flags->AddNumber("ball-friction", "MU",
                   "not of elastic, at any slip; default: Alciatore's, falling with it",
                   &ball_friction_);
  flags->AddText("cushion", "LAW", "han2005 (default), mathavan2010, stronge, routh or restitution",
                 &cushion_);
  flags->AddNumber("cushion-restitution", "E", "default 0.85", &cushion_restitution_);
  flags->AddNumber("cushion-friction", "MU", "not of restitution; default 0.2", &cushion_friction_);
  flags->AddNumber("cushion-frequency-ratio", "RATIO",
                   "of stronge, along the nose to into it; default 1.8", &frequency_ratio_);
  flags->AddNumber("slate-friction", "MU",
                   "of mathavan2010 and mathavan2014; default: the cloth's sliding friction",
                   &slate_friction_);
  flags->AddText("bounce", "LAW",
                 "of a ball on slate, its edge or a rail top: frictional (default) or routh",
                 &bounce_);
  flags->AddNumber("bounce-restitution", "E", "default 0.5", &bounce_restitution_);
  flags->AddNumber("bounce-friction", "MU", "default: the cloth's sliding friction",
                   &bounce_friction_);
  flags->AddText("liner", "LAW", "of a ball in a pocket's liner: frictional (default) or routh",
                 &liner_);
  flags->AddNumber("liner-restitution", "E", "default 0.4", &liner_restitution_);
  flags->AddNumber("liner-friction", "MU", "default 0.3", &liner_friction_);
  flags->AddText("nose-contact", "WHERE",
                 "balls touch cushions at the nose's line (default) or plane", &nose_contact_);
  flags->AddText("overlap", "POLICY", "reject (default) or separate overlapping balls", &overlap_);
}

absl::Status LawFlags::Apply(carom::v1::Settings* settings) const {
  ApplyCloth(settings);
  if (absl::Status status = ApplyBallBall(settings); !status.ok()) return status;
  if (absl::Status status = ApplyCushion(settings); !status.ok()) return status;
  if (absl::Status status = ApplyBounce(settings); !status.ok()) return status;
  if (absl::Status status = ApplyLiner(settings); !status.ok()) return status;
  return ApplyPolicies(settings);
}

void LawFlags::ApplyCloth(carom::v1::Settings* settings) const {
  if (sliding_friction_) settings->mutable_cloth()->set_sliding_friction(*sliding_friction_);
  if (rolling_friction_) settings->mutable_cloth()->set_rolling_friction(*rolling_friction_);
  if (spinning_friction_) settings->mutable_cloth()->set_spinning_friction(*spinning_friction_);
  if (gravity_m_s2_) settings->set_gravity_m_s2(*gravity_m_s2_);
  if (end_mass_kg_) settings->mutable_cue()->set_end_mass_kg(*end_mass_kg_);
}

template <class Law>
absl::Status LawFlags::FillBallBall(const std::string& name, Law* law) const {
  absl::Status status = Give(kSetRestitution, "ball-restitution", ball_restitution_, name, law);
  status.Update(Give(kSetConstantFriction, "ball-friction", ball_friction_, name, law));
  GiveIfAny(kSetSlateFriction, slate_friction_, law);
  return status;
}

template <class Law>
absl::Status LawFlags::FillCushion(const std::string& name, Law* law) const {
  absl::Status status =
      Give(kSetRestitution, "cushion-restitution", cushion_restitution_, name, law);
  status.Update(Give(kSetFriction, "cushion-friction", cushion_friction_, name, law));
  status.Update(Give(kSetFrequencyRatio, "cushion-frequency-ratio", frequency_ratio_, name, law));
  GiveIfAny(kSetSlateFriction, slate_friction_, law);
  return status;
}

template <class Law>
absl::Status LawFlags::FillBounce(const std::string& name, Law* law) const {
  absl::Status status = Give(kSetRestitution, "bounce-restitution", bounce_restitution_, name, law);
  status.Update(Give(kSetFriction, "bounce-friction", bounce_friction_, name, law));
  return status;
}

template <class Law>
absl::Status LawFlags::FillLiner(const std::string& name, Law* law) const {
  absl::Status status = Give(kSetRestitution, "liner-restitution", liner_restitution_, name, law);
  status.Update(Give(kSetFriction, "liner-friction", liner_friction_, name, law));
  return status;
}

absl::Status LawFlags::ApplyBallBall(carom::v1::Settings* settings) const {
  if (!ball_ball_ && !ball_restitution_ && !ball_friction_) return absl::OkStatus();
  const std::string law = ball_ball_.value_or("frictional");
  carom::v1::BallBallLaw* const balls = settings->mutable_ball_ball();
  if (law == "elastic") return FillBallBall(law, balls->mutable_elastic());
  if (law == "frictional") return FillBallBall(law, balls->mutable_frictional());
  if (law == "mathavan2014") return FillBallBall(law, balls->mutable_mathavan2014());
  if (law == "routh") return FillBallBall(law, balls->mutable_routh());
  return NotOneOf("ball-ball", law, "frictional, mathavan2014, routh or elastic");
}

absl::Status LawFlags::ApplyCushion(carom::v1::Settings* settings) const {
  const std::string law = cushion_.value_or("han2005");
  if (slate_friction_ && law != "mathavan2010" && ball_ball_ != "mathavan2014") {
    return NoSuchParameter("slate-friction", law);
  }
  if (!cushion_ && !cushion_restitution_ && !cushion_friction_ && !frequency_ratio_) {
    return absl::OkStatus();
  }
  carom::v1::CushionLaw* const cushion = settings->mutable_cushion();
  if (law == "restitution") return FillCushion(law, cushion->mutable_restitution());
  if (law == "han2005") return FillCushion(law, cushion->mutable_han2005());
  if (law == "mathavan2010") return FillCushion(law, cushion->mutable_mathavan2010());
  if (law == "stronge") return FillCushion(law, cushion->mutable_stronge());
  if (law == "routh") return FillCushion(law, cushion->mutable_routh());
  return NotOneOf("cushion", law, "han2005, mathavan2010, stronge, routh or restitution");
}

absl::Status LawFlags::ApplyBounce(carom::v1::Settings* settings) const {
  if (!bounce_ && !bounce_restitution_ && !bounce_friction_) return absl::OkStatus();
  const std::string law = bounce_.value_or("frictional");
  carom::v1::BallSlateLaw* const slate = settings->mutable_slate();
  if (law == "frictional") return FillBounce(law, slate->mutable_frictional());
  if (law == "routh") return FillBounce(law, slate->mutable_routh());
  return NotOneOf("bounce", law, "frictional or routh");
}

absl::Status LawFlags::ApplyLiner(carom::v1::Settings* settings) const {
  if (!liner_ && !liner_restitution_ && !liner_friction_) return absl::OkStatus();
  const std::string law = liner_.value_or("frictional");
  carom::v1::BallLinerLaw* const liner = settings->mutable_liner();
  if (law == "frictional") return FillLiner(law, liner->mutable_frictional());
  if (law == "routh") return FillLiner(law, liner->mutable_routh());
  return NotOneOf("liner", law, "frictional or routh");
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
