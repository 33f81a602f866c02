#ifndef CAROM_CORE_EVENT_IMPACT_STATE_H_
#define CAROM_CORE_EVENT_IMPACT_STATE_H_

#include <array>

#include "core/base/vec3.h"
#include "core/event/world.h"
#include "core/record/event.h"
#include "core/solid/nearest.h"
#include "core/state/ball_state.h"

namespace carom {

/// The balls of one impact at its instant: `ball` of the event first, its partner second. Against a
/// cushion or jaw there is one ball only.
struct ImpactState {
  std::array<int, 2> ball = {-1, -1};
  std::array<BallState, 2> state;
  int count = 1;

  bool BallBall() const { return count == 2; }
};

/// Where the bodies touch, frame W.
struct ContactGeometry {
  Partner partner = Partner::kBall;
  Vec3 normal = Vec3::Zero();  ///< Unit, from the partner to the first ball.
  /// Unit vector along which the bodies separate. In flight it is the normal; on the cloth, which
  /// bears all vertical impulses, it is the horizontal direction of the normal.
  Vec3 separation = Vec3::Zero();
  /// For cushions and jaws: height of the contact above the first ball's lowest point.
  double nose_height_m = 0.0;
  GapCurvature curvature;
};

/// Requires an impact event (see IsImpact) and the states at its time.
ContactGeometry MakeContact(const World& world, const Event& event, const ImpactState& impact);

/// Rate at which the gap opens along `direction`, m/s.
double SeparationSpeed(const Vec3& direction, const ImpactState& impact);

/// Kinetic energy of the balls involved, J.
double TotalEnergy(const World& world, const ImpactState& impact);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_IMPACT_STATE_H_
