#include "core/solid/plane_geometry.h"

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

// The segment along the middle of the box from one short side to the other: no corner is farther
// from its nearer end than half of that side.
Vicinity VicinityOfBox(const Box& box, double highest_m) {
  const Vec2 middle(0.5 * (box.x_low + box.x_high), 0.5 * (box.y_low + box.y_high));
  const Vec2 half(0.5 * (box.x_high - box.x_low), 0.5 * (box.y_high - box.y_low));
  const Vec2 along = half.x() >= half.y() ? Vec2(half.x(), 0.0) : Vec2(0.0, half.y());
  return {middle - along, middle + along, std::min(half.x(), half.y()), highest_m};
}

void VicinityColumns::Add(const Vicinity& vicinity) {
  const size_t row = size_++ % kRows;
  if (row == 0) {
    rows::VicinityBlock& added = blocks_.emplace_back();
    std::fill_n(added.x_low, kRows, std::numeric_limits<double>::infinity());
  }
  rows::VicinityBlock& block = blocks_.back();
  const Box box = BoxAround(vicinity);
  block.x_low[row] = box.x_low;
  block.x_high[row] = box.x_high;
  block.y_low[row] = box.y_low;
  block.y_high[row] = box.y_high;
  const Vec2 half = 0.5 * (vicinity.end_m - vicinity.start_m);
  const double half_length_m = half.norm();
  block.middle_x[row] = vicinity.start_m.x() + half.x();
  block.middle_y[row] = vicinity.start_m.y() + half.y();
  block.half_x[row] = half.x();
  block.half_y[row] = half.y();
  if (half_length_m > 0.0) {
    block.normal_x[row] = -half.y() / half_length_m;
    block.normal_y[row] = half.x() / half_length_m;
  }
  block.reach_m[row] = vicinity.reach_m + kResolution_m;
  block.highest_m[row] = vicinity.highest_m + kResolution_m;
}

// x(s) = x0 + x1 s + x2 s^2 over s = t / until_s in [0, 1] has the Bernstein coefficients x0,
// x0 + x1 / 2 and x0 + x1 + x2. Across the chord, the first and the last are equal.
rows::SweptPath SweptBy(const Motion1D& x, const Motion1D& y, double until_s, double lowest_m) {
  rows::SweptPath path;
  path.x[0] = x.c0;
  path.x[1] = x.c0 + 0.5 * x.c1 * until_s;
  path.x[2] = x.At(until_s);
  path.y[0] = y.c0;
  path.y[1] = y.c0 + 0.5 * y.c1 * until_s;
  path.y[2] = y.At(until_s);
  Extremes(x, until_s, path.x_low, path.x_high);
  Extremes(y, until_s, path.y_low, path.y_high);
  path.lowest_m = lowest_m;
  path.across_x = path.y[0] - path.y[2];
  path.across_y = path.x[2] - path.x[0];
  path.length_m = std::sqrt(path.across_x * path.across_x + path.across_y * path.across_y);
  const double bulge =
      path.across_x * (path.x[1] - path.x[0]) + path.across_y * (path.y[1] - path.y[0]);
  path.across_low = std::min(bulge, 0.0);
  path.across_high = std::max(bulge, 0.0);
  return path;
}

}  // namespace carom
