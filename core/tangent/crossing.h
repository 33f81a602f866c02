#ifndef CAROM_CORE_TANGENT_CROSSING_H_
#define CAROM_CORE_TANGENT_CROSSING_H_

#include "core/base/vec3.h"
#include "core/event/impact.h"
#include "core/event/world.h"
#include "core/record/event.h"

namespace carom {

/// How a gap changes with the shapes at a place where the centres stay: by the radius of each ball
/// in it, and by the height of noses.
struct GapByShape {
  double radius = 0.0;
  double nose_height = 0.0;
};

/// Of the gap that an impact closes. It is the distance of centre and surface less the radius. Of a
/// ball that a nose or jaw of the height h touches in the plane it is less the reach
/// sqrt(2 R h - h^2) (NoseContactDistance).
GapByShape ShapesOf(const World& world, const Event& event, const Impact& contact);

/// Of the gap that closes as a ball leaves the table along `direction`. A pocket takes a ball that
/// falls into it once all of it is below the cloth.
inline GapByShape GapSlopesAlong(const Vec3& direction) { return {direction.z(), 0.0}; }

/// Whether the normal of a contact turns with the height of noses: of a ball that touches one in
/// space, below or above its equator.
bool TurnsWithNose(const Impact& contact);

/// The direction in which a ball that departs with its centre here leaves the table.
Vec3 ExitDirection(const World& world, const Event& event, const Vec3& centre_m);

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_CROSSING_H_
