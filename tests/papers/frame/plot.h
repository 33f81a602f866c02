#ifndef CAROM_TESTS_PAPERS_FRAME_PLOT_H_
#define CAROM_TESTS_PAPERS_FRAME_PLOT_H_

#include <limits>
#include <string>
#include <vector>

namespace carom::papers {

/// One curve of a plot: column y against column x of a sheet, of the rows whose column `key` says
/// `value` (all rows when `key` is empty).
struct Curve {
  std::string title;
  std::string x;
  std::string y;
  std::string key = {};
  std::string value = {};
  std::string style = "linespoints";  ///< Of gnuplot: lines, points, linespoints, circles ...
  std::string z = {};                 ///< Named: a surface over x and y, Plot::surface_points wide.
};

/// What the paper prints, or the name of a place: a point with its text, or a line across the panel
/// where one coordinate is NaN.
struct Mark {
  std::string text;
  double x = 0.0;
  double y = 0.0;
};

/// A word in place of a number along an axis.
struct Tick {
  std::string text;
  double at = 0.0;
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Curve> curves;
  bool log_x = false;
  bool log_y = false;
  bool same_scale = false;  ///< One metre is as long on both axes: a plan of the table.
  int surface_points = 0;   ///< Of a surface: rows and columns of the grid that the sheet holds.
  std::vector<Mark> marks = {};
  std::vector<Tick> ticks = {};  ///< Of the x axis; none: numbers.
  std::vector<Tick> y_ticks = {};
  /// The ends of the y axis, for panels to be compared; NaN: by the data.
  double y_low = std::numeric_limits<double>::quiet_NaN();
  double y_high = std::numeric_limits<double>::quiet_NaN();
};

/// Draws `folder`/`stem`.csv into `stem`.svg beside it with gnuplot, run in that folder on the
/// script `stem`.gnuplot, which is written first. Panels go row by row into `columns`. False when
/// gnuplot failed or warned (a curve without points, say); stderr then has what it said.
bool Draw(const std::vector<Plot>& panels, int columns, const std::string& folder,
          const std::string& stem);

/// Whether gnuplot can be run at all.
bool CanDraw();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_PLOT_H_
