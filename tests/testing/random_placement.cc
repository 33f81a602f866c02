#include "tests/testing/random_placement.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"

namespace carom::testing {
namespace {

constexpr int kTries = 200;

// The point at distances r[k] from p[k] that lies above them; false if there is none.
bool Above(const Vec3 (&p)[3], const double (&r)[3], Vec3& top) {
  // [Fang 1986] Trilateration in the frame of the three centres.
  const Vec3 ex = (p[1] - p[0]).normalized();
  const double i = ex.dot(p[2] - p[0]);
  const Vec3 across = p[2] - p[0] - i * ex;
  if (!(across.norm() > 1e-3)) return false;
  const Vec3 ey = across.normalized();
  const Vec3 ez(ex.y() * ey.z() - ex.z() * ey.y(), ex.z() * ey.x() - ex.x() * ey.z(),
                ex.x() * ey.y() - ex.y() * ey.x());
  const double d = (p[1] - p[0]).norm();
  const double j = ey.dot(p[2] - p[0]);
  const double x = (r[0] * r[0] - r[1] * r[1] + d * d) / (2.0 * d);
  const double y = (r[0] * r[0] - r[2] * r[2] + i * i + j * j) / (2.0 * j) - i / j * x;
  const double z2 = r[0] * r[0] - x * x - y * y;
  if (!(z2 > 0.0)) return false;
  top = p[0] + x * ex + y * ey + (ez.z() < 0.0 ? -1.0 : 1.0) * std::sqrt(z2) * ez;
  return true;
}

}  // namespace

RandomPlacement::RandomPlacement(const Table& table, const Environment& environment,
                                 const std::vector<BallSpec>& balls, Dice& dice)
    : table_(table),
      environment_(environment),
      balls_(balls),
      dice_(dice),
      length_m_(table.length_m > 0.0 ? table.length_m : 2.0),
      width_m_(table.width_m > 0.0 ? table.width_m : 1.0),
      flying_(dice.Chance(0.4)) {}

bool RandomPlacement::Place(std::vector<BallState>& states) {
  states.assign(balls_.size(), {});
  for (size_t i = 0; i < balls_.size(); ++i) {
    int tries = 0;
    do {
      if (++tries > kTries) return false;
    } while (!Propose(i, states) || !Fits(i, states));
  }
  return true;
}

bool RandomPlacement::Propose(size_t ball, std::vector<BallState>& states) {
  states[ball] = BallState();
  states[ball].position.z() = balls_[ball].radius_m;
  const double u = dice_.Uniform();
  if (u < 0.25) return BesideAnother(ball, states);
  if (u < 0.35) return AtNose(ball, states);
  if (!flying_ || u < 0.6) return Anywhere(ball, states);
  constexpr Proposal kOffCloth[] = {&RandomPlacement::AboveAnother, &RandomPlacement::OnThree,
                                    &RandomPlacement::OnRail, &RandomPlacement::InTheAir};
  return (this->*kOffCloth[dice_.Below(std::size(kOffCloth))])(ball, states);
}

double RandomPlacement::Gap() { return dice_.Chance(0.5) ? 0.0 : dice_.Between(0.0, 2e-4); }

bool RandomPlacement::Anywhere(size_t ball, std::vector<BallState>& states) {
  Vec3& position = states[ball].position;
  position.x() = (dice_.Uniform() - 0.5) * (length_m_ - 2.1 * balls_[ball].radius_m);
  position.y() = (dice_.Uniform() - 0.5) * (width_m_ - 2.1 * balls_[ball].radius_m);
  return true;
}

// On the cloth; multiples of 60 degrees build racks.
bool RandomPlacement::BesideAnother(size_t ball, std::vector<BallState>& states) {
  if (ball == 0) return false;
  const size_t other = dice_.Below(ball);
  const double touch_m = balls_[ball].radius_m + balls_[other].radius_m;
  const double height_m = states[other].position.z() - balls_[ball].radius_m;
  if (!(touch_m > std::fabs(height_m))) return false;
  const double reach_m = std::sqrt(touch_m * touch_m - height_m * height_m) + Gap();
  const double angle = dice_.Chance(0.5) ? kPi / 3.0 * static_cast<double>(dice_.Below(6))
                                         : dice_.Between(0.0, kTwoPi);
  states[ball].position.x() = states[other].position.x() + reach_m * std::cos(angle);
  states[ball].position.y() = states[other].position.y() + reach_m * std::sin(angle);
  return true;
}

bool RandomPlacement::AtNose(size_t ball, std::vector<BallState>& states) {
  if (table_.noses.empty()) return false;
  const Nose& nose = table_.noses[dice_.Below(table_.noses.size())];
  const double length_m = (nose.end_m - nose.start_m).norm();
  const Vec2 along = (nose.end_m - nose.start_m) / length_m;
  const Vec2 side = (dice_.Chance(0.5) ? 1.0 : -1.0) * Vec2(-along.y(), along.x());
  const double share = dice_.Uniform();
  const double radius_m = balls_[ball].radius_m;
  double reach_m = radius_m;
  if (environment_.nose_contact == NoseContact::kLine) {
    // Across a sloped line a ball reaches over it by its height times the slope's cosine.
    const double over_m = (nose.start_height_m + share * nose.rise_m - radius_m) * length_m /
                          std::hypot(length_m, nose.rise_m);
    reach_m = std::sqrt(radius_m * radius_m - over_m * over_m);
  }
  reach_m += Gap();
  states[ball].position.head<2>() =
      nose.start_m + share * (nose.end_m - nose.start_m) + reach_m * side;
  return true;
}

bool RandomPlacement::AboveAnother(size_t ball, std::vector<BallState>& states) {
  if (ball == 0) return false;
  const size_t other = dice_.Below(ball);
  const double touch_m = balls_[ball].radius_m + balls_[other].radius_m;
  const double aside_m = dice_.Chance(0.3) ? 0.0 : dice_.Between(0.0, 0.99 * touch_m);
  const double angle = dice_.Between(0.0, kTwoPi);
  const double height_m = dice_.Chance(0.5) ? Gap() : dice_.Between(0.0, 0.4);
  states[ball].position =
      states[other].position + Vec3(aside_m * std::cos(angle), aside_m * std::sin(angle),
                                    std::sqrt(touch_m * touch_m - aside_m * aside_m) + height_m);
  states[ball].motion = MotionState::kAirborne;
  return true;
}

bool RandomPlacement::OnThree(size_t ball, std::vector<BallState>& states) {
  if (ball < 3) return false;
  const size_t first = dice_.Below(ball - 2);
  Vec3 centres[3];
  double reach_m[3];
  for (size_t k = 0; k < 3; ++k) {
    centres[k] = states[first + k].position;
    reach_m[k] = balls_[ball].radius_m + balls_[first + k].radius_m;
  }
  if (!Above(centres, reach_m, states[ball].position)) return false;
  const bool lies = dice_.Chance(0.5);
  states[ball].motion = lies ? MotionState::kSupported : MotionState::kAirborne;
  return states[ball].position.z() > 1.2 * balls_[ball].radius_m;
}

bool RandomPlacement::OnRail(size_t ball, std::vector<BallState>& states) {
  if (table_.rail_tops.empty()) return false;
  const RailTop& top = table_.rail_tops[dice_.Below(table_.rail_tops.size())];
  const std::vector<Vec2>& corners = top.corners_m;
  // Somewhere in a triangle of the plate.
  const double u = dice_.Uniform();
  const double v = (1.0 - u) * dice_.Uniform();
  const size_t k = dice_.Below(corners.size() - 2);
  const Vec2 place =
      corners[0] + u * (corners[k + 1] - corners[0]) + v * (corners[k + 2] - corners[0]);
  const double height_m = dice_.Chance(0.5)   ? 0.0
                          : dice_.Chance(0.5) ? Gap()
                                              : dice_.Between(0.0, 0.3);
  states[ball].position << place, top.height_m + balls_[ball].radius_m + height_m;
  const bool lies = height_m == 0.0 && dice_.Chance(0.5);
  states[ball].motion = lies ? MotionState::kSupported : MotionState::kAirborne;
  return true;
}

bool RandomPlacement::InTheAir(size_t ball, std::vector<BallState>& states) {
  Anywhere(ball, states);
  // From rounding noise above the cloth to half a metre.
  const double height_m = 0.5 * std::pow(10.0, -8.0 * dice_.Uniform());
  states[ball].position.z() += height_m;
  states[ball].motion = MotionState::kAirborne;
  return true;
}

bool RandomPlacement::Fits(size_t ball, const std::vector<BallState>& states) const {
  for (size_t j = 0; j < ball; ++j) {
    const double touch_m = balls_[ball].radius_m + balls_[j].radius_m;
    if ((states[ball].position - states[j].position).norm() < touch_m - 1e-10) return false;
  }
  return true;
}

}  // namespace carom::testing
