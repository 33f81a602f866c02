#include "core/event/impact_state.h"

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

void SetCushionContact(const World& world, const Event& event, const ImpactState& impact,
                       ContactGeometry& contact) {
  const ObstacleSet& obstacles = world.obstacles.ForBall(event.ball);
  const auto other = static_cast<size_t>(event.other);
  const Vec3& position = impact.state[0].position;
  if (event.kind == EventKind::kBallCushion) {
    contact.normal = FromNoseToBall(obstacles.noses[other], position);
    contact.nose_height_m = world.table->noses[other].height_m;
  } else {
    contact.normal = HorizontalFrom(obstacles.jaws[other].centre_m, position).normalized();
    contact.nose_height_m = world.table->jaws[other].height_m;
  }
}

}  // namespace

ContactGeometry MakeContact(const World& world, const Event& event, const ImpactState& impact) {
  ContactGeometry contact;
  if (impact.BallBall()) {
    contact.normal = (impact.state[0].position - impact.state[1].position).normalized();
  } else {
    SetCushionContact(world, event, impact, contact);
  }
  contact.parting =
      contact.normal.z() == 0.0 ? contact.normal : Horizontal(contact.normal).normalized();
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
