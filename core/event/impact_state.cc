#include "core/event/impact_state.h"

#include <algorithm>
#include <cmath>

#include "core/event/pocket_hole.h"
#include "core/motion/motion.h"

namespace carom {
namespace {

Vec3 HorizontalFrom(const Vec2& from, const Vec3& to) {
  return Vec3(to.x() - from.x(), to.y() - from.y(), 0.0);
}

// Beside the nose the normal is the edge's own: one taken from rounded positions would mix some of
// the speed along the rail into the approach.
Vec3 FromNoseToBall(const StraightEdge& nose, const Vec3& position) {
  const Vec2 offset = Vec2(position.x(), position.y()) - nose.start_m;
  const double along_m = nose.along.dot(offset);
  if (along_m >= 0.0 && along_m <= nose.length_m) {
    const double side = nose.normal.dot(offset) >= 0.0 ? 1.0 : -1.0;
    return Vec3(side * nose.normal.x(), side * nose.normal.y(), 0.0);
  }
  return HorizontalFrom(NearestPoint(nose, Vec2(position.x(), position.y())), position)
      .normalized();
}

Vec3 NearestOnNose(const Nose& nose, const Vec3& point_m) {
  const Vec3 start(nose.start_m.x(), nose.start_m.y(), nose.height_m);
  const Vec3 end(nose.end_m.x(), nose.end_m.y(), nose.height_m + nose.rise_m);
  const Vec3 span = end - start;
  return start + std::clamp(span.dot(point_m - start) / span.squaredNorm(), 0.0, 1.0) * span;
}

// Whether a ball meets a cushion from the side: on the cloth, and in a hole unless it runs faster
// into the nose above it.
bool MeetsSide(const BallState& ball, double radius_m, const Vec3& side, const Vec3& from_nose) {
  constexpr double kTouchingToo_m = 1e-8;
  if (OnCloth(ball.motion)) return true;
  if (ball.position.z() >= radius_m) return false;
  const double distance_m = from_nose.norm();
  return distance_m > radius_m + kTouchingToo_m ||
         ball.velocity.dot(side) <= ball.velocity.dot(from_nose) / distance_m;
}

// On the cloth the nose's own direction is used; in flight the ball may be anywhere above.
void TouchNose(const World& world, const Event& event, const BallState& ball,
               ContactGeometry& contact) {
  const auto other = static_cast<size_t>(event.other);
  const Nose& nose = world.table->noses[other];
  const StraightEdge& edge = world.obstacles.ForBall(event.ball).noses[other];
  const double radius_m = world.balls[static_cast<size_t>(event.ball)].radius_m;
  const bool plane = world.settings->environment.nose_contact == NoseContact::kPlane;
  const Vec3 side = FromNoseToBall(edge, ball.position);
  const Vec3 from_nose = ball.position - NearestOnNose(nose, ball.position);
  if (nose.rise_m == 0.0 && MeetsSide(ball, radius_m, side, from_nose)) {
    contact.normal = side;
    contact.nose_height_m = nose.height_m;
    return;
  }
  const Vec2 foot = NearestPoint(edge, ball.position.head<2>());
  const double along = (foot - edge.start_m).norm() / edge.length_m;
  const double rise_m = nose.height_m + along * nose.rise_m - ball.position.z();
  if (plane) {
    contact.normal = side;
    contact.nose_height_m = std::abs(rise_m) < radius_m ? radius_m + rise_m : radius_m;
    return;
  }
  contact.normal = from_nose.normalized();
  contact.nose_height_m = radius_m * (1.0 - contact.normal.z());
}

// Outside the jaw's circle the ball meets the nose around it, above the circle its flat top.
void TouchJaw(const World& world, const Event& event, const BallState& ball,
              ContactGeometry& contact) {
  const Jaw& jaw = world.table->jaws[static_cast<size_t>(event.other)];
  const Vec3 offset = HorizontalFrom(jaw.centre_m, ball.position);
  const double from_axis_m = offset.norm();
  const bool plane = world.settings->environment.nose_contact == NoseContact::kPlane;
  const double radius_m = world.balls[static_cast<size_t>(event.ball)].radius_m;
  const Vec3 from_nose = (1.0 - jaw.radius_m / from_axis_m) * offset +
                         (ball.position.z() - jaw.height_m) * Vec3::UnitZ();
  if (MeetsSide(ball, radius_m, offset / from_axis_m, from_nose)) {
    contact.normal = offset.normalized();
    contact.nose_height_m = jaw.height_m;
    return;
  }
  if (from_axis_m <= jaw.radius_m) {
    contact.partner = Partner::kHard;
    contact.normal = Vec3::UnitZ();
    return;
  }
  if (plane) {
    const double rise_m = jaw.height_m - ball.position.z();
    contact.normal = offset / from_axis_m;
    contact.nose_height_m = std::abs(rise_m) < radius_m ? radius_m + rise_m : radius_m;
    return;
  }
  contact.normal = from_nose.normalized();
  contact.nose_height_m = radius_m * (1.0 - contact.normal.z());
}

void TouchHole(const World& world, const Event& event, const BallState& ball,
               ContactGeometry& contact) {
  const auto other = static_cast<size_t>(event.other);
  const Pocket& pocket = world.table->pockets[other];
  const PocketHole hole{pocket, world.solids.rim_cosines[other]};
  const double radius_m = world.balls[static_cast<size_t>(event.ball)].radius_m;
  contact.partner = Partner::kHard;
  contact.normal = MetOnHole(hole, ball.position, radius_m, ball.velocity).normal;
  const Vec3 from_axis = HorizontalFrom(pocket.centre_m, ball.position);
  if (contact.normal.dot(from_axis) < 0.0) contact.inside_m = from_axis.norm();
}

void TouchFixed(const World& world, const Event& event, const BallState& ball,
                ContactGeometry& contact) {
  contact.partner = Partner::kCushion;
  switch (event.kind) {
    case EventKind::kBallCushion:
      TouchNose(world, event, ball, contact);
      return;
    case EventKind::kBallJaw:
      TouchJaw(world, event, ball, contact);
      return;
    case EventKind::kPocketRim:
      TouchHole(world, event, ball, contact);
      return;
    default:  // Slate and rail top.
      contact.partner = Partner::kHard;
      contact.normal = Vec3::UnitZ();
      return;
  }
}

}  // namespace

ContactGeometry MakeContact(const World& world, const Event& event, const ImpactState& impact) {
  ContactGeometry contact;
  bool in_flight = impact.state[0].motion == MotionState::kAirborne;
  if (impact.BallBall()) {
    contact.normal = (impact.state[0].position - impact.state[1].position).normalized();
    in_flight = in_flight || impact.state[1].motion == MotionState::kAirborne;
  } else {
    TouchFixed(world, event, impact.state[0], contact);
  }
  const bool as_it_is = contact.normal.z() == 0.0 || in_flight;
  contact.parting = as_it_is ? contact.normal : Horizontal(contact.normal).normalized();
  return contact;
}

double PartingSpeed(const Vec3& direction, const ImpactState& impact) {
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
