#include "core/laws/ball_slate/frictional.h"

#include "core/laws/free_sphere.h"

namespace carom {

void Resolve(const FrictionalSlate& law, const SlateImpact& impact, BallState& ball) {
  const double friction = law.friction < 0.0 ? impact.cloth_friction : law.friction;
  BounceOffSurface(impact.ball, impact.normal, law.restitution, friction, ball);
}

}  // namespace carom
