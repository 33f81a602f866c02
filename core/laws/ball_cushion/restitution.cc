#include "core/laws/ball_cushion/restitution.h"

namespace carom {

void Resolve(const RestitutionCushion& law, const CushionImpact& impact, BallState& ball) {
  const double approach = -impact.normal.dot(ball.velocity);
  ball.velocity += ((1.0 + law.restitution) * approach) * impact.normal;
}

}  // namespace carom
