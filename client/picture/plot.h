#ifndef CAROM_CLIENT_PICTURE_PLOT_H_
#define CAROM_CLIENT_PICTURE_PLOT_H_

#include <string>
#include <vector>

#include "client/picture/svg.h"

namespace carom::picture {

/// The numbers written along an axis from 0 to `most`: at most `count` steps of 1, 2 or 5 times a
/// power of ten.
std::vector<double> Ticks(double most, int count);

/// The room of a plot and around it.
struct PlotRoom {
  double left_px = 0.0;  ///< For the numbers of the vertical axis.
  double head_px = 0.0;
  double height_px = 0.0;  ///< Of the plot alone.
  double foot_px = 0.0;
  double headroom = 1.0;  ///< What the axes reach, as a multiple of the greatest values.
};

/// A small diagram with axes from 0.
class Plot {
 public:
  Plot(Point corner, double width_px, double height_px, double most_x, double most_y)
      : corner_(corner),
        width_px_(width_px),
        height_px_(height_px),
        most_x_(most_x),
        most_y_(most_y) {}

  Point At(double x, double y) const {
    return {corner_.x + width_px_ * x / most_x_, corner_.y + height_px_ * (1.0 - y / most_y_)};
  }

  /// Draws frame, grid and numbers; units as in "0.2 s" stand behind the last number.
  void DrawAxes(const std::string& x_unit, const std::string& y_unit, Svg* svg) const;

 private:
  Point corner_;
  double width_px_;
  double height_px_;
  double most_x_;
  double most_y_;
};

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_PLOT_H_
