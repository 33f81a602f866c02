#ifndef CAROM_CORE_LAWS_BALL_BALL_ELASTIC_H_
#define CAROM_CORE_LAWS_BALL_BALL_ELASTIC_H_

#include "core/laws/impact.h"

namespace carom {

/// Frictionless and without loss: the balls exchange their velocities along the line of centres.
struct ElasticBallBall {
  static constexpr char kName[] = "elastic";

  template <class Self, class Visitor>
  static void Parameters(Self& /*self*/, Visitor& /*visit*/) {}
};

inline void Resolve(const ElasticBallBall&, const BallBallImpact& impact, BallState& a,
                    BallState& b) {
  const double approach = impact.normal.dot(a.velocity - b.velocity);
  const double ma = impact.a.mass_kg;
  const double mb = impact.b.mass_kg;
  // J_n = 2 m_eff v_n with 1/m_eff = 1/m_a + 1/m_b, written as mass ratios so that balls of equal
  // mass exchange their normal velocities exactly.
  a.velocity -= (2.0 * mb / (ma + mb) * approach) * impact.normal;
  b.velocity += (2.0 * ma / (ma + mb) * approach) * impact.normal;
}

/// Elastic and smooth.
inline GroupCoefficients CoefficientsOf(const ElasticBallBall&, double /*cloth_friction*/) {
  return {1.0, ConstantFriction{0.0}};
}

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const ElasticBallBall&) { return std::nullopt; }

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_ELASTIC_H_
