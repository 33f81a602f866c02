#include "core/solid/gap.h"

namespace carom {

const Nearest& Parts::Closest() const {
  static const Nearest* const nothing = new Nearest;
  const Nearest* closest = nothing;
  for (const Nearest& part : *this) {
    if (part.gap_m < closest->gap_m) closest = &part;
  }
  return *closest;
}

const Nearest& Parts::Hit(const Vec3& velocity_m_s) const {
  if (count_ == 1) return part_[0];
  const Nearest* hit = &Closest();
  const double reach_m = std::max(hit->gap_m, 0.0) + kResolution_m;
  for (const Nearest& part : *this) {
    const bool faster = velocity_m_s.dot(part.normal) < velocity_m_s.dot(hit->normal);
    if (part.gap_m <= reach_m && faster) hit = &part;
  }
  return *hit;
}

Nearest NearestToPoint(const Vec3& centre_m, const Vec3& point_m, double radius_m) {
  const Vec3 offset = centre_m - point_m;
  const double distance_m = offset.norm();
  Nearest nearest;
  nearest.gap_m = distance_m - radius_m;
  nearest.place_m = point_m;
  if (distance_m == 0.0) {
    nearest.normal = UnitZ();
    return nearest;
  }
  nearest.normal = offset / distance_m;
  nearest.curvature = PointCurvature(distance_m);
  return nearest;
}

namespace {

Quadratic AsPolynomial(const Motion1D& motion) { return {{motion.c0, motion.c1, motion.c2}}; }

Quartic Square(const Quadratic& q) { return q * q; }

Quartic Less(Quartic p, double constant) {
  p.c[0] -= constant;
  return p;
}

// A horizontal unit vector perpendicular to `along`.
Vec3 LevelNormal(const Vec3& along) {
  const double level = std::sqrt(along.x() * along.x() + along.y() * along.y());
  if (level == 0.0) return Vec3(1.0, 0.0, 0.0);
  return Vec3(-along.y() / level, along.x() / level, 0.0);
}

}  // namespace

Quartic SquaredAxisDistance(const Motion3D& offset) {
  return Square(AsPolynomial(offset.x)) + Square(AsPolynomial(offset.y));
}

Quartic PointGap(const Motion3D& offset, double reach_m) {
  return Less(SquaredAxisDistance(offset) + Square(AsPolynomial(offset.z)), reach_m * reach_m);
}

Quartic VerticalLineGap(const Motion3D& offset, double reach_m) {
  return Less(SquaredAxisDistance(offset), reach_m * reach_m);
}

// The paper's |(r - p1) x (r - p2)| / |p2 - p1| is the length of the part of r - p1 that is
// perpendicular to the line. Its two components, along a level normal p and q = along x p, are
// quadratics of their own, so no squares of the (long) part along the line have to cancel.
Quartic LineGap(const Motion3D& offset, const Vec3& along, double reach_m) {
  const Vec3 p = LevelNormal(along);
  const Vec3 q = along.cross(p);
  return Less(Square(Along(offset, p)) + Square(Along(offset, q)), reach_m * reach_m);
}

// Dictionary: rho, zeta: distance of the centre from the axis and above the ring; r: radius of the
// ring; R: reach. The distance d from the ring obeys d^2 = (rho - r)^2 + zeta^2. Of
//
//   (rho^2 + zeta^2 + r^2 - R^2)^2 - 4 r^2 rho^2
//       = ((rho - r)^2 + zeta^2 - R^2) ((rho + r)^2 + zeta^2 - R^2)
//
// the left is a polynomial of time; the first factor on the right is d^2 - R^2, the second is
// positive except on a spindle about the axis, which exists where the ring is narrower than the
// ball.
Polynomial<8> RingGap(const Motion3D& offset, double ring_m, double reach_m) {
  const Quartic rho2 = SquaredAxisDistance(offset);
  const double constant = (reach_m - ring_m) * (reach_m + ring_m);
  const Quartic sum = Less(rho2 + Square(AsPolynomial(offset.z)), constant);
  return sum * sum + (-4.0 * ring_m * ring_m) * rho2;
}

}  // namespace carom
