#include "core/event/predict/predict.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "core/event/agenda.h"
#include "core/event/predict/gap.h"
#include "core/event/solid_events.h"
#include "core/math/first_crossing.h"
#include "core/solid/ball.h"
#include "core/solid/contact_noise.h"

namespace carom {
namespace {

EventKind TransitionOf(const Trajectory& phase) {
  switch (phase.motion) {
    case MotionState::kSliding:
      return EventKind::kSlidingToRolling;
    case MotionState::kRolling:
      return phase.spin_z_duration_s > phase.duration_s ? EventKind::kRollingToSpinning
                                                        : EventKind::kRollingToStationary;
    case MotionState::kSupported:
      return EventKind::kSupportedToAirborne;
    default:
      return EventKind::kSpinningToStationary;
  }
}

// Collects the earliest event of one moving ball with the fixed parts of the table. What lies
// beyond the box that the ball stays in until then is not looked at.
class OwnSearch {
 public:
  OwnSearch(const World& world, const TrajectoryTable& table, int ball, const Event& before)
      : set_(world.solids.ForBall(ball)),
        ball_(static_cast<int16_t>(ball)),
        cause_(table.Cause(ball)),
        epoch_s_(table.Epoch(ball)),
        earliest_(before) {
    approach_.centre = table.Centre(ball);
    approach_.radius_m = set_.radius_m;
    approach_.on_cloth = !table.OffCloth(ball);
    approach_.window_s = table[ball].duration_s;
    approach_.drops_now = cause_.kind == EventKind::kPocketDrop;
    LookUntil(before.time_s - epoch_s_);
  }

  Event Search() {
    if (!approach_.on_cloth) Slate();
    Solids();
    Bounds();
    return earliest_;
  }

 private:
  void Slate();
  void Solids();
  void Bounds();

  bool JustParted(EventKind kind, int16_t other) const {
    if (cause_.ball != ball_ || cause_.other != other) return false;
    // A ball that drops begins in touch with the rim.
    const bool drops = kind == EventKind::kPocketRim && cause_.kind == EventKind::kPocketDrop;
    return cause_.kind == kind || drops;
  }

  void Consider(EventKind kind, int16_t other, std::optional<double> time_s) {
    if (!time_s) return;
    const Event event{epoch_s_ + *time_s, kind, ball_, other};
    if (!Earlier(event, earliest_)) return;
    earliest_ = event;
    LookUntil(*time_s);
  }

  // A little longer than needed, so that rounding excludes nothing that ties.
  void LookUntil(double useful_s) {
    const Motion3D& centre = approach_.centre;
    approach_.useful_s = std::min(approach_.window_s, useful_s + 1e-9 * (1.0 + useful_s));
    box_ = ReachBox(centre.x, centre.y, approach_.useful_s);
    // A parabola is lowest at an end.
    approach_.lowest_m =
        approach_.on_cloth ? centre.z.c0 : std::min(centre.z.c0, centre.z.At(approach_.useful_s));
  }

