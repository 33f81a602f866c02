#include "core/multibody/open_field.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace carom {
namespace {

struct Rectangle {
  Vec2 low_m;
  Vec2 high_m;
};

// Outside of these the gap is above the radius: IsFar (surface.h) seen from above.
void AddNear(const ContactPair& pair, std::vector<Rectangle>& near) {
  const double reach = 2.0 * pair.radius_m;
  if (const auto* solids = std::get_if<UnionSurface>(&pair.surface)) {
    near.push_back(
        {solids->least_m.head<2>().array() - reach, solids->most_m.head<2>().array() + reach});
    return;
  }
  for (const Hole& hole : std::get<LinerSurface>(pair.surface).holes) {
    near.push_back({hole.centre_m.array() - (hole.radius_m + reach),
                    hole.centre_m.array() + (hole.radius_m + reach)});
  }
}

}  // namespace

bool OpenField::Knows(const ContactPair& pair) {
  return pair.other == kGround && (std::holds_alternative<UnionSurface>(pair.surface) ||
                                   std::holds_alternative<LinerSurface>(pair.surface));
}

// What is left of the smallest rectangle around all of them.
OpenField OpenField::Of(int body, std::span<const ContactPair> contacts) {
  std::vector<Rectangle> near;
  for (const ContactPair& pair : contacts) {
    if (pair.sphere == body && Knows(pair)) AddNear(pair, near);
  }
  OpenField field;
  if (near.empty()) return field;
  field.low_m_ = near[0].low_m;
  field.high_m_ = near[0].high_m;
  for (const Rectangle& one : near) {
    field.low_m_ = field.low_m_.cwiseMin(one.low_m);
    field.high_m_ = field.high_m_.cwiseMax(one.high_m);
  }
  for (const Rectangle& one : near) field.Exclude(one.low_m, one.high_m);
  return field;
}

// Moves the one side that leaves the most.
void OpenField::Exclude(const Vec2& low_m, const Vec2& high_m) {
  if ((low_m.array() >= high_m_.array()).any() || (high_m.array() <= low_m_.array()).any()) return;
  OpenField best;
  double most_m2 = 0.0;
  for (int axis = 0; axis < 2; ++axis) {
    for (const bool upper : {false, true}) {
      OpenField part = *this;
      (upper ? part.high_m_ : part.low_m_)[axis] = upper ? low_m[axis] : high_m[axis];
      const Vec2 size_m = (part.high_m_ - part.low_m_).cwiseMax(0.0);
      if (size_m.prod() <= most_m2) continue;
      most_m2 = size_m.prod();
      best = part;
    }
  }
  *this = best;
}

}  // namespace carom
