#include "server/convert/play_convert.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/index.h"
#include "server/convert/estimate_convert.h"
#include "server/convert/fields.h"
#include "server/convert/state_convert.h"
#include "server/convert/wire_enum.h"

namespace carom {
namespace {

absl::StatusOr<play::Skill> ConvertSkill(const v1::Skill& wire, double radius_m) {
  play::Skill skill;
  if (absl::Status bad = CheckRanges(wire); !bad.ok()) return bad;
  ConvertedNoise noise;
  if (absl::Status bad = ConvertNoise(wire.noise(), noise); !bad.ok()) return bad;
  estimate::StrikeNoise room;
  if (const auto* given = noise.Of(radius_m, room)) skill.noise = *given;
  if (wire.has_max_speed_m_s()) skill.fastest_m_s = wire.max_speed_m_s();
  if (wire.has_max_break_speed_m_s()) skill.fastest_break_m_s = wire.max_break_speed_m_s();
  if (wire.cue_passes_through()) skill.cue.reset();
  if (wire.has_max_elevation_rad()) skill.highest_rad = wire.max_elevation_rad();
  return skill;
}

// The cue ball of pool is in hand for the break.
rules::CueBallPlace UsualPlace(rules::GameKind game, const rules::GameState& state) {
  const bool in_hand =
      game != rules::GameKind::kThreeCushion && state.phase == rules::Phase::kBreak;
  return in_hand ? rules::CueBallPlace::kBehindHeadString : rules::CueBallPlace::kInPosition;
}

void WritePlannedShot(const play::PlannedShot& shot, v1::PlannedShot& wire) {
  wire.set_purpose(ToWireEnum<v1::ShotPurpose>(shot.kind));
  if (shot.route) wire.set_kind(ToWireEnum<v1::AimKind>(*shot.route));
  if (shot.cue_ball_m) {
    wire.mutable_cue_ball_at()->set_x_m(shot.cue_ball_m->x());
    wire.mutable_cue_ball_at()->set_y_m(shot.cue_ball_m->y());
  }
  WriteStrike(shot.strike, *wire.mutable_strike());
  if (shot.call.ball >= 0) wire.mutable_call()->set_ball(static_cast<uint32_t>(shot.call.ball));
  if (shot.call.pocket >= 0) {
    wire.mutable_call()->set_pocket(static_cast<uint32_t>(shot.call.pocket));
  }
  if (shot.call.safety) wire.mutable_call()->set_safety(true);
  wire.set_value(shot.value);
  wire.set_draws(static_cast<uint32_t>(shot.draws));
  wire.set_successes(static_cast<uint32_t>(shot.successes));
  wire.mutable_interval()->set_low(shot.interval.low);
  wire.mutable_interval()->set_high(shot.interval.high);
  for (const Vec2& end : shot.cue_ball_ends_m) {
    wire.add_end_x_m(end.x());
    wire.add_end_y_m(end.y());
  }
}

}  // namespace

absl::StatusOr<ConvertedPlan> ConvertPlan(const v1::PlanShotRequest& request, const Scene& scene,
                                          const Layout& layout) {
  if (absl::Status bad = CheckRanges(request); !bad.ok()) return bad;
  const auto game = ConvertRules(request.rules());
  if (!game.ok()) return game.status();
  ConvertedPlan plan;
  plan.position.game = game->kind;
  absl::Status status = ConvertGameState(request.state(), *game, plan.position.state);
  if (!status.ok()) return UnderPath("state", status);
  plan.position.cue_ball = UsualPlace(game->kind, plan.position.state);
  status = TakeEnum(request, "cue_ball", plan.position.cue_ball);
  plan.options.objective = play::Objective::kWin;
  if (status.ok()) status = TakeEnum(request, "objective", plan.options.objective);
  if (!status.ok()) return status;
  plan.position.balls = layout.states;
  const int balls = static_cast<int>(layout.states.size());
  const int highest = static_cast<int>(std::bit_width(plan.position.state.on_table)) - 1;
  if (highest >= balls) {
    return InvalidField("state.balls_on_table", highest,
                        absl::StrCat("in [1, ", balls, "): the layout has ", balls, " balls"));
  }
  const int cue = plan.position.CueBall();
  const double radius_m =
      scene.balls()[Index(cue) < scene.balls().size() ? Index(cue) : 0].radius_m;
  auto skill = ConvertSkill(request.skill(), radius_m);
  if (!skill.ok()) return UnderPath("skill", skill.status());
  plan.options.skill = *std::move(skill);
  if (request.has_max_shots()) plan.options.shots = request.max_shots();
  plan.options.seed = request.seed();
  if (request.has_confidence()) plan.options.confidence = request.confidence();
  if (request.has_max_ranked()) {
    plan.options.most_ranked = static_cast<int>(request.max_ranked());
  }
  return plan;
}

absl::StatusOr<ConvertedMatch> ConvertMatch(const v1::PlayMatchRequest& request, double radius_m) {
  if (absl::Status bad = CheckRanges(request); !bad.ok()) return bad;
  const auto game = ConvertRules(request.rules());
  if (!game.ok()) return game.status();
  ConvertedMatch match;
  match.game = *game;
  match.options.game = game->kind;
  match.options.first_player = static_cast<int>(request.first_player());
  if (absl::Status bad = CheckRanges(request.rack()); !bad.ok()) return UnderPath("rack", bad);
  TakeParameters(request.rack(), match.options.rack);
  match.options.rack.seed = request.rack().seed();
  match.options.seed = request.seed();
  match.options.distance = static_cast<int>(
      request.has_distance() ? request.distance() : DefaultOf<v1::PlayMatchRequest>("distance"));
  match.max_turns = static_cast<int>(
      request.has_max_turns() ? request.max_turns() : DefaultOf<v1::PlayMatchRequest>("max_turns"));
  if (absl::Status bad = CheckSize("players", request.players_size(), 0, 2); !bad.ok()) return bad;
  for (int player = 0; player < 2 && request.players_size() > 0; ++player) {
    const int place = std::min(player, request.players_size() - 1);
    const v1::MatchPlayer& wire = request.players(place);
    absl::Status bad = CheckRanges(wire);
    auto skill = ConvertSkill(wire.skill(), radius_m);
    if (bad.ok() && !skill.ok()) bad = UnderPath("skill", skill.status());
    if (!bad.ok()) return UnderPath("players", place, bad);
    play::PlanOptions& options = match.players[Index(player)];
    options.skill = *std::move(skill);
    if (wire.has_max_shots()) options.shots = wire.max_shots();
  }
  return match;
}

absl::StatusOr<play::Placing> ConvertPlacing(const v1::Placing& wire, size_t balls) {
  const auto check_ball = [balls](const char* path, uint32_t ball) {
    if (ball < balls) return absl::OkStatus();
    return InvalidField(path, absl::StrCat(ball), absl::StrCat("below ", balls, ", the balls"));
  };
  play::Placing placing;
  absl::Status status = CheckRanges(wire);
  status.Update(TakeEnum(wire, "cue_ball", placing.cue_ball));
  status.Update(check_ball("cue_ball_index", wire.cue_ball_index()));
  status.Update(CheckSize("spotted", wire.spotted_size(), 0, static_cast<int64_t>(balls)));
  const bool in_hand = placing.cue_ball == rules::CueBallPlace::kAnywhere ||
                       placing.cue_ball == rules::CueBallPlace::kBehindHeadString;
  if (status.ok() && wire.has_cue_ball_wish() && !in_hand) {
    status = InvalidField("cue_ball_wish", "given", "absent: the cue ball is not in hand");
  }
  if (!status.ok()) return status;
  placing.cue_ball_index = ToIndex(wire.cue_ball_index());
  if (wire.has_cue_ball_wish()) placing.wish_m = ToVec2(wire.cue_ball_wish());
  for (int i = 0; i < wire.spotted_size(); ++i) {
    const v1::SpottedBall& spotted = wire.spotted(i);
    rules::Spotting& spotting = placing.spotted.emplace_back();
    status = check_ball("ball", spotted.ball());
    status.Update(TakeEnum(spotted, "spot", spotting.spot));
    if (status.ok() && spotted.spot() == v1::TABLE_SPOT_UNSPECIFIED) {
      status = Required("spot", "given");
    }
    if (!status.ok()) return UnderPath("spotted", i, status);
    spotting.ball = ToIndex(spotted.ball());
  }
  return placing;
}

void WritePlan(const play::Plan& plan, const Scene& scene, const play::Position& position,
               v1::PlanShotResponse& wire) {
  for (const play::PlannedShot& shot : plan.shots) WritePlannedShot(shot, *wire.add_shots());
  if (!plan.shots.empty()) {
    for (const BallState& state : play::Placed(scene, position, plan.shots.front()).balls) {
      AppendState(state, *wire.mutable_balls());
    }
  }
  wire.set_candidates(static_cast<uint32_t>(plan.candidates));
  wire.set_raced(static_cast<uint32_t>(plan.raced));
  wire.set_shots_played(static_cast<uint64_t>(plan.shots_played));
}

void WriteTurn(const play::Turn& turn, const ConvertedRules& game, uint64_t hash,
               v1::MatchTurn& wire) {
  wire.set_player(static_cast<uint32_t>(turn.before.state.shooter));
  for (const BallState& state : turn.before.balls) AppendState(state, *wire.mutable_balls());
  WritePlannedShot(turn.shot, *wire.mutable_planned());
  WriteStrike(turn.struck, *wire.mutable_struck());
  WriteRuling(turn.ruling, game, *wire.mutable_ruling());
  if (turn.chosen) wire.set_chosen(ToWireEnum<v1::Choice>(*turn.chosen));
  wire.set_hash(hash);
}

}  // namespace carom
