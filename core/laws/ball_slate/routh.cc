#include "core/laws/ball_slate/routh.h"

#include "core/laws/routh_impact.h"

namespace carom {

void Resolve(const RouthSlate& law, const SlateImpact& impact, BallState& ball) {
  RouthBounce(impact.ball, impact.normal, FrictionAtSlate(law.friction, impact.cloth_friction),
              law.restitution, ball);
}

GroupCoefficients CoefficientsOf(const RouthSlate& law, double cloth_friction) {
  return {law.restitution, ConstantFriction{FrictionAtSlate(law.friction, cloth_friction)}};
}

}  // namespace carom
