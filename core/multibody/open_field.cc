#include "core/multibody/open_field.h"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

namespace carom {
namespace {

void AddNear(const ContactPair& pair, std::vector<Box>& near) {
  if (std::holds_alternative<UnionSurface>(pair.surface)) {
    near.push_back(OpenField::Near(pair));
    return;
  }
  for (const Hole& hole : std::get<LinerSurface>(pair.surface).holes) {
    near.push_back(SquareAround(hole.centre_m, hole.radius_m + 2.0 * pair.radius_m));
  }
}

}  // namespace

Box OpenField::Near(const ContactPair& pair) {
  const auto* solids = std::get_if<UnionSurface>(&pair.surface);
  if (solids == nullptr) return Box::Everything();
  const double reach = 2.0 * pair.radius_m;
  return {solids->least_m.x() - reach, solids->most_m.x() + reach, solids->least_m.y() - reach,
          solids->most_m.y() + reach};
}

bool OpenField::Represents(const ContactPair& pair) {
  return pair.other == kGround && (std::holds_alternative<UnionSurface>(pair.surface) ||
                                   std::holds_alternative<LinerSurface>(pair.surface));
}

OpenField OpenField::Of(int body, std::span<const ContactPair> contacts,
                        std::span<const Watch> watches) {
  std::vector<Box> near;
  for (const ContactPair& pair : contacts) {
    if (pair.sphere == body && Represents(pair)) AddNear(pair, near);
  }
  for (const Watch& watch : watches) {
    const auto* cylinder = std::get_if<CylinderWatch>(&watch);
    if (cylinder == nullptr || cylinder->body != body) continue;
    near.push_back(SquareAround(cylinder->centre_m, cylinder->Reach()));
  }
  return ClearOf(near);
}

OpenField OpenField::ClearOf(std::span<const Box> others) {
  OpenField open;
  if (others.empty()) return open;
  open.field_ = others[0];
  for (const Box& other : others) {
    open.field_.x_low = std::min(open.field_.x_low, other.x_low);
    open.field_.x_high = std::max(open.field_.x_high, other.x_high);
    open.field_.y_low = std::min(open.field_.y_low, other.y_low);
    open.field_.y_high = std::max(open.field_.y_high, other.y_high);
  }
  for (const Box& other : others) {
    const bool apart = other.x_low >= open.field_.x_high || other.y_low >= open.field_.y_high ||
                       other.x_high <= open.field_.x_low || other.y_high <= open.field_.y_low;
    if (!apart) open.field_ = LargestBeside(open.field_, other, 0.0);
  }
  return open;
}

double OpenField::LeastAlong(const Vec3& normal) const {
  if (normal.z() != 0.0) return -std::numeric_limits<double>::infinity();
  const double along_x = normal.x() * (normal.x() > 0.0 ? field_.x_low : field_.x_high);
  const double along_y = normal.y() * (normal.y() > 0.0 ? field_.y_low : field_.y_high);
  return along_x + along_y;
}

}  // namespace carom
