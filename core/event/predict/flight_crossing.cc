#include "core/event/predict/flight_crossing.h"

#include <algorithm>
#include <cmath>

#include "core/event/predict/flight_gap.h"
#include "core/event/predict/parting.h"

namespace carom {
namespace {

using Time = std::optional<double>;

bool Always(double /*time_s*/) { return true; }

// A squared distance less reach^2: near contact 2 reach times the distance less the reach.
FlightGap<4> Squared(const Quartic& gap, double reach_m, const Motion3D& motion) {
  return {gap, 2.0 * reach_m, 2.0 * reach_m * RateNoise(Speed(motion))};
}

// The point counts at times at which `beyond` is not negative.
Time EndCrossing(const Motion3D& motion, const Vec3& point_m, const Vec3& beyond, double radius_m,
                 double window_s, bool parted, double useful_s) {
  const Motion3D offset = Relative(motion, point_m);
  const Quadratic beyond_m = Along(offset, beyond);
  return ShellCrossing(Squared(PointGap(offset, radius_m), radius_m, motion), parted, window_s,
                       useful_s, [&](double t) { return beyond_m.Evaluate(t) >= 0.0; });
}

bool Opposite(const Vec2& opening, const Motion3D& offset, double t) {
  return opening.x() * offset.x.At(t) + opening.y() * offset.y.At(t) <= 0.0;
}

}  // namespace

Time SpaceSegmentCrossing(const Motion3D& motion, const SpaceSegment& segment, double radius_m,
                          double window_s, bool parted, double useful_s) {
  const Motion3D offset = Relative(motion, segment.start_m);
  const Quartic gap = LineGap(offset, segment.along, radius_m);
  // Whatever is outside the endless cylinder is outside the ends too.
  if (SurelyPositive(gap, std::min(useful_s, window_s))) return std::nullopt;
  const Quadratic along_m = Along(offset, segment.along);
  const auto beside = [&](double t) {
    const double s_m = along_m.Evaluate(t);
    return s_m >= 0.0 && s_m <= segment.length_m;
  };
  const Time side =
      ShellCrossing(Squared(gap, radius_m, motion), parted, window_s, useful_s, beside);
  const Time start =
      EndCrossing(motion, segment.start_m, -segment.along, radius_m, window_s, parted, useful_s);
  const Time end =
      EndCrossing(motion, segment.end_m(), segment.along, radius_m, window_s, parted, useful_s);
  return EarlierOf(side, EarlierOf(start, end));
}

Time PointCrossing(const Motion3D& motion, const Vec3& point_m, double radius_m, double window_s,
                   bool parted, double useful_s) {
  const Quartic gap = PointGap(Relative(motion, point_m), radius_m);
  return ShellCrossing(Squared(gap, radius_m, motion), parted, window_s, useful_s, Always);
}

Time WallCrossing(const Motion3D& motion, const Wall& wall, double radius_m, double window_s,
                  bool parted, double useful_s) {
  const double reach_m = wall.radius_m - radius_m;
  if (!(reach_m > 0.0)) return std::nullopt;
  const Vec3 axis(wall.centre_m.x(), wall.centre_m.y(), 0.0);
  const Motion3D offset = Relative(motion, axis);
  Quartic gap = VerticalLineGap(offset, reach_m);
  for (double& c : gap.c) c = -c;  // from inside
  FlightGap<4> one_sided = Squared(gap, reach_m, motion);
  one_sided.deepest_m = kBehind_m;
  return ShellCrossing(one_sided, parted, window_s, useful_s, [&](double t) {
    return motion.z.At(t) <= wall.top_m && Opposite(wall.opening, offset, t);
  });
}

Time PostCrossing(const Motion3D& motion, const Post& post, double radius_m, double window_s,
                  bool parted, double useful_s) {
  const Vec3 top(post.at_m.x(), post.at_m.y(), post.top_m);
  const Quartic gap = VerticalLineGap(Relative(motion, top), radius_m);
  if (SurelyPositive(gap, std::min(useful_s, window_s))) return std::nullopt;
  const auto beside = [&](double t) {
    const double z_m = motion.z.At(t);
    return z_m >= post.bottom_m && z_m <= post.top_m;
  };
  const Time side =
      ShellCrossing(Squared(gap, radius_m, motion), parted, window_s, useful_s, beside);
  return EarlierOf(side, EndCrossing(motion, top, UnitZ(), radius_m, window_s, parted, useful_s));
}

Time BallBallCrossing3D(const Motion3D& a, const Motion3D& b, double reach_m, double window_s,
                        bool parted, double useful_s) {
  const Motion3D offset{{b.x.c0 - a.x.c0, b.x.c1 - a.x.c1, b.x.c2 - a.x.c2},
                        {b.y.c0 - a.y.c0, b.y.c1 - a.y.c1, b.y.c2 - a.y.c2},
                        {b.z.c0 - a.z.c0, b.z.c1 - a.z.c1, b.z.c2 - a.z.c2}};
  const Quartic gap = PointGap(offset, reach_m);
  const double rate_noise = 2.0 * reach_m * RateNoise(Speed(a) + Speed(b));
  return ShellCrossing<4>({gap, 2.0 * reach_m, rate_noise}, parted, window_s, useful_s, Always);
}

}  // namespace carom
