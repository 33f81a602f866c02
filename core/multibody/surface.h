#ifndef CAROM_CORE_MULTIBODY_SURFACE_H_
#define CAROM_CORE_MULTIBODY_SURFACE_H_

#include <variant>
#include <vector>

#include "core/multibody/detect/sphere_contact.h"
#include "core/multibody/detect/sphere_hole.h"
#include "core/multibody/detect/sphere_plane.h"
#include "core/multibody/detect/sphere_prism.h"
#include "core/multibody/detect/sphere_round.h"

namespace carom {

/// The surfaces that spheres meet, each in the frame of the body that it is fixed to.

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
