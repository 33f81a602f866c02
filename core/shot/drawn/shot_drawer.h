#ifndef CAROM_CORE_SHOT_DRAWN_SHOT_DRAWER_H_
#define CAROM_CORE_SHOT_DRAWN_SHOT_DRAWER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/shot/drawn/drawn_shots.h"
#include "core/shot/simulate.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "core/table/shot.h"

namespace carom {

/// What a rack is made of.
struct RackRecipe {
  std::string name;
  const BallSet* ball_set = nullptr;
  RackOptions options;
};

/// What the request has for the parts that a shot has drawn.
struct DrawnGround {
  std::shared_ptr<const Table> table;
  std::shared_ptr<const Settings> settings;
  const Layout* layout = nullptr;
  const RackRecipe* rack = nullptr;  ///< Of the layout; null where it is none.
  const Scene* scene = nullptr;      ///< Of all of them.
};

/// Draws the shots of a batch, one at a time: Begin(), and then Draw() on the ground that it names.
/// A shot is a pure function of (drawn, seed, number, ground). It allocates only what a rack or a
/// world of its own needs. Not thread-safe.
class ShotDrawer {
 public:
  /// `drawn` outlives the drawer.
  ShotDrawer(const DrawnShots& drawn, uint64_t seed, int most_balls);

  /// Indices into the request's lists.
  struct Parts {
    int table = 0;
    int settings = 0;
    int layout = 0;
  };
  Parts Begin(uint64_t number);

  /// The shot, into `scene` and `shot` (its memory is reused). INVALID_ARGUMENT with the path below
  /// DrawnShots when a number or a place cannot be drawn, or with that of Scene::Make() where
  /// world_is_bad().
  absl::Status Draw(const DrawnGround& ground, std::optional<Scene>& scene, Shot& shot);

  /// What was drawn since Begin().
  const DrawnValues& values() const { return values_; }

  /// Why Draw() has failed: a region had no place, the drawn world is none.
  bool region_is_full() const { return region_is_full_; }
  bool world_is_bad() const { return world_is_bad_; }

 private:
  absl::Status DrawNumbers();
  absl::Status DrawTogether(const DrawnTogether& together);
  absl::Status MakeWorld(const DrawnGround& ground, std::optional<Scene>& scene);
  absl::Status PutRack(const DrawnGround& ground, const Scene& scene, Shot& shot);
  void NotePlaces(const Shot& shot);
  absl::Status SelectBalls(Shot& shot);
  absl::Status PlaceBalls(const Scene& scene, Shot& shot);
  absl::Status DrawStrike(const Scene& scene, Shot& shot);
  absl::Status TakeAim(const Scene& scene, Shot& shot);
  /// The ball aimed at; its azimuth needs it in play.
  absl::Status DrawAimBall(const Shot& shot, int& ball);
  DrawKey Key(Quantity quantity, int ball = 0) const { return {seed_, number_, {quantity, ball}}; }

  const DrawnShots& drawn_;
  const uint64_t seed_;
  uint64_t number_ = 0;
  std::vector<Interval> ranges_;  ///< Of drawn_.alone.
  DrawnValues values_;
  bool region_is_full_ = false;
  bool world_is_bad_ = false;
};

}  // namespace carom

#endif  // CAROM_CORE_SHOT_DRAWN_SHOT_DRAWER_H_
