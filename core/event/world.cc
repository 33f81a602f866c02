#include "core/event/world.h"

#include <cstddef>
#include <variant>

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

struct SensorKind {
  double speed_m_s;

  EventKind operator()(const PocketMouth&) const { return EventKind::kBallPocket; }
  // A ball that is too slow to get across counts as pocketed.
  EventKind operator()(const DropEdge&) const {
    return speed_m_s < kTipping_m_s ? EventKind::kBallPocket : EventKind::kPocketDrop;
  }
  EventKind operator()(const OutlineEdge&) const { return EventKind::kLeftTable; }
};

// Which alternative of Solid an impact event of a ball names; none for the slate.
size_t AlternativeFor(EventKind kind) {
  constexpr Solid* kOf = nullptr;
  switch (kind) {
    case EventKind::kBallCushion:
      return AlternativeOf<NoseSolid>(kOf);
    case EventKind::kBallJaw:
      return AlternativeOf<JawSolid>(kOf);
    case EventKind::kPocketRim:
      return AlternativeOf<HoleSolid>(kOf);
    default:
      return std::variant_size_v<Solid>;
  }
}

}  // namespace

EventKind ImpactKind(const Solid& solid) { return std::visit(SolidKind{}, solid); }

EventKind CrossingKind(const Sensor& sensor, double speed_m_s) {
  return std::visit(SensorKind{speed_m_s}, sensor);
}

Parts PartsOf(const World& world, const Event& event, const BallState& ball) {
  const SolidSet& set = world.solids.ForBall(event.ball);
  const size_t alternative = AlternativeFor(event.kind);
  if (alternative < std::variant_size_v<Solid>) {
    const size_t place = set.place_of[alternative][static_cast<size_t>(event.other)];
    return PartsNear(set.solids.items[place].shape, ball.position, OnCloth(ball.motion));
  }
  Parts parts;
  parts.AddHard(NearestOnPlate(ball.position.z() - set.radius_m, ball.position, set.radius_m));
  return parts;
}

}  // namespace carom
