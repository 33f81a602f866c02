#ifndef CAROM_CORE_MULTIBODY_OPEN_FIELD_H_
#define CAROM_CORE_MULTIBODY_OPEN_FIELD_H_

#include <span>
#include <variant>

#include "core/base/vec3.h"
#include "core/multibody/contact.h"
#include "core/solid/plane_geometry.h"

namespace carom {

/// A body's centre comes to the far side of a plane of frame W: normal . r <= offset.
struct PlaneWatch {
  int body = 0;
  Vec3 normal = UnitZ();
  double offset_m = 0.0;
};

/// A body's centre comes into an upright cylinder with an upper end.
struct CylinderWatch {
  int body = 0;
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double top_m = 0.0;

  /// Further than this from the axis, the radius stands for what is left: a bound, since no step
  /// leads that far.
  double Reach() const { return 2.0 * radius_m; }
};

/// What the listener hears of once.
using Watch = std::variant<PlaneWatch, CylinderWatch>;

/// The sides of a box belong to neither. A place that is no number is neither inside nor outside.
inline bool IsInside(const Box& box, double x_m, double y_m) {
  return x_m > box.x_low && x_m < box.x_high && y_m > box.y_low && y_m < box.y_high;
}
inline bool IsOutside(const Box& box, double x_m, double y_m) {
  return x_m < box.x_low || x_m > box.x_high || y_m < box.y_low || y_m > box.y_high;
}

/// The square around a circle.
inline Box SquareAround(const Vec2& centre_m, double radius_m) {
  return {centre_m.x() - radius_m, centre_m.x() + radius_m, centre_m.y() - radius_m,
          centre_m.y() + radius_m};
}

/// A rectangle, seen from above, that keeps clear of others.
class OpenField {
 public:
  /// Nowhere.
  OpenField() = default;

  /// What is left of the smallest rectangle around all of `others`. Nowhere if there are none.
  static OpenField ClearOf(std::span<const Box> others);

  /// Where the body is more than its radius from all cushions and liners, and as far as it needs
  /// to be (CylinderWatch::Reach) from the cylinders that it is watched for: most guards of a ball
  /// in the middle of a table need no look.
  static OpenField Of(int body, std::span<const ContactPair> contacts,
                      std::span<const Watch> watches);

  /// Whether that field stands for the guard of such a pair while it does not touch.
  static bool Represents(const ContactPair& pair);
  /// Seen from above, the gap of such a pair is above its radius outside of this: IsFar
  /// (surface.h). Everywhere for liners, which lie apart.
  static Box Near(const ContactPair& pair);

  /// The least value of normal . r on it; -inf where the normal is not level.
  double LeastAlong(const Vec3& normal) const;

  bool Covers(double x_m, double y_m) const { return IsInside(field_, x_m, y_m); }

 private:
  Box field_ = Box::Nowhere();
};

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_OPEN_FIELD_H_
