#ifndef CAROM_CORE_SOLID_NEAREST_H_
#define CAROM_CORE_SOLID_NEAREST_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "core/base/vec3.h"
#include "core/solid/resolution.h"

namespace carom {

/// What a ball touches, which decides the law of the impact.
enum class Partner : uint8_t {
  kBall,
  kCushion,  ///< The rubber of a nose or jaw.
  kHard,     ///< Slate and its edge, rail top.
  kLiner,    ///< The liner of a pocket.
};

/// The curvature of a gap: how it bends as the centre moves across its normal. It is the second
/// derivative of the gap by the centre, a quadratic form with two principal directions across the
/// normal: its value is `along` in the direction of `axis`, and `across` in the direction
/// perpendicular to axis and normal, 1/m. Where both are equal no axis is needed.
struct GapCurvature {
  Vec3 axis = Vec3::Zero();  ///< Unit or zero.
  double along = 0.0;
  double across = 0.0;

  /// The value for a centre that moves with this velocity, m/s^2. The gap opens with normal.a plus
  /// this.
  double Of(const Vec3& normal, const Vec3& velocity) const {
    const double into = normal.dot(velocity);
    const double round = axis.dot(velocity);
    return across * (velocity.squaredNorm() - into * into) + (along - across) * round * round;
  }
};

/// The curvature of the distance from a point.
inline GapCurvature PointCurvature(double distance_m) {
  return {Vec3::Zero(), 1.0 / distance_m, 1.0 / distance_m};
}

/// The curvature of the distance from a straight line along this unit vector.
inline GapCurvature LineCurvature(const Vec3& along, double distance_m) {
  return {along, 0.0, 1.0 / distance_m};
}

/// Where a ball and a solid are nearest to each other, frame W.
struct Nearest {
  /// Between the two surfaces, m; negative: the ball penetrates the solid.
  double gap_m = std::numeric_limits<double>::infinity();
  /// Unit, from the solid to the ball's centre: the gradient of the gap by the centre.
  Vec3 normal = Vec3::Zero();
  GapCurvature curvature;
  Vec3 place_m = Vec3::Zero();  ///< The solid's point that is nearest.
  Partner partner = Partner::kCushion;
};

/// The parts of one solid that a ball may touch at one place, each with its nearest point. Only
/// parts that count for a centre there are listed. A solid has at most six.
class Parts {
 public:
  Parts() {}
  Parts(const Parts& other) : count_(other.count_) {
    std::uninitialized_copy(other.begin(), other.end(), part_.begin());
  }
  Parts& operator=(const Parts&) = delete;
  ~Parts() {}

  void Add(const Nearest& part) { std::construct_at(&part_[count_++], part); }
  void AddAs(Partner partner, Nearest part) {
    part.partner = partner;
    Add(part);
  }
  void AddHard(const Nearest& part) { AddAs(Partner::kHard, part); }

  const Nearest* begin() const { return part_.data(); }
  const Nearest* end() const { return part_.data() + count_; }

  /// The nearest of them, or the first of equally near ones. Without parts the gap is infinite.
  /// References last as long as the parts.
  const Nearest& Closest() const;

  /// The part that a ball with this velocity, which touches the solid, runs into: of all parts that
  /// it touches, the one that it approaches fastest; the first of equals.
  const Nearest& Hit(const Vec3& velocity_m_s) const;

 private:
  // Slots from count_ on hold nothing: clearing them would cost more than most queries.
  union {
    std::array<Nearest, 6> part_;
  };
  size_t count_ = 0;
};

/// Which part of a solid has just been resolved: of those that a ball with this velocity touches,
/// the one that it leaves fastest. It may have touched one part and now approach another.
class ResolvedPart {
 public:
  ResolvedPart() = default;  ///< None.
  ResolvedPart(const Parts& parts, const Vec3& velocity_m_s)
      : normal_(parts.Hit(-velocity_m_s).normal) {}

  /// Parts that meet in an edge of the solid have normals that differ by far more than this.
  bool Is(const Nearest& part) const { return normal_.dot(part.normal) > 1.0 - kResolution_rad; }

 private:
  Vec3 normal_ = Vec3::Zero();
};

/// Gap, normal and curvature of a ball of this radius from a point.
Nearest NearestToPoint(const Vec3& centre_m, const Vec3& point_m, double radius_m);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_NEAREST_H_
