#ifndef CAROM_CORE_SOLID_SOLID_H_
#define CAROM_CORE_SOLID_SOLID_H_

#include <variant>

#include "core/solid/bounds.h"
#include "core/solid/hole.h"
#include "core/solid/jaw.h"
#include "core/solid/nose.h"
#include "core/solid/plate.h"

namespace carom {

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
using Bound = std::variant<PocketMouth, DropEdge, OutlineEdge>;

inline Parts PartsNear(const Solid& solid, const Vec3& centre_m, bool on_cloth) {
  return std::visit([&](const auto& s) { return s.PartsNear(centre_m, on_cloth); }, solid);
}

}  // namespace carom

#endif  // CAROM_CORE_SOLID_SOLID_H_
