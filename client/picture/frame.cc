#include "client/picture/frame.h"

#include <algorithm>
#include <limits>

namespace carom::picture {
namespace {

constexpr double kAround_radii = 3.0;  // Beside a ball on a table without parts.

class Extent {
 public:
  void Add(double x_m, double y_m, double around_m = 0.0) {
    bounds_.left_m = std::min(bounds_.left_m, x_m - around_m);
    bounds_.right_m = std::max(bounds_.right_m, x_m + around_m);
    bounds_.bottom_m = std::min(bounds_.bottom_m, y_m - around_m);
    bounds_.top_m = std::max(bounds_.top_m, y_m + around_m);
  }
  void Add(const carom::v1::Point2& point, double around_m = 0.0) {
    Add(point.x_m(), point.y_m(), around_m);
  }

  bool empty() const { return bounds_.left_m > bounds_.right_m; }
  const Bounds& bounds() const { return bounds_; }

 private:
  static constexpr double kFar_m = std::numeric_limits<double>::infinity();
  Bounds bounds_{kFar_m, -kFar_m, kFar_m, -kFar_m};
};

// Rails and jaws may reach beyond the bed's outline, where no ball ever is in play.
void AddTable(const carom::v1::TableGeometry& table, Extent* extent) {
  for (const auto& corner : table.bed_outline()) extent->Add(corner);
  if (!extent->empty()) return;
  for (const auto& rail_top : table.rail_tops()) {
    for (const auto& corner : rail_top.corners()) extent->Add(corner);
  }
  for (const auto& nose : table.noses()) {
    extent->Add(nose.start());
    extent->Add(nose.end());
  }
  for (const auto& jaw : table.jaws()) extent->Add(jaw.centre(), jaw.radius_m());
  for (const auto& pocket : table.pockets()) extent->Add(pocket.centre(), pocket.radius_m());
}

// A parabola lies between its ends and its control point.
void AddTrack(const SceneBall& ball, Extent* extent) {
  const double around_m = kAround_radii * ball.radius_m;
  for (const Arc& arc : ball.track.arcs) {
    for (const Vector& point : {arc.position_m, ControlPoint(arc), PositionAt(arc, arc.end_s)}) {
      extent->Add(point[0], point[1], around_m);
    }
  }
}

}  // namespace

Bounds BoundsOf(const carom::v1::TableGeometry& table, const std::vector<SceneBall>& balls) {
  Extent extent;
  AddTable(table, &extent);
  if (!extent.empty()) return extent.bounds();
  for (const SceneBall& ball : balls) AddTrack(ball, &extent);
  return extent.empty() ? Bounds{-1.0, 1.0, -0.5, 0.5} : extent.bounds();
}

Frame::Frame(const Bounds& bounds, double longer_px, Point origin)
    : bounds_(bounds), origin_(origin) {
  px_per_m_ = longer_px / std::max(bounds.width_m(), bounds.height_m());
}

}  // namespace carom::picture
