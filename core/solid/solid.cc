#include "core/solid/solid.h"

#include <algorithm>
#include <limits>

#include "core/solid/resolution.h"

namespace carom {

namespace {

constexpr double kSides[] = {1.0, -1.0};

// The parts of a hole as seen by one ball in flight. The parts that share the normal of the
// resolved point have been resolved with it. A ball that touches two parts may still approach the
// other one.
class Asked {
 public:
  Asked(const HoleSolid& hole, const Approach& approach)
      : ask_(approach), centre_m_(approach.centre.At(0.0)) {
    if (!approach.separated) return;
    resolved_ = ResolvedPart(hole.PartsNear(centre_m_, false), approach.Velocity());
  }

  template <class Primitive>
  OptionalTime Crossing(const Primitive& part) const {
    return ContactTime(ask_, part, resolved_.Is(NearestOn(part, centre_m_, ask_.radius_m)));
  }

 private:
  const Approach& ask_;
  Vec3 centre_m_;
  ResolvedPart resolved_;
};

SpaceSegment Between(const Vec3& from_m, const Vec3& to_m) {
  const Vec3 span = to_m - from_m;
  const double length_m = span.norm();
  return {from_m, span / length_m, length_m};
}

}  // namespace

HoleSolid::HoleSolid(const Pocket& pocket, double rim_cosine, double radius_m)
    : circle_(CircleOf(pocket)),
      opening_(pocket.opening),
      back_height_m_(pocket.back_height_m),
      top_radius_m_(pocket.TopRadius()),
      has_back_(HasBack(pocket)),
      rim_cosine_(rim_cosine),
      radius_m_(radius_m) {}

SpaceSegment HoleSolid::BackEnd(double side) const {
  return Between(OnEnd(side, circle_.radius_m, 0.0), OnEnd(side, top_radius_m_, back_height_m_));
}

SpaceSegment HoleSolid::TopEdge(double side) const {
  return Between(OnEnd(side, top_radius_m_, back_height_m_),
                 OnEnd(side, circle_.radius_m, back_height_m_));
}

Vec3 HoleSolid::OnEnd(double side, double from_axis_m, double height_m) const {
  const Vec2 point = circle_.centre_m + side * from_axis_m * Vec2(-opening_.y(), opening_.x());
  return Vec3(point.x(), point.y(), height_m);
}

// Wall and back have an inside only. False when the ball touches neither: it is beyond their ends,
// or behind them.
bool HoleSolid::AddWallOrBack(const Vec3& centre_m, bool behind, Parts& parts) const {
  bool added = false;
  const Nearest wall = NearestOn(WallBelow(), centre_m, radius_m_);
  if (centre_m.z() <= 0.0 && wall.gap_m >= -kBehind_m) {
    parts.AddAs(behind ? Partner::kLiner : Partner::kHard, wall);
    added = true;
  }
  if (!behind) return added;
  const Nearest back = NearestOn(Back(), centre_m, radius_m_);
  if (!Back().HoldsFoot(back.place_m.z()) || back.gap_m < -kBehind_m) return added;
  parts.AddAs(Partner::kLiner, back);
  return true;
}

// Under the back, the slate's own rim is one of them.
void HoleSolid::AddRims(const Vec3& centre_m, bool behind, Parts& parts) const {
  if (behind) {
    parts.AddAs(Partner::kLiner, NearestOn(UpperRim(), centre_m, radius_m_));
  } else if (has_back_ && OnRing(RailRim(), centre_m.head<2>() - circle_.centre_m)) {
    parts.AddHard(NearestOn(RailRim(), centre_m, radius_m_));
  }
  parts.AddHard(NearestOn(SlateRim(), centre_m, radius_m_));
}

// The parts that Crossing() asks, where they count.
Parts HoleSolid::PartsNear(const Vec3& centre_m, bool /*on_cloth*/) const {
  Parts parts;
  const bool behind = has_back_ && opening_.dot(centre_m.head<2>() - circle_.centre_m) <= 0.0;
  if (!AddWallOrBack(centre_m, behind, parts)) AddRims(centre_m, behind, parts);
  if (!has_back_) return parts;
  for (const double side : kSides) {
    parts.AddAs(Partner::kLiner, NearestOn(BackEnd(side), centre_m, radius_m_));
    if (!Leans()) continue;
    parts.AddAs(Partner::kLiner, NearestOn(TopEdge(side), centre_m, radius_m_));
  }
  return parts;
}

double HoleSolid::GapFromInside(const Vec3& centre_m) const {
  double gap_m = std::numeric_limits<double>::infinity();
  if (centre_m.z() <= 0.0) gap_m = NearestOn(WallBelow(), centre_m, radius_m_).gap_m;
  if (!has_back_ || opening_.dot(centre_m.head<2>() - circle_.centre_m) > 0.0) return gap_m;
  const Nearest back = NearestOn(Back(), centre_m, radius_m_);
  return Back().HoldsFoot(back.place_m.z()) ? std::min(gap_m, back.gap_m) : gap_m;
}

OptionalTime HoleSolid::CrossingOnCloth(const Approach& approach) const {
  OptionalTime time;
  if (!has_back_) return time;
  for (const double side : kSides) {
    time = EarlierOf(time, ContactTime(approach, BackEnd(side), approach.separated));
  }
  return time;
}

OptionalTime HoleSolid::Crossing(const Approach& approach) const {
  if (approach.on_cloth) return CrossingOnCloth(approach);
  if (!approach.Low(has_back_ ? back_height_m_ : 0.0)) return std::nullopt;
  const Vec3 axis(circle_.centre_m.x(), circle_.centre_m.y(), 0.0);
  const Quartic around = VerticalLineGap(Relative(approach.centre, axis), ReachOutside());
  if (SurelyPositive(around, std::min(approach.useful_s, approach.window_s))) return std::nullopt;
  const Asked asked(*this, approach);
  OptionalTime time = asked.Crossing(SlateRim());
  // The wall touches balls whose centre is below the slate.
  if (approach.lowest_m <= 0.0) time = EarlierOf(time, asked.Crossing(WallBelow()));
  if (!has_back_) return time;
  time = EarlierOf(time, EarlierOf(asked.Crossing(Back()), asked.Crossing(UpperRim())));
  if (rim_cosine_ > 0.0) time = EarlierOf(time, asked.Crossing(RailRim()));
  for (const double side : kSides) {
    time = EarlierOf(time, asked.Crossing(BackEnd(side)));
    if (Leans()) time = EarlierOf(time, asked.Crossing(TopEdge(side)));
  }
  return time;
}

OptionalTime PocketMouth::Crossing(const Approach& approach) const {
  const Motion3D& centre = approach.centre;
  const auto enters = [&] {
    return CircleCrossing(centre.x, centre.y, circle_.centre_m, circle_.radius_m, approach.window_s,
                          false, approach.useful_s);
  };
  if (approach.on_cloth) return enters();
  if (!approach.Low(top_m_)) return std::nullopt;
  auto beside = enters();
  // At the height of the top itself a ball comes from above, or rises and does not enter.
  if (beside && centre.z.At(*beside) >= top_m_ + radius_m_ - kSeamDepth_m) beside = std::nullopt;
  const auto within = [&](const Vec2& point) { return circle_.Covers(point); };
  return EarlierOf(beside, PlateCrossing(centre, top_m_, radius_m_, within, approach.window_s,
                                         false, approach.useful_s));
}

OptionalTime DropEdge::Crossing(const Approach& approach) const {
  if (!approach.on_cloth) return std::nullopt;
  return CircleCrossing(approach.centre.x, approach.centre.y, circle_.centre_m, circle_.radius_m,
                        approach.window_s, false, approach.useful_s);
}

namespace {

// Twice the signed area: positive when the corners run counter-clockwise.
double Orientation(const std::vector<Vec2>& corners) {
  double sum = 0.0;
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2& next = corners[(i + 1) % corners.size()];
    sum += corners[i].x() * next.y() - corners[i].y() * next.x();
  }
  return sum;
}

}  // namespace

std::vector<OutlineEdge> MakeOutline(const std::vector<Vec2>& corners_m) {
  std::vector<OutlineEdge> outline;
  const bool counter_clockwise = Orientation(corners_m) > 0.0;
  for (size_t i = 0; i < corners_m.size(); ++i) {
    const Vec2& here = corners_m[i];
    const Vec2& next = corners_m[(i + 1) % corners_m.size()];
    StraightEdge edge = counter_clockwise ? MakeEdge(here, next, 0.0) : MakeEdge(next, here, 0.0);
    edge.leads_out = true;
    outline.emplace_back(edge);
  }
  return outline;
}

}  // namespace carom
