#include "client/picture/draw_table.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace carom::picture {
namespace {

// How wide cushions are drawn, m: the wire tells where their noses are, not what is behind them. A
// pool cushion is 2 in wide [WPA, "Equipment specifications", rail width 4 to 7 1/2 in in all].
constexpr double kCushion_m = 0.0508;
constexpr double kFacing = 5.0;  // How much longer than deep a facing is drawn.
constexpr double kCorner_px = 8.0;
constexpr double kSpot_px = 1.8;

Point At(const carom::v1::Point2& point, const Frame& frame) {
  return frame.At(point.x_m(), point.y_m());
}

template <class Corners>
std::vector<Point> PointsOf(const Corners& corners, const Frame& frame) {
  std::vector<Point> points;
  for (const carom::v1::Point2& corner : corners) points.push_back(At(corner, frame));
  return points;
}

std::string Fill(const char* colour) { return absl::StrCat("fill=\"", colour, "\""); }

void DrawCloth(const carom::v1::TableGeometry& table, const Frame& frame, Svg* svg) {
  if (table.bed_outline_size() > 0) {
    svg->Polygon(PointsOf(table.bed_outline(), frame), Fill(svg->theme().cloth));
  } else {
    svg->Rect(frame.origin(), frame.width_px(), frame.height_px(), Fill(svg->theme().cloth));
  }
}

// How far a cushion reaches behind its nose, m: the short noses of facings are drawn narrow.
double DepthOf(const carom::v1::Nose& nose) {
  const double length_m =
      std::hypot(nose.end().x_m() - nose.start().x_m(), nose.end().y_m() - nose.start().y_m());
  return std::min(kCushion_m, length_m / kFacing);
}

void DrawNose(const carom::v1::Nose& nose, const Frame& frame, double width_px,
              const std::string& cap, Svg* svg) {
  svg->Path(MoveTo(At(nose.start(), frame)) + LineTo(At(nose.end(), frame)),
            absl::StrCat("fill=\"none\" stroke=\"", svg->theme().cushion, "\" stroke-width=\"",
                         Px(width_px), "\" stroke-linecap=\"", cap, "\""));
}

// Cushions are drawn as broad noses, of which the half over the cloth is cut off. Without pockets
// they meet in the corners.
void DrawRails(const carom::v1::TableGeometry& table, const Frame& frame, Svg* svg) {
  const Theme& theme = svg->theme();
  for (const carom::v1::RailTop& top : table.rail_tops()) {
    svg->Polygon(PointsOf(top.corners(), frame),
                 absl::StrCat(Fill(theme.rail), " stroke=\"", theme.rail, "\""));
  }
  svg->Add("<clipPath id=\"rails\">");
  for (const carom::v1::RailTop& top : table.rail_tops()) {
    svg->Polygon(PointsOf(top.corners(), frame), "");
  }
  svg->Add("</clipPath>\n<g clip-path=\"url(#rails)\">");
  const std::string cap = table.pockets_size() == 0 ? "square" : "butt";
  for (const carom::v1::Nose& nose : table.noses()) {
    DrawNose(nose, frame, 2.0 * DepthOf(nose) * frame.px_per_m(), cap, svg);
  }
  svg->Add("</g>");
}

}  // namespace

std::vector<carom::v1::Point2> SpotsOf(const carom::v1::TableGeometry& table) {
  if (table.length_m() <= 0.0) return {};
  carom::v1::Point2 head = table.head_spot();
  carom::v1::Point2 foot = table.foot_spot();
  if (!table.has_head_spot()) head.set_x_m(-table.length_m() / 4.0);  // The wire's defaults.
  if (!table.has_foot_spot()) foot.set_x_m(table.length_m() / 4.0);
  return {head, foot};
}

void BeginInside(const Frame& frame, Svg* svg) {
  svg->Add("<clipPath id=\"table\">");
  svg->Rect(frame.origin(), frame.width_px(), frame.height_px(),
            absl::StrCat("rx=\"", Px(kCorner_px), "\""));
  svg->Add("</clipPath>\n<g clip-path=\"url(#table)\">");
}

void EndInside(Svg* svg) { svg->Add("</g>"); }

void DrawTable(const carom::v1::TableGeometry& table, const Frame& frame, Svg* svg) {
  const Theme& theme = svg->theme();
  DrawCloth(table, frame, svg);
  if (table.rail_tops_size() > 0) DrawRails(table, frame, svg);
  for (const carom::v1::Jaw& jaw : table.jaws()) {
    svg->Circle(At(jaw.centre(), frame), jaw.radius_m() * frame.px_per_m(), Fill(theme.cushion));
  }
  for (const carom::v1::Nose& nose : table.noses()) DrawNose(nose, frame, 2.0, "butt", svg);
  for (const carom::v1::Pocket& pocket : table.pockets()) {
    svg->Circle(At(pocket.centre(), frame), pocket.radius_m() * frame.px_per_m(),
                Fill(theme.pocket));
  }
  for (const carom::v1::Point2& spot : SpotsOf(table)) {
    svg->Circle(At(spot, frame), kSpot_px, Fill(theme.cushion));
  }
}

}  // namespace carom::picture
