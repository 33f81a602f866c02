#include "core/play/place_balls.h"

#include <limits>

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

namespace {

// Whether the cue ball, before its first contact, is anywhere in front of the head string. Between
// two of its events its acceleration is constant.
bool Crosses(const Record& record, double string_m) {
  const auto cue = static_cast<int16_t>(record.outcome.cue_ball);
  double since_s = 0.0;
  double x_m = -std::numeric_limits<double>::infinity();
  double v_m_s = 0.0;
  for (size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    if (!event.Involves(cue)) continue;
    const EventStates& states = record.event_states[2 * i + (event.ball == cue ? 0 : 1)];
    const double end_m_s = states.before.velocity.x();
    if (states.before.position.x() > string_m) return true;
    if (v_m_s > 0.0 && end_m_s < 0.0) {
      const double turns_s = (event.time_s - since_s) * v_m_s / (v_m_s - end_m_s);
      if (x_m + 0.5 * v_m_s * turns_s > string_m) return true;
    }
    if (event.kind == EventKind::kBallBall || event.time_s >= record.outcome.first_contact_time_s) {
      return false;
    }
    since_s = event.time_s;
    x_m = states.after.position.x();
    v_m_s = states.after.velocity.x();
  }
  return false;
}

}  // namespace

void AskForView(const Position& position, Detail& detail) {
  detail.touches = true;
  if (position.from_behind_string) detail.events = detail.event_states = true;
}

void SeeBehindString(const Scene& scene, const Position& position, const Record& record,
                     rules::ShotView& view) {
  view.stays_behind_string =
      (rules::Bit(view.FirstContact()) & BehindString(scene, position)) != 0 &&
      !Crosses(record, scene.table().head_spot_m.x());
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
