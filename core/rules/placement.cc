#include "core/rules/placement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/constants.h"
#include "core/table/validate.h"

namespace carom::rules {
namespace {

// [WPA] 1.4: "a small separation must be maintained" between a spotted ball and the cue ball.
constexpr double kFromCueBall_m = 1e-3;
// [WPA] 6.10: a cue ball on the head string is not behind it. So far it is seen to be.
constexpr double kBehindString_m = 1e-3;

struct Disc {
  Vec2 centre_m;
  double radius_m;
};

// Where the centre of `ball` touches `other`, seen from above, and a rounding more.
double Touch(const Ground& ground, int ball, int other) {
  return 2.0 * std::sqrt(ground.balls[Index(ball)].radius_m * ground.balls[Index(other)].radius_m) +
         0.5 * kOverlapTolerance;
}

// What keeps the centre of `ball` away.
std::vector<Disc> InTheWay(const Ground& ground, int ball) {
  std::vector<Disc> discs;
  for (int other = 0; other < static_cast<int>(ground.states.size()); ++other) {
    const BallState& state = ground.states[Index(other)];
    if (other == ball || !InPlay(state.motion)) continue;
    discs.push_back({state.position.head<2>(), Touch(ground, ball, other)});
  }
  for (const Pocket& pocket : ground.table.pockets) {
    discs.push_back({pocket.centre_m, pocket.radius_m});
  }
  return discs;
}

Vec2 Clamped(const Box& box, const Vec2& point) {
  return {std::clamp(point.x(), box.x_low, box.x_high),
          std::clamp(point.y(), box.y_low, box.y_high)};
}

// Where two circles cross.
void AddCrossings(const Disc& a, const Disc& b, std::vector<Vec2>& points) {
  const Vec2 between = b.centre_m - a.centre_m;
  const double square = between.squaredNorm();
  if (!(square > 0.0)) return;
  const double along = 0.5 * (1.0 + (a.radius_m * a.radius_m - b.radius_m * b.radius_m) / square);
  const double height = a.radius_m * a.radius_m / square - along * along;
  if (height < 0.0) return;
  const Vec2 across(-between.y(), between.x());
  for (const double side : {1.0, -1.0}) {
    points.emplace_back(a.centre_m + along * between + side * std::sqrt(height) * across);
  }
}

// Where a circle crosses the edges of a box, or their lines.
void AddCrossings(const Disc& disc, const Box& box, std::vector<Vec2>& points) {
  for (const auto& [axis, value] :
       {std::pair{0, box.x_low}, {0, box.x_high}, {1, box.y_low}, {1, box.y_high}}) {
    const double off = value - disc.centre_m[axis];
    const double square = disc.radius_m * disc.radius_m - off * off;
    if (square < 0.0) continue;
    for (const double side : {1.0, -1.0}) {
      Vec2 point;
      point[axis] = value;
      point[1 - axis] = disc.centre_m[1 - axis] + side * std::sqrt(square);
      points.push_back(point);
    }
  }
}

}  // namespace

BallState BallAt(const Vec2& place_m, double radius_m) {
  BallState state;
  state.position = {place_m.x(), place_m.y(), radius_m};
  return state;
}

bool IsFreePlace(const Ground& ground, int ball, const Vec2& place_m) {
  const BallState there = BallAt(place_m, ground.balls[Index(ball)].radius_m);
  for (int other = 0; other < static_cast<int>(ground.states.size()); ++other) {
    const BallState& state = ground.states[Index(other)];
    if (other == ball || !InPlay(state.motion)) continue;
    const double gap_m = (state.position.head<2>() - place_m).norm() - Touch(ground, ball, other);
    if (gap_m < -kOverlapTolerance) return false;
  }
  return !IsOverOne(ground.table.pockets, place_m) &&
         CheckBall(there, ground.table, ground.solids.ForBall(ball), ground.environment).ok();
}

Box HandRegion(const Table& table, CueBallPlace place, double radius_m) {
  const bool in_hand = place == CueBallPlace::kAnywhere || place == CueBallPlace::kBehindHeadString;
  if (!in_hand || !(table.length_m > 0.0) || !(table.width_m > 0.0)) return Box::Nowhere();
  const double x = 0.5 * table.length_m - radius_m;
  const double y = 0.5 * table.width_m - radius_m;
  const bool behind = place == CueBallPlace::kBehindHeadString;
  return {-x, behind ? table.head_spot_m.x() - kBehindString_m : x, -y, y};
}

std::optional<Vec2> NearestFreePlace(const Ground& ground, int ball, const Box& region,
                                     const Vec2& wish_m) {
  if (region.x_low > region.x_high || region.y_low > region.y_high) return std::nullopt;
  // The nearest point of a region less some discs is the wish, or the nearest point of one
  // boundary, or a crossing of two.
  const std::vector<Disc> discs = InTheWay(ground, ball);
  std::vector<Vec2> points = {Clamped(region, wish_m)};
  for (size_t i = 0; i < discs.size(); ++i) {
    const Vec2 away = wish_m - discs[i].centre_m;
    const double far_m = away.norm();
    const Vec2 outward = far_m > 0.0 ? Vec2(away / far_m) : Vec2(1.0, 0.0);
    points.emplace_back(discs[i].centre_m + discs[i].radius_m * outward);
    AddCrossings(discs[i], region, points);
    for (size_t j = i + 1; j < discs.size(); ++j) AddCrossings(discs[i], discs[j], points);
  }
  std::stable_sort(points.begin(), points.end(), [&](const Vec2& a, const Vec2& b) {
    return (a - wish_m).squaredNorm() < (b - wish_m).squaredNorm();
  });
  for (const Vec2& point : points) {
    if (region.Holds(point) && IsFreePlace(ground, ball, point)) return point;
  }
  return std::nullopt;
}

std::optional<Vec2> SpotPlace(const Ground& ground, int ball, Spot spot, int cue_ball) {
  const Table& table = ground.table;
  const Vec2 string = table.foot_spot_m - table.head_spot_m;
  const Vec2 foot = string.norm() > 0.0 ? Vec2(string.normalized()) : Vec2(1.0, 0.0);
  const Vec2 behind = spot == Spot::kHead ? Vec2(-foot) : foot;
  Vec2 at = table.foot_spot_m;
  if (spot == Spot::kHead) at = table.head_spot_m;
  if (spot == Spot::kCentre) at = 0.5 * (table.head_spot_m + table.foot_spot_m);
  // Distances behind the spot at which the ball lies on it or touches another one.
  std::vector<double> behind_m = {0.0};
  for (int other = 0; other < static_cast<int>(ground.states.size()); ++other) {
    const BallState& state = ground.states[Index(other)];
    if (other == ball || !InPlay(state.motion)) continue;
    const double reach_m = Touch(ground, ball, other) + (other == cue_ball ? kFromCueBall_m : 0.0);
    const Vec2 to_other = state.position.head<2>() - at;
    const double along_m = to_other.dot(behind);
    const double square = reach_m * reach_m - (to_other - along_m * behind).squaredNorm();
    if (square < 0.0) continue;
    behind_m.push_back(along_m + std::sqrt(square));
    behind_m.push_back(along_m - std::sqrt(square));
  }
  // All places behind the spot come before those in front of it.
  std::stable_sort(behind_m.begin(), behind_m.end(), [](double a, double b) {
    if ((a < 0.0) != (b < 0.0)) return b < 0.0;
    return std::abs(a) < std::abs(b);
  });
  const auto is_free = [&](const Vec2& place_m) {
    if (!IsFreePlace(ground, ball, place_m)) return false;
    if (cue_ball < 0 || cue_ball == ball || !InPlay(ground.states[Index(cue_ball)].motion)) {
      return true;
    }
    const double far_m = (ground.states[Index(cue_ball)].position.head<2>() - place_m).norm();
    return far_m >= Touch(ground, ball, cue_ball) + kFromCueBall_m - kOverlapTolerance;
  };
  for (const double far_m : behind_m) {
    const Vec2 place_m = at + far_m * behind;
    if (is_free(place_m)) return place_m;
  }
  return std::nullopt;
}

bool PutSpottedBalls(const Ground& ground, const Ruling& ruling, int cue_ball,
                     std::span<BallState> states) {
  const bool in_hand = ruling.cue_ball == CueBallPlace::kAnywhere ||
                       ruling.cue_ball == CueBallPlace::kBehindHeadString;
  if (in_hand) states[Index(cue_ball)].motion = MotionState::kPocketed;
  bool all = true;
  for (const Spotting& spotting : ruling.spotted) {
    Ground now{ground.table, ground.environment, ground.solids, ground.balls, states};
    const auto place_m = SpotPlace(now, spotting.ball, spotting.spot, cue_ball);
    if (!place_m) {
      all = false;
      continue;
    }
    states[Index(spotting.ball)] = BallAt(*place_m, ground.balls[Index(spotting.ball)].radius_m);
  }
  return all;
}

}  // namespace carom::rules
