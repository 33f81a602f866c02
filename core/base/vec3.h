#ifndef CAROM_CORE_BASE_VEC3_H_
#define CAROM_CORE_BASE_VEC3_H_

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

namespace carom {

/// A vector in the frame that its name says (the world frame W when silent). Eigen leaves it
/// uninitialised: give every member the initialiser `= Vec3::Zero()`, and never bind an Eigen
/// expression to `auto`, which would keep references to temporaries.
using Vec3 = Eigen::Vector3d;

/// A point or direction in the plane of the cloth; the same two rules hold.
using Vec2 = Eigen::Vector2d;

/// The vector over a kind of number: what is a template over numbers, so that it can be
/// differentiated (core/math/dual.h), names it so.
template <class Number>
struct VectorOf;
template <>
struct VectorOf<double> {
  using Type = Vec3;
};

/// The upward unit vector z_hat.
inline Vec3 UnitZ() { return Vec3(0.0, 0.0, 1.0); }

/// The part of v in the plane of the cloth.
inline Vec3 Horizontal(const Vec3& v) { return Vec3(v.x(), v.y(), 0.0); }

/// z_hat x v: the horizontal part of v turned left by a right angle (seen from above).
inline Vec3 PerpendicularZ(const Vec3& v) { return Vec3(-v.y(), v.x(), 0.0); }

inline void SetZ(double z, Vec3& v) { v.z() = z; }

/// Neither NaN nor infinite in any component.
inline bool IsFinite(const Vec3& v) {
  return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}

}  // namespace carom

#endif  // CAROM_CORE_BASE_VEC3_H_
