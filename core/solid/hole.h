#ifndef CAROM_CORE_SOLID_HOLE_H_
#define CAROM_CORE_SOLID_HOLE_H_

#include <optional>
#include <string>

#include "core/base/vec3.h"
#include "core/solid/approach.h"
#include "core/solid/box.h"
#include "core/solid/nearest.h"
#include "core/solid/plate.h"
#include "core/solid/ring.h"
#include "core/solid/upright.h"

namespace carom {

/// A ball drops when its centre crosses this circle: the rim of a vertical hole in the slate.
struct Pocket {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  std::string name;
  /// Unit vector from the centre towards the table. On the half that faces away from it the wall of
  /// the hole goes on above the cloth up to back_height_m. Zero: no such back.
  Vec2 opening = Vec2::Zero();
  double back_height_m = 0.0;
};

inline bool HasBack(const Pocket& pocket) {
  return pocket.back_height_m > 0.0 && !pocket.opening.isZero();
}

inline Circle CircleOf(const Pocket& pocket) { return {pocket.centre_m, pocket.radius_m}; }

/// A pocket as balls of one radius that drop meet it: the rim of the slate at z = 0, the wall of
/// the hole below it, and on the half that faces away from the table the same wall up to
/// back_height_m, with its upper rim and its two upright ends, the posts.
///
/// The rails beside a pocket may reach round its circle farther than the back does. Their tops end
/// at the circle, and so the upper rim goes on over them: up to an angle from the opening, on
/// either side, whose cosine is `rim_cosine`; 0: it ends with the back.
class HoleSolid {
 public:
  static constexpr char kList[] = "pockets";

  HoleSolid(const Pocket& pocket, double rim_cosine, double radius_m);

  /// A wall counts as seen from within: a ball that has come through the back from behind meets its
  /// rims.
  Parts PartsNear(const Vec3& centre_m, bool on_cloth) const;

  /// With `parted`, what was resolved is the part that the ball touches at time 0 and leaves
  /// fastest. A ball on the cloth can only meet the posts.
  std::optional<double> Crossing(const Approach& approach) const;

  /// To wall and back from a centre within the circle, however deep it is in them, m: for layouts.
  double GapFromInside(const Vec3& centre_m) const;

  Box Bounds(bool /*in_plane*/) const {
    return BoxAround(circle_.centre_m, circle_.centre_m, ReachOutside());
  }

  const Circle& circle() const { return circle_; }
  double rim_cosine() const { return rim_cosine_; }

 private:
  std::optional<double> CrossingOnCloth(const Approach& approach) const;

  // Of a touching centre outside the circle, from the axis.
  double ReachOutside() const { return circle_.radius_m + radius_m_; }
  Ring SlateRim() const { return {circle_.centre_m, circle_.radius_m, 0.0}; }
  Ring UpperRim() const {
    return {circle_.centre_m, circle_.radius_m, back_height_m_, opening_, rim_cosine_};
  }
  Wall WallBelow() const { return {circle_.centre_m, circle_.radius_m, 0.0}; }
  Wall Back() const { return {circle_.centre_m, circle_.radius_m, back_height_m_, opening_}; }
  // The upright end of the back to the left (+1) or right (-1) of the opening.
  Post BackEnd(double side) const;

  Circle circle_;
  Vec2 opening_;
  double back_height_m_;
  bool has_back_;
  double rim_cosine_;
  double radius_m_;  // Of the balls.
};

}  // namespace carom

#endif  // CAROM_CORE_SOLID_HOLE_H_
