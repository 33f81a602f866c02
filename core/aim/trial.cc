#include "core/aim/trial.h"

#include <algorithm>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/event/stage.h"
#include "core/solid/plane_geometry.h"

namespace carom::aim {
namespace {

bool EndsLeg(const Leg& leg, const Event& event) {
  switch (leg.target) {
    case Target::kBall:
      return event.kind == EventKind::kBallBall &&
             (event.ball == leg.index || event.other == leg.index);
    case Target::kCushion:
      return event.kind == EventKind::kBallCushion && event.other == leg.index;
    case Target::kPocket:
      return event.kind == EventKind::kBallPocket && event.other == leg.index;
  }
  return false;
}

size_t SideOf(const Event& event, int ball) { return event.ball == ball ? 0 : 1; }

const BallState& StateAfter(const Record& record, int event, size_t side) {
  return record.event_states[2 * Index(event) + side].after;
}

// Walks the log along the legs.
Progress Walk(const Route& route, const Record& record) {
  Progress progress;
  for (int i = 0; i < static_cast<int>(record.events.size()); ++i) {
    const Event& event = record.events[Index(i)];
    const Leg& leg = route.legs[progress.legs];
    if (!event.Involves(static_cast<int16_t>(leg.ball))) continue;
    if (EndsLeg(leg, event)) {
      if (leg.target == Target::kPocket) break;
      ++progress.legs;
      progress.event = i;
      progress.side = SideOf(event, route.legs[progress.legs].ball);
      continue;
    }
    if (IsImpact(event.kind) && event.kind != EventKind::kBallSlate) break;
    if (event.kind == EventKind::kPocketDrop || event.kind == EventKind::kBallPocket) break;
    progress.event = i;
    progress.side = 0;
    if (StateAfter(record, i, 0).velocity.isZero()) {
      progress.stopped = true;
      break;
    }
  }
  if (progress.event >= 0) {
    const BallState& state = StateAfter(record, progress.event, progress.side);
    const Vec2 velocity = state.velocity.head<2>();
    if (!velocity.isZero()) {
      progress.direction = velocity.normalized();
      progress.miss_m =
          Cross(progress.direction, route.legs[progress.legs].end_m - state.position.head<2>());
    }
  }
  return progress;
}

bool IsPotted(const Route& route, const Record& record) {
  return std::any_of(
      record.outcome.pocketed.begin(), record.outcome.pocketed.end(),
      [&](const Departure& one) { return one.ball == route.ball && one.where == route.pocket; });
}

}  // namespace

Trials::Trials(const Scene& scene, const Shot& shot, StopToken stop, Workspace& workspace,
               bool touches)
    : scene_(scene), shot_(shot), stop_(stop), workspace_(workspace), touches_(touches) {
  for (const char* const path :
       {"strike.azimuth_rad", "strike.speed_m_s", "strike.side_offset", "strike.height_offset"}) {
    columns_.push_back(*FindColumn(FieldPath(path), scene.settings(), shot));
  }
}

const Record& Trials::Play(const CueStrike& strike) {
  shot_.strike = strike;
  ++shots_;
  // A strike out of range, or a layout that the caller did not check, gives an empty record.
  Detail detail;
  detail.touches = touches_;
  static_cast<void>(Simulate(scene_, shot_, detail, stop_, workspace_, record_));
  return record_;
}

bool Trials::Pots(const Route& route, const CueStrike& strike) {
  return IsPotted(route, Play(strike));
}

Progress Trials::Follow(const Route& route, const CueStrike& strike) {
  shot_.strike = strike;
  ++shots_;
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  detail.touches = touches_;
  static_cast<void>(Simulate(scene_, shot_, detail, stop_, workspace_, record_));
  Progress progress = Walk(route, record_);
  progress.potted = IsPotted(route, record_);
  return progress;
}

std::optional<StrikeGradient> Trials::MissGradient(const Route& route, const Progress& progress) {
  if (progress.event < 0) return std::nullopt;
  tangent_player_.Play(scene_.world(), shot_, record_, columns_, tangents_);
  const Leg& leg = route.legs[progress.legs];
  const BallTangent& tangent = tangents_.balls[Index(leg.ball)];
  if (tangent.end != TangentEnd::kNone && tangent.event <= progress.event) return std::nullopt;
  const BallState& state = StateAfter(record_, progress.event, progress.side);
  const double speed = state.velocity.head<2>().norm();
  if (!(speed > 0.0)) return std::nullopt;
  const Vec2& direction = progress.direction;
  const Vec2 to_end = leg.end_m - state.position.head<2>();
  StrikeGradient slopes{};
  for (size_t column = 0; column < kStrikeParameters; ++column) {
    const auto row = [&](size_t i) {
      return tangents_.EventState(Index(progress.event), progress.side, i, column);
    };
    const Vec2 place(row(0), row(1));
    const Vec2 change(row(3), row(4));
    const Vec2 turn = (change - change.dot(direction) * direction) / speed;
    slopes[column] = Cross(turn, to_end) - Cross(direction, place);
  }
  return slopes;
}

std::optional<std::array<StrikeGradient, 2>> Trials::CueBallGradients() const {
  const auto cue = Index(shot_.strike->cue_ball);
  if (tangents_.balls[cue].end != TangentEnd::kNone) return std::nullopt;
  std::array<StrikeGradient, 2> slopes{};
  for (size_t column = 0; column < kStrikeParameters; ++column) {
    for (size_t axis = 0; axis < 2; ++axis) {
      slopes[axis][column] = tangents_.FinalState(cue, axis, column);
    }
  }
  return slopes;
}

double Trials::Squirt(const CueStrike& strike) const {
  const BallState struck =
      StruckBall(scene_.world(), strike, PlacedBall(scene_.world(), shot_, strike.cue_ball));
  const Vec2 aim(Cos(strike.azimuth_rad), Sin(strike.azimuth_rad));
  const Vec2 leaves = struck.velocity.head<2>();
  return Atan2(Cross(aim, leaves), aim.dot(leaves));
}

}  // namespace carom::aim
