#include "core/tangent/crossing.h"

#include <cmath>

#include "core/base/constants.h"
#include "core/laws/settings.h"
#include "core/solid/nose.h"
#include "core/solid/solid.h"

namespace carom {

bool TurnsWithNose(const Impact& contact) {
  return contact.frame.partner == Partner::kCushion && contact.frame.normal.z() != 0.0;
}

GapByShape ShapesOf(const World& world, const Event& event, const Impact& contact) {
  if (contact.frame.partner != Partner::kCushion) return {-1.0, 0.0};
  if (TurnsWithNose(contact)) return {-1.0, -contact.frame.normal.z()};
  if (world.settings->environment.nose_contact == NoseContact::kPlane) return {-1.0, 0.0};
  const double radius_m = world.balls[Index(event.ball)].radius_m;
  const double height_m = event.kind == EventKind::kBallJaw
                              ? world.table->jaws[Index(event.other)].height_m
                              : world.table->noses[Index(event.other)].start_height_m;
  const double reach_m = NoseContactDistance(NoseContact::kLine, radius_m, height_m);
  return {-height_m / reach_m, (height_m - radius_m) / reach_m};
}

Vec3 ExitDirection(const World& world, const Event& event, const Vec3& centre_m) {
  if (event.kind == EventKind::kLeftTable) {
    const auto edges = MakeOutline(world.table->bed_outline_m);
    const Vec2& inwards = edges[Index(event.other)].edge().normal;
    return {-inwards.x(), -inwards.y(), 0.0};
  }
  // Rounding of the crossing's time at 10 m/s moves the centre by less than this; a ball that goes
  // down inside the circle is further from it.
  constexpr double kOnCircle_m = 1e-9;
  const Pocket& pocket = world.table->pockets[Index(event.other)];
  const Vec2 inwards = pocket.centre_m - centre_m.head<2>();
  if (std::abs(inwards.norm() - pocket.radius_m) > kOnCircle_m) return -UnitZ();
  return {inwards.x() / inwards.norm(), inwards.y() / inwards.norm(), 0.0};
}

}  // namespace carom