  const SolidSet& set_;
  int16_t ball_;
  const Event& cause_;
  double epoch_s_;
  Approach approach_;
  Box box_;
  Event earliest_;
};

void OwnSearch::Slate() {
  approach_.parted = cause_.kind == EventKind::kBallSlate;
  const auto time_s = set_.slate.Crossing(approach_);
  if (!time_s) return;
  // What has no hole takes the ball as soon as it lies within the circle.
  const Vec2 place = approach_.centre.Above(*time_s);
  for (const Placed<Bound>& bound : set_.bounds.items) {
    const auto* mouth = std::get_if<PocketMouth>(&bound.shape);
    if (mouth == nullptr || !mouth->circle().Covers(place)) continue;
    Consider(EventKind::kBallPocket, bound.index, time_s);
    return;
  }
  Consider(EventKind::kBallSlate, -1, time_s);
}

void OwnSearch::Solids() {
  set_.solids.boxes.ForEachMet(box_, [this](size_t i) {
    const Placed<Solid>& solid = set_.solids.items[i];
    const EventKind kind = MeetsAs(solid.shape);
    approach_.parted = JustParted(kind, solid.index);
    Consider(kind, solid.index,
             std::visit([&](const auto& s) { return s.Crossing(approach_); }, solid.shape));
  });
}

void OwnSearch::Bounds() {
  approach_.parted = false;
  set_.bounds.boxes.ForEachMet(box_, [this](size_t i) {
    const Placed<Bound>& bound = set_.bounds.items[i];
    const auto time_s =
        std::visit([&](const auto& b) { return b.Crossing(approach_); }, bound.shape);
    if (!time_s) return;
    const Motion3D then = approach_.centre.From(*time_s);
    Consider(CrossesAs(bound.shape, Speed(then.x, then.y)), bound.index, time_s);
  });
}

// A ball in flight that is wholly below the cloth is in the pocket that it fell into.
// Agenda::kNothing on a table without pockets, whose slate has no hole.
Event FallIntoPocket(const World& world, const TrajectoryTable& table, int ball) {
  const double end_s = table.End(ball);
  const Vec2 point = table.Centre(ball).Above(end_s - table.Epoch(ball));
  const auto outside = [&](const Pocket& pocket) {
    return (point - pocket.centre_m).norm() - pocket.radius_m;
  };
  const std::vector<Pocket>& pockets = world.table->pockets;
  const auto nearest =
      std::min_element(pockets.begin(), pockets.end(),
                       [&](const Pocket& a, const Pocket& b) { return outside(a) < outside(b); });
  if (nearest == pockets.end()) return Agenda::kNothing;
  return Event{end_s, EventKind::kBallPocket, static_cast<int16_t>(ball),
               static_cast<int16_t>(nearest - pockets.begin())};
}

// The earliest before `before` of what a ball meets. The slate answers at once what drives a ball
// into it.
Event NextContact(const World& world, const TrajectoryTable& table, int ball, const Event& before) {
  if (!table.Translates(ball)) return before;
  if (!table.OffCloth(ball) && table[ball].velocity.z() < 0.0) {
    return Event{table.Epoch(ball), EventKind::kBallSlate, static_cast<int16_t>(ball), -1};
  }
  return OwnSearch(world, table, ball, before).Search();
}

// A time before which a coordinate stays between `low` and `high` in [0, window_s], where its rate
// lies between those at both ends.
double TimeWithin(const Motion1D& motion, double low, double high, double window_s) {
  if (!(motion.c0 >= low && motion.c0 <= high)) return 0.0;
  const double end_rate = motion.c1 + 2.0 * motion.c2 * window_s;
  const double up = std::max(motion.c1, end_rate);
  const double down = std::max(-motion.c1, -end_rate);
  double time_s = std::numeric_limits<double>::infinity();
  if (up > 0.0) time_s = (high - motion.c0) / up;
  if (down > 0.0) time_s = std::min(time_s, (motion.c0 - low) / down);
  return time_s;
}

}  // namespace

// In flight a phase ends at the latest wholly below the cloth.
Event EndOfPhase(const World& world, const TrajectoryTable& table, int ball) {
  const Trajectory& phase = table[ball];
  if (!(phase.EndTime() < Agenda::kNothing.time_s)) return Agenda::kNothing;
  if (phase.motion == MotionState::kAirborne) return FallIntoPocket(world, table, ball);
  return Event{phase.EndTime(), TransitionOf(phase), static_cast<int16_t>(ball), -1};
}

double EarliestContact(const World& world, const TrajectoryTable& table, int ball) {
  constexpr double kForEver = std::numeric_limits<double>::infinity();
  constexpr double kRoundedDown = 1.0 - 1e-9;
  if (!table.Translates(ball)) return kForEver;
  const Trajectory& phase = table[ball];
  const double window_s = phase.duration_s;
  const bool known = !table.OffCloth(ball) && phase.velocity.z() == 0.0 && std::isfinite(window_s);
  if (!known) return phase.epoch_s;
  const Box& open = world.solids.ForBall(ball).open;
  const double in_the_open_s =
      std::min(TimeWithin(table.X(ball), open.x_low, open.x_high, window_s),
               TimeWithin(table.Y(ball), open.y_low, open.y_high, window_s));
  if (in_the_open_s > window_s) return kForEver;
  return phase.epoch_s + std::max(0.0, kRoundedDown * in_the_open_s);
}

Event NextOwnEvent(const World& world, const TrajectoryTable& table, int ball) {
  return NextContact(world, table, ball, EndOfPhase(world, table, ball));
}

std::array<Event, 2> OwnCandidates(const World& world, const TrajectoryTable& table, int ball) {
  return {EndOfPhase(world, table, ball), NextContact(world, table, ball, Agenda::kNothing)};
}

namespace {

// Two balls during their present phases, from the later one's beginning on.
struct Pairing {
  Pairing(const World& world, const TrajectoryTable& table, int i, int j)
      : origin_s(std::max(table.Epoch(i), table.Epoch(j))),
        end_s(std::min(table.End(i), table.End(j))),
        radius_i_m(world.balls[static_cast<size_t>(i)].radius_m),
        radius_j_m(world.balls[static_cast<size_t>(j)].radius_m) {}

