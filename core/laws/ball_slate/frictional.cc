#include "core/laws/ball_slate/frictional.h"

#include "core/laws/free_sphere.h"

namespace carom {
namespace {

double FrictionOf(const FrictionalSlate& law, double cloth_friction) {
  return law.friction < 0.0 ? cloth_friction : law.friction;
}

}  // namespace

void Resolve(const FrictionalSlate& law, const SlateImpact& impact, BallState& ball) {
  BounceOffSurface(impact.ball, impact.normal, law.restitution,
                   FrictionOf(law, impact.cloth_friction), ball);
}

GroupCoefficients CoefficientsOf(const FrictionalSlate& law, double cloth_friction) {
  return {law.restitution, ConstantFriction{FrictionOf(law, cloth_friction)}};
}

}  // namespace carom
