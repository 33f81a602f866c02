#include "core/shot/drawn/shot_drawer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/portable_math.h"
#include "core/shot/drawn/aims.h"
#include "core/table/validate.h"

namespace carom {
namespace {

absl::Status NeverInRange(const std::string& name, const Interval& range) {
  return UnusableField(name, absl::StrCat("none of ", kMostTries, " draws is ", Describe(range)));
}

// Balls that lie on the cloth go on to do so with another radius.
void FollowRadii(const std::vector<BallSpec>& before, const std::vector<BallSpec>& after,
                 std::vector<BallState>& states) {
  for (size_t i = 0; i < states.size(); ++i) {
    double& height_m = states[i].position.z();
    if (std::fabs(height_m - before[i].radius_m) <= kClothTolerance_m) height_m = after[i].radius_m;
  }
}

}  // namespace

ShotDrawer::ShotDrawer(const DrawnShots& drawn, uint64_t seed, int most_balls)
    : drawn_(drawn), seed_(seed), values_(ColumnsOf(drawn, most_balls)) {
  for (const DrawnAlone& alone : drawn_.alone) ranges_.push_back(RangeOf(alone.id.quantity));
}

ShotDrawer::Parts ShotDrawer::Begin(uint64_t number) {
  number_ = number;
  region_is_full_ = world_is_bad_ = false;
  values_.Clear();
  const auto draw = [this](const std::optional<Distribution>& index, Quantity quantity) {
    if (!index) return 0;
    const double value = carom::Draw(*index, Key(quantity));
    values_.Set({quantity}, value);
    return static_cast<int>(value);
  };
  return {draw(drawn_.table_index, Quantity::kTableIndex),
          draw(drawn_.settings_index, Quantity::kSettingsIndex),
          draw(drawn_.layout_index, Quantity::kLayoutIndex)};
}

absl::Status ShotDrawer::Draw(const DrawnGround& ground, std::optional<Scene>& scene, Shot& shot) {
  absl::Status status = DrawNumbers();
  if (!status.ok()) return status;
  scene = *ground.scene;
  if (drawn_.draws_world) status = MakeWorld(ground, scene);
  if (!status.ok()) return status;
  shot.start = ground.layout->states;
  shot.strike.reset();
  FollowRadii(ground.layout->balls, scene->balls(), shot.start);
  if (drawn_.rack) status = PutRack(ground, *scene, shot);
  if (status.ok() && drawn_.selection) status = SelectBalls(shot);
  if (status.ok()) status = PlaceBalls(*scene, shot);
  if (status.ok() && drawn_.strike) status = DrawStrike(*scene, shot);
  return status;
}

absl::Status ShotDrawer::DrawNumbers() {
  for (size_t i = 0; i < drawn_.alone.size(); ++i) {
    const DrawnAlone& alone = drawn_.alone[i];
    CounterRandom random = Key(alone.id.quantity, alone.id.ball).Stream();
    const double value = DrawWithin(alone.distribution, ranges_[i], random);
    if (std::isnan(value)) return NeverInRange(NameOf(alone.id), ranges_[i]);
    values_.Set(alone.id, value);
  }
  for (const DrawnTogether& together : drawn_.together) {
    if (together.Displaces()) continue;  // Drawn again where balls do not fit.
    if (absl::Status bad = DrawTogether(together); !bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status ShotDrawer::DrawTogether(const DrawnTogether& together) {
  JointDraws draws(together, seed_, number_);
  for (int i = 0; i < kMostTries; ++i) {
    if (!draws.Next()) continue;
    draws.PutInto(values_);
    return absl::OkStatus();
  }
  return UnusableField({"covariances", together.number},
                       absl::StrCat("none of ", kMostTries, " draws is in range"));
}

absl::Status ShotDrawer::MakeWorld(const DrawnGround& ground, std::optional<Scene>& scene) {
  std::shared_ptr<const Table> table = ground.table;
  if (values_.Find({Quantity::kNoseHeight}) != nullptr) {
    auto own = std::make_shared<Table>(*table);
    TakeDrawn(values_, *own);
    table = std::move(own);
  }
  auto settings = std::make_shared<Settings>(*ground.settings);
  TakeDrawn(values_, *settings);
  std::vector<BallSpec> balls = ground.layout->balls;
  TakeDrawn(values_, balls);
  absl::StatusOr<Scene> made = Scene::Make(std::move(table), std::move(settings), std::move(balls));
  world_is_bad_ = !made.ok();
  if (!made.ok()) return made.status();
  scene = *std::move(made);
  return absl::OkStatus();
}

absl::Status ShotDrawer::PutRack(const DrawnGround& ground, const Scene& scene, Shot& shot) {
  if (ground.rack == nullptr) return UnusableField("rack", "the layout is no rack");
  RackOptions options = ground.rack->options;
  const DrawnShots::DrawnRack& rack = *drawn_.rack;
  if (rack.jitter_m) {
    const Interval range{0.0, 0.5 * options.gap_m};
    CounterRandom random = Key(Quantity::kRackJitter).Stream();
    options.jitter_m = DrawWithin(*rack.jitter_m, range, random);
    if (std::isnan(options.jitter_m)) return NeverInRange("rack.rack_jitter_m", range);
    values_.Set({Quantity::kRackJitter}, options.jitter_m);
  }
  if (rack.order) options.order = Key(Quantity::kRackOrder).Stream();
  options.places = Key(Quantity::kRackPlaces).Stream();
  BallSet own;
  const BallSet* set = ground.rack->ball_set;
  if (drawn_.draws_world) {
    own.name = set->name;
    own.balls = scene.balls();
    set = &own;
  }
  absl::StatusOr<Layout> made = MakeRack(ground.rack->name, scene.table(), *set, options);
  if (!made.ok()) return UnderPath("rack", made.status());
  shot.start = std::move(made->states);
  NotePlaces(shot);
  return absl::OkStatus();
}

void ShotDrawer::NotePlaces(const Shot& shot) {
  for (size_t i = 0; i < shot.start.size(); ++i) {
    const int ball = static_cast<int>(i);
    values_.Set({Quantity::kBallX, ball}, shot.start[i].position.x());
    values_.Set({Quantity::kBallY, ball}, shot.start[i].position.y());
  }
}

// A partial shuffle [Fisher and Yates].
absl::Status ShotDrawer::SelectBalls(Shot& shot) {
  const DrawnShots::Selection& selection = *drawn_.selection;
  const int cue_ball = drawn_.strike ? drawn_.strike->cue_ball : 0;
  std::array<size_t, kMaxBalls> row;
  size_t in_row = 0;
  for (size_t ball = 0; ball < shot.start.size(); ++ball) {
    const bool among = selection.among == 0 ? static_cast<int>(ball) != cue_ball
                                            : (selection.among >> ball & 1u) != 0;
    if (among && InPlay(shot.start[ball].motion)) row[in_row++] = ball;
  }
  const Interval range{0.0, static_cast<double>(in_row)};
  CounterRandom count_random = Key(Quantity::kBallCount).Stream();
  const double count = DrawWithin(selection.ball_count, range, count_random);
  if (std::isnan(count)) return NeverInRange("selection.ball_count", range);
  values_.Set({Quantity::kBallCount}, count);
  CounterRandom random = Key(Quantity::kBallsInPlay).Stream();
  for (size_t m = 0; m < in_row; ++m) {
    const bool chosen = m < static_cast<size_t>(count);
    if (chosen) std::swap(row[m], row[m + random.Below(in_row - m)]);
    values_.Set({Quantity::kBallInPlay, static_cast<int>(row[m])}, chosen ? 1.0 : 0.0);
    if (chosen) continue;
    BallState& state = shot.start[row[m]];
    state.motion = MotionState::kPocketed;
    state.velocity.setZero();
    state.spin.setZero();
  }
  return absl::OkStatus();
}

absl::Status ShotDrawer::PlaceBalls(const Scene& scene, Shot& shot) {
  if (!drawn_.DrawsPlaces()) return absl::OkStatus();
  NotePlaces(shot);
  PlaceSearch search(drawn_, scene, seed_, number_, values_, shot.start);
  absl::Status status = search.Run();
  region_is_full_ = search.region_is_full();
  return status;
}

absl::Status ShotDrawer::DrawStrike(const Scene& scene, Shot& shot) {
  const int cue_ball = drawn_.strike->cue_ball;
  if (static_cast<size_t>(cue_ball) >= shot.start.size()) {
    return InvalidField("strike.cue_ball", cue_ball,
                        absl::StrCat("below ", shot.start.size(), ", the balls of the layout"));
  }
  CueStrike& strike = shot.strike.emplace();
  strike.cue_ball = cue_ball;
  strike.speed_m_s = values_.ValueOr({Quantity::kSpeed}, 0.0);
  strike.elevation_rad = values_.ValueOr({Quantity::kElevation}, 0.0);
  strike.side_offset = values_.ValueOr({Quantity::kSideOffset}, 0.0);
  strike.height_offset = values_.ValueOr({Quantity::kHeightOffset}, 0.0);
  if (drawn_.strike->aim != Aim::kAzimuth) return TakeAim(scene, shot);
  strike.azimuth_rad = values_.ValueOr({Quantity::kAzimuth}, 0.0);
  return absl::OkStatus();
}

absl::Status ShotDrawer::TakeAim(const Scene& scene, Shot& shot) {
  int ball = 0;
  if (absl::Status bad = DrawAimBall(shot, ball); !bad.ok()) return bad;
  const auto target = static_cast<size_t>(ball);
  const auto cue = static_cast<size_t>(drawn_.strike->cue_ball);
  const double reach_m = scene.balls()[target].radius_m + scene.balls()[cue].radius_m;
  const Vec2 cue_m = shot.start[cue].position.head<2>();
  const Vec2 ball_m = shot.start[target].position.head<2>();
  double& azimuth_rad = shot.strike->azimuth_rad;
  if (drawn_.strike->aim == Aim::kBall) {
    const double hit_offset = values_.ValueOr({Quantity::kHitOffset}, 0.0);
    azimuth_rad = AzimuthForHitOffset(cue_m, ball_m, reach_m, hit_offset);
  } else {
    const std::vector<Pocket>& pockets = scene.table().pockets;
    const Interval range{0.0, static_cast<double>(pockets.size()), Interval::Ends::kOpenHigh};
    CounterRandom random = Key(Quantity::kAimPocket).Stream();
    const double pocket = DrawWithin(drawn_.strike->aim_pocket, range, random);
    if (std::isnan(pocket)) return NeverInRange("strike.at_pocket.pocket", range);
    values_.Set({Quantity::kAimPocket}, pocket);
    azimuth_rad =
        AzimuthToPot(cue_m, ball_m, reach_m, pockets[static_cast<size_t>(pocket)].centre_m) +
        values_.ValueOr({Quantity::kAimError}, 0.0);
  }
  values_.Set({Quantity::kAzimuth}, azimuth_rad);
  return absl::OkStatus();
}

absl::Status ShotDrawer::DrawAimBall(const Shot& shot, int& ball) {
  CounterRandom random = Key(Quantity::kAimBall).Stream();
  const double balls = static_cast<double>(shot.start.size());
  for (int i = 0; i < kMostTries; ++i) {
    const double drawn = carom::Draw(drawn_.strike->aim_ball, random);
    values_.Set({Quantity::kAimBall}, drawn);
    if (drawn >= balls) continue;
    ball = static_cast<int>(drawn);
    const bool in_play = InPlay(shot.start[static_cast<size_t>(ball)].motion);
    if (in_play && ball != drawn_.strike->cue_ball) return absl::OkStatus();
  }
  return UnusableField("strike",
                       absl::StrCat("none of ", kMostTries, " balls aimed at is in play"));
}

}  // namespace carom
