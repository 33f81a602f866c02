#include "core/laws/ball_cushion/routh.h"

#include "core/laws/ball_cushion/nose_normal.h"
#include "core/laws/routh_impact.h"

namespace carom {

void Resolve(const RouthCushion& law, const CushionImpact& impact, BallState& ball) {
  RouthBounce(impact.ball, NoseNormal(impact), law.friction, law.restitution, ball);
}

}  // namespace carom
