#include "core/event/predict/flight.h"

#include <algorithm>
#include <cmath>

#include "core/event/agenda.h"
#include "core/event/pocket_hole.h"
#include "core/event/predict/edge.h"
#include "core/event/predict/flight_crossing.h"
#include "core/event/predict/flight_solid.h"
#include "core/event/predict/reach_box.h"

namespace carom {
namespace {

// A pocket that is hardly wider than a ball is no hole for it.
constexpr double kLeastWidth = 1.05;

// A ball that has just passed a rim is above the hole, whatever its rounded position says.
constexpr double kJustDropped_m = 1e-12;

// Collects the earliest event of one ball in flight with the table.
class FlightSearch {
 public:
  FlightSearch(const World& world, const TrajectoryTable& table, int ball, const Event& before)
      : world_(world),
        table_(*world.table),
        environment_(world.settings->environment),
        ball_(static_cast<int16_t>(ball)),
        cause_(table.Cause(ball)),
        epoch_s_(table.Epoch(ball)),
        centre_(table.Centre(ball)),
        radius_m_(world.balls[static_cast<size_t>(ball)].radius_m),
        window_s_(table[ball].duration_s),
        earliest_(before) {
    LookUntil(before.time_s - epoch_s_);
  }

  Event Search() {
    Slate();
    Noses();
    Jaws();
    RailTops();
    Pockets();
    Outline();
    return earliest_;
  }

 private:
  void Slate();
  void Noses();
  void Jaws();
  void RailTops();
  void Pockets();
  void Outline();
  std::optional<double> EntersMouth(size_t i) const;

  bool Plane() const { return environment_.nose_contact == NoseContact::kPlane; }
  Vec2 Above(double tau) const { return Vec2(centre_.x.At(tau), centre_.y.At(tau)); }
  // In a hole the ball may get below the noses. What they belong to reaches down there as far as it
  // lets a ball on the cloth.
  bool Sinks() const { return lowest_m_ < radius_m_; }
  std::optional<double> InHole(std::optional<double> time_s) const {
    return time_s && centre_.z.At(*time_s) < radius_m_ ? time_s : std::nullopt;
  }

  bool Low(double top_m) const { return lowest_m_ <= top_m + radius_m_ + 1e-9; }

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
    box_ = ReachBox(centre_.x, centre_.y, useful_s_);
    // A parabola is lowest at an end.
    lowest_m_ = std::min(centre_.z.c0, centre_.z.At(useful_s_));
  }

