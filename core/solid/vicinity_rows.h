#ifndef CAROM_CORE_SOLID_VICINITY_ROWS_H_
#define CAROM_CORE_SOLID_VICINITY_ROWS_H_

// Read by kernels: includes neither Eigen nor the standard library
// (core/math/lanes/lanes.inl says why).

namespace carom::rows {

/// Where a few bodies can be touched (core/solid/vicinity.h): one column per number, one row per
/// body, in m. A row that stands for no body is met by nothing: its x_low is infinite.
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

}  // namespace carom::rows

#endif  // CAROM_CORE_SOLID_VICINITY_ROWS_H_
