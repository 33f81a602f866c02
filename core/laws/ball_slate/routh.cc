#include "core/laws/ball_slate/routh.h"

#include "core/laws/routh_impact.h"

namespace carom {
namespace {

double FrictionOf(const RouthSlate& law, double cloth_friction) {
  return law.friction < 0.0 ? cloth_friction : law.friction;
}

}  // namespace

void Resolve(const RouthSlate& law, const SlateImpact& impact, BallState& ball) {
  RouthBounce(impact.ball, impact.normal, FrictionOf(law, impact.cloth_friction), law.restitution,
              ball);
}

GroupCoefficients CoefficientsOf(const RouthSlate& law, double cloth_friction) {
  return {law.restitution, ConstantFriction{FrictionOf(law, cloth_friction)}};
}

}  // namespace carom
