#include "server/convert/play_convert.h"

#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/estimate_convert.h"
#include "server/convert/fields.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

absl::Status TakeCall(const v1::FindAimsRequest& request, const Scene& scene, int cue_ball,
                      aim::Call& call) {
  FieldTaker take(request);
  if (scene.table().pockets.empty()) return InvalidField("tables[0]", "", "a table with pockets");
  if (request.has_ball()) {
    take.Update(CheckIndex("ball", request.ball(), scene.balls().size()));
    call.ball = ToIndex(request.ball());
    if (call.ball == cue_ball)
      take.Update(InvalidField("ball", cue_ball, "another ball than the cue ball"));
  }
  take.Update(TakeEach("pockets", request.pockets(), [&](uint32_t pocket, int) {
    return CheckIndex({}, pocket, scene.table().pockets.size());
  }));
  take.Bits("pockets", call.pockets);
  if (request.kinds_size() > 0) call.kinds = 0;
  take.Update(TakeEach("kinds", request.kinds(), [&](int kind, int) {
    const absl::Status bad = CheckBetween({}, kind, 1, aim::kKinds);
    if (bad.ok()) call.kinds |= 1u << (kind - 1);
    return bad;
  }));
  return take.status();
}

absl::Status TakePlace(const v1::CueBallTarget& wire, aim::CueBallPlace& place) {
  if (!wire.has_at()) return Required("at", "given");
  place.at_m = ToVec2(wire.at());
  FieldTaker{wire}("within_m", place.within_m);
  return absl::OkStatus();
}

// Of the ball, or of the first where the layout has no such ball.
double RadiusOf(const Scene& scene, int ball) {
  return scene.balls()[Index(ball) < scene.balls().size() ? Index(ball) : 0].radius_m;
}

// Of strikes at a ball of this radius; `noise` stays where the wire gives none.
absl::Status TakeNoise(const v1::NoiseModel& wire, double radius_m, estimate::StrikeNoise& noise) {
  ConvertedNoise converted;
  const absl::Status status = ConvertNoise(wire, converted);
  estimate::StrikeNoise room;
  if (const auto* const given = converted.Of(radius_m, room)) noise = *given;
  return status;
}

absl::Status TakeSkill(const v1::Skill& wire, double radius_m, play::Skill& skill) {
  FieldTaker take(wire);
  take.Update(TakeNoise(wire.noise(), radius_m, skill.noise));
  take("max_speed_m_s", skill.fastest_m_s);
  take("max_break_speed_m_s", skill.fastest_break_m_s);
  take("max_elevation_rad", skill.highest_rad);
  if (wire.cue_passes_through()) skill.cue.reset();
  return UnderPath("skill", take.status());
}

// The cue ball of pool is in hand for the break.
rules::CueBallPlace UsualPlace(rules::GameKind game, const rules::GameState& state) {
  const bool in_hand =
      game != rules::GameKind::kThreeCushion && state.phase == rules::Phase::kBreak;
  return in_hand ? rules::CueBallPlace::kBehindHeadString : rules::CueBallPlace::kInPosition;
}

template <class Tried, class Wire>
void WriteSuccesses(const Tried& tried, Wire& wire) {
  wire.set_draws(static_cast<uint32_t>(tried.draws));
  wire.set_successes(static_cast<uint32_t>(tried.successes));
  WriteInterval(tried.interval, *wire.mutable_interval());
}

void WriteLeg(const aim::Leg& leg, v1::AimLeg& wire) {
  const auto index = static_cast<uint32_t>(leg.index);
  wire.set_ball(static_cast<uint32_t>(leg.ball));
  if (leg.target == aim::Target::kBall) wire.set_to_ball(index);
  if (leg.target == aim::Target::kCushion) wire.set_to_cushion(index);
  if (leg.target == aim::Target::kPocket) wire.set_to_pocket(index);
  WritePoint(leg.end_m, *wire.mutable_end());
}

void WriteWindow(const aim::Window& window, v1::Range& wire) {
  wire.set_lo(window.low);
  wire.set_hi(window.high);
}

