#include "core/play/breaks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/play/place_balls.h"
#include "core/rules/placement.h"
#include "core/shot/drawn/aims.h"

namespace carom::play {
namespace {

// Of eight-ball, on either side: at the ball beside the apex, thinly, or so fully that the apex is
// touched too; or at the apex. What a break does hangs on the small gaps of the rack, so that each
// of these is the best one of some racks. A slow one scatters less. They were chosen among 144
// breaks, mostly for what the best of them is worth on draws by which it was not found, in 24 racks
// on each of two tables, of tight and wide pockets.
constexpr std::array<BreakAim, 22> kEightBallBreaks = {
    {{true, 1.0, 0.85, 10.0}, {true, 0.85, 0.95, 10.0}, {true, 1.0, 0.95, 10.0},
     {true, 0.85, 0.3, 10.0}, {true, 0.4, -0.5, 6.2},   {true, 0.4, -0.6, 6.2},
     {true, 0.55, -0.6, 6.2}, {true, 0.55, -0.5, 6.2},  {true, 0.25, -0.5, 7.4},
     {true, 0.55, -0.7, 5.2}, {true, 0.25, -0.6, 4.3},  {true, 0.25, -0.5, 3.6},
     {true, 0.25, -0.6, 3.6}, {true, 0.4, -0.6, 3.6},   {true, 0.55, -0.6, 3.6},
     {false, 0.6, 0.1, 7.4},  {false, 0.4, 0.1, 6.2},   {false, 0.4, 0.1, 5.2},
     {false, 0.2, 0.1, 4.3},  {false, 0.4, 0.2, 4.3},   {false, 0.2, 0.1, 3.6},
     {false, 0.6, 0.0, 3.6}}};
constexpr double kClear_m = 1e-4;  // A cue ball beside a rail does not touch it.

double FootOf(const Table& table) {
  return table.foot_spot_m.x() > table.head_spot_m.x() ? 1.0 : -1.0;
}

// From all along the string.
std::vector<BreakAim> NineBallBreaks(const Scene& scene, const Skill& skill) {
  constexpr int kSides = 3;
  // A cue ball that hits the rack hard may leave the table where balls fly.
  const bool flies = scene.settings().environment.flight == Flight::kOn;
  const std::vector<double> shares =
      flies ? std::vector{0.7, 0.55, 0.45, 0.35} : std::vector{1.0, 0.85};
  std::vector<BreakAim> aims;
  for (int side = -kSides; side <= kSides; ++side) {
    for (const double share : shares) {
      for (const double hit : {0.0, 0.25, -0.25}) {
        aims.push_back({false, 0.9 * side / kSides, hit, share * skill.fastest_break_m_s});
      }
    }
  }
  return aims;
}

}  // namespace

std::optional<PlannedShot> BreakBy(const Scene& scene, const Position& position, const Skill& skill,
                                   const BreakAim& aim, double side) {
  const Table& table = scene.table();
  const int cue = position.CueBall();
  const double radius_m = scene.balls()[Index(cue)].radius_m;
  const Box behind = rules::HandRegion(table, rules::CueBallPlace::kBehindHeadString, radius_m);
  if (behind.x_low > behind.x_high) return std::nullopt;
  const Vec2 at_m(behind.x_high, side * aim.aside * (behind.y_high - kClear_m));
  if (!rules::IsFreePlace(GroundOf(scene, position.balls), cue, at_m)) return std::nullopt;
  const double foot = FootOf(table);
  Vec2 ball_m = table.foot_spot_m;
  if (aim.second) ball_m += radius_m * Vec2(foot * std::sqrt(3.0), side);
  PlannedShot shot;
  shot.kind = ShotKind::kBreak;
  shot.cue_ball_m = at_m;
  shot.strike.cue_ball = cue;
  shot.strike.speed_m_s = std::min(aim.fast_m_s, skill.fastest_break_m_s);
  shot.strike.azimuth_rad =
      AzimuthForHitOffset(at_m, ball_m, 2.0 * radius_m, foot * side * aim.hit);
  if (skill.cue) {
    const Position placed = Placed(scene, position, shot);
    const auto least = LeastElevation(scene, placed.balls, shot.strike, *skill.cue);
    if (!least || *least > skill.highest_rad) return std::nullopt;
    shot.strike.elevation_rad = *least;
  }
  return shot;
}

std::vector<PlannedShot> BreaksOf(const Scene& scene, const Position& position,
                                  const Skill& skill) {
  std::vector<PlannedShot> breaks;
  const auto add = [&](const BreakAim& aim, double side) {
    auto shot = BreakBy(scene, position, skill, aim, side);
    // Who cannot play as fast has fewer breaks.
    const auto is_same = [&](const PlannedShot& other) {
      return *other.cue_ball_m == *shot->cue_ball_m &&
             other.strike.azimuth_rad == shot->strike.azimuth_rad &&
             other.strike.speed_m_s == shot->strike.speed_m_s;
    };
    if (!shot || std::any_of(breaks.begin(), breaks.end(), is_same)) return;
    breaks.push_back(*std::move(shot));
  };
  if (position.game == rules::GameKind::kEightBall) {
    for (const BreakAim& aim : kEightBallBreaks) {
      for (const double side : {1.0, -1.0}) add(aim, side);
    }
  } else {
    for (const BreakAim& aim : NineBallBreaks(scene, skill)) add(aim, 1.0);
  }
  return breaks;
}

}  // namespace carom::play
