#include "core/laws/ball_slate/routh.h"

#include "core/laws/routh_impact.h"

namespace carom {

void Resolve(const RouthSlate& law, const SlateImpact& impact, BallState& ball) {
  const double friction = law.friction < 0.0 ? impact.cloth_friction : law.friction;
  RouthBounce(impact.ball, impact.normal, friction, law.restitution, ball);
}

}  // namespace carom
