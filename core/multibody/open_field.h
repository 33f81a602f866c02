#ifndef CAROM_CORE_MULTIBODY_OPEN_FIELD_H_
#define CAROM_CORE_MULTIBODY_OPEN_FIELD_H_

#include <span>

#include "core/base/vec3.h"
#include "core/multibody/contact.h"

namespace carom {

/// A rectangle, seen from above, in which a sphere is more than its radius from all that stands
/// upright on the ground: most guards of a ball in the middle of a table need no look.
class OpenField {
 public:
  /// Nowhere.
  OpenField() = default;

  /// Of what its contacts with the ground are, but for the cloth, which is everywhere. Nowhere if
  /// there is one of another kind than cushions and liners.
  static OpenField Of(int body, std::span<const ContactPair> contacts);

  /// Whether this class stands for the guard of a pair that does not touch.
  static bool Knows(const ContactPair& pair);

  bool Covers(const Vec3& place_m) const {
    return place_m.x() > low_m_.x() && place_m.x() < high_m_.x() && place_m.y() > low_m_.y() &&
           place_m.y() < high_m_.y();
  }

 private:
  void Exclude(const Vec2& low_m, const Vec2& high_m);

  Vec2 low_m_ = Vec2::Zero();
  Vec2 high_m_ = Vec2::Zero();
};

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_OPEN_FIELD_H_
