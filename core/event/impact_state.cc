#include "core/event/impact_state.h"

#include "core/event/solid_events.h"
#include "core/motion/motion.h"
#include "core/solid/ball.h"

namespace carom {
namespace {

// Height of the contact above the ball's lowest point; for a ball on the cloth, the height of the
// nose. Where the normal is tilted, the height follows from the normal, because rounding may let
// the ball overlap the nose.
double NoseHeight(const Nearest& touch, const BallState& ball, double radius_m) {
  if (touch.normal.z() != 0.0) return radius_m * (1.0 - touch.normal.z());
  if (OnCloth(ball.motion)) return touch.place_m.z();
  return radius_m + (touch.place_m.z() - ball.position.z());
}

void TouchFixed(const World& world, const Event& event, const BallState& ball,
                ContactGeometry& contact) {
  const Nearest touch = PartsOf(world, event, ball).Met(ball.velocity);
  contact.normal = touch.normal;
  contact.curvature = touch.curvature;
  contact.partner = touch.partner;
  if (touch.partner != Partner::kCushion) return;
  contact.nose_height_m =
      NoseHeight(touch, ball, world.balls[static_cast<size_t>(event.ball)].radius_m);
}

}  // namespace

ContactGeometry MakeContact(const World& world, const Event& event, const ImpactState& impact) {
  ContactGeometry contact;
  bool in_flight = impact.state[0].motion == MotionState::kAirborne;
  if (impact.BallBall()) {
    const Nearest touch = NearestOnBall(
        impact.state[0].position, world.balls[static_cast<size_t>(impact.ball[0])].radius_m,
        impact.state[1].position, world.balls[static_cast<size_t>(impact.ball[1])].radius_m);
    contact.normal = touch.normal;
    contact.curvature = touch.curvature;
    in_flight = in_flight || impact.state[1].motion == MotionState::kAirborne;
  } else {
    TouchFixed(world, event, impact.state[0], contact);
  }
  const bool as_it_is = contact.normal.z() == 0.0 || in_flight;
  contact.separation = as_it_is ? contact.normal : Horizontal(contact.normal).normalized();
  return contact;
}

double SeparationSpeed(const Vec3& direction, const ImpactState& impact) {
  const double first = direction.dot(impact.state[0].velocity);
  return impact.BallBall() ? first - direction.dot(impact.state[1].velocity) : first;
}

double TotalEnergy(const World& world, const ImpactState& impact) {
  double energy = 0.0;
  for (int i = 0; i < impact.count; ++i) {
    const auto k = static_cast<size_t>(i);
    energy += KineticEnergy(impact.state[k], world.balls[static_cast<size_t>(impact.ball[k])]);
  }
  return energy;
}

}  // namespace carom
