#ifndef CAROM_CORE_EVENT_TRAJECTORY_TABLE_H_
#define CAROM_CORE_EVENT_TRAJECTORY_TABLE_H_

#include <array>
#include <cmath>

#include "core/base/constants.h"
#include "core/record/event.h"
#include "core/solid/centre_motion.h"
#include "core/state/trajectory.h"

namespace carom {

/// A bound on the horizontal speed throughout a phase, m/s: the sum of its parts' sizes.
inline double FastestIn(const Trajectory& t) {
  const double first = std::abs(t.velocity.x()) + std::abs(t.velocity.y());
  if (t.motion != MotionState::kSliding || !std::isfinite(t.duration_s)) return first;
  // Sliding friction may speed a ball up. (Without friction it slides for ever, and does not.)
  const double rate = std::abs(t.half_acceleration.x()) + std::abs(t.half_acceleration.y());
  return first + 2.0 * rate * t.duration_s;
}

/// What prediction reads of all balls: one column a coefficient, so that kernels over many partners
/// of a ball can be vectorised. The trajectories themselves stay beside it.
class TrajectoryTable {
 public:
  /// Starts a phase of `ball`; `cause` is the event that ended the one before.
  void Set(int ball, const Trajectory& trajectory, const Event& cause);

  const Trajectory& operator[](int ball) const { return full_[Index(ball)]; }
  /// The event that began the ball's present phase.
  const Event& Cause(int ball) const { return cause_[Index(ball)]; }
  double Epoch(int ball) const { return epoch_s_[Index(ball)]; }
  double End(int ball) const { return end_s_[Index(ball)]; }
  bool InPlay(int ball) const { return in_play_[Index(ball)]; }
  bool Translates(int ball) const { return translates_[Index(ball)]; }
  /// The ball is off the cloth: in flight, or at rest on something else.
  bool OffCloth(int ball) const { return off_cloth_[Index(ball)]; }
  /// A bound on the centre's horizontal speed throughout the phase, m/s.
  double Fastest(int ball) const { return fastest_[Index(ball)]; }
  Motion1D X(int ball) const { return {x0_[Index(ball)], x1_[Index(ball)], x2_[Index(ball)]}; }
  Motion1D Y(int ball) const { return {y0_[Index(ball)], y1_[Index(ball)], y2_[Index(ball)]}; }
  Motion3D Centre(int ball) const {
    const Trajectory& t = full_[Index(ball)];
    return {X(ball), Y(ball), {t.position.z(), t.velocity.z(), t.half_acceleration.z()}};
  }

 private:
  using Column = std::array<double, kMaxBalls>;
  static size_t Index(int ball) { return static_cast<size_t>(ball); }

  Column epoch_s_{}, end_s_{};
  Column x0_{}, x1_{}, x2_{};
  Column y0_{}, y1_{}, y2_{};
  Column fastest_{};
  std::array<bool, kMaxBalls> in_play_{};
  std::array<bool, kMaxBalls> translates_{};
  std::array<bool, kMaxBalls> off_cloth_{};
  std::array<Trajectory, kMaxBalls> full_{};
  std::array<Event, kMaxBalls> cause_{};
};

inline void TrajectoryTable::Set(int ball, const Trajectory& trajectory, const Event& cause) {
  const size_t i = Index(ball);
  full_[i] = trajectory;
  cause_[i] = cause;
  epoch_s_[i] = trajectory.epoch_s;
  end_s_[i] = trajectory.EndTime();
  x0_[i] = trajectory.position.x();
  x1_[i] = trajectory.velocity.x();
  x2_[i] = trajectory.half_acceleration.x();
  y0_[i] = trajectory.position.y();
  y1_[i] = trajectory.velocity.y();
  y2_[i] = trajectory.half_acceleration.y();
  fastest_[i] = FastestIn(trajectory);
  in_play_[i] = carom::InPlay(trajectory.motion);
  translates_[i] = carom::Translates(trajectory.motion);
  off_cloth_[i] = !OnCloth(trajectory.motion);
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_TRAJECTORY_TABLE_H_
