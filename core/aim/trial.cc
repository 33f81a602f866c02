#include "core/aim/trial.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/aim/geometry.h"
#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/event/stage.h"
#include "core/record/frozen_balls.h"
#include "core/record/shot_recorder.h"
#include "core/solid/plane_geometry.h"

namespace carom::aim {
namespace {

// A ball nearer to a rail than a sheet of paper is thick, which is how referees look, is frozen.
constexpr double kFrozen_m = 1e-4;

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

// A ball that this leg or a later one moves, or that is hit there.
bool HasPartFrom(const Route& route, size_t leg, const Event& event) {
  return std::any_of(
      route.legs.begin() + static_cast<std::ptrdiff_t>(leg), route.legs.end(), [&](const Leg& one) {
        return event.Involves(static_cast<int16_t>(one.ball)) ||
               (one.target == Target::kBall && event.Involves(static_cast<int16_t>(one.index)));
      });
}

bool IsOfMouth(const Table& table, int pocket, const Vec2& place_m) {
  const auto off_m = [&](const Pocket& one) { return (one.centre_m - place_m).squaredNorm(); };
  const double own_m = off_m(table.pockets[Index(pocket)]);
  return std::all_of(table.pockets.begin(), table.pockets.end(),
                     [&](const Pocket& other) { return own_m <= off_m(other); });
}

bool HitsMouth(const Scene& scene, int pocket, const Event& event) {
  const Table& table = scene.table();
  switch (event.kind) {
    case EventKind::kBallJaw:
      return IsOfMouth(table, pocket, table.jaws[Index(event.other)].centre_m);
    case EventKind::kBallCushion: {
      const Nose& nose = table.noses[Index(event.other)];
      return IsFace(nose, scene.balls()[Index(event.ball)].radius_m) &&
             IsOfMouth(table, pocket, 0.5 * (nose.start_m + nose.end_m));
    }
    default:
      return event.kind == EventKind::kPocketRim && event.other == pocket;
  }
}

bool LiesAgainst(const Scene& scene, const Shot& shot, int ball, int nose) {
  const Vec2 place = shot.start[Index(ball)].position.head<2>();
  const std::vector<Mirror> mirrors =
      Mirrors(scene.table(), scene.settings().environment.nose_contact, place,
              scene.balls()[Index(ball)].radius_m);
  return std::any_of(mirrors.begin(), mirrors.end(), [&](const Mirror& mirror) {
    const double foot_m = (place - mirror.start_m).dot(mirror.along);
    return mirror.nose == nose && mirror.Before(place) < kFrozen_m && foot_m >= 0.0 &&
           foot_m <= mirror.length_m;
  });
}

}  // namespace

bool Follows(const Scene& scene, const Shot& shot, const Route& route, const Record& record) {
  const size_t last = route.legs.size() - 1;
  size_t next = 0;
  FrozenBalls frozen;
  auto press = record.presses.begin();
  for (Event event : record.events) {
    double end_s = event.time_s;
    if (event.kind == EventKind::kPress) {
      event.kind = press->of;
      end_s = (press++)->end_s;
    }
    frozen.Read(event);
    if (event.kind == EventKind::kBallPocket && event.ball == route.ball) {
      return next == last && event.other == route.pocket;
    }
    if (!IsImpact(event.kind) || event.kind == EventKind::kBallSlate) continue;
    if (!HasPartFrom(route, next, event)) continue;
    const Leg& leg = route.legs[next];
    if (next < last && event.Involves(static_cast<int16_t>(leg.ball)) && EndsLeg(leg, event)) {
      ++next;
    } else if (!(next == last && HitsMouth(scene, route.pocket, event)) &&
               !(event.kind == EventKind::kBallCushion &&
                 LiesAgainst(scene, shot, event.ball, event.other) &&
                 frozen.StillFrozen(event, end_s))) {
      return false;
    }
  }
  return false;
}

Trials::Trials(const Scene& scene, const Shot& shot, StopToken stop, Workspace& workspace,
               bool touches)
    : scene_(scene),
      start_(shot.start),
      shot_(shot),
      stop_(stop),
      workspace_(workspace),
      touches_(touches) {
  for (const char* const path :
       {"strike.azimuth_rad", "strike.speed_m_s", "strike.side_offset", "strike.height_offset"}) {
    columns_.push_back(*FindColumn(FieldPath(path), scene.settings(), shot));
  }
}

void Trials::KeepInPlay(uint32_t balls) {
  for (size_t i = 0; i < start_.size(); ++i) {
    shot_.start[i].motion = (balls >> i & 1u) != 0 ? start_[i].motion : MotionState::kPocketed;
  }
}

const Record& Trials::Play(const CueStrike& strike) { return Play(strike, Detail()); }

const Record& Trials::Play(const CueStrike& strike, Detail detail) {
  shot_.strike = strike;
  ++shots_;
  detail.touches = touches_;
  // A strike out of range, or a layout that the caller did not check, gives an empty record.
  static_cast<void>(Simulate(scene_, shot_, detail, stop_, workspace_, record_));
  return record_;
}

bool Trials::Pots(const Route& route, const CueStrike& strike) {
  return IsPotted(route, Play(strike));
}

Trials::Made Trials::Make(const Route& route, const CueStrike& strike) {
  Detail detail;
  detail.events = true;
  const Record& record = Play(strike, detail);
  if (!Follows(scene_, shot_, route, record)) return Made::kNothing;
  const BallState& cue = record.final_states[Index(strike.cue_ball)];
  return InPlay(cue.motion) ? Made::kPot : Made::kScratch;
}

Progress Trials::Follow(const Route& route, const CueStrike& strike) {
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  Play(strike, detail);
  Progress progress = Walk(route, record_);
  progress.potted = IsPotted(route, record_);
  if (progress.potted) {
    folded_.events = record_.events;
    folded_.presses = record_.presses;
    FoldPresses(folded_, /*places=*/nullptr);
    progress.followed = Follows(scene_, shot_, route, folded_);
  }
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