void WriteAim(const aim::Candidate& aim, v1::Aim& wire) {
  wire.set_kind(ToWireEnum<v1::AimKind>(aim.route.kind));
  wire.set_ball(static_cast<uint32_t>(aim.route.ball));
  wire.set_pocket(static_cast<uint32_t>(aim.route.pocket));
  for (const aim::Leg& leg : aim.route.legs) WriteLeg(leg, *wire.add_legs());
  WriteStrike(aim.strike, *wire.mutable_strike());
  WriteWindow(aim.azimuth_rad, *wire.mutable_azimuth_rad());
  WriteWindow(aim.speed_m_s, *wire.mutable_speed_m_s());
  wire.set_slope_m_rad(aim.slope_m_rad);
  if (aim.cue_ball_off_m) wire.set_cue_ball_off_m(*aim.cue_ball_off_m);
  WriteSuccesses(aim, wire);
  wire.set_shots(static_cast<uint32_t>(aim.shots));
}

void WritePlannedShot(const play::PlannedShot& shot, v1::PlannedShot& wire) {
  wire.set_purpose(ToWireEnum<v1::ShotPurpose>(shot.kind));
  if (shot.route) wire.set_kind(ToWireEnum<v1::AimKind>(*shot.route));
  if (shot.cue_ball_m) WritePoint(*shot.cue_ball_m, *wire.mutable_cue_ball_at());
  WriteStrike(shot.strike, *wire.mutable_strike());
  if (shot.call.ball >= 0) wire.mutable_call()->set_ball(static_cast<uint32_t>(shot.call.ball));
  if (shot.call.pocket >= 0) {
    wire.mutable_call()->set_pocket(static_cast<uint32_t>(shot.call.pocket));
  }
  if (shot.call.safety) wire.mutable_call()->set_safety(true);
  wire.set_value(shot.value);
  WriteSuccesses(shot, wire);
  for (const Vec2& end : shot.cue_ball_ends_m) {
    wire.add_end_x_m(end.x());
    wire.add_end_y_m(end.y());
  }
}

}  // namespace

absl::StatusOr<aim::Options> ConvertAims(const v1::FindAimsRequest& request, const Scene& scene,
                                         const Shot& shot) {
  aim::Options options;
  const int cue_ball = shot.strike ? shot.strike->cue_ball : 0;
  FieldTaker take(request);
  take.Update(CheckRanges(request));
  take.Update(TakeCall(request, scene, cue_ball, options.call));
  if (request.has_cue_ball_to()) {
    take.Update(
        UnderPath("cue_ball_to", TakePlace(request.cue_ball_to(), options.cue_ball_to.emplace())));
  }
  take.Update(TakeNoise(request.noise(), RadiusOf(scene, cue_ball), options.noise));
  take("seed", options.seed);
  take("confidence", options.confidence);
  take("max_routes", options.most_routes);
  take("max_aims", options.most_candidates);
  take("race_draws", options.race_draws);
  take("draws", options.draws);
  take.Update(aim::CheckQuestion(scene.table(), shot, options));
  if (!take.status().ok()) return take.status();
  return options;
}

