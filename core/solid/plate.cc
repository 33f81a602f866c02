#include "core/solid/plate.h"

#include <algorithm>

#include "core/math/sign_changes.h"
#include "core/solid/resolution.h"

namespace carom {

namespace {

Quadratic DistanceLess(const Quadratic& signed_distance, double side, double reach_m) {
  return Quadratic{{side * signed_distance.c[0] - reach_m, side * signed_distance.c[1],
                    side * signed_distance.c[2]}};
}

// The time at which a gap that begins negative turns negative again: the later root of a concave
// parabola.
OptionalTime ReturnToNegative(const Quadratic& gap, double window_s) {
  const double discriminant = gap.c[1] * gap.c[1] - 4.0 * gap.c[2] * gap.c[0];
  if (!(gap.c[2] < 0.0) || !(gap.c[1] > 0.0) || !(discriminant > 0.0)) return std::nullopt;
  const double time = -0.5 * (gap.c[1] + std::sqrt(discriminant)) / gap.c[2];
  return time <= window_s ? OptionalTime(time) : std::nullopt;
}

// Keeps the time only if the centre is then beside the edge, not beyond its ends. Where the side
// gives way to the round end, or one edge of an outline to the next, rounding must not let it slip
// between the two.
OptionalTime BesideEdge(OptionalTime time, const Motion1D& x, const Motion1D& y,
                        const StraightEdge& edge) {
  if (!time) return time;
  const double along_m = edge.along.x() * (x.At(*time) - edge.start_m.x()) +
                         edge.along.y() * (y.At(*time) - edge.start_m.y());
  return along_m >= -kResolution_m && along_m <= edge.length_m + kResolution_m ? time
                                                                               : std::nullopt;
}

// How far the centre is beyond one end of the edge, as a polynomial of time.
Quadratic BeyondEnd(const Motion1D& x, const Motion1D& y, const StraightEdge& edge, bool far_end) {
  const double sign = far_end ? 1.0 : -1.0;
  const Vec2 point = far_end ? edge.end_m() : edge.start_m;
  const Vec2& along = edge.along;
  return Quadratic{{sign * (along.x() * (x.c0 - point.x()) + along.y() * (y.c0 - point.y())),
                    sign * (along.x() * x.c1 + along.y() * y.c1),
                    sign * (along.x() * x.c2 + along.y() * y.c2)}};
}

// True for a centre in contact with one side of the edge's line that gets out of its reach and
// stays out of it until `until_s`. With c0 >= 0 the gap is c0 + t (c1 + c2 t). Overlaps above
// rounding are not judged.
bool Leaves(const Quadratic& raw_gap, const Quadratic& gap, double until_s) {
  return raw_gap.c[0] >= -kRounding_m && gap.c[0] >= 0.0 && gap.c[1] > 0.0 &&
         gap.c[1] + gap.c[2] * until_s > 0.0;
}

Quadratic Negated(const Quadratic& p) { return Quadratic{{-p.c[0], -p.c[1], -p.c[2]}}; }

// An end point counts while the centre is beyond it; otherwise the side of the edge does. A centre
// can come to be beyond an end twice in one phase.
OptionalTime EndCrossing(const Motion1D& x, const Motion1D& y, const StraightEdge& edge,
                         bool far_end, double window_s, bool separated, double useful_s) {
  const Vec2 point_m = far_end ? edge.end_m() : edge.start_m;
  if (SurelyPositive(FixedCircleGap(x, y, point_m, edge.reach_m), useful_s)) return std::nullopt;
  const Quadratic beyond = BeyondEnd(x, y, edge, far_end);
  double from_s = 0.0;
  for (int visit = 0; visit < 2; ++visit) {
    if (beyond.Evaluate(from_s) < 0.0) {
      const OptionalTime exit = FirstCrossing(Negated(beyond.Shift(from_s)), window_s - from_s);
      if (!exit) return std::nullopt;
      from_s += *exit;
    }
    // A centre that glides past the end right where the side was resolved is in the same contact.
    const bool same_contact = separated && from_s * Speed(x, y) <= kResolution_m;
    const OptionalTime time = CircleCrossing(x.From(from_s), y.From(from_s), point_m, edge.reach_m,
                                             window_s - from_s, same_contact, useful_s - from_s);
    if (!time) return std::nullopt;
    from_s += *time;
    if (beyond.Evaluate(from_s) >= 0.0) return from_s;
  }
  return std::nullopt;
}

}  // namespace

StraightEdge MakeEdge(const Vec2& start_m, const Vec2& end_m, double reach_m) {
  StraightEdge edge;
  const Vec2 span = end_m - start_m;
  edge.start_m = start_m;
  edge.length_m = span.norm();
  edge.along = span / edge.length_m;
  edge.normal = Vec2(-edge.along.y(), edge.along.x());
  edge.reach_m = reach_m;
  return edge;
}

bool LeavesEdge(const Motion1D& x, const Motion1D& y, const StraightEdge& edge, double until_s) {
  const Quadratic distance = SignedDistance(x, y, edge);
  const Quadratic gap = DistanceLess(distance, distance.c[0] >= 0.0 ? 1.0 : -1.0, edge.reach_m);
  return Leaves(gap, WithoutContactNoise(gap, 1.0, true, 0.0), until_s);
}

OptionalTime CircleCrossing(const Motion1D& x, const Motion1D& y, const Vec2& centre_m,
                            double reach_m, double window_s, bool separated, double useful_s) {
  const Quartic gap = FixedCircleGap(x, y, centre_m, reach_m);
  if (SurelyPositive(gap, useful_s)) return std::nullopt;
  return FirstCrossing(WithoutContactNoise(gap, 2.0 * reach_m, separated, RateNoise(Speed(x, y))),
                       window_s);
}

// The centre may not enter the set of points within reach of the edge: a rectangle with two round
// ends. It enters through the long side that it is on, through an end, or through the other side
// after it has passed round an end.
OptionalTime EdgeCrossing(const Motion1D& x, const Motion1D& y, const StraightEdge& edge,
                          double window_s, bool separated, double useful_s) {
  const Quadratic distance = SignedDistance(x, y, edge);
  // A layout may put a centre a little beyond the outline; such a centre is on its way out.
  const double beyond_m = edge.leads_out ? kOverlapTolerance : 0.0;
  const double side = distance.c[0] >= -beyond_m ? 1.0 : -1.0;
  const Quadratic near_gap = DistanceLess(distance, side, edge.reach_m);
  // A centre that stays on this side of the whole line, out of reach, touches neither the edge nor
  // an end.
  const bool apart = separated || near_gap.c[0] > kRounding_m;
  if (apart && SurelyPositive(near_gap, std::min(useful_s, window_s))) return std::nullopt;
  const Quadratic gap = WithoutContactNoise(near_gap, 1.0, separated, RateNoise(Speed(x, y)));
  if (Leaves(near_gap, gap, std::min(useful_s, window_s))) return std::nullopt;
  const Quadratic far_gap = DistanceLess(distance, -side, edge.reach_m);
  OptionalTime time = BesideEdge(FirstCrossing(gap, window_s), x, y, edge);
  time = EarlierOf(time, BesideEdge(ReturnToNegative(far_gap, window_s), x, y, edge));
  if (edge.leads_out) return time;
  // Until the side is touched, or no answer is of use, most centres stay between the two ends.
  const double until_s = std::min({window_s, useful_s, time.value_or(window_s)});
  for (const bool far_end : {false, true}) {
    if (SurelyPositive(Negated(BeyondEnd(x, y, edge, far_end)), until_s)) continue;
    time = EarlierOf(time, EndCrossing(x, y, edge, far_end, window_s, separated, useful_s));
  }
  return time;
}

bool Covered(const std::vector<Circle>& circles, const Vec2& point_m) {
  return std::any_of(circles.begin(), circles.end(),
                     [&](const Circle& circle) { return circle.Covers(point_m); });
}

Nearest NearestOnPlate(double height_m, const Vec3& centre_m, double radius_m) {
  Nearest nearest;
  nearest.gap_m = centre_m.z() - height_m - radius_m;
  nearest.normal = UnitZ();
  nearest.place_m = Vec3(centre_m.x(), centre_m.y(), height_m);
  return nearest;
}

RailSolid::RailSolid(const RailTop& top, std::vector<PlateHole> holes, double radius_m)
    : top_(top), holes_(std::move(holes)), radius_m_(radius_m) {}

bool RailSolid::CoversPoint(const Vec2& point_m) const {
  const bool over_hole = std::any_of(holes_.begin(), holes_.end(),
                                     [&](const PlateHole& hole) { return hole.Covers(point_m); });
  return !over_hole && InsidePolygon(point_m, top_.corners_m);
}

Parts RailSolid::PartsNear(const Vec3& centre_m, bool on_cloth) const {
  Parts parts;
  if (!on_cloth && CoversPoint(centre_m.head<2>())) {
    parts.AddHard(NearestOnPlate(top_.height_m, centre_m, radius_m_));
  }
  return parts;
}

OptionalTime RailSolid::Crossing(const Approach& approach) const {
  if (approach.on_cloth || !approach.Low(top_.height_m)) return std::nullopt;
  const auto covers = [&](const Vec2& point) { return CoversPoint(point); };
  return PlateCrossing(approach.centre, top_.height_m, radius_m_, covers, approach.window_s,
                       approach.separated, approach.useful_s);
}

Vicinity RailSolid::Around(bool /*in_plane*/) const {
  Vec2 low = top_.corners_m.front();
  Vec2 high = low;
  for (const Vec2& corner : top_.corners_m) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  return VicinityOfBox({low.x(), high.x(), low.y(), high.y()}, top_.height_m + radius_m_);
}

SlateSolid::SlateSolid(std::vector<Circle> holes, double radius_m)
    : holes_(std::move(holes)), radius_m_(radius_m) {
  // A centre right above the edge is over the hole, whatever its rounding.
  for (Circle& hole : holes_) hole.radius_m += kResolution_m;
}

OptionalTime SlateSolid::Crossing(const Approach& approach) const {
  const auto on_slate = [&](const Vec2& point) { return !Covered(holes_, point); };
  return PlateCrossing(approach.centre, 0.0, radius_m_, on_slate, approach.window_s,
                       approach.separated, approach.useful_s);
}

}  // namespace carom
