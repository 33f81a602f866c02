#include "core/event/predict/predict.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/event/agenda.h"
#include "core/event/predict/edge.h"
#include "core/event/predict/gap.h"
#include "core/event/predict/parting.h"
#include "core/math/first_crossing.h"

namespace carom {
namespace {

EventKind TransitionOf(const Trajectory& phase) {
  switch (phase.motion) {
    case MotionState::kSliding:
      return EventKind::kSlidingToRolling;
    case MotionState::kRolling:
      return phase.spin_z_duration_s > phase.duration_s ? EventKind::kRollingToSpinning
                                                        : EventKind::kRollingToStationary;
    default:
      return EventKind::kSpinningToStationary;
  }
}

// Least and greatest value over [0, until_s].
void Extremes(const Motion1D& motion, double until_s, double& low, double& high) {
  const double end = motion.At(until_s);
  low = std::min(motion.c0, end);
  high = std::max(motion.c0, end);
  const double turn_s = -0.5 * motion.c1 / motion.c2;  // Not a number or infinite if straight.
  if (turn_s > 0.0 && turn_s < until_s) {
    low = std::min(low, motion.At(turn_s));
    high = std::max(high, motion.At(turn_s));
  }
}

// Collects the earliest event of one moving ball with the fixed parts of the table. What lies
// beyond the box that the ball stays in until then is not looked at.
class BoundarySearch {
 public:
  BoundarySearch(const TrajectoryTable& table, int ball, const Event& before)
      : ball_(static_cast<int16_t>(ball)),
        cause_(table.Cause(ball)),
        epoch_s_(table.Epoch(ball)),
        window_s_(table[ball].duration_s),
        x_(table.X(ball)),
        y_(table.Y(ball)),
        earliest_(before) {
    LookUntil(before.time_s - epoch_s_);
  }

  void Circles(EventKind kind, const std::vector<CentreCircle>& circles) {
    for (size_t i = 0; i < circles.size(); ++i) {
      if (!box_.Meets(circles[i].box)) continue;
      const auto other = static_cast<int16_t>(i);
      Consider(kind, other,
               CircleCrossing(x_, y_, circles[i].centre_m, circles[i].reach_m, window_s_,
                              JustParted(kind, other), useful_s_));
    }
  }

  void Edge(EventKind kind, const std::vector<StraightEdge>& edges, size_t i) {
    if (!box_.Meets(edges[i].box)) return;
    const auto other = static_cast<int16_t>(i);
    Consider(kind, other,
             EdgeCrossing(x_, y_, edges[i], window_s_, JustParted(kind, other), useful_s_));
  }

  const Event& Earliest() const { return earliest_; }

 private:
  bool JustParted(EventKind kind, int16_t other) const {
    return cause_.kind == kind && cause_.ball == ball_ && cause_.other == other;
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
    useful_s_ = std::min(window_s_, useful_s + 1e-9 * (1.0 + useful_s));
    if (!std::isfinite(useful_s_)) {
      constexpr double kFar_m = std::numeric_limits<double>::infinity();
      box_ = {-kFar_m, kFar_m, -kFar_m, kFar_m};
      return;
    }
    Extremes(x_, useful_s_, box_.x_low, box_.x_high);
    Extremes(y_, useful_s_, box_.y_low, box_.y_high);
  }

  int16_t ball_;
  const Event& cause_;
  double epoch_s_;
  double window_s_;
  double useful_s_ = 0.0;
  Motion1D x_;
  Motion1D y_;
  Box box_;
  Event earliest_;
};

}  // namespace

Event NextOwnEvent(const World& world, const TrajectoryTable& table, int ball) {
  const Trajectory& phase = table[ball];
  Event next = Agenda::kNothing;
  if (phase.EndTime() < next.time_s) {
    next = Event{phase.EndTime(), TransitionOf(phase), static_cast<int16_t>(ball), -1};
  }
  if (!table.Translates(ball)) return next;
  const ObstacleSet& obstacles = world.obstacles.ForBall(ball);
  BoundarySearch search(table, ball, next);
  for (const size_t i : obstacles.nose_order) {
    search.Edge(EventKind::kBallCushion, obstacles.noses, i);
  }
  search.Circles(EventKind::kBallJaw, obstacles.jaws);
  search.Circles(EventKind::kBallPocket, obstacles.pockets);
  for (size_t i = 0; i < obstacles.outline.size(); ++i) {
    search.Edge(EventKind::kLeftTable, obstacles.outline, i);
  }
  return search.Earliest();
}

std::optional<Event> NextBallBall(const World& world, const TrajectoryTable& table, int i, int j,
                                  const Event& before) {
  const double origin_s = std::max(table.Epoch(i), table.Epoch(j));
  const double end_s = std::min(table.End(i), table.End(j));
  if (!(origin_s <= std::min(end_s, before.time_s))) return std::nullopt;
  const Event& cause = table.Cause(i);
  const bool parted = cause.kind == EventKind::kBallBall && cause == table.Cause(j);
  const double radius_i_m = world.balls[static_cast<size_t>(i)].radius_m;
  const double radius_j_m = world.balls[static_cast<size_t>(j)].radius_m;
  const Quartic gap = BallGap(table, i, j, origin_s, radius_i_m, radius_j_m);
  if (SurelyPositive(gap, std::min(end_s, before.time_s) - origin_s)) return std::nullopt;
  const double speeds = Speed(table.X(i), table.Y(i)) + Speed(table.X(j), table.Y(j));
  const double rate_noise = 2.0 * (radius_i_m + radius_j_m) * RateNoise(speeds);
  const std::optional<double> time_s =
      FirstCrossing(WithoutContactNoise(gap, parted, rate_noise), end_s - origin_s);
  if (!time_s) return std::nullopt;
  return Event{origin_s + *time_s, EventKind::kBallBall, static_cast<int16_t>(i),
               static_cast<int16_t>(j)};
}

}  // namespace carom