  double origin_s;
  double end_s;
  double radius_i_m;
  double radius_j_m;
};

// Whether both phases began with the impact of these two.
bool Parted(const TrajectoryTable& table, int i, int j) {
  const Event& cause = table.Cause(i);
  return cause.kind == EventKind::kBallBall && cause == table.Cause(j);
}

// The time from `pair.origin_s` on until two balls meet, of which at least one is off the cloth.
std::optional<double> MeetInSpace(const TrajectoryTable& table, const Pairing& pair, int i, int j,
                                  double before_s) {
  return BallBallCrossing3D(table.Centre(i).From(pair.origin_s - table.Epoch(i)),
                            table.Centre(j).From(pair.origin_s - table.Epoch(j)),
                            pair.radius_i_m + pair.radius_j_m, pair.end_s - pair.origin_s,
                            Parted(table, i, j), std::min(pair.end_s, before_s) - pair.origin_s);
}

// The same on the cloth, for a gap that may turn negative.
std::optional<double> MeetOnCloth(const TrajectoryTable& table, const Pairing& pair,
                                  const Quartic& gap, int i, int j) {
  const double speeds = Speed(table.X(i), table.Y(i)) + Speed(table.X(j), table.Y(j));
  const double rate_noise = 2.0 * (pair.radius_i_m + pair.radius_j_m) * RateNoise(speeds);
  return FirstCrossing(WithoutContactNoise(gap, Parted(table, i, j), rate_noise),
                       pair.end_s - pair.origin_s);
}

Quartic GapOf(const TrajectoryTable& table, const Pairing& pair, int i, int j) {
  return BallGap(table, i, j, pair.origin_s, pair.radius_i_m, pair.radius_j_m);
}

// True of balls that cannot meet within `window_s`, however they move. Most pairs of a
// table are far apart. The margin is far above rounding.
bool TooFar(const TrajectoryTable& table, int i, int j, double origin_s, double window_s,
            double reach_m) {
  constexpr double kMargin = 1.0 + 1e-9;
  const double tau_i = origin_s - table.Epoch(i);
  const double tau_j = origin_s - table.Epoch(j);
  const double dx = table.X(j).At(tau_j) - table.X(i).At(tau_i);
  const double dy = table.Y(j).At(tau_j) - table.Y(i).At(tau_i);
  const double path_m = (table.Fastest(i) + table.Fastest(j)) * window_s;
  const double within_m = kMargin * (reach_m + path_m);
  return dx * dx + dy * dy > within_m * within_m;
}

}  // namespace

std::optional<double> MeetingTime(const World& world, const TrajectoryTable& table, int i, int j) {
  const Pairing pair(world, table, i, j);
  const std::optional<double> time_s =
      table.OffCloth(i) || table.OffCloth(j)
          ? MeetInSpace(table, pair, i, j, std::min(table.Until(i), table.Until(j)))
          : MeetOnCloth(table, pair, GapOf(table, pair, i, j), i, j);
  if (!time_s) return std::nullopt;
  return pair.origin_s + *time_s;
}

std::optional<Event> NextBallBall(const World& world, const TrajectoryTable& table, int i, int j,
                                  const Event& before) {
  const Pairing pair(world, table, i, j);
  const double useful_s = std::min(pair.end_s, before.time_s) - pair.origin_s;
  if (!(useful_s >= 0.0)) return std::nullopt;
  const double reach_m = pair.radius_i_m + pair.radius_j_m;
  if (TooFar(table, i, j, pair.origin_s, useful_s, reach_m)) return std::nullopt;
  std::optional<double> time_s;
  if (table.OffCloth(i) || table.OffCloth(j)) {
    time_s = MeetInSpace(table, pair, i, j, before.time_s);
  } else {
    const Quartic gap = GapOf(table, pair, i, j);
    if (SurelyPositive(gap, useful_s)) return std::nullopt;
    time_s = MeetOnCloth(table, pair, gap, i, j);
  }
  if (!time_s) return std::nullopt;
  return Event{pair.origin_s + *time_s, EventKind::kBallBall, static_cast<int16_t>(i),
               static_cast<int16_t>(j)};
}

}  // namespace carom
