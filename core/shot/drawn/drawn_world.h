#ifndef CAROM_CORE_SHOT_DRAWN_DRAWN_WORLD_H_
#define CAROM_CORE_SHOT_DRAWN_DRAWN_WORLD_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "core/laws/settings.h"
#include "core/shot/drawn/drawn_shots.h"
#include "core/shot/drawn/drawn_values.h"
#include "core/shot/scene.h"
#include "core/state/ball_state.h"
#include "core/table/ball.h"
#include "core/table/table.h"

// The parts of the world with what was drawn in place of what they had.

namespace carom {

bool HasRestitution(const BallBallLaw& law);
bool HasFriction(const BallBallLaw& law);
bool HasRestitution(const CushionLaw& law);
bool HasFriction(const CushionLaw& law);

/// Changes every parameter that has a value.
void TakeDrawn(const DrawnValues& values, Settings& settings);
void TakeDrawn(const DrawnValues& values, Table& table);
void TakeDrawn(const DrawnValues& values, std::vector<BallSpec>& balls);

/// How often a ball of a region is put down before its shot fails.
inline constexpr int kMostPlaces = 1000;

/// Finds the places of one shot's balls: the displaced ones, then those of regions. A place that is
/// not clear of the table and of the balls that lie already is drawn again.
class PlaceSearch {
 public:
  /// All arguments outlive the search; `start` has one state for each ball of the scene.
  PlaceSearch(const DrawnShots& drawn, const Scene& scene, uint64_t seed, uint64_t number,
              DrawnValues& values, std::vector<BallState>& start);

  /// INVALID_ARGUMENT with the path below DrawnShots when a ball finds no place:
  /// "balls[2].region: none of 1000 places of ball 5 is clear".
  absl::Status Run();

  /// Whether it was a region without a place that made Run() fail.
  bool region_is_full() const { return region_is_full_; }

 private:
  absl::Status DisplaceTogether(const DrawnTogether& together);
  absl::Status Displace(size_t ball);
  absl::Status PutIntoRegion(size_t ball);
  /// Puts a ball to rest there, and tells whether it may lie there beside those that lie already.
  bool TryPlace(size_t ball, const Vec2& place_m);
  bool IsClear(size_t ball) const;
  bool Moves(size_t ball) const;
  bool IsInTogether(size_t ball) const;
  DrawKey Key(Quantity quantity, size_t ball) const;

  const DrawnShots& drawn_;
  const Scene& scene_;
  const uint64_t seed_;
  const uint64_t number_;
  DrawnValues& values_;
  std::vector<BallState>& start_;
  uint32_t settled_ = 0;  ///< Bit i: ball i lies where it will.
  bool region_is_full_ = false;
};

}  // namespace carom

#endif  // CAROM_CORE_SHOT_DRAWN_DRAWN_WORLD_H_
