#include "core/laws/validate.h"

#include <variant>

#include "core/base/field_error.h"
#include "core/base/interval.h"

namespace carom {
namespace {

constexpr Interval kRestitution{0.0, 1.0};
constexpr Interval kFriction{0.0, 10.0};
constexpr Interval kDecay{0.0, 1000.0};  // s/m

absl::Status Check(const char* path, double value, const Interval& range) {
  if (range.Contains(value)) return absl::OkStatus();
  return InvalidField(path, value, Describe(range));
}

// One Validate() a law, found by std::visit as its Resolve() is.

absl::Status Validate(const ConstantFriction& friction) {
  return Check("ball_ball.frictional.constant.coefficient", friction.friction, kFriction);
}

absl::Status Validate(const AlciatoreFriction& friction) {
  absl::Status status = Check("ball_ball.frictional.alciatore.a", friction.a, kFriction);
  status.Update(Check("ball_ball.frictional.alciatore.b", friction.b, kFriction));
  status.Update(Check("ball_ball.frictional.alciatore.c_s_m", friction.c_s_per_m, kDecay));
  return status;
}

absl::Status Validate(const ElasticBallBall&) { return absl::OkStatus(); }

absl::Status Validate(const FrictionalBallBall& law) {
  absl::Status status = Check("ball_ball.frictional.restitution", law.restitution, kRestitution);
  status.Update(std::visit([](const auto& friction) { return Validate(friction); }, law.friction));
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
  const bool uses_cloth = law.slate_friction < 0.0;
  if (!uses_cloth) {
    status.Update(Check("cushion.mathavan2010.slate_friction", law.slate_friction, kFriction));
  }
  return status;
}

}  // namespace

absl::Status ValidateLaws(const LawSet& laws) {
  const auto validate = [](const auto& law) { return Validate(law); };
  absl::Status status = std::visit(validate, laws.ball_ball);
  status.Update(std::visit(validate, laws.cushion));
  return status;
}

}  // namespace carom
