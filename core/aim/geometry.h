#ifndef CAROM_CORE_AIM_GEOMETRY_H_
#define CAROM_CORE_AIM_GEOMETRY_H_

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/aim/lanes.h"
#include "core/base/constants.h"
#include "core/base/vec3.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"
#include "core/table/table.h"

/// The geometry of routes: straight paths between balls, and cushions as mirrors. Pure; allocates
/// nothing but a list of mirrors.
namespace carom::aim {

/// Cuts beyond this angle, 78 degrees by its cosine, leave the driven ball a fifth of the speed or
/// less.
inline constexpr double kThinnest = 0.2;

/// Where the balls of one layout lie, seen from above, and which straight paths are free of them.
class BallMap {
 public:
  BallMap(std::span<const BallSpec> balls, std::span<const BallState> states, int cue_ball);

  int balls() const { return balls_; }
  int cue() const { return cue_; }
  const Vec2& Place(int ball) const { return places_[Index(ball)]; }
  /// Puts a ball, which is in play then, elsewhere.
  void Move(int ball, const Vec2& place_m) {
    places_[Index(ball)] = place_m;
    in_play_ |= 1u << ball;
    SetRough(ball);
  }
  void Remove(int ball) { in_play_ &= ~(1u << ball); }

  double Radius(int ball) const { return radii_[Index(ball)]; }
  bool IsInPlay(int ball) const { return (in_play_ >> ball & 1u) != 0; }
  bool IsObject(int ball) const { return ball != cue_ && IsInPlay(ball); }
  uint32_t in_play() const { return in_play_; }
  /// The balls that are in play here or there alone, or lie elsewhere; a bit each.
  uint32_t MovedSince(const BallMap& before) const;

  /// The distance of the centres of two that touch on one cloth, seen from above.
  double ContactDistance(int a, int b) const {
    // Of equals the root gives the same bits and takes longer.
    return Radius(a) == Radius(b) ? 2.0 * Radius(a) : 2.0 * std::sqrt(Radius(a) * Radius(b));
  }

  /// The greatest of these, of a ball and any other.
  double MostContactDistance(int ball) const {
    return Radius(ball) == most_radius_m_ ? 2.0 * most_radius_m_
                                          : 2.0 * std::sqrt(Radius(ball) * most_radius_m_);
  }

  /// The balls in play, a bit each, whose centres lie between `low` and `high` ahead of a path's
  /// start and at most `beside` to either side of the path. All three are products with `along`,
  /// so in m times its length. A filter before what is exact: it works in single precision, misses
  /// none of them and may add balls that are outside these limits by up to 1e-4 m.
  uint32_t NearPath(const Vec2& from_m, const Vec2& along, double low, double high,
                    double beside) const;

  /// The centre of `driver` where it touches `driven` so as to drive it towards a place.
  Vec2 GhostBall(int driver, int driven, const Vec2& to_m) const {
    const Vec2 away = (Place(driven) - to_m).normalized();
    return Place(driven) + ContactDistance(driver, driven) * away;
  }

  /// Of these balls those that `ball` would touch on its straight path from one place to the other,
  /// also if they were smaller or further off by `slack_m`; a bit each.
  uint32_t BallsInPath(int ball, const Vec2& from_m, const Vec2& to_m, uint32_t of = ~0u,
                       double slack_m = 0.0) const;
  /// Whether it gets there without touching any but these.
  bool Free(int ball, const Vec2& from_m, const Vec2& to_m, std::span<const int> but,
            double slack_m = 0.0) const {
    uint32_t touched = BallsInPath(ball, from_m, to_m, ~0u, slack_m);
    for (const int other : but) touched &= ~(1u << other);
    return touched == 0;
  }

 private:
  void SetRough(int ball);

  int balls_;
  int cue_;
  uint32_t in_play_ = 0;  // Bit i: ball i.
  double most_radius_m_ = 0.0;
  // The places in single precision, and the largest sum of both coordinates' sizes of one in play.
  float farthest_ = 0.0f;
  static_assert(kMaxBalls % 4 == 0);
  std::array<Floats4, kMaxBalls / 4> x_{};
  std::array<Floats4, kMaxBalls / 4> y_{};
  std::array<Vec2, kMaxBalls> places_;
  std::array<double, kMaxBalls> radii_;
};

/// A cushion as a mirror for a ball: the line on which its centre is when it touches the nose, on
/// the ball's side of it.
struct Mirror {
  int nose = 0;
  Vec2 start_m = Vec2::Zero();
  Vec2 along = Vec2::Zero();  ///< Unit.
  Vec2 normal = Vec2::Zero();
  double length_m = 0.0;

  double Before(const Vec2& place_m) const { return (place_m - start_m).dot(normal); }
  Vec2 Image(const Vec2& place_m) const { return place_m - 2.0 * Before(place_m) * normal; }
  /// Where the straight path to an image crosses the line, if it does between its ends.
  /// An image that far beyond an end is reached at the end.
  std::optional<Vec2> Crossing(const Vec2& from_m, const Vec2& image_m,
                               double beyond_m = 0.0) const;
};

/// Whether it is a face of a pocket's mouth, and no rail, for balls of this radius.
bool IsFace(const Nose& nose, double radius_m);

/// The mirrors of a table for a ball at this place; the faces of pockets are none.
std::vector<Mirror> Mirrors(const Table& table, NoseContact contact, const Vec2& place_m,
                            double radius_m);

/// How a ball gets into a pocket by one cushion.
struct Bank {
  Vec2 at_m = Vec2::Zero();     ///< Where its centre is at the cushion.
  Vec2 mouth_m = Vec2::Zero();  ///< Where it is to go then: the pocket, or before it along a rail.
  Vec2 image_m = Vec2::Zero();  ///< Of that place, in the mirror.
};

/// A ball whose path crosses a mirror so little past its end hits the rail's end, or hardly passes
/// it: within a mouth's width.
inline constexpr double kPastEnd_m = 0.1;

/// By this mirror, of a ball at this place; nothing where it does not lead there, or crosses the
/// mirror further past its end. A ball that goes along a rail into a pocket may always cross the
/// other one's line past its end.
std::optional<Bank> BankBy(const Mirror& mirror, const Vec2& place_m, double radius_m,
                           const Vec2& pocket_m, double past_end_m = 0.0);

/// Of these balls those in its path, the cue ball apart; a bit each.
uint32_t BallsInPath(const Bank& bank, const BallMap& map, int ball, uint32_t of = ~0u,
                     double slack_m = 0.0);

}  // namespace carom::aim

#endif  // CAROM_CORE_AIM_GEOMETRY_H_
