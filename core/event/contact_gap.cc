#include "core/event/contact_gap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

double Radius(const World& world, int ball) {
  return world.balls[static_cast<size_t>(ball)].radius_m;
}

bool TouchesPlane(const World& world) {
  return world.settings->environment.nose_contact == NoseContact::kPlane;
}

// From a ball in flight to an edge that is `across_m` away seen from above and `rise_m` higher than
// the ball's centre.
double GapToEdge(const World& world, double radius_m, double across_m, double rise_m) {
  if (!TouchesPlane(world)) return std::sqrt(across_m * across_m + rise_m * rise_m) - radius_m;
  return std::abs(rise_m) < radius_m ? across_m - radius_m : kFar;
}

}  // namespace

double BallBallGap(const World& world, int a, const BallState& a_state, int b,
                   const BallState& b_state) {
  const double reach_m = Radius(world, a) + Radius(world, b);
  return (a_state.position - b_state.position).norm() - reach_m;
}

double NoseGap(const World& world, int ball, const BallState& state, size_t nose) {
  const StraightEdge& edge = world.obstacles.ForBall(ball).noses[nose];
  const Nose& shape = world.table->noses[nose];
  const Vec2 place_m = state.position.head<2>();
  const Vec2 foot_m = NearestPoint(edge, place_m);
  const double across_m = (place_m - foot_m).norm();
  if (OnCloth(state.motion) && shape.rise_m == 0.0) return across_m - edge.reach_m;
  if (TouchesPlane(world) || shape.rise_m == 0.0) {
    const double share = (foot_m - edge.start_m).norm() / edge.length_m;
    const double height_m = shape.height_m + share * shape.rise_m;
    return GapToEdge(world, Radius(world, ball), across_m, height_m - state.position.z());
  }
  const Vec3 start_m(shape.start_m.x(), shape.start_m.y(), shape.height_m);
  const Vec3 end_m(shape.end_m.x(), shape.end_m.y(), shape.height_m + shape.rise_m);
  const Vec3 span_m = end_m - start_m;
  const double along = span_m.dot(state.position - start_m) / span_m.squaredNorm();
  const Vec3 nearest_m = start_m + std::clamp(along, 0.0, 1.0) * span_m;
  return (state.position - nearest_m).norm() - Radius(world, ball);
}

double JawGap(const World& world, int ball, const BallState& state, size_t jaw) {
  const Jaw& shape = world.table->jaws[jaw];
  const double from_axis_m = (state.position.head<2>() - shape.centre_m).norm();
  if (OnCloth(state.motion)) {
    return from_axis_m - world.obstacles.ForBall(ball).jaws[jaw].reach_m;
  }
  const double rise_m = shape.height_m - state.position.z();
  if (from_axis_m <= shape.radius_m) return -rise_m - Radius(world, ball);
  return GapToEdge(world, Radius(world, ball), from_axis_m - shape.radius_m, rise_m);
}

}  // namespace carom
