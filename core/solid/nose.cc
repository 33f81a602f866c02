#include "core/solid/nose.h"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

Vec3 Raised(const Vec2& point_m, double height_m) {
  return Vec3(point_m.x(), point_m.y(), height_m);
}

SpaceSegment LineOf(const Nose& nose) {
  const Vec3 start = Raised(nose.start_m, nose.start_height_m);
  const Vec3 span = Raised(nose.end_m, nose.EndHeight()) - start;
  const double length_m = span.norm();
  return {start, span / length_m, length_m};
}

}  // namespace

double NoseContactDistance(NoseContact contact, double radius_m, double height_m) {
  if (contact == NoseContact::kPlane) return radius_m;
  const double above_centre_m = height_m - radius_m;
  return std::sqrt(radius_m * radius_m - above_centre_m * above_centre_m);
}

NoseSolid::NoseSolid(const Nose& nose, NoseContact contact, double radius_m)
    : nose_(nose), contact_(contact), radius_m_(radius_m), line_(LineOf(nose)) {
  const bool slopes = nose.rise_m != 0.0 && contact == NoseContact::kLine;
  edge_ = MakeEdge(nose.start_m, nose.end_m,
                   slopes ? radius_m : NoseContactDistance(contact, radius_m, nose.start_height_m));
}

// A sloping line has no single reach on the cloth: it is touched at the height of the ball's
// centre.
bool NoseSolid::TouchesLineInSpace(bool on_cloth) const {
  return contact_ == NoseContact::kLine && (!on_cloth || nose_.rise_m != 0.0);
}

// The nearest point seen from above. Beside the nose the normal is the edge's own: a normal from
// rounded positions would mix some of the speed along the rail into the approach.
Nearest NoseSolid::NearestInPlan(const Vec3& centre_m) const {
  const Vec2 place_m = centre_m.head<2>();
  const Vec2 foot_m = NearestOnSegment(place_m, edge_.start_m, edge_.end_m());
  const Vec2 offset = place_m - foot_m;
  const double across_m = offset.norm();
  Nearest nearest;
  nearest.gap_m = across_m - edge_.reach_m;
  nearest.place_m = Raised(foot_m, nose_.start_height_m);
  if (nose_.rise_m != 0.0) {
    const double share = (foot_m - edge_.start_m).norm() / edge_.length_m;
    nearest.place_m.z() += share * nose_.rise_m;
  }
  const Vec2 from_start = place_m - edge_.start_m;
  const double along_m = edge_.along.dot(from_start);
  if (along_m >= 0.0 && along_m <= edge_.length_m) {
    const double side = edge_.normal.dot(from_start) >= 0.0 ? 1.0 : -1.0;
    nearest.normal = Vec3(side * edge_.normal.x(), side * edge_.normal.y(), 0.0);
    return nearest;
  }
  nearest.normal = Raised(offset, 0.0).normalized();
  if (across_m > 0.0) nearest.curvature = LineCurvature(UnitZ(), across_m);
  return nearest;
}

Nearest NoseSolid::OnLine(const Vec3& centre_m) const {
  const Vec3 start = Raised(nose_.start_m, nose_.start_height_m);
  const Vec3 span = Raised(nose_.end_m, nose_.EndHeight()) - start;
  const double share = span.dot(centre_m - start) / span.squaredNorm();
  const double clamped = std::clamp(share, 0.0, 1.0);
  Nearest nearest = NearestToPoint(centre_m, start + clamped * span, radius_m_);
  if (clamped == share && nearest.gap_m > -radius_m_) {
    nearest.curvature = LineCurvature(line_.along, nearest.gap_m + radius_m_);
  }
  return nearest;
}

Parts NoseSolid::PartsNear(const Vec3& centre_m, bool on_cloth) const {
  Parts parts;
  const bool in_space = TouchesLineInSpace(on_cloth);
  const bool below = in_space && centre_m.z() < radius_m_ && nose_.rise_m == 0.0;
  if (!in_space || below) {
    Nearest beside = NearestInPlan(centre_m);
    // A face or plane touches a ball in flight at its equator.
    if (!on_cloth) beside.place_m.z() = centre_m.z();
    parts.Add(beside);
  }
  if (in_space) parts.Add(OnLine(centre_m));
  return parts;
}

// A plane has no top.
Vicinity NoseSolid::Around(bool in_plane) const {
  Vicinity vicinity{nose_.start_m, nose_.end_m, in_plane ? edge_.reach_m : radius_m_};
  if (contact_ == NoseContact::kLine) {
    vicinity.highest_m = nose_.TopHeight() + radius_m_;
  }
  return vicinity;
}

