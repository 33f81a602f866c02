#ifndef CAROM_CORE_MULTIBODY_SURFACE_DEFECT_H_
#define CAROM_CORE_MULTIBODY_SURFACE_DEFECT_H_

#include "core/multibody/body.h"

namespace carom {

/// A defect, a shallow hollow in one of the two round surfaces of a contact: in the sphere's own,
/// or in that of a race about the other body's centre. At the arc s from its middle it opens the
/// gap by
///   p(s) = depth/2 (1 + cos(2 pi s/width)),  |s| < width/2,
/// which has no edge. So a sphere's centre sinks by p, whatever its radius: the depth is that of
/// the sphere's path, not of the hollow.
///
/// The gap g + p is a function of places and orientations, whose derivatives are the directions of
/// the forces: so the defect neither gives nor takes energy. Slip is still that of the smooth
/// surface, which errs by the slope, pi depth/width at most.
struct SurfaceDefect {
  bool on_sphere = false;    ///< Else on the other body.
  double radius_m = 0.0;     ///< Of the surface that it is in.
  Vec3 direction = UnitZ();  ///< From that body's centre to the defect's middle, in its own frame.
  double width_m = 0.0;      ///< > 0
  double depth_m = 0.0;      ///< >= 0
};

/// What a defect does to a contact. All zero outside of it.
struct DefectEffect {
  double depth_m = 0.0;        ///< p, which adds to the gap.
  double rate_m_s = 0.0;       ///< Its rate.
  Vec3 lean = Vec3::Zero();    ///< dp/d(place of the sphere's centre), across the normal.
  Vec3 turn_m = Vec3::Zero();  ///< dp/d(rotation of the sphere), frame W.
};

/// `normal`: of the smooth contact, from the other surface to the sphere's centre, frame W; along
/// the line of centres (of an upright cylinder: across its axis).
DefectEffect EffectOf(const SurfaceDefect& defect, const Vec3& normal, const BodyMotion& sphere,
                      const BodyMotion& other);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_SURFACE_DEFECT_H_
