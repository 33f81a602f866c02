#ifndef CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_AIM_H_
#define CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_AIM_H_

#include <vector>

#include "absl/status/statusor.h"
#include "core/models/rolling_ball/rolling_ball.h"

namespace carom {

/// "Shaping the trajectory of the billiard ball": which initial spin brings the ball to rest at a
/// given point, when its initial velocity is given? Two components of the spin answer for two of
/// the target; the third is the caller's.
struct SpinAim {
  Vec2 target_m = Vec2::Zero();
  int held_axis = 2;                  ///< 0, 1 or 2: that of RollingBall::spin_rad_s is kept.
  double largest_spin_rad_s = 200.0;  ///< In (0, 1e5]: the two others are sought up to here.
  /// In [3, 100]: starts of the search per component. Solutions closer to each other than the grid
  /// may be found as one.
  int grid = 9;
  double tolerance_m = 1e-5;  ///< In [1e-9, 1]: greatest miss of a solution.
  int max_runs = 2000;  ///< In [1, 1e6]: balls to roll; then what has been found is the answer.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("target_m", self.target_m, {-1e6, 1e6});
    visit("held_axis", self.held_axis, {0, 2});
    visit("largest_spin_rad_s", self.largest_spin_rad_s, {0.0, 1e5, Interval::Ends::kOpenLow});
    visit("grid", self.grid, {3, 100});
    visit("tolerance_m", self.tolerance_m, {1e-9, 1.0});
    visit("max_runs", self.max_runs, {1, 1e6});
  }
};

struct AimedSpin {
  Vec3 spin_rad_s = Vec3::Zero();
  Vec2 rest_m = Vec2::Zero();
  double miss_m = 0.0;
  int iterations = 0;  ///< Of Newton's method.
};

struct SpinAimResult {
  /// By ascending size of the spin; empty when no start led to the target.
  std::vector<AimedSpin> solutions;
  int runs = 0;  ///< Balls rolled.
};

/// Rolls the ball from a grid of spins. Each spin whose miss is smaller than those of its
/// neighbours along one axis starts Newton's method, with slopes by differences and steps halved
/// until the miss falls. Spins from which the ball does not stop within ball.duration_s count as
/// misses.
///
/// Errors are those of Validate() and INVALID_ARGUMENT with a path below "aim."; CANCELLED when
/// `stop` asks for it. Bits depend on the arguments alone.
absl::StatusOr<SpinAimResult> AimRollingBall(const RollingBall& ball, const SpinAim& aim,
                                             StopToken stop);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_AIM_H_
