#ifndef CAROM_CLIENT_PICTURE_POLYLINE_H_
#define CAROM_CLIENT_PICTURE_POLYLINE_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace carom::picture {

/// The points that a line needs: without those that are at most `most` off the lines between the
/// others, by the distance off(from, to, point) [Douglas, Peucker 1973, "Algorithms for the
/// reduction of the number of points"].
template <class Item, class Off>
std::vector<Item> Simplified(const std::vector<Item>& points, double most, const Off& off) {
  if (points.size() < 3) return points;
  std::vector<size_t> kept = {0, points.size() - 1};
  std::vector<std::pair<size_t, size_t>> pieces = {{0, points.size() - 1}};
  while (!pieces.empty()) {
    const auto [first, last] = pieces.back();
    pieces.pop_back();
    size_t worst = first;
    double worst_off = most;
    for (size_t i = first + 1; i < last; ++i) {
      const double distance = off(points[first], points[last], points[i]);
      if (distance <= worst_off) continue;
      worst = i;
      worst_off = distance;
    }
    if (worst == first) continue;
    kept.push_back(worst);
    pieces.insert(pieces.end(), {{first, worst}, {worst, last}});
  }
  std::sort(kept.begin(), kept.end());
  std::vector<Item> line;
  for (const size_t i : kept) line.push_back(points[i]);
  return line;
}

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_POLYLINE_H_
