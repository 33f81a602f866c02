#include "core/event/solid_events.h"

#include <cstddef>
#include <variant>
#include <vector>

namespace carom {
namespace {

// A ball that is slower than this at the rim of a pocket counts as rolling over it, m/s. (Up to
// 0.53 m/s a ball stays in contact with the rim until it has rolled over it. Up to 0.1 m/s it moves
// along at most 6 mm of the rim meanwhile.)
constexpr double kTipping_m_s = 0.1;

struct SolidKind {
  EventKind operator()(const NoseSolid&) const { return EventKind::kBallCushion; }
  EventKind operator()(const JawSolid&) const { return EventKind::kBallJaw; }
  EventKind operator()(const RailSolid&) const { return EventKind::kBallRail; }
  EventKind operator()(const HoleSolid&) const { return EventKind::kPocketRim; }
};

struct BoundKind {
  double speed_m_s;

  EventKind operator()(const PocketMouth&) const { return EventKind::kBallPocket; }
  // A ball that is too slow to get across counts as pocketed.
  EventKind operator()(const DropEdge&) const {
    return speed_m_s < kTipping_m_s ? EventKind::kBallPocket : EventKind::kPocketDrop;
  }
  EventKind operator()(const OutlineEdge&) const { return EventKind::kLeftTable; }
};

// The solid that an impact event of a ball names; null for the slate.
const Solid* SolidOf(const SolidSet& set, const Event& event) {
  for (const std::vector<size_t>& places : set.place_of) {
    const auto index = static_cast<size_t>(event.other);
    if (index >= places.size() || places[index] == SolidSet::kNowhere) continue;
    const Solid& solid = set.solids.items[places[index]].shape;
    if (MeetsAs(solid) == event.kind) return &solid;
  }
  return nullptr;
}

}  // namespace

EventKind MeetsAs(const Solid& solid) { return std::visit(SolidKind{}, solid); }

EventKind CrossesAs(const Bound& bound, double speed_m_s) {
  return std::visit(BoundKind{speed_m_s}, bound);
}

Parts PartsOf(const World& world, const Event& event, const BallState& ball) {
  const SolidSet& set = world.solids.ForBall(event.ball);
  const Solid* const solid = SolidOf(set, event);
  if (solid != nullptr && event.kind != EventKind::kBallRail) {
    return PartsNear(*solid, ball.position, OnCloth(ball.motion));
  }
  Parts parts;
  parts.AddHard(NearestOnPlate(ball.position.z() - set.radius_m, ball.position, set.radius_m));
  return parts;
}

}  // namespace carom
