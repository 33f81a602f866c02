#include "tests/play/setting.h"

#include <algorithm>
#include <ctime>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/play/place_balls.h"
#include "core/rules/placement.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"

namespace carom::play_record {
namespace {

// The table of FastFiz 0.2, on which the Computer Olympiads were played: a ball is pocketed where
// its centre crosses the straight line between the ends of the rails, 0.11 m at the corners and
// 0.12 m at the sides. Here that line is a circle's flat arc, a ball's radius before the rails, so
// that their ends are met no more than there: 7 mm (corners) and 20 mm (sides) before the line in
// its middle. Facings play no part.
TablePreset FastFizTable(const TablePreset& like) {
  TablePreset preset = like;
  const PocketDimensions corner = {.mouth_m = 0.11, .radius_m = 0.09, .setback_m = 0.0078};
  const PocketDimensions side = {.mouth_m = 0.12, .radius_m = 0.1, .setback_m = 0.0514};
  preset.table = BuildPocketTable("fastfiz", {.length_m = 2.236,
                                              .width_m = 1.116,
                                              .nose_height_m = 0.040005,
                                              .cushion_width_m = 0.0508,
                                              .corner = corner,
                                              .side = side});
  return preset;
}

// Its cloth. Its laws of rails and balls are simpler than any of ours.
Cloth FastFizCloth() {
  Cloth cloth;
  cloth.sliding_friction = 0.2;
  cloth.rolling_friction = 0.015;
  cloth.spinning_friction = 0.044;
  return cloth;
}

}  // namespace

void Setting::Declare(FlagSet* flags) {
  flags->AddText("game", "GAME", "eight_ball (default), nine_ball or three_cushion", &game);
  flags->AddText("table", "NAME",
                 "a preset's, or fastfiz, with its cloth; default pool_8ft; of three_cushion "
                 "carom_10ft",
                 &table);
  flags->AddText("pockets", "MODEL", "circle (default) or drop, with flight", &pockets);
  flags->AddNumber("noise", "MAGNITUDE", "of the ICGA's tournaments; default 1", &noise);
  flags->AddNumber("break", "M_S", "greatest speed of a break; default 10", &break_m_s);
  flags->AddCount("shots", "N", "simulated for a decision; default 8000", &shots);
  flags->AddCount("break-shots", "N", "simulated for a break; default as for any decision",
                  &break_shots);
  flags->AddCount("racks", "N", "default 100", &racks);
  flags->AddCount("first", "RACK", "number of the first rack; default 1000000", &first);
  flags->AddSwitch("cue-passes-through", "rails and balls", &cue_passes_through);
}

absl::StatusOr<Ground> MakeGround(const Setting& setting) {
  const std::string name = setting.game.value_or("eight_ball");
  rules::GameKind game = rules::GameKind::kEightBall;
  if (name == "nine_ball") game = rules::GameKind::kNineBall;
  if (name == "three_cushion") game = rules::GameKind::kThreeCushion;
  const bool cushions = game == rules::GameKind::kThreeCushion;
  const bool fastfiz = setting.table == "fastfiz";
  const TablePreset* const found = FindTable(
      fastfiz ? "pool_8ft" : setting.table.value_or(cushions ? "carom_10ft" : "pool_8ft"));
  if (found == nullptr || rules::RackOf(game) != name) {
    return absl::InvalidArgumentError("--game or --table: must be one that there is");
  }
  const TablePreset preset = fastfiz ? FastFizTable(*found) : *found;
  auto settings = std::make_shared<Settings>();
  if (fastfiz) settings->environment.cloth = FastFizCloth();
  const std::string pockets = setting.pockets.value_or("circle");
  if (pockets != "circle" && pockets != "drop") {
    return absl::InvalidArgumentError(
        absl::StrCat("--pockets: ", pockets, " must be circle or drop"));
  }
  if (pockets == "drop") {
    settings->environment.flight = Flight::kOn;
    settings->environment.pocket_model = PocketModel::kDrop;
  }
  const BallSet& set = *FindBallSet(preset.ball_set);
  const auto count = static_cast<ptrdiff_t>(RackSize(rules::RackOf(game)));
  auto scene = Scene::Make(std::make_shared<Table>(preset.table), std::move(settings),
                           {set.balls.begin(), set.balls.begin() + count});
  if (!scene.ok()) return scene.status();
  Ground ground{game, &set, *std::move(scene), {}, 0, 0, 0};
  play::PlanOptions& options = ground.options;
  options.skill.noise = estimate::IcgaNoise(setting.noise.value_or(1.0), set.balls[0].radius_m);
  options.skill.fastest_break_m_s = setting.break_m_s.value_or(10.0);
  if (setting.cue_passes_through) options.skill.cue.reset();
  options.shots = static_cast<int64_t>(setting.shots.value_or(8000));
  ground.break_shots =
      setting.break_shots ? static_cast<int64_t>(*setting.break_shots) : options.shots;
  if (std::min(options.shots, ground.break_shots) < play::kLeastShots) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shots and --break-shots: must be at least ", play::kLeastShots));
  }
  ground.first = setting.first.value_or(1'000'000);
  ground.end = ground.first + setting.racks.value_or(100);
  return ground;
}

play::PlanOptions Ground::OptionsAt(const play::Position& position, uint64_t seed) const {
  play::PlanOptions at = options;
  if (position.state.phase == rules::Phase::kBreak) at.shots = break_shots;
  at.seed = seed;
  return at;
}

play::MatchOptions RackNumber(const Ground& ground, uint64_t rack) {
  play::MatchOptions options;
  options.game = ground.game;
  options.rack.seed = rack;
  options.rack.jitter_m = 5e-5;
  options.seed = rack;
  return options;
}

std::optional<play::Position> WithCueBallElsewhere(const Ground& ground, play::Position position,
                                                   CounterRandom& random) {
  const int cue = position.CueBall();
  const double radius_m = ground.scene.balls()[Index(cue)].radius_m;
  const Box cloth =
      rules::HandRegion(ground.scene.table(), rules::CueBallPlace::kAnywhere, radius_m);
  const Vec2 wish(random.Uniform(cloth.x_low, cloth.x_high),
                  random.Uniform(cloth.y_low, cloth.y_high));
  const auto place =
      rules::NearestFreePlace(play::GroundOf(ground.scene, position.balls), cue, cloth, wish);
  if (!place) return std::nullopt;
  position.balls[Index(cue)] = rules::BallAt(*place, radius_m);
  position.cue_ball = rules::CueBallPlace::kInPosition;
  return position;
}

double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace carom::play_record
