#include "core/laws/ball_cushion/restitution.h"

namespace carom {

void Resolve(const RestitutionCushion& law, const CushionImpact& impact, BallState& ball) {
  const Vec3 normal = ContactNormal(law, impact);
  const double approach = -normal.dot(ball.velocity);
  if (approach <= 0.0) return;
  ball.velocity += ((1.0 + law.restitution) * approach) * normal;
}

GroupCoefficients CoefficientsOf(const RestitutionCushion& law, double /*cloth_friction*/) {
  return {law.restitution, ConstantFriction{0.0}};
}

}  // namespace carom
