#include "core/play/place_balls.h"

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"

namespace carom::play {

rules::Ground GroundOf(const Scene& scene, std::span<const BallState> states) {
  const World& world = scene.world();
  return {*world.table, world.settings->environment, world.solids, world.balls, states};
}

rules::BallMask BehindString(const Scene& scene, const Position& position) {
  rules::BallMask behind = 0;
  if (!position.from_behind_string) return behind;
  for (size_t ball = 0; ball < position.balls.size(); ++ball) {
    const BallState& state = position.balls[ball];
    const bool is_behind = state.position.x() < scene.table().head_spot_m.x();
    if (InPlay(state.motion) && is_behind) behind |= rules::Bit(static_cast<int>(ball));
  }
  return behind;
}

absl::Status PlaceBalls(const Scene& scene, const Placing& placing, std::span<BallState> states) {
  if (placing.cue_ball == rules::CueBallPlace::kStartingPosition) {
    return InvalidField("cue_ball", "STARTING_POSITION", "another place: this one is a rack");
  }
  rules::Ruling ruling;
  ruling.cue_ball = placing.cue_ball;
  ruling.spotted = placing.spotted;
  const int cue = placing.cue_ball_index;
  const rules::Ground ground = GroundOf(scene, states);
  if (!rules::PutSpottedBalls(ground, ruling, cue, states)) {
    return InvalidField("spotted", absl::StrCat(placing.spotted.size(), " balls"),
                        "balls that find places on the table's long string");
  }
  if (!placing.wish_m) return absl::OkStatus();
  const double radius_m = scene.balls()[Index(cue)].radius_m;
  const Box region = rules::HandRegion(scene.table(), placing.cue_ball, radius_m);
  const auto place_m = rules::NearestFreePlace(ground, cue, region, *placing.wish_m);
  if (!place_m) {
    return InvalidField("cue_ball_wish", "given", "on a table with a free place for it");
  }
  states[Index(cue)] = rules::BallAt(*place_m, radius_m);
  return absl::OkStatus();
}

}  // namespace carom::play
