#include "server/convert/law_convert.h"

#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/laws/validate.h"

// A new law: one more overload of ToLaw() and one more case of its oneof.

namespace carom {
namespace {

BallBallFriction ToFriction(const v1::FrictionalBallBall& wire) {
  switch (wire.friction_case()) {
    case v1::FrictionalBallBall::kConstant: {
      ConstantFriction constant;
      if (wire.constant().has_coefficient()) constant.friction = wire.constant().coefficient();
      return constant;
    }
    case v1::FrictionalBallBall::kAlciatore: {
      AlciatoreFriction alciatore;
      if (wire.alciatore().has_a()) alciatore.a = wire.alciatore().a();
      if (wire.alciatore().has_b()) alciatore.b = wire.alciatore().b();
      if (wire.alciatore().has_c_s_m()) alciatore.c_s_per_m = wire.alciatore().c_s_m();
      return alciatore;
    }
    case v1::FrictionalBallBall::FRICTION_NOT_SET:
      return FrictionalBallBall{}.friction;
  }
  return FrictionalBallBall{}.friction;
}

BallBallLaw ToLaw(const v1::BallBallLaw& wire) {
  switch (wire.law_case()) {
    case v1::BallBallLaw::kElastic:
      return ElasticBallBall{};
    case v1::BallBallLaw::kFrictional: {
      FrictionalBallBall law;
      if (wire.frictional().has_restitution()) law.restitution = wire.frictional().restitution();
      law.friction = ToFriction(wire.frictional());
      return law;
    }
    case v1::BallBallLaw::LAW_NOT_SET:
      return LawSet{}.ball_ball;
  }
  return LawSet{}.ball_ball;
}

RestitutionCushion ToLaw(const v1::RestitutionCushion& wire) {
  RestitutionCushion law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  return law;
}

Han2005 ToLaw(const v1::Han2005Cushion& wire) {
  Han2005 law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  if (wire.has_friction()) law.friction = wire.friction();
  return law;
}

Mathavan2010 ToLaw(const v1::Mathavan2010Cushion& wire) {
  Mathavan2010 law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  if (wire.has_friction()) law.friction = wire.friction();
  if (wire.has_slate_friction()) law.slate_friction = wire.slate_friction();
  return law;
}

CushionLaw ToLaw(const v1::CushionLaw& wire) {
  switch (wire.law_case()) {
    case v1::CushionLaw::kRestitution:
      return ToLaw(wire.restitution());
    case v1::CushionLaw::kHan2005:
      return ToLaw(wire.han2005());
    case v1::CushionLaw::kMathavan2010:
      return ToLaw(wire.mathavan2010());
    case v1::CushionLaw::LAW_NOT_SET:
      return LawSet{}.cushion;
  }
  return LawSet{}.cushion;
}

// A negative slate friction stands for the cloth's own inside the core, so the door is here.
absl::Status CheckSlateFriction(const v1::CushionLaw& wire) {
  constexpr Interval kFriction{0.0, 10.0};
  if (!wire.mathavan2010().has_slate_friction()) return absl::OkStatus();
  const double friction = wire.mathavan2010().slate_friction();
  if (kFriction.Contains(friction)) return absl::OkStatus();
  return InvalidField("cushion.mathavan2010.slate_friction", friction, Describe(kFriction));
}

}  // namespace

absl::Status TakeLaws(const v1::Settings& wire, LawSet& laws) {
  laws.ball_ball = ToLaw(wire.ball_ball());
  laws.cushion = ToLaw(wire.cushion());
  if (absl::Status bad = CheckSlateFriction(wire.cushion()); !bad.ok()) return bad;
  return ValidateLaws(laws);
}

}  // namespace carom
