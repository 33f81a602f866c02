#ifndef CAROM_CORE_LAWS_BALL_BALL_ELASTIC_H_
#define CAROM_CORE_LAWS_BALL_BALL_ELASTIC_H_

#include "core/laws/double_contact_friction.h"
#include "core/laws/group_coefficients.h"
#include "core/laws/impact.h"

namespace carom {

/// Frictionless and without loss: the balls exchange their velocities along the line of centres.
struct ElasticBallBall {
  static constexpr char kName[] = "elastic";

  template <class Self, class Visitor>
  static void Parameters(Self& /*self*/, Visitor& /*visit*/) {}
};

void Resolve(const ElasticBallBall& law, const BallBallImpact& impact, BallState& a, BallState& b);

/// Elastic and smooth.
GroupCoefficients CoefficientsOf(const ElasticBallBall& law, double cloth_friction);

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const ElasticBallBall&) { return std::nullopt; }

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_BALL_ELASTIC_H_
