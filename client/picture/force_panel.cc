#include "client/picture/force_panel.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/picture/markup.h"
#include "client/picture/plot.h"
#include "client/picture/polyline.h"

namespace carom::picture {
namespace {

constexpr size_t kMostPanels = 6;
constexpr size_t kPanelsInRow = 3;
constexpr PlotRoom kPanel = {
    .left_px = 52.0, .head_px = 44.0, .height_px = 96.0, .foot_px = 24.0, .headroom = 1.08};
constexpr double kOff_px = 0.1;  // Not to be seen.
constexpr double kMilli = 1e3;
constexpr double kKilo_N = 1e3;

double Peak(const ShotContact& contact) {
  double peak_N = 0.0;
  for (const ContactStep& step : contact.steps) peak_N = std::max(peak_N, step.normal_force_N);
  return peak_N;
}

bool IsShown(const SceneContact& contact) {
  return contact.contact.kind != carom::v1::EVENT_KIND_BALL_SLATE &&
         contact.contact.steps.size() > 1 && Peak(contact.contact) > 0.0;
}

std::vector<const SceneContact*> Strongest(const std::vector<SceneContact>& contacts) {
  std::vector<const SceneContact*> shown;
  for (const SceneContact& contact : contacts) {
    if (IsShown(contact)) shown.push_back(&contact);
  }
  std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) {
    return Peak(a->contact) > Peak(b->contact);
  });
  if (shown.size() > kMostPanels) shown.resize(kMostPanels);
  std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) {
    return a->contact.begin_s < b->contact.begin_s;
  });
  return shown;
}

// How far above or below the line between two points of a curve a third one is, px.
double OffLine(Point from, Point to, Point point) {
  if (to.x == from.x) return std::abs(point.y - from.y);
  const double share = (point.x - from.x) / (to.x - from.x);
  return std::abs(point.y - from.y - share * (to.y - from.y));
}

std::string CurveOf(const ShotContact& contact, const Plot& plot, double unit_N,
                    double ContactStep::*force) {
  std::vector<Point> points;
  for (const ContactStep& step : contact.steps) {
    points.push_back(plot.At(kMilli * (step.time_s - contact.begin_s), step.*force / unit_N));
  }
  std::string data;
  for (const Point& point : Simplified(points, kOff_px, OffLine)) {
    data += data.empty() ? MoveTo(point) : LineTo(point);
  }
  return data;
}

void DrawPanel(const SceneContact& shown, Point corner, double width_px, Svg* svg) {
  const ShotContact& contact = shown.contact;
  const Theme& theme = svg->theme();
  const double unit_N = Peak(contact) >= kKilo_N ? kKilo_N : 1.0;
  const double lasts_ms = kMilli * (contact.end_s - contact.begin_s);
  const Plot plot({corner.x + kPanel.left_px, corner.y + kPanel.head_px},
                  width_px - kPanel.left_px - 18.0, kPanel.height_px, lasts_ms,
                  kPanel.headroom * Peak(contact) / unit_N);
  const auto room = static_cast<size_t>(width_px / 7.0);
  svg->Words({corner.x, corner.y + 12.0}, Shorten(shown.caption, room), theme.text, 12.0);
  svg->Words({corner.x, corner.y + 28.0},
             absl::StrFormat("from %.4f s, peak %.4g N", contact.begin_s, Peak(contact)),
             theme.faint_text, 11.0);
  plot.DrawAxes("ms", unit_N == 1.0 ? "N" : "kN", svg);
  const auto style = [](const char* colour, const char* more) {
    return absl::StrCat("fill=\"none\" stroke=\"", colour, "\" stroke-width=\"2\"", more);
  };
  svg->Path(CurveOf(contact, plot, unit_N, &ContactStep::normal_force_N), style(theme.rolling, ""));
  svg->Path(CurveOf(contact, plot, unit_N, &ContactStep::friction_force_N),
            style(theme.sliding, " stroke-dasharray=\"5 3\""));
}

void DrawHeading(Point corner, Svg* svg) {
  const Theme& theme = svg->theme();
  svg->Words({corner.x, corner.y + 14.0}, "contact forces", theme.faint_text, 12.0);
  const auto line = [&](double x, const char* colour, const char* dashes, const char* words) {
    svg->Line({corner.x + x, corner.y + 10.0}, {corner.x + x + 26.0, corner.y + 10.0},
              absl::StrCat("fill=\"none\" stroke=\"", colour, "\" stroke-width=\"2\"", dashes));
    svg->Words({corner.x + x + 31.0, corner.y + 14.0}, words, theme.text, 12.0);
  };
  line(110.0, theme.rolling, "", "normal");
  line(200.0, theme.sliding, " stroke-dasharray=\"5 3\"", "friction");
}

}  // namespace

double DrawForces(const std::vector<SceneContact>& contacts, Point corner, double width_px,
                  Svg* svg) {
  const auto shown = Strongest(contacts);
  if (shown.empty()) return 0.0;
  DrawHeading(corner, svg);
  const size_t columns = std::min(kPanelsInRow, shown.size());
  const double panel_px = width_px / static_cast<double>(columns);
  const double row_px = kPanel.head_px + kPanel.height_px + kPanel.foot_px;
  for (size_t i = 0; i < shown.size(); ++i) {
    DrawPanel(*shown[i],
              {corner.x + static_cast<double>(i % columns) * panel_px,
               corner.y + 30.0 + static_cast<double>(i / columns) * row_px},
              panel_px, svg);
  }
  const size_t rows = (shown.size() + columns - 1) / columns;
  return 30.0 + static_cast<double>(rows) * row_px;
}

}  // namespace carom::picture
