#ifndef CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_

#include "core/laws/group_coefficients.h"
#include "core/laws/impact.h"

namespace carom {

/// The plainest cushion: the horizontal velocity into the rail is reversed and multiplied by e;
/// velocity along the rail and spin are kept. In the air the same happens along the line from the
/// nose to the ball's centre, wherever that points.
struct RestitutionCushion {
  double restitution = 0.85;  ///< e in [0, 1].
};

void Resolve(const RestitutionCushion& law, const CushionImpact& impact, BallState& ball);

/// Smooth: the law knows no friction.
GroupCoefficients CoefficientsOf(const RestitutionCushion& law, double cloth_friction);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_