OptionalTime NoseSolid::Crossing(const Approach& approach) const {
  const auto beside = [&](bool separated) {
    return EdgeCrossing(approach.centre.x, approach.centre.y, edge_, approach.window_s, separated,
                        approach.useful_s);
  };
  const auto line = [&](bool separated) { return ContactTime(approach, line_, separated); };
  if (!TouchesLineInSpace(approach.on_cloth)) return beside(approach.separated);
  const double top_m = nose_.TopHeight();
  if (!approach.on_cloth && !approach.Low(top_m)) return std::nullopt;
  if (nose_.rise_m != 0.0 || approach.lowest_m >= radius_m_) return line(approach.separated);
  const Vec3 centre_m = approach.centre.At(0.0);
  ResolvedPart resolved;
  if (approach.separated) resolved = ResolvedPart(PartsNear(centre_m, false), approach.Velocity());
  const auto face_s = beside(resolved.Is(NearestInPlan(centre_m)));
  const bool below = face_s && approach.centre.z.At(*face_s) < radius_m_;
  return EarlierOf(line(resolved.Is(OnLine(centre_m))), below ? face_s : std::nullopt);
}

JawSolid::JawSolid(const Jaw& jaw, NoseContact contact, double radius_m)
    : jaw_(jaw),
      contact_(contact),
      radius_m_(radius_m),
      reach_m_(jaw.radius_m + NoseContactDistance(contact, radius_m, jaw.height_m)),
      ring_{jaw.centre_m, jaw.radius_m, jaw.height_m} {}

Nearest JawSolid::NearestInPlan(const Vec3& centre_m) const {
  const Vec3 offset(centre_m.x() - jaw_.centre_m.x(), centre_m.y() - jaw_.centre_m.y(), 0.0);
  const double from_axis_m = offset.norm();
  Nearest nearest;
  nearest.gap_m = from_axis_m - reach_m_;
  nearest.normal = from_axis_m > 0.0 ? Vec3(offset / from_axis_m) : Vec3(Vec3::UnitX());
  nearest.place_m =
      Vec3(jaw_.centre_m.x(), jaw_.centre_m.y(), jaw_.height_m) + jaw_.radius_m * nearest.normal;
  if (from_axis_m > 0.0) nearest.curvature = LineCurvature(UnitZ(), from_axis_m);
  return nearest;
}

Parts JawSolid::PartsNear(const Vec3& centre_m, bool on_cloth) const {
  Parts parts;
  const bool in_space = contact_ == NoseContact::kLine && !on_cloth;
  const bool below = in_space && centre_m.z() < radius_m_;
  if (!in_space || below) {
    Nearest beside = NearestInPlan(centre_m);
    if (!on_cloth) beside.place_m.z() = centre_m.z();
    parts.Add(beside);
  }
  if (in_space) parts.Add(Above(centre_m));
  return parts;
}

// Over the disc it is the flat top, elsewhere the nose around it.
Nearest JawSolid::Above(const Vec3& centre_m) const {
  if ((centre_m.head<2>() - jaw_.centre_m).norm() > jaw_.radius_m) {
    return NearestOn(ring_, centre_m, radius_m_);
  }
  Nearest top = NearestOnPlate(jaw_.height_m, centre_m, radius_m_);
  top.partner = Partner::kHard;
  return top;
}

// A plane has no top.
Vicinity JawSolid::Around(bool in_plane) const {
  Vicinity vicinity =
      VicinityOfDisc(jaw_.centre_m, in_plane ? reach_m_ : jaw_.radius_m + radius_m_);
  if (contact_ == NoseContact::kLine) vicinity.highest_m = jaw_.height_m + radius_m_;
  return vicinity;
}

OptionalTime JawSolid::Crossing(const Approach& approach) const {
  const Motion3D& centre = approach.centre;
  const auto beside = [&](bool separated) {
    return CircleCrossing(centre.x, centre.y, jaw_.centre_m, reach_m_, approach.window_s, separated,
                          approach.useful_s);
  };
  if (contact_ == NoseContact::kPlane || approach.on_cloth) return beside(approach.separated);
  if (!approach.Low(jaw_.height_m)) return std::nullopt;
  const auto covers = [&](const Vec2& point) {
    return (point - jaw_.centre_m).squaredNorm() <= jaw_.radius_m * jaw_.radius_m;
  };
  const auto above = [&](bool separated) {
    return EarlierOf(PlateCrossing(centre, jaw_.height_m, radius_m_, covers, approach.window_s,
                                   separated, approach.useful_s),
                     ContactTime(approach, ring_, separated));
  };
  if (approach.lowest_m >= radius_m_) return above(approach.separated);
  const Vec3 centre_m = centre.At(0.0);
  ResolvedPart resolved;
  if (approach.separated) resolved = ResolvedPart(PartsNear(centre_m, false), approach.Velocity());
  const auto face_s = beside(resolved.Is(NearestInPlan(centre_m)));
  const bool below = face_s && centre.z.At(*face_s) < radius_m_;
  return EarlierOf(above(resolved.Is(Above(centre_m))), below ? face_s : std::nullopt);
}

}  // namespace carom
