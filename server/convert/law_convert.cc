#include "server/convert/law_convert.h"

#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/laws/validate.h"

// A new law: one more overload of ToLaw() and one more case of its oneof.

namespace carom {
namespace {

ConstantFriction ToFriction(const v1::ConstantFriction& wire) {
  ConstantFriction friction;
  if (wire.has_coefficient()) friction.friction = wire.coefficient();
  return friction;
}

AlciatoreFriction ToFriction(const v1::AlciatoreFriction& wire) {
  AlciatoreFriction friction;
  if (wire.has_a()) friction.a = wire.a();
  if (wire.has_b()) friction.b = wire.b();
  if (wire.has_c_s_m()) friction.c_s_per_m = wire.c_s_m();
  return friction;
}

// The friction of a law's message with the oneof `friction`.
template <class WireLaw>
void TakeFriction(const WireLaw& wire, BallBallFriction& friction) {
  if (wire.has_constant()) friction = ToFriction(wire.constant());
  if (wire.has_alciatore()) friction = ToFriction(wire.alciatore());
}

FrictionalBallBall ToLaw(const v1::FrictionalBallBall& wire) {
  FrictionalBallBall law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  TakeFriction(wire, law.friction);
  return law;
}

Mathavan2014 ToLaw(const v1::Mathavan2014BallBall& wire) {
  Mathavan2014 law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  TakeFriction(wire, law.friction);
  if (wire.has_slate_friction()) law.slate_friction = wire.slate_friction();
  return law;
}

RouthBallBall ToLaw(const v1::RouthBallBall& wire) {
  RouthBallBall law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  TakeFriction(wire, law.friction);
  return law;
}

BallBallLaw ToLaw(const v1::BallBallLaw& wire) {
  switch (wire.law_case()) {
    case v1::BallBallLaw::kElastic:
      return ElasticBallBall{};
    case v1::BallBallLaw::kFrictional:
      return ToLaw(wire.frictional());
    case v1::BallBallLaw::kMathavan2014:
      return ToLaw(wire.mathavan2014());
    case v1::BallBallLaw::kRouth:
      return ToLaw(wire.routh());
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

StrongeCompliant ToLaw(const v1::StrongeCushion& wire) {
  StrongeCompliant law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  if (wire.has_friction()) law.friction = wire.friction();
  if (wire.has_frequency_ratio()) law.frequency_ratio = wire.frequency_ratio();
  return law;
}

RouthCushion ToLaw(const v1::RouthCushion& wire) {
  RouthCushion law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  if (wire.has_friction()) law.friction = wire.friction();
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
    case v1::CushionLaw::kStronge:
      return ToLaw(wire.stronge());
    case v1::CushionLaw::kRouth:
      return ToLaw(wire.routh());
    case v1::CushionLaw::LAW_NOT_SET:
      return LawSet{}.cushion;
  }
  return LawSet{}.cushion;
}

FrictionalSlate ToLaw(const v1::FrictionalSlate& wire) {
  FrictionalSlate law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  if (wire.has_friction()) law.friction = wire.friction();
  return law;
}

RouthSlate ToLaw(const v1::RouthSlate& wire) {
  RouthSlate law;
  if (wire.has_restitution()) law.restitution = wire.restitution();
  if (wire.has_friction()) law.friction = wire.friction();
  return law;
}

SlateLaw ToLaw(const v1::BallSlateLaw& wire) {
  switch (wire.law_case()) {
    case v1::BallSlateLaw::kFrictional:
      return ToLaw(wire.frictional());
    case v1::BallSlateLaw::kRouth:
      return ToLaw(wire.routh());
    case v1::BallSlateLaw::LAW_NOT_SET:
      return LawSet{}.slate;
  }
  return LawSet{}.slate;
}

template <class Law, class Wire>
Law ToLiner(const Wire& wire) {
  Law law{kLinerRestitution, kLinerFriction};
  if (wire.has_restitution()) law.restitution = wire.restitution();
  if (wire.has_friction()) law.friction = wire.friction();
  return law;
}

SlateLaw ToLaw(const v1::BallLinerLaw& wire) {
  switch (wire.law_case()) {
    case v1::BallLinerLaw::kFrictional:
      return ToLiner<FrictionalSlate>(wire.frictional());
    case v1::BallLinerLaw::kRouth:
      return ToLiner<RouthSlate>(wire.routh());
    case v1::BallLinerLaw::LAW_NOT_SET:
      return LawSet{}.liner;
  }
  return LawSet{}.liner;
}

absl::Status CheckNotNegative(const char* path, bool given, double friction) {
  constexpr Interval kFriction{0.0, 10.0};
  if (!given || kFriction.Contains(friction)) return absl::OkStatus();
  return InvalidField(path, friction, Describe(kFriction));
}

// Inside the core a negative friction at the slate stands for the cloth's own, so negative values
// are refused here.
absl::Status CheckSlateFrictions(const v1::Settings& wire) {
  const auto& balls = wire.ball_ball().mathavan2014();
  const auto& nose = wire.cushion().mathavan2010();
  const auto& slate = wire.slate().frictional();
  const auto& routh = wire.slate().routh();
  absl::Status status = CheckNotNegative("ball_ball.mathavan2014.slate_friction",
                                         balls.has_slate_friction(), balls.slate_friction());
  status.Update(CheckNotNegative("cushion.mathavan2010.slate_friction", nose.has_slate_friction(),
                                 nose.slate_friction()));
  status.Update(
      CheckNotNegative("slate.frictional.friction", slate.has_friction(), slate.friction()));
  status.Update(CheckNotNegative("slate.routh.friction", routh.has_friction(), routh.friction()));
  return status;
}

}  // namespace

absl::Status TakeLaws(const v1::Settings& wire, LawSet& laws) {
  laws.ball_ball = ToLaw(wire.ball_ball());
  laws.cushion = ToLaw(wire.cushion());
  laws.slate = ToLaw(wire.slate());
  laws.liner = ToLaw(wire.liner());
  if (absl::Status bad = CheckSlateFrictions(wire); !bad.ok()) return bad;
  return ValidateLaws(laws);
}

}  // namespace carom
