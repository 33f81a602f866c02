#include "core/event/predict/predict.h"

#include <algorithm>
#include <cmath>

#include "core/event/agenda.h"
#include "core/event/pocket_hole.h"
#include "core/event/predict/edge.h"
#include "core/event/predict/flight.h"
#include "core/event/predict/flight_crossing.h"
#include "core/event/predict/gap.h"
#include "core/event/predict/parting.h"
#include "core/event/predict/reach_box.h"
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
    case MotionState::kSupported:
      return EventKind::kSupportedToAirborne;
    default:
      return EventKind::kSpinningToStationary;
  }
}

// A ball that passes the rim of a pocket slower than this rolls over it, m/s. (From 0.53 m/s down
// it cannot leave the rim but round it; at this speed it may pass along at most 6 mm of it.)
constexpr double kTipping_m_s = 0.1;

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
    for (size_t i = 0; i < circles.size(); ++i) Circle(kind, circles, i);
  }

  void Circle(EventKind kind, const std::vector<CentreCircle>& circles, size_t i) {
    if (!box_.Meets(circles[i].box)) return;
    const auto other = static_cast<int16_t>(i);
    Consider(kind, other,
             CircleCrossing(x_, y_, circles[i].centre_m, circles[i].reach_m, window_s_,
                            JustParted(kind, other), useful_s_));
  }

  bool Reaches(const Box& box) const { return box_.Meets(box); }

  void Edge(EventKind kind, const std::vector<StraightEdge>& edges, size_t i) {
    const auto other = static_cast<int16_t>(i);
    Consider(kind, other,
             EdgeCrossing(x_, y_, edges[i], window_s_, JustParted(kind, other), useful_s_));
  }

  // A sloping nose is met at the height of the ball's centre.
  void Slope(const Solids::NoseLine& nose, size_t i, double radius_m, const Motion1D& z) {
    const auto other = static_cast<int16_t>(i);
    Consider(EventKind::kBallCushion, other,
             SpaceSegmentCrossing({x_, y_, z}, nose.line, radius_m, window_s_,
                                  JustParted(EventKind::kBallCushion, other), useful_s_));
  }

  // Where the cloth ends under the ball. Too slow to get across, it is as good as pocketed.
  void Rim(const CentreCircle& circle, size_t i) {
    if (!box_.Meets(circle.box)) return;
    const auto time_s =
        CircleCrossing(x_, y_, circle.centre_m, circle.reach_m, window_s_, false, useful_s_);
    if (!time_s) return;
    const bool tips = Speed(x_.From(*time_s), y_.From(*time_s)) < kTipping_m_s;
    Consider(tips ? EventKind::kBallPocket : EventKind::kPocketDrop, static_cast<int16_t>(i),
             time_s);
  }

  // The upright ends of a pocket's back.
  void Posts(const Pocket& pocket, size_t i, double radius_m) {
    const auto other = static_cast<int16_t>(i);
    for (const double side : {1.0, -1.0}) {
      Consider(EventKind::kPocketRim, other,
               CircleCrossing(x_, y_, BackEnd(pocket, side), radius_m, window_s_,
                              JustParted(EventKind::kPocketRim, other), useful_s_));
    }
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
    box_ = ReachBox(x_, y_, useful_s_);
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

namespace {

// The end of the present phase by itself. In flight it ends at the latest wholly below the cloth.
Event PhaseEnd(const World& world, const TrajectoryTable& table, int ball) {
  const Trajectory& phase = table[ball];
  if (!(phase.EndTime() < Agenda::kNothing.time_s)) return Agenda::kNothing;
  if (phase.motion == MotionState::kAirborne) return FallIntoPocket(world, table, ball);
  return Event{phase.EndTime(), TransitionOf(phase), static_cast<int16_t>(ball), -1};
}

void SearchPockets(const World& world, const ObstacleSet& obstacles, BoundarySearch& search) {
  for (size_t i = 0; i < obstacles.pockets.size(); ++i) {
    const Pocket& pocket = world.table->pockets[i];
    if (!HasHole(world.settings->environment, pocket, obstacles.radius_m)) {
      search.Circle(EventKind::kBallPocket, obstacles.pockets, i);
      continue;
    }
    search.Rim(obstacles.pockets[i], i);
    if (HasBack(pocket)) search.Posts(pocket, i, obstacles.radius_m);
  }
}

// The earliest before `before` of what a ball on the cloth meets.
Event NextOnCloth(const World& world, const TrajectoryTable& table, int ball, const Event& before) {
  if (table[ball].velocity.z() < 0.0) {
    return Event{table.Epoch(ball), EventKind::kBallSlate, static_cast<int16_t>(ball), -1};
  }
  const ObstacleSet& obstacles = world.obstacles.ForBall(ball);
  BoundarySearch search(table, ball, before);
  for (const size_t i : obstacles.nose_order) {
    if (!search.Reaches(obstacles.noses[i].box)) continue;
    if (obstacles.noses[i].slopes) {
      search.Slope(world.solids.noses[i], i, obstacles.radius_m, table.Centre(ball).z);
    } else {
      search.Edge(EventKind::kBallCushion, obstacles.noses, i);
    }
  }
  search.Circles(EventKind::kBallJaw, obstacles.jaws);
  if (world.settings->environment.pocket_model == PocketModel::kCircle) {
    search.Circles(EventKind::kBallPocket, obstacles.pockets);
  } else {
    SearchPockets(world, obstacles, search);
  }
  for (size_t i = 0; i < obstacles.outline.size(); ++i) {
    if (search.Reaches(obstacles.outline[i].box)) {
      search.Edge(EventKind::kLeftTable, obstacles.outline, i);
    }
  }
  return search.Earliest();
}

Event NextContact(const World& world, const TrajectoryTable& table, int ball, const Event& before) {
  if (!table.Translates(ball)) return before;
  return table.OffCloth(ball) ? NextInFlight(world, table, ball, before)
                              : NextOnCloth(world, table, ball, before);
}

}  // namespace

Event NextOwnEvent(const World& world, const TrajectoryTable& table, int ball) {
  return NextContact(world, table, ball, PhaseEnd(world, table, ball));
}

std::array<Event, 2> OwnCandidates(const World& world, const TrajectoryTable& table, int ball) {
  return {PhaseEnd(world, table, ball), NextContact(world, table, ball, Agenda::kNothing)};
}

namespace {

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

std::optional<Event> NextBallBall(const World& world, const TrajectoryTable& table, int i, int j,
                                  const Event& before) {
  const double origin_s = std::max(table.Epoch(i), table.Epoch(j));
  const double end_s = std::min(table.End(i), table.End(j));
  if (!(origin_s <= std::min(end_s, before.time_s))) return std::nullopt;
  const double radius_i_m = world.balls[static_cast<size_t>(i)].radius_m;
  const double radius_j_m = world.balls[static_cast<size_t>(j)].radius_m;
  const double useful_s = std::min(end_s, before.time_s) - origin_s;
  if (TooFar(table, i, j, origin_s, useful_s, radius_i_m + radius_j_m)) return std::nullopt;
  if (table.OffCloth(i) || table.OffCloth(j)) {
    return NextBallBallInSpace(world, table, i, j, before);
  }
  const Quartic gap = BallGap(table, i, j, origin_s, radius_i_m, radius_j_m);
  if (SurelyPositive(gap, useful_s)) return std::nullopt;
  const Event& cause = table.Cause(i);
  const bool parted = cause.kind == EventKind::kBallBall && cause == table.Cause(j);
  const double speeds = Speed(table.X(i), table.Y(i)) + Speed(table.X(j), table.Y(j));
  const double rate_noise = 2.0 * (radius_i_m + radius_j_m) * RateNoise(speeds);
  const std::optional<double> time_s =
      FirstCrossing(WithoutContactNoise(gap, parted, rate_noise), end_s - origin_s);
  if (!time_s) return std::nullopt;
  return Event{origin_s + *time_s, EventKind::kBallBall, static_cast<int16_t>(i),
               static_cast<int16_t>(j)};
}

}  // namespace carom
