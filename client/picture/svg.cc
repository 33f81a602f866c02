#include "client/picture/svg.h"

#include "absl/strings/str_cat.h"
#include "client/picture/markup.h"

namespace carom::picture {
namespace {

std::string Pair(Point point) { return absl::StrCat(Px(point.x), " ", Px(point.y)); }

}  // namespace

std::string Px(double length_px) { return Decimal(length_px, 2); }

std::string MoveTo(Point point) { return absl::StrCat("M", Pair(point)); }

std::string LineTo(Point point) { return absl::StrCat("L", Pair(point)); }

std::string CurveTo(Point control, Point end) {
  return absl::StrCat("Q", Pair(control), " ", Pair(end));
}

void Svg::Add(const std::string& element) { absl::StrAppend(&elements_, element, "\n"); }

void Svg::Circle(Point centre, double radius_px, const std::string& style) {
  Add(absl::StrCat("<circle cx=\"", Px(centre.x), "\" cy=\"", Px(centre.y), "\" r=\"",
                   Px(radius_px), "\" ", style, "/>"));
}

void Svg::Line(Point from, Point to, const std::string& style) {
  Path(MoveTo(from) + LineTo(to), style);
}

void Svg::Rect(Point corner, double width_px, double height_px, const std::string& style) {
  Add(absl::StrCat("<rect x=\"", Px(corner.x), "\" y=\"", Px(corner.y), "\" width=\"", Px(width_px),
                   "\" height=\"", Px(height_px), "\" ", style, "/>"));
}

void Svg::Polygon(const std::vector<Point>& corners, const std::string& style) {
  std::string points;
  for (const Point& corner : corners) {
    absl::StrAppend(&points, points.empty() ? "" : " ", Px(corner.x), ",", Px(corner.y));
  }
  Add(absl::StrCat("<polygon points=\"", points, "\" ", style, "/>"));
}

void Svg::Path(const std::string& data, const std::string& style) {
  Add(absl::StrCat("<path d=\"", data, "\" ", style, "/>"));
}

void Svg::Text(Point at, const std::string& text, const std::string& style) {
  Add(absl::StrCat("<text x=\"", Px(at.x), "\" y=\"", Px(at.y), "\" ", style, ">", EscapeXml(text),
                   "</text>"));
}

void Svg::Words(Point at, const std::string& text, const char* colour, double size_px,
                const std::string& anchor) {
  Text(at, text,
       absl::StrCat("fill=\"", colour, "\" font-size=\"", Px(size_px), "\" text-anchor=\"", anchor,
                    "\""));
}

std::string Svg::Document(const std::string& title, double width_px, double height_px) const {
  const std::string width = Px(width_px);
  const std::string height = Px(height_px);
  return absl::StrCat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height,
      "\" viewBox=\"0 0 ", width, " ", height,
      "\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" role=\"img\">\n<title>",
      EscapeXml(title), "</title>\n<rect width=\"", width, "\" height=\"", height,
      "\" rx=\"10\" fill=\"", theme_.page, "\"/>\n", elements_, "</svg>\n");
}

}  // namespace carom::picture
