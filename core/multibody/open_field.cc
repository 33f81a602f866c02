#include "core/multibody/open_field.h"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

namespace carom {
namespace {

void AddNear(const ContactPair& pair, std::vector<Rectangle>& near) {
  if (std::holds_alternative<UnionSurface>(pair.surface)) {
    near.push_back(OpenField::Near(pair));
    return;
  }
  for (const Hole& hole : std::get<LinerSurface>(pair.surface).holes) {
    near.push_back(SquareAround(hole.centre_m, hole.radius_m + 2.0 * pair.radius_m));
  }
}

}  // namespace

Rectangle OpenField::Near(const ContactPair& pair) {
  const auto* solids = std::get_if<UnionSurface>(&pair.surface);
  if (solids == nullptr) return Everywhere();
  const double reach = 2.0 * pair.radius_m;
  return {solids->least_m.head<2>().array() - reach, solids->most_m.head<2>().array() + reach};
}

bool OpenField::Knows(const ContactPair& pair) {
  return pair.other == kGround && (std::holds_alternative<UnionSurface>(pair.surface) ||
                                   std::holds_alternative<LinerSurface>(pair.surface));
}

OpenField OpenField::Of(int body, std::span<const ContactPair> contacts,
                        std::span<const Watch> watches) {
  std::vector<Rectangle> near;
  for (const ContactPair& pair : contacts) {
    if (pair.sphere == body && Knows(pair)) AddNear(pair, near);
  }
  for (const Watch& watch : watches) {
    const auto* cylinder = std::get_if<CylinderWatch>(&watch);
    if (cylinder == nullptr || cylinder->body != body) continue;
    near.push_back(SquareAround(cylinder->centre_m, cylinder->Reach()));
  }
  return ClearOf(near);
}

OpenField OpenField::ClearOf(std::span<const Rectangle> others) {
  OpenField open;
  if (others.empty()) return open;
  open.field_ = others[0];
  for (const Rectangle& other : others) {
    open.field_.low_m = open.field_.low_m.cwiseMin(other.low_m);
    open.field_.high_m = open.field_.high_m.cwiseMax(other.high_m);
  }
  for (const Rectangle& other : others) open.Exclude(other);
  return open;
}

double OpenField::LeastAlong(const Vec3& normal) const {
  if (normal.z() != 0.0) return -std::numeric_limits<double>::infinity();
  const double along_x = normal.x() * (normal.x() > 0.0 ? field_.low_m : field_.high_m).x();
  const double along_y = normal.y() * (normal.y() > 0.0 ? field_.low_m : field_.high_m).y();
  return along_x + along_y;
}

// Moves the one side that leaves the most.
void OpenField::Exclude(const Rectangle& other) {
  if ((other.low_m.array() >= field_.high_m.array()).any() ||
      (other.high_m.array() <= field_.low_m.array()).any()) {
    return;
  }
  OpenField best;
  double most_m2 = 0.0;
  for (int axis = 0; axis < 2; ++axis) {
    for (const bool upper : {false, true}) {
      OpenField part = *this;
      Rectangle& field = part.field_;
      (upper ? field.high_m : field.low_m)[axis] = upper ? other.low_m[axis] : other.high_m[axis];
      const Vec2 size_m = (field.high_m - field.low_m).cwiseMax(0.0);
      if (size_m.prod() <= most_m2) continue;
      most_m2 = size_m.prod();
      best = part;
    }
  }
  *this = best;
}

}  // namespace carom
