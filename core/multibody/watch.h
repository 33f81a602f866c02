#ifndef CAROM_CORE_MULTIBODY_WATCH_H_
#define CAROM_CORE_MULTIBODY_WATCH_H_

#include <variant>

#include "core/base/vec3.h"

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

/// What the listener is told about once.
using Watch = std::variant<PlaneWatch, CylinderWatch>;

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_WATCH_H_