absl::StatusOr<ConvertedPlan> ConvertPlan(const v1::PlanShotRequest& request, const Scene& scene,
                                          const Layout& layout) {
  if (absl::Status bad = CheckRanges(request); !bad.ok()) return bad;
  const auto game = ConvertRules(request.rules());
  if (!game.ok()) return game.status();
  const v1::Rack& rack = request.layouts(0).rack();
  const std::string name = rules::RackOf(game->kind);
  if (request.layouts(0).has_rack() && rack.name() != name) {
    return InvalidField("layouts[0].rack.name", Quoted(rack.name()), name + " with these rules");
  }
  ConvertedPlan plan;
  play::Position& position = plan.position;
  position.game = game->kind;
  absl::Status status = ConvertGameState(request.state(), *game, position.state);
  if (!status.ok()) return UnderPath("state", status);
  position.cue_ball = UsualPlace(game->kind, position.state);
  position.balls = layout.states;
  const int balls = static_cast<int>(layout.states.size());
  const int highest = static_cast<int>(std::bit_width(position.state.on_table)) - 1;
  if (highest >= balls) {
    return InvalidField("state.balls_on_table", highest,
                        absl::StrCat("below ", balls, ", the layout's balls; default all"));
  }
  const double radius_m = RadiusOf(scene, position.CueBall());
  FieldTaker take(request);
  take("cue_ball", position.cue_ball);
  take("objective", plan.options.objective);
  take.Update(TakeSkill(request.skill(), radius_m, plan.options.skill));
  take("max_shots", plan.options.shots);
  take("seed", plan.options.seed);
  take("confidence", plan.options.confidence);
  take("max_ranked", plan.options.most_ranked);
  if (!take.status().ok()) return take.status();
  if (game->kind == rules::GameKind::kThreeCushion &&
      position.cue_ball != rules::CueBallPlace::kInPosition) {
    return InvalidField("cue_ball", "given", "absent with THREE_CUSHION");
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
  FieldTaker take(request);
  take("first_player", match.options.first_player);
  take.Part("rack", match.options.rack);
  take("seed", match.options.seed);
  take.OrDefault("distance", match.options.distance);
  if (request.has_distance() && game->kind != rules::GameKind::kThreeCushion) {
    take.Update(InvalidField("distance", match.options.distance, "absent but with THREE_CUSHION"));
  }
  take.OrDefault("max_turns", match.max_turns);
  take.Update(CheckSize("players", request.players_size(), 0, 2));
  // One player of the request stands for both.
  for (int player = 0; player < 2 && request.players_size() > 0 && take.status().ok(); ++player) {
    const int place = std::min(player, request.players_size() - 1);
    play::PlanOptions& options = match.players[Index(player)];
    FieldTaker take_player(request.players(place));
    take_player.Update(CheckRanges(request.players(place)));
    take_player.Update(TakeSkill(request.players(place).skill(), radius_m, options.skill));
    take_player("max_shots", options.shots);
    take.Update(UnderPath("players", place, take_player.status()));
  }
  if (!take.status().ok()) return take.status();
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
  status = TakeEach("spotted", wire.spotted(), [&](const v1::SpottedBall& spotted, int) {
    rules::Spotting& spotting = placing.spotted.emplace_back();
    spotting.ball = ToIndex(spotted.ball());
    FieldTaker take(spotted);
    take.Update(check_ball("ball", spotted.ball()));
    take("spot", spotting.spot);
    if (!take.Gives("spot")) take.Update(Required("spot", "given"));
    return take.status();
  });
  if (!status.ok()) return status;
  return placing;
}

void WritePlan(const play::Plan& plan, const Scene& scene, const play::Position& position,
               v1::PlanShotResponse& wire) {
  for (const play::PlannedShot& shot : plan.shots) WritePlannedShot(shot, *wire.add_shots());
  if (!plan.shots.empty()) {
    AppendStates(play::Placed(scene, position, plan.shots.front()).balls, *wire.mutable_balls());
  }
  wire.set_candidates(static_cast<uint32_t>(plan.candidates));
  wire.set_raced(static_cast<uint32_t>(plan.raced));
  wire.set_shots_played(static_cast<uint64_t>(plan.shots_played));
}

void WriteTurn(const play::Turn& turn, const ConvertedRules& game, uint64_t hash,
               v1::MatchTurn& wire) {
  wire.set_player(static_cast<uint32_t>(turn.before.state.shooter));
  AppendStates(turn.before.balls, *wire.mutable_balls());
  WritePlannedShot(turn.shot, *wire.mutable_planned());
  WriteStrike(turn.struck, *wire.mutable_struck());
  WriteRuling(turn.ruling, game, *wire.mutable_ruling());
  if (turn.chosen) wire.set_chosen(ToWireEnum<v1::Choice>(*turn.chosen));
  wire.set_hash(hash);
}

void WriteAims(const aim::Answer& answer, v1::FindAimsResponse& wire) {
  for (const aim::Candidate& aim : answer.candidates) WriteAim(aim, *wire.add_aims());
  wire.set_routes(static_cast<uint32_t>(answer.routes));
  wire.set_solved(static_cast<uint32_t>(answer.solved));
  wire.set_potting(static_cast<uint32_t>(answer.potting));
  wire.set_shots(static_cast<uint64_t>(answer.shots));
}

}  // namespace carom
