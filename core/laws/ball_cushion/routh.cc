#include "core/laws/ball_cushion/routh.h"

#include "core/laws/ball_cushion/nose_normal.h"
#include "core/laws/routh_impact.h"

namespace carom {

void Resolve(const RouthCushion& law, const CushionImpact& impact, BallState& ball) {
  RouthBounce(impact.ball, NoseNormal(impact), law.friction, law.restitution, ball);
}

GroupCoefficients CoefficientsOf(const RouthCushion& law, double /*cloth_friction*/) {
  return {law.restitution, ConstantFriction{law.friction}};
}

}  // namespace carom
