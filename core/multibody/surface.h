#ifndef CAROM_CORE_MULTIBODY_SURFACE_H_
#define CAROM_CORE_MULTIBODY_SURFACE_H_

#include <variant>
#include <vector>

#include "core/multibody/body.h"
#include "core/multibody/detect/sphere_contact.h"

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

/// The surfaces that spheres touch, each in the frame of the body that it is fixed to.

/// Of a ball about the body's centre of mass.
struct BallSurface {
  double radius_m = 0.0;
};

/// Of a spherical hollow about the body's centre of mass.
struct HollowBallSurface {
  double radius_m = 0.0;
};

/// Of a solid cylinder in a pose of its own.
struct CylinderSurface {
  Cylinder cylinder;
  Pose pose;
};

/// The wall of a cylindrical hollow in a pose of its own, without its ends.
struct BoreSurface {
  double radius_m = 0.0;
  Pose pose;
};

/// The cloth: the plane z = 0 with the holes of the pockets in it.
struct ClothSurface {
  std::vector<Hole> holes;  ///< Apart from each other.
};

/// The liners of pockets.
struct LinerSurface {
  std::vector<Hole> holes;  ///< At least one, all with an opening, apart from each other.
};

/// Several solids as one: the nearest counts. So a ball on the seam of two of them, where a
/// straight nose goes over into its rounded end, is pushed once.
struct UnionSurface {
  std::vector<Prism> prisms;  ///< At least one solid of either kind.
  std::vector<CylinderSurface> cylinders;
  Vec3 least_m = Vec3::Zero();  ///< A box that holds them all.
  Vec3 most_m = Vec3::Zero();
};

using Surface = std::variant<Plane, BallSurface, HollowBallSurface, CylinderSurface, BoreSurface,
                             Prism, ClothSurface, LinerSurface, UnionSurface, Face>;

/// Where a sphere and a surface are closest, in the surface's frame.
SphereContact Detect(const Surface& surface, const Vec3& centre_m, double radius_m);

/// True only where the gap is certainly above the sphere's radius; cheap to have.
bool IsFar(const Surface& surface, const Vec3& centre_m, double radius_m);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_SURFACE_H_
