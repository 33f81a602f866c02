#include "core/solid/jaw.h"

#include "core/solid/plate.h"
#include "core/solid/shell.h"

namespace carom {

JawSolid::JawSolid(const Jaw& jaw, NoseContact contact, double radius_m)
    : jaw_(jaw),
      contact_(contact),
      radius_m_(radius_m),
      reach_m_(jaw.radius_m + NoseContactDistance(contact, radius_m, jaw.height_m)),
      ring_{jaw.centre_m, jaw.radius_m, jaw.height_m} {}

Nearest JawSolid::Beside(const Vec3& centre_m) const {
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
    Nearest beside = Beside(centre_m);
    if (!on_cloth) beside.place_m.z() = centre_m.z();
    parts.Add(beside);
  }
  if (in_space) parts.Add(Above(centre_m));
  return parts;
}

// Over the disc it is the flat top, elsewhere the nose around it.
Nearest JawSolid::Above(const Vec3& centre_m) const {
  if ((centre_m.head<2>() - jaw_.centre_m).norm() > jaw_.radius_m) {
    return NearestOnRing(ring_, centre_m, radius_m_);
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
    return EarlierOf(
        PlateCrossing(centre, jaw_.height_m, radius_m_, covers, approach.window_s, separated,
                      approach.useful_s),
        RingCrossing(centre, ring_, radius_m_, approach.window_s, separated, approach.useful_s));
  };
  if (approach.lowest_m >= radius_m_) return above(approach.separated);
  const Vec3 centre_m = centre.At(0.0);
  ResolvedPart resolved;
  if (approach.separated) resolved = ResolvedPart(PartsNear(centre_m, false), approach.Velocity());
  const auto face_s = beside(resolved.Is(Beside(centre_m)));
  const bool below = face_s && centre.z.At(*face_s) < radius_m_;
  return EarlierOf(above(resolved.Is(Above(centre_m))), below ? face_s : std::nullopt);
}

}  // namespace carom
