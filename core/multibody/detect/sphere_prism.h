#ifndef CAROM_CORE_MULTIBODY_DETECT_SPHERE_PRISM_H_
#define CAROM_CORE_MULTIBODY_DETECT_SPHERE_PRISM_H_

#include <array>
#include <span>

#include "absl/status/statusor.h"
#include "core/multibody/detect/sphere_contact.h"

namespace carom {

/// A solid right prism along z of its frame over a convex polygon of three or four corners: the
/// triangular prisms and boxes that cushions are made of. Immutable; never allocates.
class Prism {
 public:
  static constexpr int kMostSides = 4;

  /// An upright face: the edge of the polygon that it stands on.
  struct Side {
    Vec2 corner_m = Vec2::Zero();  ///< Where the edge begins.
    Vec2 along = Vec2::Zero();     ///< Unit, to the next corner.
    Vec2 normal = Vec2::Zero();    ///< Unit, outward.
    double length_m = 0.0;
  };

  /// INVALID_ARGUMENT with a path such as "corners[2]" unless the corners go round a convex polygon
  /// counter-clockwise and low_m < high_m.
  static absl::StatusOr<Prism> Create(std::span<const Vec2> corners_m, double low_m, double high_m);

  std::span<const Side> sides() const { return {sides_.data(), static_cast<size_t>(count_)}; }
  double low_m() const { return low_m_; }
  double high_m() const { return high_m_; }

 private:
  Prism() = default;

  std::array<Side, kMostSides> sides_;
  int count_ = 0;
  double low_m_ = 0.0;
  double high_m_ = 0.0;
};

/// A sphere against the solid prism, by exact distance; with its centre inside the solid, the face
/// that is least deep. Frame of the prism.
SphereContact SpherePrism(const Vec3& centre_m, double radius_m, const Prism& prism);

/// A lower bound on the exact gap at the price of a few multiplications.
double LeastPrismGap(const Vec3& centre_m, double radius_m, const Prism& prism);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_DETECT_SPHERE_PRISM_H_
