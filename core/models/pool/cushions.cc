#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "core/base/field_error.h"
#include "core/models/pool/pool_table.h"
#include "core/solid/plane_geometry.h"

namespace carom {
namespace {

// How near an end of a nose must be to a jaw's circle to go over into it, m.
constexpr double kSeam_m = 1e-6;

// The heights between which the solids of noses at this height reach.
struct Levels {
  double low_m = 0.0;
  double high_m = 0.0;
};

Levels LevelsOf(double nose_height_m, NoseContact contact) {
  const double low = contact == NoseContact::kLine ? nose_height_m - kNosePlate_m : 0.0;
  return {std::max(low, 0.0), nose_height_m};
}

bool OnRailTop(const Table& table, const Vec2& point) {
  return std::any_of(table.rail_tops.begin(), table.rail_tops.end(),
                     [&](const RailTop& top) { return InsidePolygon(point, top.corners_m); });
}

// Unit normal of a nose towards the solid.
Vec2 SolidSide(const Table& table, const Nose& nose) {
  const Vec2 along = (nose.end_m - nose.start_m).normalized();
  const Vec2 left(-along.y(), along.x());
  const Vec2 middle = 0.5 * (nose.start_m + nose.end_m);
  constexpr double kBeside_m = 1e-3;
  const bool on_left = OnRailTop(table, middle + kBeside_m * left);
  const bool on_right = OnRailTop(table, middle - kBeside_m * left);
  if (on_left != on_right) return on_left ? left : Vec2(-left);
  return left.dot(middle) >= 0.0 ? left : Vec2(-left);
}

// Two noses that meet in a convex corner, where a ball touches one solid.
struct OutwardCorner {
  Vec2 corner_m;
  Vec2 start_m;  // Of the first nose, which leads to the corner.
  Vec2 end_m;    // Of the second, which leads from it, away from the table.
};

std::optional<OutwardCorner> FindOutwardCorner(const Table& table, const Nose& first,
                                               const Nose& second) {
  const auto seam = [](const Vec2& a, const Vec2& b) { return (a - b).norm() <= kSeam_m; };
  OutwardCorner found;
  if (seam(first.end_m, second.start_m)) {
    found = {first.end_m, first.start_m, second.end_m};
  } else if (seam(first.end_m, second.end_m)) {
    found = {first.end_m, first.start_m, second.start_m};
  } else if (seam(first.start_m, second.start_m)) {
    found = {first.start_m, first.end_m, second.end_m};
  } else if (seam(first.start_m, second.end_m)) {
    found = {first.start_m, first.end_m, second.start_m};
  } else {
    return std::nullopt;
  }
  const bool outward = SolidSide(table, first).dot(found.end_m - found.corner_m) > kSeam_m;
  return outward ? std::optional(found) : std::nullopt;
}

// A facing: a nose that goes on from the corner of a longer one and leans out over its end. The box
// of the longer one covers all of the solid behind the facing but a triangle, from the corner
// straight back. [Compliant pool table] 3.2, Fig 3
std::optional<std::array<Vec2, 3>> TriangleBehindFacing(const Table& table, const Nose& facing) {
  const double length = (facing.end_m - facing.start_m).norm();
  for (const Nose& nose : table.noses) {
    if ((nose.end_m - nose.start_m).norm() <= length) continue;
    const auto corner = FindOutwardCorner(table, nose, facing);
    if (!corner) continue;
    const Vec2 facing_m = corner->end_m - corner->corner_m;
    const Vec2 solid = SolidSide(table, nose);
    const Vec2 back = solid.dot(facing_m) * solid;
    const Vec2 along = (corner->corner_m - corner->start_m).normalized();
    if (along.dot(facing_m) <= kSeam_m) continue;
    return std::array<Vec2, 3>{corner->corner_m, corner->end_m, corner->corner_m + back};
  }
  return std::nullopt;
}

Prism Upright(std::span<Vec2> corners, double height_m, NoseContact contact) {
  if (Cross(corners[1] - corners[0], corners[2] - corners[1]) < 0.0) {
    std::reverse(corners.begin(), corners.end());
  }
  const Levels levels = LevelsOf(height_m, contact);
  return *Prism::Create(corners, levels.low_m, levels.high_m);
}

Prism SolidBehind(const Table& table, const Nose& nose, NoseContact contact) {
  if (auto triangle = TriangleBehindFacing(table, nose)) {
    return Upright(*triangle, nose.start_height_m, contact);
  }
  const Vec2 back = kCushionDepth_m * SolidSide(table, nose);
  std::array<Vec2, 4> box = {nose.start_m, nose.end_m, nose.end_m + back, nose.start_m + back};
  return Upright(box, nose.start_height_m, contact);
}

CylinderSurface Round(const Jaw& jaw, NoseContact contact) {
  const Levels levels = LevelsOf(jaw.height_m, contact);
  CylinderSurface round;
  round.cylinder = {jaw.radius_m, 0.5 * (levels.high_m - levels.low_m)};
  round.pose.position_m =
      Vec3(jaw.centre_m.x(), jaw.centre_m.y(), 0.5 * (levels.high_m + levels.low_m));
  return round;
}

Face FaceOf(const Table& table, const Nose& nose) {
  const Vec2 span = nose.end_m - nose.start_m;
  return {.corner_m = nose.start_m,
          .along = span.normalized(),
          .normal = -SolidSide(table, nose),
          .length_m = span.norm(),
          .low_m = 0.0,
          .high_m = nose.start_height_m,
          .depth_m = kCushionDepth_m};
}

bool OnCircle(const Vec2& point, const Jaw& jaw) {
  return std::fabs((point - jaw.centre_m).norm() - jaw.radius_m) <= kSeam_m;
}

// Which cushion each nose and then each jaw belongs to: the least index of its members.
std::vector<std::size_t> Cushions(const Table& table) {
  std::vector<std::size_t> leader(table.noses.size() + table.jaws.size());
  std::iota(leader.begin(), leader.end(), 0u);
  const auto join = [&](std::size_t a, std::size_t b) {
    const std::size_t from = std::max(leader[a], leader[b]);
    const std::size_t to = std::min(leader[a], leader[b]);
    std::replace(leader.begin(), leader.end(), from, to);
  };
  for (std::size_t n = 0; n < table.noses.size(); ++n) {
    const Nose& nose = table.noses[n];
    for (std::size_t other = 0; other < n; ++other) {
      if (FindOutwardCorner(table, nose, table.noses[other])) join(n, other);
    }
    for (std::size_t j = 0; j < table.jaws.size(); ++j) {
      const bool seam =
          OnCircle(nose.start_m, table.jaws[j]) || OnCircle(nose.end_m, table.jaws[j]);
      if (seam) join(n, table.noses.size() + j);
    }
  }
  return leader;
}

void Enclose(const Vec3& point, UnionSurface& solids) {
  solids.least_m = solids.least_m.cwiseMin(point);
  solids.most_m = solids.most_m.cwiseMax(point);
}

void FindBox(UnionSurface& solids) {
  solids.least_m = Vec3::Constant(std::numeric_limits<double>::infinity());
  solids.most_m = -solids.least_m;
  for (const Prism& box : solids.prisms) {
    for (const Prism::Side& side : box.sides()) {
      Enclose(Vec3(side.corner_m.x(), side.corner_m.y(), box.low_m()), solids);
      Enclose(Vec3(side.corner_m.x(), side.corner_m.y(), box.high_m()), solids);
    }
  }
  for (const CylinderSurface& round : solids.cylinders) {
    const Vec3 reach(round.cylinder.radius_m, round.cylinder.radius_m,
                     round.cylinder.half_length_m);
    Enclose(round.pose.position_m - reach, solids);
    Enclose(round.pose.position_m + reach, solids);
  }
}

}  // namespace

absl::Status ValidateCushions(const Table& table) {
  for (std::size_t i = 0; i < table.noses.size(); ++i) {
    const Nose& nose = table.noses[i];
    if (nose.rise_m == 0.0) continue;
    return InvalidField("noses[" + std::to_string(i) + "].end_height_m", nose.EndHeight(),
                        "as high as its start for the compliant engine");
  }
  return absl::OkStatus();
}

absl::Status ValidateCushionFaces(CushionFaces faces, NoseContact contact) {
  if (faces == CushionFaces::kExact || contact == NoseContact::kPlane) return absl::OkStatus();
  return InvalidField("cushion_faces", std::string("WINDOW"),
                      "EXACT unless nose_contact is PLANE: a line has no face");
}

std::vector<UnionSurface> MakeCushions(const Table& table, NoseContact contact) {
  const std::vector<std::size_t> leader = Cushions(table);
  std::vector<UnionSurface> cushions;
  for (std::size_t first = 0; first < leader.size(); ++first) {
    if (leader[first] != first) continue;
    UnionSurface cushion;
    for (std::size_t i = first; i < leader.size(); ++i) {
      if (leader[i] != first) continue;
      if (i < table.noses.size()) {
        cushion.prisms.push_back(SolidBehind(table, table.noses[i], contact));
      } else {
        cushion.cylinders.push_back(Round(table.jaws[i - table.noses.size()], contact));
      }
    }
    FindBox(cushion);
    cushions.push_back(std::move(cushion));
  }
  return cushions;
}

std::vector<Surface> MakeCushionSurfaces(const Table& table, NoseContact contact,
                                         CushionFaces faces) {
  std::vector<Surface> surfaces;
  if (faces == CushionFaces::kExact) {
    for (UnionSurface& cushion : MakeCushions(table, contact)) {
      surfaces.emplace_back(std::move(cushion));
    }
    return surfaces;
  }
  for (const Nose& nose : table.noses) surfaces.emplace_back(FaceOf(table, nose));
  for (const Jaw& jaw : table.jaws) surfaces.emplace_back(Round(jaw, contact));
  return surfaces;
}

}  // namespace carom
