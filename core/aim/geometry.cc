#include "core/aim/geometry.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/solid/nose.h"

namespace carom::aim {
namespace {

// A ball that comes along a rail into the pocket at its end passes between the rail and the jaw
// opposite: with a mouth of 4.6 in at 45 degrees its centre has 0.9 radii there, and takes the
// middle.
constexpr double kBeforeRail = 0.45;
// What is shorter is a face of a pocket's mouth, in radii: those of pool tables have some 3.
constexpr double kShortestRail = 8.0;

}  // namespace

BallMap::BallMap(std::span<const BallSpec> balls, std::span<const BallState> states, int cue_ball)
    : balls_(static_cast<int>(states.size())), cue_(cue_ball) {
  for (size_t i = 0; i < states.size(); ++i) {
    places_[i] = states[i].position.head<2>();
    radii_[i] = balls[i].radius_m;
    most_radius_m_ = std::max(most_radius_m_, radii_[i]);
    if (!InPlay(states[i].motion)) continue;
    in_play_ |= 1u << i;
    SetRough(static_cast<int>(i));
  }
}

void BallMap::SetRough(int ball) {
  const auto x = static_cast<float>(Place(ball).x());
  const auto y = static_cast<float>(Place(ball).y());
  x_[Index(ball / 4)][ball % 4] = x;
  y_[Index(ball / 4)][ball % 4] = y;
  farthest_ = std::max(farthest_, std::abs(x) + std::abs(y));
}

uint32_t BallMap::NearPath(const Vec2& from_m, const Vec2& along, double low, double high,
                           double beside) const {
  constexpr Bits4 kSize{0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff};  // All but the sign.
  const auto from_x = static_cast<float>(from_m.x());
  const auto from_y = static_cast<float>(from_m.y());
  const auto along_x = static_cast<float>(along.x());
  const auto along_y = static_cast<float>(along.y());
  const float slack = kRough * (farthest_ + std::abs(from_x) + std::abs(from_y)) *
                      (std::abs(along_x) + std::abs(along_y));
  // Of what is seen ahead the distance from the middle between both ends. Where a path is long and
  // all balls are near its start, the roundings of the middle are greater than those of places.
  const auto middle = static_cast<float>(0.5 * (low + high));
  const float longest =
      static_cast<float>(0.5 * (high - low)) + 2.0f * slack + kRough * std::abs(middle);
  const float widest = static_cast<float>(beside) + slack;
  Bits4 near{};
  Bits4 bits{1, 2, 4, 8};
  for (size_t first = 0; first < Index(balls_); first += 4) {
    const Floats4 x = x_[first / 4] - from_x;
    const Floats4 y = y_[first / 4] - from_y;
    const Floats4 ahead = x * along_x + y * along_y - middle;
    const Floats4 left = along_x * y - along_y * x;
    near |= ((Floats4)((Bits4)ahead & kSize) <= longest) &
            ((Floats4)((Bits4)left & kSize) <= widest) & bits;
    bits <<= 4;
  }
  return AnyOf(near) & in_play_;
}

uint32_t BallMap::MovedSince(const BallMap& before) const {
  uint32_t moved = in_play_ ^ before.in_play_;
  for (uint32_t left = in_play_ & before.in_play_; left != 0; left &= left - 1) {
    const int ball = std::countr_zero(left);
    if (Place(ball) != before.Place(ball)) moved |= 1u << ball;
  }
  return moved;
}

uint32_t BallMap::BallsInPath(int ball, const Vec2& from_m, const Vec2& to_m, uint32_t of,
                              double slack_m) const {
  const Vec2 path = to_m - from_m;
  const double square = path.squaredNorm();
  const double inverse = square > 0.0 ? 1.0 / square : 0.0;
  const double touch = MostContactDistance(ball) * (std::abs(path.x()) + std::abs(path.y()));
  uint32_t touched = 0;
  for (uint32_t left = NearPath(from_m, path, -touch, square + touch, touch) & of & ~(1u << ball);
       left != 0; left &= left - 1) {
    const int other = std::countr_zero(left);
    const Vec2 to_other = Place(other) - from_m;
    const double along = std::clamp(to_other.dot(path) * inverse, 0.0, 1.0);
    const double touch_m = std::max(ContactDistance(ball, other) - slack_m, 0.0);
    if ((to_other - along * path).squaredNorm() < touch_m * touch_m) touched |= 1u << other;
  }
  return touched;
}

std::optional<Vec2> Mirror::Crossing(const Vec2& from_m, const Vec2& image_m,
                                     double beyond_m) const {
  const double before = Before(from_m);
  const double behind = -Before(image_m);
  if (!(before > 0.0) || !(behind > 0.0)) return std::nullopt;
  const Vec2 at = from_m + before / (before + behind) * (image_m - from_m);
  const double where = (at - start_m).dot(along);
  if (where < -beyond_m || where > length_m + beyond_m) return std::nullopt;
  return at + (std::clamp(where, 0.0, length_m) - where) * along;
}

bool IsFace(const Nose& nose, double radius_m) {
  return (nose.end_m - nose.start_m).norm() < kShortestRail * radius_m;
}

std::vector<Mirror> Mirrors(const Table& table, NoseContact contact, const Vec2& place_m,
                            double radius_m) {
  std::vector<Mirror> mirrors;
  for (size_t i = 0; i < table.noses.size(); ++i) {
    const Nose& nose = table.noses[i];
    if (IsFace(nose, radius_m)) continue;
    const Vec2 line = nose.end_m - nose.start_m;
    Mirror mirror;
    mirror.nose = static_cast<int>(i);
    mirror.length_m = line.norm();
    mirror.along = line / mirror.length_m;
    mirror.normal = Vec2(-mirror.along.y(), mirror.along.x());
    if ((place_m - nose.start_m).dot(mirror.normal) < 0.0) mirror.normal = -mirror.normal;
    mirror.start_m =
        nose.start_m + NoseContactDistance(contact, radius_m, nose.start_height_m) * mirror.normal;
    mirrors.push_back(mirror);
  }
  return mirrors;
}

std::optional<Bank> BankBy(const Mirror& mirror, const Vec2& place_m, double radius_m,
                           const Vec2& pocket_m, double past_end_m) {
  // The middle of a pocket lies behind the rails beside it: a ball gets there along the rail.
  const double behind_m = kBeforeRail * radius_m - mirror.Before(pocket_m);
  Bank bank;
  bank.mouth_m = pocket_m + std::max(behind_m, 0.0) * mirror.normal;
  bank.image_m = mirror.Image(bank.mouth_m);
  const auto at = mirror.Crossing(place_m, bank.image_m, behind_m > 0.0 ? kPastEnd_m : past_end_m);
  if (!at) return std::nullopt;
  bank.at_m = *at;
  return bank;
}

uint32_t BallsInPath(const Bank& bank, const BallMap& map, int ball, uint32_t of, double slack_m) {
  of &= ~(1u << map.cue());
  return map.BallsInPath(ball, map.Place(ball), bank.at_m, of, slack_m) |
         map.BallsInPath(ball, bank.at_m, bank.mouth_m, of, slack_m);
}

}  // namespace carom::aim
