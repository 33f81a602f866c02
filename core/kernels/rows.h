#ifndef CAROM_CORE_KERNELS_ROWS_H_
#define CAROM_CORE_KERNELS_ROWS_H_

// Read by kernels: includes neither Eigen nor the standard library
// (core/kernels/lanes.inl says why).

namespace carom {
enum class RegisterWidth : unsigned char;
}

namespace carom::rows {

/// Where a few bodies can be touched (core/solid/plane_geometry.h): one column per number, one row
/// per body, in m. A row that stands for no body is touched by nothing: its x_low is infinite.
struct alignas(64) VicinityBlock {
  static constexpr int kRows = 8;  ///< A multiple of every kernel's width.

  double x_low[kRows];  ///< The box of all centres that touch the body.
  double x_high[kRows];
  double y_low[kRows];
  double y_high[kRows];
  double middle_x[kRows];  ///< Of the segment.
  double middle_y[kRows];
  double half_x[kRows];  ///< From its middle to one of its ends; zero for a disc.
  double half_y[kRows];
  double normal_x[kRows];  ///< Unit, across the segment; zero for a disc.
  double normal_y[kRows];
  double reach_m[kRows];
  double highest_m[kRows];
};

/// All bodies of a table, in blocks one after the other.
struct VicinityRows {
  const VicinityBlock* blocks;
  int block_count;
};

/// How a centre moves during a window, seen from above. A quadratic path stays within the hull of
/// its Bernstein coefficients: its first point, where both end tangents meet, and its last point.
struct SweptPath {
  double x[3];  ///< The three points.
  double y[3];
  double x_low, x_high, y_low, y_high;  ///< The path's box.
  double lowest_m;                      ///< The least height of the centre.
  double across_x, across_y;            ///< At right angles to the chord, as long as it.
  double length_m;                      ///< Of the chord.
  double across_low, across_high;       ///< The path lies between these, along `across`.

  /// Whether the path, its points included, stays within this of the origin along x and y. False if
  /// anything is NaN.
  bool Within(double far_m) const {
    return x_low >= -far_m && x_high <= far_m && y_low >= -far_m && y_high <= far_m &&
           x[1] >= -far_m && x[1] <= far_m && y[1] >= -far_m && y[1] <= far_m;
  }
};

/// Room for kMaxBalls (core/base/constants.h), a multiple of every kernel's width.
inline constexpr int kRows = 32;

/// What prediction reads of all balls' present phases: one column per coefficient, one row per
/// ball. Units are m and s. Each coordinate is c0 + c1 tau + c2 tau^2 with tau counted from the
/// ball's epoch.
struct alignas(64) BallColumns {
  double epoch_s[kRows];
  double horizon_s[kRows];  ///< When the phase ends if the ball hits no other ball.
  double x0[kRows], x1[kRows], x2[kRows];
  double y0[kRows], y1[kRows], y2[kRows];
  double z0[kRows], z1[kRows], z2[kRows];
  /// Seen from above, the ball stays in this box from its epoch until horizon_s, with 1e-9 m to
  /// spare. TrajectoryTable::SetHorizon() sets it.
  double x_low[kRows], x_high[kRows];
  double y_low[kRows], y_high[kRows];
  double radius_m[kRows];
  double off_cloth[kRows];  ///< 1 for a ball off the cloth, else 0.
};

/// How many blocks one answer of may_touch covers. It has one bit for each body of these blocks.
inline constexpr int kBlocksAsked = 64 / VicinityBlock::kRows;

/// What prediction asks of many rows at once, for one width of registers. All widths give the same
/// bits. Pure, thread-safe, no allocation.
struct Kernels {
  /// Which balls may `ball` hit, and when at the earliest? Answers for all `partners` (one bit
  /// each, below `count`) at once. Returns the bits of those that may touch it while the present
  /// phases of both last, that is until the earlier of their horizon_s. For each of these,
  /// earliest_s is a time before which the two do not touch. The other partners cannot touch it
  /// (core/kernels/rows.inl says why). Entries of earliest_s without a bit are
  /// unspecified. Requires that no partner's phase began after the ball's, and that no time is
  /// negative. Conservative by more than its rounding.
  unsigned (*may_collide)(const BallColumns& balls, int ball, unsigned partners, int count,
                          double* earliest_s);
  /// Which fixed bodies may a ball touch whose centre moves along this path? Answers for the bodies
  /// of kBlocksAsked blocks from block `first` on, one bit per body, the lowest for the first. A
  /// body without a bit lies below the path, or is separated from it along one of the axes that
  /// core/kernels/rows.inl lists. Conservative by 1e-9 m, for paths within 1 km of the
  /// origin.
  unsigned long long (*may_touch)(const VicinityRows& bodies, const SweptPath& path, int first);
};

extern const Kernels kPlainKernels;
extern const Kernels kAvx2Kernels;    ///< On x86-64 alone.
extern const Kernels kAvx512Kernels;  ///< On x86-64 alone.

/// Those of a width that the machine can run (core/base/register_width.h). Thread-safe.
const Kernels& KernelsOf(RegisterWidth width);

}  // namespace carom::rows

#endif  // CAROM_CORE_KERNELS_ROWS_H_
