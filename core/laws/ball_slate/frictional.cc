#include "core/laws/ball_slate/frictional.h"

#include "core/laws/free_sphere.h"

namespace carom {

void Resolve(const FrictionalSlate& law, const SlateImpact& impact, BallState& ball) {
  BounceOffSurface(impact.ball, impact.normal, law.restitution,
                   FrictionAtSlate(law.friction, impact.cloth_friction), ball);
}

GroupCoefficients CoefficientsOf(const FrictionalSlate& law, double cloth_friction) {
  return {law.restitution, ConstantFriction{FrictionAtSlate(law.friction, cloth_friction)}};
}

}  // namespace carom
