#ifndef CAROM_CORE_AIM_ROUTE_H_
#define CAROM_CORE_AIM_ROUTE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/goals/goal.h"
#include "core/shot/simulate.h"
#include "core/table/shot.h"

namespace carom::aim {

/// How the called ball gets into the pocket.
enum class Kind : uint8_t {
  kCut,             ///< The cue ball drives it there.
  kCombination,     ///< Another ball drives it there.
  kCarom,           ///< The cue ball drives it there after it has hit another ball.
  kBank,            ///< It hits one cushion on its path.
  kKick,            ///< The cue ball hits one cushion before it.
  kTwoCushionKick,  ///< The cue ball hits two.
};
inline constexpr int kKinds = 6;

enum class Target : uint8_t { kBall, kCushion, kPocket };

/// A ball's straight path to the next thing that it touches.
struct Leg {
  int ball = 0;
  Target target = Target::kBall;
  int index = 0;              ///< The ball, the nose or the pocket.
  Vec2 end_m = Vec2::Zero();  ///< Where its centre is then, by geometry alone.
};

/// From the cue ball's strike to the pocket, leg by leg.
struct Route {
  Kind kind = Kind::kCut;
  std::vector<Leg> legs;
  int ball = 0;  ///< The called one.
  int pocket = 0;
  /// Metres by which the called ball misses, by geometry alone, for each radian of the strike: what
  /// makes a shot hard.
  double reach_m_rad = 0.0;
};

/// What is called.
struct Call {
  std::optional<int> ball;  ///< Absent: any ball but the cue ball.
  goals::PocketMask pockets = ~goals::PocketMask{0};
  uint32_t kinds = (1u << kKinds) - 1;  ///< One bit each.
};

/// Geometry alone does not tell to a centimetre where balls go.
enum class Paths : uint8_t {
  kFree,         ///< No ball is in them.
  kPerhapsFree,  ///< As played, or to a part of the pocket's mouth, they may pass all balls.
};

/// All routes from this layout with such paths, the easiest (of least reach) first. A ball leaves a
/// cushion as light leaves a mirror, a nose's contact distance in front of it; a cue ball leaves a
/// ball at a right angle to the line of centres [Coriolis 1835]. What cushions, throw and spin add
/// is the solver's part. At most 65 536, and once `stop` asks only those found so far and some
/// more. Pure.
std::vector<Route> FindRoutes(const Scene& scene, const Shot& shot, const Call& call,
                              Paths paths = Paths::kFree, StopToken stop = {});

}  // namespace carom::aim

#endif  // CAROM_CORE_AIM_ROUTE_H_
