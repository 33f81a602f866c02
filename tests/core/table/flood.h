#ifndef CAROM_TESTS_CORE_TABLE_FLOOD_H_
#define CAROM_TESTS_CORE_TABLE_FLOOD_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/table/table.h"

namespace carom {

/// The places that a ball's centre can reach from the middle of a table without crossing a cushion
/// or dropping into a pocket, by flooding a grid over the outline's box. An oracle that shares
/// nothing with the checks of placements but NoseContactDistance.
class Flood {
 public:
  struct Options {
    double ball_radius_m = 0.0;
    double cell_m = 0.002;
    /// By how much every obstacle is taken smaller than it is. With cell_m / sqrt(2) or more, no
    /// continuous path reaches what the flood does not.
    double shrink_m = 0.0;
  };

  Flood(const Table& table, const Options& options) : table_(table), options_(options) {
    Vec2 high_m = table.bed_outline_m.front();
    low_m_ = high_m;
    for (const Vec2& corner : table.bed_outline_m) {
      low_m_ = low_m_.cwiseMin(corner);
      high_m = high_m.cwiseMax(corner);
    }
    columns_ = static_cast<int>((high_m.x() - low_m_.x()) / options.cell_m);
    rows_ = static_cast<int>((high_m.y() - low_m_.y()) / options.cell_m);
    reached_.assign(static_cast<size_t>(columns_ * rows_), false);
    Run();
  }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  bool Reached(int column, int row) const { return reached_[Index(column, row)]; }
  /// True when the flood came to the outline.
  bool Leaked() const { return leaked_; }

  Vec2 Centre(int column, int row) const {
    return low_m_ + options_.cell_m * Vec2(column + 0.5, row + 0.5);
  }

  /// Distance that the ball's centre keeps from the nearest obstacle; negative within one.
  double Clearance(const Vec2& point_m) const {
    double clearance_m = std::numeric_limits<double>::infinity();
    for (const Nose& nose : table_.noses) {
      clearance_m = std::min(clearance_m, DistanceFrom(nose, point_m) - Keeps(nose.start_height_m));
    }
    for (const Jaw& jaw : table_.jaws) {
      const double distance_m = (point_m - jaw.centre_m).norm() - jaw.radius_m;
      clearance_m = std::min(clearance_m, distance_m - Keeps(jaw.height_m));
    }
    for (const Pocket& pocket : table_.pockets) {
      clearance_m = std::min(clearance_m, (point_m - pocket.centre_m).norm() - pocket.radius_m);
    }
    return clearance_m;
  }

 private:
  size_t Index(int column, int row) const { return static_cast<size_t>(row * columns_ + column); }

  double Keeps(double height_m) const {
    return NoseContactDistance(NoseContact::kLine, options_.ball_radius_m, height_m);
  }

  static double DistanceFrom(const Nose& nose, const Vec2& point_m) {
    const double length_m = (nose.end_m - nose.start_m).norm();
    const Vec2 along = (nose.end_m - nose.start_m) / length_m;
    const double s = along.dot(point_m - nose.start_m);
    if (s <= 0.0) return (point_m - nose.start_m).norm();
    if (s >= length_m) return (point_m - nose.end_m).norm();
    return std::fabs(along.x() * (point_m - nose.start_m).y() -
                     along.y() * (point_m - nose.start_m).x());
  }

  void Run() {
    std::vector<int> queue;
    Visit(columns_ / 2, rows_ / 2, queue);
    while (!queue.empty()) {
      const int cell = queue.back();
      queue.pop_back();
      const int column = cell % columns_;
      const int row = cell / columns_;
      Visit(column - 1, row, queue);
      Visit(column + 1, row, queue);
      Visit(column, row - 1, queue);
      Visit(column, row + 1, queue);
    }
  }

  void Visit(int column, int row, std::vector<int>& queue) {
    if (column < 0 || column >= columns_ || row < 0 || row >= rows_) {
      leaked_ = true;
      return;
    }
    if (Reached(column, row) || Clearance(Centre(column, row)) <= -options_.shrink_m) return;
    reached_[Index(column, row)] = true;
    queue.push_back(static_cast<int>(Index(column, row)));
  }

  const Table& table_;
  const Options options_;
  Vec2 low_m_ = Vec2::Zero();
  int columns_ = 0;
  int rows_ = 0;
  bool leaked_ = false;
  std::vector<bool> reached_;
};

}  // namespace carom

#endif  // CAROM_TESTS_CORE_TABLE_FLOOD_H_