  const World& world_;
  const Table& table_;
  const Environment& environment_;
  int16_t ball_;
  const Event& cause_;
  double epoch_s_;
  Motion3D centre_;
  double radius_m_;
  double window_s_;
  double useful_s_ = 0.0;
  double lowest_m_ = 0.0;
  Box box_;
  Event earliest_;
};

void FlightSearch::Slate() {
  const Vec2 start = Above(0.0);
  const bool dropping = cause_.kind == EventKind::kPocketDrop;
  const auto on_slate = [&](const Vec2& point) {
    if (dropping && (point - start).norm() < kJustDropped_m) return false;
    return std::none_of(table_.pockets.begin(), table_.pockets.end(), [&](const Pocket& pocket) {
      return HasHole(environment_, pocket, radius_m_) && AboveHole(pocket, point);
    });
  };
  const bool parted = cause_.kind == EventKind::kBallSlate;
  const auto time_s =
      PlateCrossing(centre_, 0.0, radius_m_, on_slate, window_s_, parted, useful_s_);
  if (!time_s) return;
  // What has no hole takes the ball as soon as it lies within the circle.
  for (size_t i = 0; i < table_.pockets.size(); ++i) {
    if (!AboveHole(table_.pockets[i], Above(*time_s))) continue;
    Consider(EventKind::kBallPocket, static_cast<int16_t>(i), time_s);
    return;
  }
  Consider(EventKind::kBallSlate, -1, time_s);
}

void FlightSearch::Noses() {
  const std::vector<StraightEdge>& edges = world_.obstacles.ForBall(ball_).noses;
  for (size_t i = 0; i < table_.noses.size(); ++i) {
    const Solids::NoseLine& nose = world_.solids.noses[i];
    if (!box_.Meets(nose.box)) continue;
    const auto other = static_cast<int16_t>(i);
    const bool parted = JustParted(EventKind::kBallCushion, other);
    if (Plane()) {
      Consider(EventKind::kBallCushion, other,
               EdgeCrossing(centre_.x, centre_.y, edges[i], window_s_, parted, useful_s_));
    } else if (Low(std::max(nose.line.start_m.z(), nose.line.end_m().z()))) {
      Consider(EventKind::kBallCushion, other,
               SpaceSegmentCrossing(centre_, nose.line, radius_m_, window_s_, parted, useful_s_));
      if (!Sinks() || edges[i].slopes) continue;
      Consider(EventKind::kBallCushion, other,
               InHole(EdgeCrossing(centre_.x, centre_.y, edges[i], window_s_, parted, useful_s_)));
    }
  }
}

void FlightSearch::Jaws() {
  for (size_t i = 0; i < table_.jaws.size(); ++i) {
    const Jaw& jaw = table_.jaws[i];
    if (!box_.Meets(world_.solids.jaws[i])) continue;
    const auto other = static_cast<int16_t>(i);
    const bool parted = JustParted(EventKind::kBallJaw, other);
    if (Plane()) {
      Consider(EventKind::kBallJaw, other,
               CircleCrossing(centre_.x, centre_.y, jaw.centre_m, jaw.radius_m + radius_m_,
                              window_s_, parted, useful_s_));
    } else if (Low(jaw.height_m)) {
      Consider(EventKind::kBallJaw, other,
               JawCrossing(centre_, jaw, radius_m_, window_s_, parted, useful_s_));
      if (!Sinks()) continue;
      const double reach_m = world_.obstacles.ForBall(ball_).jaws[i].reach_m;
      Consider(EventKind::kBallJaw, other,
               InHole(CircleCrossing(centre_.x, centre_.y, jaw.centre_m, reach_m, window_s_, parted,
                                     useful_s_)));
    }
  }
}

void FlightSearch::RailTops() {
  for (size_t i = 0; i < table_.rail_tops.size(); ++i) {
    const Solids::Plate& plate = world_.solids.rail_tops[i];
    if (!box_.Meets(plate.box) || !Low(plate.height_m)) continue;
    const auto other = static_cast<int16_t>(i);
    const auto covers = [&](const Vec2& point) { return OverPlate(plate, table_.pockets, point); };
    Consider(EventKind::kBallRail, other,
             PlateCrossing(centre_, plate.height_m, radius_m_, covers, window_s_,
                           JustParted(EventKind::kBallRail, other), useful_s_));
  }
}

void FlightSearch::Pockets() {
  for (size_t i = 0; i < table_.pockets.size(); ++i) {
    const Pocket& pocket = table_.pockets[i];
    if (!box_.Meets(world_.solids.pockets[i])) continue;
    const auto other = static_cast<int16_t>(i);
    if (!HasHole(environment_, pocket, radius_m_)) {
      Consider(EventKind::kBallPocket, other, EntersMouth(i));
      continue;
    }
    // A ball that drops begins in touch with the rim.
    const bool parted =
        JustParted(EventKind::kPocketRim, other) || JustParted(EventKind::kPocketDrop, other);
    Consider(EventKind::kPocketRim, other,
             PocketHoleCrossing(centre_, {pocket, world_.solids.rim_cosines[i]}, radius_m_,
                                window_s_, parted, useful_s_));
  }
}

// A pocket that is a circle takes what enters it below its top, from beside or from above.
std::optional<double> FlightSearch::EntersMouth(size_t i) const {
  const Pocket& pocket = table_.pockets[i];
  const double top_m = world_.solids.pocket_tops_m[i];
  if (!Low(top_m)) return std::nullopt;
  auto beside = CircleCrossing(centre_.x, centre_.y, pocket.centre_m, pocket.radius_m, window_s_,
                               false, useful_s_);
  if (beside && centre_.z.At(*beside) >= top_m + radius_m_) beside.reset();
  const auto within = [&](const Vec2& point) { return AboveHole(pocket, point); };
  return EarlierOf(beside,
                   PlateCrossing(centre_, top_m, radius_m_, within, window_s_, false, useful_s_));
}

void FlightSearch::Outline() {
  const std::vector<StraightEdge>& outline = world_.obstacles.ForBall(ball_).outline;
  for (size_t i = 0; i < outline.size(); ++i) {
    if (!box_.Meets(outline[i].box)) continue;
    Consider(EventKind::kLeftTable, static_cast<int16_t>(i),
             EdgeCrossing(centre_.x, centre_.y, outline[i], window_s_, false, useful_s_));
  }
}

}  // namespace

bool HasHole(const Environment& environment, const Pocket& pocket, double radius_m) {
  return environment.pocket_model == PocketModel::kDrop && pocket.radius_m > kLeastWidth * radius_m;
}

Event NextInFlight(const World& world, const TrajectoryTable& table, int ball,
                   const Event& before) {
  return FlightSearch(world, table, ball, before).Search();
}

Event FallIntoPocket(const World& world, const TrajectoryTable& table, int ball) {
  const double end_s = table.End(ball);
  const Motion3D centre = table.Centre(ball);
  const double tau = end_s - table.Epoch(ball);
  const Vec2 point(centre.x.At(tau), centre.y.At(tau));
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

std::optional<Event> NextBallBallInSpace(const World& world, const TrajectoryTable& table, int i,
                                         int j, const Event& before) {
  const double origin_s = std::max(table.Epoch(i), table.Epoch(j));
  const double end_s = std::min(table.End(i), table.End(j));
  const Event& cause = table.Cause(i);
  const bool parted = cause.kind == EventKind::kBallBall && cause == table.Cause(j);
  const double reach_m =
      world.balls[static_cast<size_t>(i)].radius_m + world.balls[static_cast<size_t>(j)].radius_m;
  const auto time_s =
      BallBallCrossing3D(table.Centre(i).From(origin_s - table.Epoch(i)),
                         table.Centre(j).From(origin_s - table.Epoch(j)), reach_m, end_s - origin_s,
                         parted, std::min(end_s, before.time_s) - origin_s);
  if (!time_s) return std::nullopt;
  return Event{origin_s + *time_s, EventKind::kBallBall, static_cast<int16_t>(i),
               static_cast<int16_t>(j)};
}

}  // namespace carom
