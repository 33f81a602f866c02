#ifndef CAROM_CORE_EVENT_ROWS_BALL_COLUMNS_H_
#define CAROM_CORE_EVENT_ROWS_BALL_COLUMNS_H_

// Read by kernels: includes neither Eigen nor the standard library
// (core/math/lanes/lanes.inl says why).

namespace carom::rows {

/// Room for kMaxBalls (core/base/constants.h), a multiple of every kernel's width.
inline constexpr int kRows = 32;

/// What prediction reads of all balls' present phases: one column per coefficient, one row per
/// ball. Units are m and s. Each coordinate is c0 + c1 tau + c2 tau^2 with tau counted from the
/// ball's epoch.
struct alignas(64) BallColumns {
  double epoch_s[kRows];
  double until_s[kRows];  ///< When the phase ends if the ball hits no other ball.
  double x0[kRows], x1[kRows], x2[kRows];
  double y0[kRows], y1[kRows], y2[kRows];
  double z0[kRows], z1[kRows], z2[kRows];
  /// Seen from above, the ball stays in this box from its epoch until until_s, with 1e-9 m to
  /// spare. TrajectoryTable::SetUntil() sets it.
  double x_low[kRows], x_high[kRows];
  double y_low[kRows], y_high[kRows];
  double radius_m[kRows];
  double off_cloth[kRows];  ///< 1 for a ball off the cloth, else 0.
};

}  // namespace carom::rows

#endif  // CAROM_CORE_EVENT_ROWS_BALL_COLUMNS_H_
