#include "core/laws/ball_ball/elastic.h"

namespace carom {

void Resolve(const ElasticBallBall&, const BallBallImpact& impact, BallState& a, BallState& b) {
  const double approach = impact.normal.dot(a.velocity - b.velocity);
  const double ma = impact.a.mass_kg;
  const double mb = impact.b.mass_kg;
  // J_n = 2 m_eff v_n with 1/m_eff = 1/m_a + 1/m_b, written as mass ratios so that balls of equal
  // mass exchange their normal velocities exactly.
  a.velocity -= (2.0 * mb / (ma + mb) * approach) * impact.normal;
  b.velocity += (2.0 * ma / (ma + mb) * approach) * impact.normal;
}

GroupCoefficients CoefficientsOf(const ElasticBallBall&, double /*cloth_friction*/) {
  return {1.0, ConstantFriction{0.0}};
}

}  // namespace carom
