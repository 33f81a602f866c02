#ifndef CAROM_CORE_EVENT_TRAJECTORY_TABLE_H_
#define CAROM_CORE_EVENT_TRAJECTORY_TABLE_H_

#include <array>
#include <cmath>
#include <cstdint>
#include <new>
#include <type_traits>

#include "core/base/constants.h"
#include "core/kernels/rows.h"
#include "core/record/event.h"
#include "core/solid/gap.h"
#include "core/solid/plane_geometry.h"
#include "core/state/trajectory.h"

namespace carom {

/// A bound on the horizontal speed throughout a phase, m/s: |v_x| + |v_y| at its largest, or more.
inline double FastestIn(const Trajectory& t) {
  const double first = std::abs(t.velocity.x()) + std::abs(t.velocity.y());
  if (t.motion != MotionState::kSliding || !std::isfinite(t.duration_s)) return first;
  // Sliding friction may speed a ball up. (Without friction it slides for ever at one speed.)
  const double rate = std::abs(t.half_acceleration.x()) + std::abs(t.half_acceleration.y());
  return first + 2.0 * rate * t.duration_s;
}

/// What prediction reads of all balls: one column per coefficient for core/kernels/rows.h,
/// and the trajectories themselves. Sets of balls have one bit per ball.
class TrajectoryTable {
 public:
  static_assert(rows::kRows == kMaxBalls);

  /// Forgets all balls.
  void Clear() { in_play_ = translates_ = off_cloth_ = 0; }

  /// Starts a phase of `ball`; `cause` is the event that ended the phase before.
  void Set(int ball, const Trajectory& trajectory, const Event& cause) {
    Begin(ball, cause, [&] { return trajectory; });
  }
  /// Starts the phase that `make()` returns. The phase is built in its place in the table, because
  /// it costs more to copy a phase that was just built than to build it. `make` must not read the
  /// ball's previous phase.
  template <class Make>
  void Begin(int ball, const Event& cause, const Make& make);
  /// Both set what the kernels read: the ball's radius, and its horizon, the time up to which it is
  /// tested against others, since its present phase ends then if it hits none. SetHorizon() also
  /// sets the box in which the ball stays until then. It requires the radius and the phase; call it
  /// after every start of a phase.
  void SetRadius(int ball, double radius_m) { columns_.radius_m[Index(ball)] = radius_m; }
  void SetHorizon(int ball, double time_s);

  const Trajectory& operator[](int ball) const { return full_[Index(ball)]; }
  /// The event that began the ball's present phase.
  const Event& Cause(int ball) const { return cause_[Index(ball)]; }
  double Epoch(int ball) const { return columns_.epoch_s[Index(ball)]; }
  double End(int ball) const { return full_[Index(ball)].EndTime(); }
  double Horizon(int ball) const { return columns_.horizon_s[Index(ball)]; }
  bool InPlay(int ball) const { return (in_play_ >> ball & 1u) != 0; }
  bool Translates(int ball) const { return (translates_ >> ball & 1u) != 0; }
  /// The ball is off the cloth: in flight, or at rest on something else.
  bool OffCloth(int ball) const { return (off_cloth_ >> ball & 1u) != 0; }
  uint32_t BallsInPlay() const { return in_play_; }
  uint32_t BallsThatTranslate() const { return translates_; }
  /// A bound on the centre's horizontal speed throughout the phase, m/s.
  double Fastest(int ball) const { return FastestIn(full_[Index(ball)]); }
  Motion1D X(int ball) const { return Coordinate(ball, 0); }
  Motion1D Y(int ball) const { return Coordinate(ball, 1); }
  Motion3D Centre(int ball) const {
    return {Coordinate(ball, 0), Coordinate(ball, 1), Coordinate(ball, 2)};
  }
  const rows::BallColumns& columns() const { return columns_; }

 private:
  static void Put(bool value, int ball, uint32_t& set) {
    set = (set & ~(1u << ball)) | static_cast<uint32_t>(value) << ball;
  }
  Motion1D Coordinate(int ball, int axis) const {
    const Trajectory& t = full_[Index(ball)];
    return {t.position[axis], t.velocity[axis], t.half_acceleration[axis]};
  }

  rows::BallColumns columns_{};
  uint32_t in_play_ = 0;
  uint32_t translates_ = 0;
  uint32_t off_cloth_ = 0;
  std::array<Trajectory, kMaxBalls> full_{};
  std::array<Event, kMaxBalls> cause_{};
};

inline void TrajectoryTable::SetHorizon(int ball, double time_s) {
  const size_t i = Index(ball);
  columns_.horizon_s[i] = time_s;
  const bool alone = (in_play_ & ~(1u << ball)) == 0;  // Then nobody asks for its box.
  const double window_s = Translates(ball) ? time_s - full_[i].epoch_s : 0.0;
  const Box box =
      alone ? Box::Everything() : BoxOfPath(X(ball), Y(ball), window_s, columns_.radius_m[i]);
  columns_.x_low[i] = box.x_low;
  columns_.x_high[i] = box.x_high;
  columns_.y_low[i] = box.y_low;
  columns_.y_high[i] = box.y_high;
}

template <class Make>
void TrajectoryTable::Begin(int ball, const Event& cause, const Make& make) {
  static_assert(std::is_trivially_destructible_v<Trajectory>);
  const size_t i = Index(ball);
  const Trajectory& t = *::new (&full_[i]) Trajectory(make());
  cause_[i] = cause;
  columns_.epoch_s[i] = t.epoch_s;
  columns_.x0[i] = t.position.x();
  columns_.x1[i] = t.velocity.x();
  columns_.x2[i] = t.half_acceleration.x();
  columns_.y0[i] = t.position.y();
  columns_.y1[i] = t.velocity.y();
  columns_.y2[i] = t.half_acceleration.y();
  columns_.z0[i] = t.position.z();
  columns_.z1[i] = t.velocity.z();
  columns_.z2[i] = t.half_acceleration.z();
  columns_.off_cloth[i] = OnCloth(t.motion) ? 0.0 : 1.0;
  Put(carom::InPlay(t.motion), ball, in_play_);
  Put(carom::Translates(t.motion), ball, translates_);
  Put(!OnCloth(t.motion), ball, off_cloth_);
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_TRAJECTORY_TABLE_H_
