#include "core/event/predict/predict.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "core/base/constants.h"
#include "core/event/event_queue.h"
#include "core/solid/primitives.h"
#include "core/solid/resolution.h"

namespace carom {
namespace {

// The open rectangle, or the one beside the nose that the ball has just hit and now leaves.
const Box& OpenAround(const SolidSet& set, const TrajectoryTable& table, int ball) {
  const Event& cause = table.Cause(ball);
  if (cause.kind != EventKind::kBallCushion || cause.ball != ball) return set.open;
  constexpr size_t kNose = AlternativeOf<NoseSolid>(static_cast<Solid*>(nullptr));
  const size_t place = set.place_of[kNose][static_cast<size_t>(cause.other)];
  const auto& nose = std::get<NoseSolid>(set.solids.items[place].shape);
  const bool leaves = nose.IsEdgeOnCloth() &&
                      LeavesEdge(table.X(ball), table.Y(ball), nose.edge(), table[ball].duration_s);
  return leaves ? set.beside[place] : set.open;
}

// A time before which a centre stays in the box; 0 if it is not in it. In [0, window_s] the rate of
// a coordinate lies between its rates at both ends. A side that the centre does not move towards
// gets the least rate, at which it is reached only if the centre is on it.
double TimeWithin(const Motion1D& x, const Motion1D& y, const Box& box, double window_s) {
  constexpr double kLeastRate = std::numeric_limits<double>::min();
  const Eigen::Array2d place(x.c0, y.c0);
  const Eigen::Array2d rate(x.c1, y.c1);
  const Eigen::Array2d end_rate = rate + (2.0 * Eigen::Array2d(x.c2, y.c2)) * window_s;
  const Eigen::Array2d above = Eigen::Array2d(box.x_high, box.y_high) - place;
  const Eigen::Array2d below = place - Eigen::Array2d(box.x_low, box.y_low);
  if (!(above.min(below).minCoeff() >= 0.0)) return 0.0;
  const Eigen::Array2d up = rate.max(end_rate).max(kLeastRate);
  const Eigen::Array2d down = (-rate).max(-end_rate).max(kLeastRate);
  return (above / up).min(below / down).minCoeff();
}

}  // namespace

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
  if (nearest == pockets.end()) return EventQueue::kNothing;
  return Event{end_s, EventKind::kBallPocket, static_cast<int16_t>(ball),
               static_cast<int16_t>(nearest - pockets.begin())};
}

double EarliestContact(const World& world, const TrajectoryTable& table, int ball) {
  if (!table.Translates(ball)) return kInfinity;
  const Trajectory& phase = table[ball];
  const double window_s = phase.duration_s;
  const bool known = !table.OffCloth(ball) && phase.velocity.z() == 0.0 && std::isfinite(window_s);
  if (!known) return phase.epoch_s;
  const Box& open = OpenAround(world.solids.ForBall(ball), table, ball);
  const double in_the_open_s = TimeWithin(table.X(ball), table.Y(ball), open, window_s);
  if (in_the_open_s > window_s) return kInfinity;
  return phase.epoch_s + std::max(0.0, (1.0 - kBoundSlack) * in_the_open_s);
}

// Most balls in flight hit something before they are wholly below the cloth. So the pocket of a
// fall is looked up only if the fall happens.
Event NextSingleBallEvent(const World& world, const TrajectoryTable& table, int ball) {
  if (table[ball].motion != MotionState::kAirborne) {
    return NextContact(world, table, ball, EndOfPhase(world, table, ball));
  }
  const double end_s = table.End(ball);
  if (!(end_s < EventQueue::kNothing.time_s))
    return NextContact(world, table, ball, EventQueue::kNothing);
  const Event fall{end_s, EventKind::kBallPocket, static_cast<int16_t>(ball), -1};
  const Event next = NextContact(world, table, ball, fall);
  return next == fall ? FallIntoPocket(world, table, ball) : next;
}

std::array<Event, 2> SingleBallCandidates(const World& world, const TrajectoryTable& table,
                                          int ball) {
  return {EndOfPhase(world, table, ball), NextContact(world, table, ball, EventQueue::kNothing)};
}

