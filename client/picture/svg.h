#ifndef CAROM_CLIENT_PICTURE_SVG_H_
#define CAROM_CLIENT_PICTURE_SVG_H_

#include <string>
#include <vector>

#include "client/picture/frame.h"
#include "client/picture/theme.h"

namespace carom::picture {

/// Collects the elements of an SVG picture. Lengths are in px; `style` is attributes as they are
/// written, never text of a request; text and titles are escaped here.
class Svg {
 public:
  explicit Svg(const Theme& theme) : theme_(theme) {}

  const Theme& theme() const { return theme_; }

  void Add(const std::string& element);
  void Circle(Point centre, double radius_px, const std::string& style);
  void Line(Point from, Point to, const std::string& style);
  void Rect(Point corner, double width_px, double height_px, const std::string& style);
  void Polygon(const std::vector<Point>& corners, const std::string& style);
  /// `data` as Path makes it.
  void Path(const std::string& data, const std::string& style);
  void Text(Point at, const std::string& text, const std::string& style);
  /// Text as above in `colour` and of `size_px`; `anchor` is start, middle or end.
  void Words(Point at, const std::string& text, const char* colour, double size_px,
             const std::string& anchor = "start");

  /// The document, with a title for those who hear it, on the page's colour.
  std::string Document(const std::string& title, double width_px, double height_px) const;

 private:
  const Theme& theme_;
  std::string elements_;
};

/// A length as it is written: two digits after the point, a twentieth of what can be seen.
std::string Px(double length_px);

/// The commands of a path's data.
std::string MoveTo(Point point);
std::string LineTo(Point point);
std::string CurveTo(Point control, Point end);  ///< A quadratic Bezier curve.

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_SVG_H_
