#ifndef CAROM_CORE_SOLID_HOLE_H_
#define CAROM_CORE_SOLID_HOLE_H_

#include <string>

#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/solid/centre_motion.h"
#include "core/solid/nearest.h"
#include "core/solid/plane_geometry.h"
#include "core/solid/plate.h"
#include "core/solid/primitives.h"
#include "core/solid/vicinity.h"

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
  /// How far the top of the back leans inwards over the hole: above the cloth the wall is a cone
  /// whose upper rim is a circle with a radius that is smaller by this. With 0 it stands upright.
  double overhang_m = 0.0;

  /// Radius of the back's upper rim, m.
  double TopRadius() const { return radius_m - overhang_m; }

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("radius_m", self.radius_m, {0.0, 1.0, Interval::Ends::kOpenLow});
    visit("back_height_m", self.back_height_m, {0.0, 1.0});
    visit("overhang_m", self.overhang_m);
  }
};

inline bool HasBack(const Pocket& pocket) {
  return pocket.back_height_m > 0.0 && !pocket.opening.isZero();
}

inline Circle CircleOf(const Pocket& pocket) { return {pocket.centre_m, pocket.radius_m}; }

/// A pocket for balls of one radius that drop into it. It consists of the rim of the slate
/// at z = 0, the wall of the hole below it, and, on the half that faces away from the table, the
/// back. There the wall goes on up to back_height_m and may lean inwards; it has an upper rim and
/// two ends. That half is the liner, at all heights. The other half is slate, over whose edge the
/// cloth is drawn. A hole without a back is all slate.
///
/// The rails beside a pocket may reach round its circle farther than the back does. Their tops end
/// at the circle, so the upper rim goes on along them, on either side up to an angle from the
/// opening whose cosine is `rim_cosine`; with 0 it ends with the back. On either side a level edge
/// runs from there to the narrower rim of a leaning back.
class HoleSolid {
 public:
  static constexpr char kList[] = "pockets";

  HoleSolid(const Pocket& pocket, double rim_cosine, double radius_m);

  /// A wall counts only from within. A ball that comes at the back from behind touches its rims.
  Parts PartsNear(const Vec3& centre_m, bool on_cloth) const;

  /// With `separated`, what was resolved is the part that the ball touches at time 0 and leaves
  /// fastest. A ball on the cloth can only touch the ends of the back.
  OptionalTime Crossing(const Approach& approach) const;

  /// The distance to wall and back from a centre within the circle, however deep it lies in them,
  /// m: for layouts.
  double GapFromInside(const Vec3& centre_m) const;

  Vicinity Around(bool /*in_plane*/) const {
    const double top_m = has_back_ ? back_height_m_ : 0.0;
    return VicinityOfDisc(circle_.centre_m, ReachOutside(), top_m + radius_m_);
  }

  const Circle& circle() const { return circle_; }
  double rim_cosine() const { return rim_cosine_; }

 private:
  OptionalTime CrossingOnCloth(const Approach& approach) const;

  // Distance of a touching centre outside the circle from the axis.
  double ReachOutside() const { return circle_.radius_m + radius_m_; }
  Ring SlateRim() const { return {circle_.centre_m, circle_.radius_m, 0.0}; }
  Ring UpperRim() const { return {circle_.centre_m, top_radius_m_, back_height_m_, opening_}; }
  Ring RailRim() const {
    return {circle_.centre_m, circle_.radius_m, back_height_m_, opening_, rim_cosine_, 0.0};
  }
  Wall WallBelow() const { return {circle_.centre_m, circle_.radius_m, 0.0}; }
  Cone Back() const {
    return {circle_.centre_m, circle_.radius_m, circle_.radius_m - top_radius_m_, back_height_m_,
            opening_};
  }
  // To the left (+1) or right (-1) of the opening: the end of the back from the cloth up to its
  // rim, and the edge of its top from there to the circle.
  SpaceSegment BackEnd(double side) const;
  SpaceSegment TopEdge(double side) const;
  Vec3 OnEnd(double side, double from_axis_m, double height_m) const;
  bool Leans() const { return top_radius_m_ < circle_.radius_m; }
  bool AddWallOrBack(const Vec3& centre_m, bool behind, Parts& parts) const;
  void AddRims(const Vec3& centre_m, bool behind, Parts& parts) const;

  Circle circle_;
  Vec2 opening_;
  double back_height_m_;
  double top_radius_m_;
  bool has_back_;
  double rim_cosine_;
  double radius_m_;  // Of the balls.
};

}  // namespace carom

#endif  // CAROM_CORE_SOLID_HOLE_H_
