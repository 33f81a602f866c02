#ifndef CAROM_CLIENT_PICTURE_FRAME_H_
#define CAROM_CLIENT_PICTURE_FRAME_H_

#include <vector>

#include "client/picture/shot_scene.h"

namespace carom::picture {

/// A rectangle of the table, m.
struct Bounds {
  double left_m = 0.0;
  double right_m = 0.0;
  double bottom_m = 0.0;
  double top_m = 0.0;

  double width_m() const { return right_m - left_m; }
  double height_m() const { return top_m - bottom_m; }
};

/// What a picture must show: the bed, or all parts of a table without an outline; of one without
/// any parts, the way of every ball.
Bounds BoundsOf(const carom::v1::TableGeometry& table, const std::vector<SceneBall>& balls);

/// A point of a picture, px; y grows downwards.
struct Point {
  double x = 0.0;
  double y = 0.0;
};

/// From the table, seen from above, to the picture: to scale, x to the right, y upwards.
class Frame {
 public:
  /// The longer side of `bounds` becomes `longer_px`; the upper left corner is at `origin`.
  Frame(const Bounds& bounds, double longer_px, Point origin);

  double px_per_m() const { return px_per_m_; }
  const Bounds& bounds() const { return bounds_; }
  double width_px() const { return bounds_.width_m() * px_per_m_; }
  double height_px() const { return bounds_.height_m() * px_per_m_; }
  Point origin() const { return origin_; }
  Point At(const Vector& position_m) const { return At(position_m[0], position_m[1]); }
  Point At(double x_m, double y_m) const {
    return {origin_.x + (x_m - bounds_.left_m) * px_per_m_,
            origin_.y + (bounds_.top_m - y_m) * px_per_m_};
  }

 private:
  Bounds bounds_;
  double px_per_m_ = 0.0;
  Point origin_;
};

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_FRAME_H_