namespace {

// Two balls during their present phases, from the beginning of the later phase on.
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
bool Separated(const TrajectoryTable& table, int i, int j) {
  const Event& cause = table.Cause(i);
  return cause.kind == EventKind::kBallBall && cause == table.Cause(j);
}

// The time from `pair.origin_s` until two balls collide, at least one of which is off the cloth.
OptionalTime CollideInSpace(const TrajectoryTable& table, const Pairing& pair, int i, int j,
                            double before_s) {
  return BallBallCrossing3D(table.Centre(i).From(pair.origin_s - table.Epoch(i)),
                            table.Centre(j).From(pair.origin_s - table.Epoch(j)),
                            pair.radius_i_m + pair.radius_j_m, pair.end_s - pair.origin_s,
                            Separated(table, i, j), std::min(pair.end_s, before_s) - pair.origin_s);
}

// The same on the cloth, for a gap that may turn negative.
OptionalTime CollideOnCloth(const TrajectoryTable& table, const Pairing& pair, const Quartic& gap,
                            int i, int j) {
  const double speeds = Speed(table.X(i), table.Y(i)) + Speed(table.X(j), table.Y(j));
  const double units_per_m = 2.0 * (pair.radius_i_m + pair.radius_j_m);
  return FirstCrossing(
      WithoutContactNoise(gap, units_per_m, Separated(table, i, j), RateNoise(speeds)),
      pair.end_s - pair.origin_s);
}

Quartic GapOf(const TrajectoryTable& table, const Pairing& pair, int i, int j) {
  return BallGap(table, i, j, pair.origin_s, pair.radius_i_m, pair.radius_j_m);
}

// True for balls that cannot collide within `window_s`, however they move. Most pairs on a table
// are far apart.
bool TooFar(const TrajectoryTable& table, int i, int j, double origin_s, double window_s,
            double reach_m) {
  const double tau_i = origin_s - table.Epoch(i);
  const double tau_j = origin_s - table.Epoch(j);
  const double dx = table.X(j).At(tau_j) - table.X(i).At(tau_i);
  const double dy = table.Y(j).At(tau_j) - table.Y(i).At(tau_i);
  const double path_m = (table.Fastest(i) + table.Fastest(j)) * window_s;
  const double within_m = (1.0 + kBoundSlack) * (reach_m + path_m);
  return dx * dx + dy * dy > within_m * within_m;
}

}  // namespace

Quartic BallGap(const TrajectoryTable& table, int i, int j, double origin_s, double radius_i_m,
                double radius_j_m) {
  const Motion1D xi = table.X(i).From(origin_s - table.Epoch(i));
  const Motion1D yi = table.Y(i).From(origin_s - table.Epoch(i));
  const Motion1D xj = table.X(j).From(origin_s - table.Epoch(j));
  const Motion1D yj = table.Y(j).From(origin_s - table.Epoch(j));
  const Motion1D dx{xj.c0 - xi.c0, xj.c1 - xi.c1, xj.c2 - xi.c2};
  const Motion1D dy{yj.c0 - yi.c0, yj.c1 - yi.c1, yj.c2 - yi.c2};
  return BallGapOnCloth(dx, dy, radius_i_m, radius_j_m);
}

OptionalTime CollisionTime(const World& world, const TrajectoryTable& table, int i, int j) {
  const Pairing pair(world, table, i, j);
  const OptionalTime time_s =
      table.OffCloth(i) || table.OffCloth(j)
          ? CollideInSpace(table, pair, i, j, std::min(table.Horizon(i), table.Horizon(j)))
          : CollideOnCloth(table, pair, GapOf(table, pair, i, j), i, j);
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
  OptionalTime time_s;
  if (table.OffCloth(i) || table.OffCloth(j)) {
    time_s = CollideInSpace(table, pair, i, j, before.time_s);
  } else {
    const Quartic gap = GapOf(table, pair, i, j);
    if (SurelyPositive(gap, useful_s)) return std::nullopt;
    time_s = CollideOnCloth(table, pair, gap, i, j);
  }
  if (!time_s) return std::nullopt;
  return Event{pair.origin_s + *time_s, EventKind::kBallBall, static_cast<int16_t>(i),
               static_cast<int16_t>(j)};
}

}  // namespace carom
