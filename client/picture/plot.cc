#include "client/picture/plot.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "client/picture/markup.h"

namespace carom::picture {
namespace {

constexpr double kTick_px = 10.5;
constexpr double kTickGap_px = 60.0;  // Between numbers along x.
constexpr int kTicks = 4;             // Along y.

// Numbers of ticks are short: their last digit is that of the step.
std::string TickLabel(double value, const std::vector<double>& ticks, const std::string& unit) {
  const std::string number = Decimal(value, 6);
  return value == ticks.back() ? absl::StrCat(number, " ", unit) : number;
}

}  // namespace

std::vector<double> Ticks(double most, int count) {
  double step = 1e-6;
  while (most / step > count) {
    for (const double times : {2.0, 2.5, 2.0}) {  // 1, 2, 5, 10.
      if (most / step > count) step *= times;
    }
  }
  std::vector<double> ticks;
  for (int i = 0; i * step <= most * (1.0 + 1e-9); ++i) ticks.push_back(i * step);
  return ticks;
}

void Plot::DrawAxes(const std::string& x_unit, const std::string& y_unit, Svg* svg) const {
  const Theme& theme = svg->theme();
  const std::string grid = absl::StrCat("fill=\"none\" stroke=\"", theme.line,
                                        "\" stroke-width=\"0.6\" stroke-opacity=\"0.6\"");
  const auto x_ticks = Ticks(most_x_, std::max(2, static_cast<int>(width_px_ / kTickGap_px)));
  for (const double x : x_ticks) {
    svg->Line(At(x, 0.0), At(x, most_y_), grid);
    const Point at = At(x, 0.0);
    svg->Words({at.x, at.y + 14.0}, TickLabel(x, x_ticks, x_unit), theme.faint_text, kTick_px,
               "middle");
  }
  const auto y_ticks = Ticks(most_y_, kTicks);
  for (const double y : y_ticks) {
    svg->Line(At(0.0, y), At(most_x_, y), grid);
    const Point at = At(0.0, y);
    svg->Words({at.x - 5.0, at.y + 3.5}, TickLabel(y, y_ticks, y_unit), theme.faint_text, kTick_px,
               "end");
  }
  svg->Line(At(0.0, 0.0), At(most_x_, 0.0),
            absl::StrCat("fill=\"none\" stroke=\"", theme.faint_text, "\" stroke-width=\"1\""));
}

}  // namespace carom::picture
