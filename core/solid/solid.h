#ifndef CAROM_CORE_SOLID_SOLID_H_
#define CAROM_CORE_SOLID_SOLID_H_

#include <string>
#include <variant>
#include <vector>

#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/solid/gap.h"
#include "core/solid/nose.h"
#include "core/solid/plane_geometry.h"
#include "core/solid/plate.h"
#include "core/solid/primitives.h"

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

/// Where a ball loses the ground under it: at a pocket, or beyond the bed's outline. These are
/// sensors, not solids: they exert no force.

/// A pocket that is a circle: it takes a ball whose centre enters it. A ball in flight must enter
/// it below its top, from the side or from above.
class PocketMouth {
 public:
  /// `top_m`: see PocketTop() in core/table/table_solids.h.
  PocketMouth(const Circle& circle, double top_m, double radius_m)
      : circle_(circle), top_m_(top_m), radius_m_(radius_m) {}

  OptionalTime Crossing(const Approach& approach) const;
  Vicinity Around(bool /*in_plane*/) const {
    return VicinityOfDisc(circle_.centre_m, circle_.radius_m, top_m_ + radius_m_);
  }

  const Circle& circle() const { return circle_; }

 private:
  Circle circle_;
  double top_m_;
  double radius_m_;  // Of the balls.
};

/// The rim of a hole, where the cloth ends under a ball.
class DropEdge {
 public:
  explicit DropEdge(const Circle& circle) : circle_(circle) {}

  /// Returns nothing for a ball in flight.
  OptionalTime Crossing(const Approach& approach) const;
  Vicinity Around(bool /*in_plane*/) const {
    return VicinityOfDisc(circle_.centre_m, circle_.radius_m);
  }

 private:
  Circle circle_;
};

/// One edge of the bed's outline: beyond it a centre has left the table, at any height. A sensor,
/// not a solid: it exerts no force.
class OutlineEdge {
 public:
  explicit OutlineEdge(const StraightEdge& edge) : edge_(edge) {}

  OptionalTime Crossing(const Approach& approach) const {
    return EdgeCrossing(approach.centre.x, approach.centre.y, edge_, approach.window_s,
                        approach.separated, approach.useful_s);
  }
  Vicinity Around(bool /*in_plane*/) const { return {edge_.start_m, edge_.end_m()}; }

  const StraightEdge& edge() const { return edge_; }

 private:
  StraightEdge edge_;
};

/// The edges of a simple polygon, in the order of its corners.
std::vector<OutlineEdge> MakeOutline(const std::vector<Vec2>& corners_m);

/// What a ball can touch on a table besides the slate and other balls. Each answers two questions,
/// for balls of the radius that it was made for:
///
///   Parts PartsNear(centre, on_cloth)       where is it nearest? Closest() and Hit() choose.
///   OptionalTime Crossing(approach)         when does a moving ball come to touch it?
///
/// and has kList, the name of its list in the Table, and Around(in_plane), the vicinity that holds
/// the centres of all balls that touch it, or of those that lie on the cloth. The two answers
/// agree: at every crossing the nearest gap is zero and closing, and before it the gap is positive.
using Solid = std::variant<NoseSolid, JawSolid, RailSolid, HoleSolid>;

/// What the centre of a ball can cross without a force on it; Crossing() and Around() as above.
using Sensor = std::variant<PocketMouth, DropEdge, OutlineEdge>;

inline Parts PartsNear(const Solid& solid, const Vec3& centre_m, bool on_cloth) {
  return std::visit([&](const auto& s) { return s.PartsNear(centre_m, on_cloth); }, solid);
}

}  // namespace carom

#endif  // CAROM_CORE_SOLID_SOLID_H_
