#include "core/solid/plane_geometry.h"

#include <algorithm>

namespace carom {

namespace {

// Which side of the line through start and end the point lies on: > 0 left, < 0 right, 0 on it.
double Side(const Vec2& point, const Vec2& start, const Vec2& end) {
  return Cross(end - start, point - start);
}

// For a point on the segment's line: whether it is on the segment.
bool WithinBox(const Vec2& point, const Vec2& start, const Vec2& end) {
  return point.x() >= std::min(start.x(), end.x()) && point.x() <= std::max(start.x(), end.x()) &&
         point.y() >= std::min(start.y(), end.y()) && point.y() <= std::max(start.y(), end.y());
}

}  // namespace

Vec2 NearestOnSegment(const Vec2& point, const Vec2& start, const Vec2& end) {
  const Vec2 along = end - start;
  const double length_squared = along.squaredNorm();
  if (length_squared == 0.0) return start;
  const double fraction = std::clamp(along.dot(point - start) / length_squared, 0.0, 1.0);
  return start + fraction * along;
}

bool SegmentsIntersect(const Vec2& a_start, const Vec2& a_end, const Vec2& b_start,
                       const Vec2& b_end) {
  const double a0 = Side(a_start, b_start, b_end);
  const double a1 = Side(a_end, b_start, b_end);
  if ((a0 > 0.0 && a1 > 0.0) || (a0 < 0.0 && a1 < 0.0)) return false;
  const double b0 = Side(b_start, a_start, a_end);
  const double b1 = Side(b_end, a_start, a_end);
  if ((b0 > 0.0 && b1 > 0.0) || (b0 < 0.0 && b1 < 0.0)) return false;
  if (a0 != 0.0 || a1 != 0.0) return true;
  // All four on one line.
  return WithinBox(a_start, b_start, b_end) || WithinBox(a_end, b_start, b_end) ||
         WithinBox(b_start, a_start, a_end);
}

Box LargestBeside(const Box& box, const Box& other, double margin_m, const Vec2* kept) {
  Box parts[] = {box, box, box, box};
  parts[0].x_low = std::max(box.x_low, other.x_high + margin_m);
  parts[1].x_high = std::min(box.x_high, other.x_low - margin_m);
  parts[2].y_low = std::max(box.y_low, other.y_high + margin_m);
  parts[3].y_high = std::min(box.y_high, other.y_low - margin_m);
  Box largest = Box::Nowhere();
  double largest_m2 = 0.0;
  for (const Box& part : parts) {
    const double area_m2 =
        std::max(part.x_high - part.x_low, 0.0) * std::max(part.y_high - part.y_low, 0.0);
    if (area_m2 <= largest_m2 || (kept != nullptr && !part.Holds(*kept))) continue;
    largest = part;
    largest_m2 = area_m2;
  }
  return largest;
}

bool InsidePolygon(const Vec2& point, const std::vector<Vec2>& polygon) {
  bool inside = false;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2& a = polygon[i];
    const Vec2& b = polygon[j];
    if ((a.y() > point.y()) == (b.y() > point.y())) continue;
    const double crossing_x = a.x() + (point.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x());
    if (point.x() < crossing_x) inside = !inside;
  }
  return inside;
}

}  // namespace carom
