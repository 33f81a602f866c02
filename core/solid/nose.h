#ifndef CAROM_CORE_SOLID_NOSE_H_
#define CAROM_CORE_SOLID_NOSE_H_

#include <algorithm>

#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/solid/gap.h"
#include "core/solid/plane_geometry.h"
#include "core/solid/plate.h"
#include "core/solid/primitives.h"

namespace carom {

/// The nose of a straight cushion: a segment above the cloth, its end points included. Both sides
/// of it are solid for a ball, so the order of the ends does not matter.
struct Nose {
  Vec2 start_m = Vec2::Zero();
  Vec2 end_m = Vec2::Zero();
  double start_height_m = 0.036576;  ///< Above the cloth; > 0, below every ball's top.
  double rise_m = 0.0;               ///< From the start to the end; 0: a level nose.

  double EndHeight() const { return start_height_m + rise_m; }  ///< m
  double TopHeight() const { return start_height_m + std::max(rise_m, 0.0); }

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("height_m", self.start_height_m, {0.0, 1.0, Interval::Ends::kOpenLow});
  }
};

/// How the distance from a nose is measured: the ball touches either the nose line at its height
/// (the real edge) or a vertical plane through it (the simpler reading of the event-based paper).
enum class NoseContact { kLine, kPlane };

/// Horizontal distance from a nose of `height_m` at which a ball of `radius_m` that lies on the
/// cloth touches it, m. [Event-based] cushion treatments I (plane) and II (line).
double NoseContactDistance(NoseContact contact, double radius_m, double height_m);

/// A nose for balls of one radius.
///
/// A ball on the cloth touches it in the plane, at NoseContactDistance(). A ball in flight touches
/// the line in space, or a plane at all heights ([Event-based] cushion I, which also hits a ball
/// that flies over; the paper calls that a false positive). In a pocket's hole a ball may get below
/// the line. There the cushion reaches down as a vertical face, as far towards the table as the
/// nose lets a ball on the cloth.
class NoseSolid {
 public:
  static constexpr char kList[] = "noses";  ///< Of the Table, in error messages.

  NoseSolid(const Nose& nose, NoseContact contact, double radius_m);

  Parts PartsNear(const Vec3& centre_m, bool on_cloth) const;
  OptionalTime Crossing(const Approach& approach) const;
  Vicinity Around(bool in_plane) const;

  const StraightEdge& edge() const { return edge_; }
  /// Whether a ball on the cloth touches it as an edge in the plane: unless it slopes.
  bool IsEdgeOnCloth() const { return !TouchesLineInSpace(true); }

 private:
  bool TouchesLineInSpace(bool on_cloth) const;
  Nearest NearestInPlan(const Vec3& centre_m) const;
  Nearest OnLine(const Vec3& centre_m) const;

  Nose nose_;
  NoseContact contact_;
  double radius_m_;
  StraightEdge edge_;
  SpaceSegment line_;
};

/// The rounded end of a cushion at a pocket's mouth: a full vertical disc whose nose has a height.
struct Jaw {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double height_m = 0.036576;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("radius_m", self.radius_m, {0.0, 1.0, Interval::Ends::kOpenLow});
    visit("height_m", self.height_m, {0.0, 1.0, Interval::Ends::kOpenLow});
  }
};

/// A jaw for balls of one radius: a nose (see NoseSolid) that is a circle and has a flat
/// top.
class JawSolid {
 public:
  static constexpr char kList[] = "jaws";

  JawSolid(const Jaw& jaw, NoseContact contact, double radius_m);

  Parts PartsNear(const Vec3& centre_m, bool on_cloth) const;
  OptionalTime Crossing(const Approach& approach) const;
  Vicinity Around(bool in_plane) const;

  /// Distance of a touching centre on the cloth from the axis.
  double reach_m() const { return reach_m_; }

 private:
  Nearest NearestInPlan(const Vec3& centre_m) const;
  Nearest Above(const Vec3& centre_m) const;

  Jaw jaw_;
  NoseContact contact_;
  double radius_m_;
  double reach_m_;
  Ring ring_;
};

}  // namespace carom

#endif  // CAROM_CORE_SOLID_NOSE_H_
