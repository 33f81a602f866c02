#include "core/laws/validate.h"

#include <string>
#include <variant>

#include "core/base/field_error.h"
#include "core/base/interval.h"

namespace carom {
namespace {

constexpr Interval kRestitution{0.0, 1.0};
constexpr Interval kFriction{0.0, 10.0};
constexpr Interval kDecay{0.0, 1000.0};  // s/m
constexpr Interval kFrequencyRatio{1.0, 2.0};

absl::Status Check(const std::string& path, double value, const Interval& range) {
  if (range.Contains(value)) return absl::OkStatus();
  return InvalidField(path, value, Describe(range));
}

// A negative one stands for the cloth's own.
absl::Status CheckSlateFriction(const char* path, double friction) {
  return friction < 0.0 ? absl::OkStatus() : Check(path, friction, kFriction);
}

absl::Status CheckFriction(const std::string& law, const ConstantFriction& friction) {
  return Check(law + ".constant.coefficient", friction.friction, kFriction);
}

absl::Status CheckFriction(const std::string& law, const AlciatoreFriction& friction) {
  absl::Status status = Check(law + ".alciatore.a", friction.a, kFriction);
  status.Update(Check(law + ".alciatore.b", friction.b, kFriction));
  status.Update(Check(law + ".alciatore.c_s_m", friction.c_s_per_m, kDecay));
  return status;
}

absl::Status CheckFriction(const std::string& law, const BallBallFriction& friction) {
  return std::visit([&](const auto& chosen) { return CheckFriction(law, chosen); }, friction);
}

// One Validate() a law, found by std::visit as its Resolve() is.

absl::Status Validate(const ElasticBallBall&) { return absl::OkStatus(); }

absl::Status Validate(const FrictionalBallBall& law) {
  absl::Status status = Check("ball_ball.frictional.restitution", law.restitution, kRestitution);
  status.Update(CheckFriction("ball_ball.frictional", law.friction));
  return status;
}

absl::Status Validate(const Mathavan2014& law) {
  absl::Status status = Check("ball_ball.mathavan2014.restitution", law.restitution, kRestitution);
  status.Update(CheckFriction("ball_ball.mathavan2014", law.friction));
  status.Update(CheckSlateFriction("ball_ball.mathavan2014.slate_friction", law.slate_friction));
  return status;
}

absl::Status Validate(const RouthBallBall& law) {
  absl::Status status = Check("ball_ball.routh.restitution", law.restitution, kRestitution);
  status.Update(CheckFriction("ball_ball.routh", law.friction));
  return status;
}

absl::Status Validate(const RestitutionCushion& law) {
  return Check("cushion.restitution.restitution", law.restitution, kRestitution);
}

absl::Status Validate(const Han2005& law) {
  absl::Status status = Check("cushion.han2005.restitution", law.restitution, kRestitution);
  status.Update(Check("cushion.han2005.friction", law.friction, kFriction));
  return status;
}

absl::Status Validate(const Mathavan2010& law) {
  absl::Status status = Check("cushion.mathavan2010.restitution", law.restitution, kRestitution);
  status.Update(Check("cushion.mathavan2010.friction", law.friction, kFriction));
  status.Update(CheckSlateFriction("cushion.mathavan2010.slate_friction", law.slate_friction));
  return status;
}

absl::Status Validate(const StrongeCompliant& law) {
  absl::Status status = Check("cushion.stronge.restitution", law.restitution, kRestitution);
  status.Update(Check("cushion.stronge.friction", law.friction, kFriction));
  status.Update(Check("cushion.stronge.frequency_ratio", law.frequency_ratio, kFrequencyRatio));
  return status;
}

absl::Status Validate(const RouthCushion& law) {
  absl::Status status = Check("cushion.routh.restitution", law.restitution, kRestitution);
  status.Update(Check("cushion.routh.friction", law.friction, kFriction));
  return status;
}

absl::Status Validate(const FrictionalSlate& law) {
  absl::Status status = Check("slate.frictional.restitution", law.restitution, kRestitution);
  status.Update(CheckSlateFriction("slate.frictional.friction", law.friction));
  return status;
}

absl::Status Validate(const RouthSlate& law) {
  absl::Status status = Check("slate.routh.restitution", law.restitution, kRestitution);
  status.Update(CheckSlateFriction("slate.routh.friction", law.friction));
  return status;
}

// No cloth lies on a liner whose friction it could have.
template <class Law>
absl::Status ValidateLiner(const std::string& path, const Law& law) {
  absl::Status status = Check(path + ".restitution", law.restitution, kRestitution);
  status.Update(Check(path + ".friction", law.friction, kFriction));
  return status;
}

absl::Status ValidateAsLiner(const FrictionalSlate& law) {
  return ValidateLiner("liner.frictional", law);
}

absl::Status ValidateAsLiner(const RouthSlate& law) { return ValidateLiner("liner.routh", law); }

}  // namespace

absl::Status ValidateLaws(const LawSet& laws) {
  const auto validate = [](const auto& law) { return Validate(law); };
  absl::Status status = std::visit(validate, laws.ball_ball);
  status.Update(std::visit(validate, laws.cushion));
  status.Update(std::visit(validate, laws.slate));
  status.Update(std::visit([](const auto& law) { return ValidateAsLiner(law); }, laws.liner));
  return status;
}

}  // namespace carom
