#include "server/play_run.h"

#include <array>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/version.h"
#include "server/convert/fields.h"
#include "server/convert/play_convert.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"
#include "server/request_view.h"

namespace carom {
namespace {

// A call takes some 15 us for each layout of nine-ball.
constexpr int kMostPlacings = 256;

// The one table and the one settings of a request, or their defaults.
struct Ground {
  SceneStore::KnownTable table;
  SceneStore::KnownSettings settings;
};

template <class Request>
absl::StatusOr<Ground> FindGround(const Request& request, SceneStore& scenes) {
  absl::Status status = CheckEngineVersion(request.engine_version());
  status.Update(CheckSize("tables", request.tables_size(), 0, 1));
  status.Update(CheckSize("settings", request.settings_size(), 0, 1));
  if (!status.ok()) return status;
  auto table = scenes.FindTable(request.tables().empty() ? v1::Table::default_instance()
                                                         : request.tables(0));
  if (!table.ok()) return UnderPath("tables", 0, table.status());
  auto settings = scenes.FindSettings(request.settings().empty() ? v1::Settings::default_instance()
                                                                 : request.settings(0));
  if (!settings.ok()) return UnderPath("settings", 0, settings.status());
  return Ground{*std::move(table), *std::move(settings)};
}

// An error of the core in the request's terms.
template <class Request>
absl::Status ToWire(const absl::Status& status, const Request& request, const v1::Layout& layout) {
  WirePaths paths;
  paths.table = request.tables().empty() ? &v1::Table::default_instance() : &request.tables(0);
  paths.layout = &layout;
  return ToWirePath(status, paths);
}

// Pool is played into pockets; the UMB's rules know none.
absl::Status CheckTable(rules::GameKind game, const Table& table) {
  const bool cushions = game == rules::GameKind::kThreeCushion;
  if (cushions == table.pockets.empty()) return absl::OkStatus();
  return InvalidField("tables[0]", "",
                      cushions ? "a table without pockets, as `carom_10ft`, with THREE_CUSHION"
                               : "a table with pockets, as `pool_9ft`, with this game");
}

// The UMB's rules know three balls; a pool position may have any of a rack's.
absl::Status CheckBalls(rules::GameKind game, const Scene& scene) {
  const auto balls = static_cast<int>(scene.balls().size());
  if (game != rules::GameKind::kThreeCushion || balls == 3) return absl::OkStatus();
  return InvalidField("layouts[0].balls", balls, "3 with THREE_CUSHION");
}

}  // namespace

absl::Status RunQuestion(const v1::PlanShotRequest& request, SceneStore& scenes, StopToken stop,
                         v1::PlanShotResponse& response) {
  const auto ground = FindGround(request, scenes);
  if (!ground.ok()) return ground.status();
  if (absl::Status bad = CheckSize("layouts", request.layouts_size(), 1, 1); !bad.ok()) return bad;
  const auto layout = ConvertLayout(request.layouts(0), ground->table.converted);
  if (!layout.ok()) return UnderPath("layouts", 0, layout.status());
  const auto scene = scenes.FindScene(ground->table, ground->settings, layout->balls);
  if (!scene.ok()) return ToWire(scene.status(), request, request.layouts(0));
  const auto converted = ConvertPlan(request, *scene, *layout);
  if (!converted.ok()) return converted.status();
  const rules::GameKind game = converted->position.game;
  absl::Status bad = CheckBalls(game, *scene);
  bad.Update(CheckTable(game, scene->table()));
  if (!bad.ok()) return bad;
  Workspace workspace;
  const auto values = play::PositionJudge::Make(*scene, converted->options.skill, stop, workspace);
  if (!values.ok()) return ToWire(values.status(), request, request.layouts(0));
  const auto plan =
      play::PlanShot(*scene, converted->position, converted->options, *values, stop, workspace);
  if (!plan.ok()) return ToWire(plan.status(), request, request.layouts(0));
  response.set_engine_version(kEngineVersion);
  WritePlan(*plan, *scene, converted->position, response);
  return absl::OkStatus();
}

absl::Status RunQuestion(const v1::PlayMatchRequest& request, SceneStore& scenes, StopToken stop,
                         v1::PlayMatchResponse& response) {
  const auto ground = FindGround(request, scenes);
  if (!ground.ok()) return ground.status();
  const BallSet& set = *FindBallSet(ground->table.converted.ball_set);
  auto converted = ConvertMatch(request, set.balls[0].radius_m);
  if (!converted.ok()) return converted.status();
  const absl::Status bad = CheckTable(converted->options.game, *ground->table.converted.table);
  if (!bad.ok()) return bad;
  const size_t count = RackSize(rules::RackOf(converted->options.game));
  if (set.balls.size() < count) {
    return InvalidField("tables[0].ball_set", Quoted(set.name),
                        absl::StrCat("a set of at least ", count, " balls"));
  }
  const auto scene =
      scenes.FindScene(ground->table, ground->settings,
                       {set.balls.begin(), set.balls.begin() + static_cast<ptrdiff_t>(count)});
  if (!scene.ok()) return ToWire(scene.status(), request, v1::Layout::default_instance());
  Workspace workspace;
  std::array<std::optional<play::PositionJudge>, 2> values;
  for (int player = 0; player < 2; ++player) {
    auto made =
        play::PositionJudge::Make(*scene, converted->players[Index(player)].skill, stop, workspace);
    if (!made.ok()) return ToWire(made.status(), request, v1::Layout::default_instance());
    values[Index(player)] = *std::move(made);
  }
  const play::PositionJudge* const both[2] = {&*values[0], &*values[1]};
  auto match = play::Match::Begin(*scene, set, converted->options);
  if (!match.ok()) return UnderPath("rack", match.status());
  response.set_engine_version(kEngineVersion);
  Record record;
  uint64_t shots_played = 0;
  while (!match->over() && match->shots() < converted->max_turns) {
    const play::Position& position = match->position();
    const int shooter = position.state.shooter;
    play::PlanOptions& options = converted->players[Index(shooter)];
    // Every decision has noise of its own, and none that of the shots that are played.
    options.seed = (request.seed() << 16) + 1 + static_cast<uint64_t>(match->shots());
    const auto plan = play::PlanShot(*scene, position, options, *both[shooter], stop, workspace);
    if (!plan.ok()) return ToWire(plan.status(), request, v1::Layout::default_instance());
    shots_played += static_cast<uint64_t>(plan->shots_played);
    if (plan->shots.empty()) break;
    const auto turn =
        match->Play(plan->shots.front(), options.skill.noise, both, {}, stop, workspace, record);
    if (stop.StopRequested()) return absl::CancelledError("the match was stopped");
    if (!turn.ok()) return ToWire(turn.status(), request, v1::Layout::default_instance());
    WriteTurn(*turn, converted->game, record.hash, *response.add_turns());
  }
  if (match->winner() == 0 || match->winner() == 1) {
    response.set_winner(static_cast<uint32_t>(match->winner()));
  }
  response.set_shots_played(shots_played);
  return absl::OkStatus();
}

absl::Status RunQuestion(const v1::PlaceBallsRequest& request, SceneStore& scenes, StopToken stop,
                         v1::PlaceBallsResponse& response) {
  const auto ground = FindGround(request, scenes);
  if (!ground.ok()) return ground.status();
  const int layouts = request.layouts_size();
  absl::Status status = CheckSize("layouts", layouts, 1, kMostPlacings);
  if (status.ok() && request.placings_size() != 1) {
    status = CheckLength("placings", request.placings_size(), layouts, "one a layout, or 1");
  }
  if (!status.ok()) return status;
  response.set_engine_version(kEngineVersion);
  for (int i = 0; i < layouts; ++i) {
    if (stop.StopRequested()) return absl::CancelledError("the placing was stopped");
    auto layout = ConvertLayout(request.layouts(i), ground->table.converted);
    if (!layout.ok()) return UnderPath("layouts", i, layout.status());
    const auto scene = scenes.FindScene(ground->table, ground->settings, layout->balls);
    if (!scene.ok()) return ToWire(scene.status(), request, request.layouts(i));
    const int place = request.placings_size() == 1 ? 0 : i;
    const auto placing = ConvertPlacing(request.placings(place), layout->states.size());
    status = placing.ok() ? play::PlaceBalls(*scene, *placing, layout->states) : placing.status();
    if (!status.ok()) return UnderPath("placings", place, status);
    v1::BallStates& wire = *response.add_positions();
    for (const BallState& state : layout->states) AppendState(state, wire);
  }
  return absl::OkStatus();
}

}  // namespace carom
