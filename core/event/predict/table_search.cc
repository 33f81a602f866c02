#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <variant>

#include "core/base/constants.h"
#include "core/base/register_width.h"
#include "core/event/predict/predict.h"
#include "core/event/world.h"
#include "core/kernels/rows.h"
#include "core/solid/plane_geometry.h"

namespace carom {
namespace {

// The time at which a coordinate reaches the end of [low, high] that it moves towards; infinite if
// it turns before that end, or is beyond it.
double TimeToEnd(const Motion1D& motion, double low, double high) {
  const bool rises = motion.c1 >= 0.0;
  const double gap_m = rises ? high - motion.c0 : motion.c0 - low;
  const double closing = std::abs(motion.c1);
  const double half_braking = rises ? -motion.c2 : motion.c2;
  const double discriminant = closing * closing - 4.0 * gap_m * half_braking;
  if (!(gap_m > 0.0) || !(discriminant > 0.0)) return kInfinity;
  return 2.0 * gap_m / (closing + std::sqrt(discriminant));
}

// Collects the earliest event of one moving ball with the fixed parts of the table. Parts that the
// ball cannot touch until then are skipped.
class TableSearch {
 public:
  TableSearch(const World& world, const TrajectoryTable& table, int ball, Event before)
      : set_(world.solids.ForBall(ball)),
        ball_(static_cast<int16_t>(ball)),
        cause_(table.Cause(ball)),
        epoch_s_(table.Epoch(ball)),
        earliest_(before),
        best_s_(before.time_s - epoch_s_) {
    approach_.centre = table.Centre(ball);
    approach_.radius_m = set_.radius_m;
    approach_.on_cloth = !table.OffCloth(ball);
    approach_.window_s = table[ball].duration_s;
    SearchUntil(best_s_);
  }

  // At first looks only until the ball leaves the inner rectangle: as it leaves, it nearly always
  // hits a cushion.
  Event Search() {
    if (!approach_.on_cloth) TestSlate();
    const double out_s = ExitTime();
    if (out_s < best_s_) {
      SearchUntil(out_s);
      TestTable();
      if (best_s_ <= out_s) return earliest_;
      SearchUntil(best_s_);
    }
    TestTable();
    return earliest_;
  }

 private:
  void TestSlate();
  void TestTable();
  void Test(const Placed<Solid>& solid);
  void Test(const Placed<Sensor>& sensor);

  // Tests those bodies of a list that the ball may touch within useful_s.
  template <class Shape>
  void TestNear(const ShapeList<Shape>& list, const rows::SweptPath& path) {
    const rows::VicinityRows bodies = list.vicinities.Rows();
    for (int block = 0; block < bodies.block_count; block += rows::kBlocksAsked) {
      const auto* const items = list.items.data() + block * rows::VicinityBlock::kRows;
      for (uint64_t near = kernels_.may_touch(bodies, path, block); near != 0; near &= near - 1) {
        Test(items[std::countr_zero(near)]);
      }
    }
  }

  double ExitTime() const {
    const Box& inner = set_.inner;
    return std::min(TimeToEnd(approach_.centre.x, inner.x_low, inner.x_high),
                    TimeToEnd(approach_.centre.y, inner.y_low, inner.y_high));
  }

  bool JustSeparated(EventKind kind, int16_t other) const {
    if (cause_.ball != ball_ || cause_.other != other) return false;
    // A ball that drops starts in contact with the rim.
    const bool drops = kind == EventKind::kPocketRim && cause_.kind == EventKind::kPocketDrop;
    return cause_.kind == kind || drops;
  }

  void Consider(EventKind kind, int16_t other, OptionalTime time_s) {
    if (!time_s) return;
    const Event event{epoch_s_ + *time_s, kind, ball_, other};
    if (!Earlier(event, earliest_)) return;
    earliest_ = event;
    best_s_ = *time_s;
    SearchUntil(best_s_);
  }

  // Looks a little further than necessary, so that rounding excludes no event at an equal time.
  void SearchUntil(double useful_s) {
    const Motion3D& centre = approach_.centre;
    approach_.useful_s = std::min(approach_.window_s, useful_s + kBoundSlack * (1.0 + useful_s));
    // The height of a ball in flight is lowest at an end of the window.
    approach_.lowest_m =
        approach_.on_cloth ? centre.z.c0 : std::min(centre.z.c0, centre.z.At(approach_.useful_s));
  }

  const rows::Kernels& kernels_ = rows::KernelsOf(ChosenWidth());
  const SolidSet& set_;
  int16_t ball_;
  const Event& cause_;
  double epoch_s_;
  Approach approach_;
  Event earliest_;
  double best_s_;  // Of earliest_, since the epoch.
};

void TableSearch::TestSlate() {
  approach_.separated = cause_.kind == EventKind::kBallSlate;
  const auto time_s = set_.slate.Crossing(approach_);
  if (!time_s) return;
  // A pocket without a hole takes the ball as soon as it lies within the circle.
  const Vec2 place = approach_.centre.Above(*time_s);
  for (const Placed<Sensor>& sensor : set_.sensors.items) {
    const auto* mouth = std::get_if<PocketMouth>(&sensor.shape);
    if (mouth == nullptr || !mouth->circle().Covers(place)) continue;
    Consider(EventKind::kBallPocket, sensor.index, time_s);
    return;
  }
  Consider(EventKind::kBallSlate, -1, time_s);
}

void TableSearch::Test(const Placed<Solid>& solid) {
  const EventKind kind = ImpactKind(solid.shape);
  approach_.separated = JustSeparated(kind, solid.index);
  Consider(kind, solid.index,
           std::visit([&](const auto& s) { return s.Crossing(approach_); }, solid.shape));
}

void TableSearch::Test(const Placed<Sensor>& sensor) {
  approach_.separated = false;
  const auto time_s =
      std::visit([&](const auto& b) { return b.Crossing(approach_); }, sensor.shape);
  if (!time_s) return;
  const Motion3D then = approach_.centre.From(*time_s);
  Consider(CrossingKind(sensor.shape, Speed(then.x, then.y)), sensor.index, time_s);
}

// The kernels answer for paths of up to a kilometre (core/kernels/rows.h).
void TableSearch::TestTable() {
  constexpr double kLongest_m = 10.0 * kTableReach_m;
  const Motion3D& centre = approach_.centre;
  const rows::SweptPath path = SweptBy(centre.x, centre.y, approach_.useful_s, approach_.lowest_m);
  const Box& open = set_.open;
  const bool in_the_open = path.x_low >= open.x_low && path.x_high <= open.x_high &&
                           path.y_low >= open.y_low && path.y_high <= open.y_high;
  if (in_the_open && path.Within(kLongest_m)) return;
  if (path.Within(kLongest_m)) {
    TestNear(set_.solids, path);
    TestNear(set_.sensors, path);
  } else {
    for (const Placed<Solid>& solid : set_.solids.items) Test(solid);
    for (const Placed<Sensor>& sensor : set_.sensors.items) Test(sensor);
  }
}

}  // namespace

Event NextContact(const World& world, const TrajectoryTable& table, int ball, Event before) {
  if (!table.Translates(ball)) return before;
  if (!table.OffCloth(ball) && table[ball].velocity.z() < 0.0) {
    return Event{table.Epoch(ball), EventKind::kBallSlate, static_cast<int16_t>(ball), -1};
  }
  return TableSearch(world, table, ball, before).Search();
}

}  // namespace carom
