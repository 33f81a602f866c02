#include "server/convert/rules_convert.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/base/field_error.h"
#include "core/rules/three_cushion.h"
#include "server/convert/fields.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

using absl::OkStatus;
using absl::Status;
using rules::Choice;
using rules::Foul;
using rules::GameKind;
using rules::GameState;
using rules::Group;

// Of two players, or of none.
template <class Column>
Status CheckPair(const char* path, const Column& column) {
  if (column.empty() || column.size() == 2) return OkStatus();
  return InvalidField(path, absl::StrCat(column.size(), column.size() == 1 ? " value" : " values"),
                      "0 or 2, one a player");
}

Status TakePair(const char* path, const google::protobuf::RepeatedField<uint32_t>& wire,
                std::array<int, 2>& pair) {
  if (wire.size() == 2) pair = {static_cast<int>(wire[0]), static_cast<int>(wire[1])};
  return CheckPair(path, wire);
}

Status TakeBalls(const v1::GameState& wire, const ConvertedRules& game, GameState& state) {
  const auto& balls = wire.balls_on_table();
  state.on_table = game.object_balls;
  if (balls.empty()) return OkStatus();
  if (game.object_balls == 0) {
    return InvalidField("balls_on_table", "given", "absent: in this game all balls stay");
  }
  state.on_table = 0;
  Status status = TakeEach("balls_on_table", balls, [&](uint32_t ball, int i) {
    if (Status bad = CheckBetween({}, ball, 1, game.last_ball); !bad.ok()) return bad;
    if (i > 0 && ball <= balls.Get(i - 1)) {
      return InvalidField({}, absl::StrCat(ball),
                          absl::StrCat("above ", balls.Get(i - 1), ", since balls ascend"));
    }
    state.on_table |= rules::Bit(static_cast<int>(ball));
    return OkStatus();
  });
  const int last = rules::GameBallOf(game.kind);
  if (!status.ok() || (state.on_table & rules::Bit(last)) != 0) return status;
  return InvalidField("balls_on_table", absl::StrCat("a list without ", last),
                      absl::StrCat("one with it: the rack ends with ball ", last));
}

Status TakeGroups(const v1::GameState& wire, GameState& state) {
  Status status = TakeEach("groups", wire.groups(), [&](int group, int player) {
    if (!v1::BallGroup_IsValid(group)) return UnknownEnum({}, group, "BallGroup");
    if (group != v1::BALL_GROUP_UNSPECIFIED) {
      state.group[Index(player)] = FromWireEnum<Group>(group);
    }
    return OkStatus();
  });
  const auto [first, second] = state.group;
  const bool open = first == Group::kOpen;
  const bool fit = open ? second == Group::kOpen : second != Group::kOpen && second != first;
  if (!status.ok() || fit) return status;
  return InvalidField("groups", "a pair that does not fit", "both OPEN, or SOLIDS and STRIPES");
}

// Another game than three-cushion has nothing of a match.
Status CheckNoMatch(const v1::GameState& wire) {
  using Given = std::pair<const char*, bool>;
  for (const auto& [field, given] :
       {Given("starter", wire.starter() != 0), Given("points", !wire.points().empty()),
        Given("innings", !wire.innings().empty()), Given("distance", wire.has_distance()),
        Given("equalizing", wire.equalizing()), Given("last_inning", wire.last_inning())}) {
    if (given) return InvalidField(field, "given", "absent but with THREE_CUSHION");
  }
  return OkStatus();
}

void WritePair(const std::array<int, 2>& pair, google::protobuf::RepeatedField<uint32_t>& wire) {
  if (pair == std::array<int, 2>{}) return;
  for (const int value : pair) wire.Add(static_cast<uint32_t>(value));
}

void WriteBalls(rules::BallMask balls, google::protobuf::RepeatedField<uint32_t>& wire) {
  for (; balls != 0; balls &= balls - 1) wire.Add(static_cast<uint32_t>(std::countr_zero(balls)));
}

void WriteChoice(const rules::Ruling& ruling, Choice choice, v1::OfferedChoice& wire) {
  const std::optional<rules::Ruling> chosen = rules::Choose(ruling, choice);
  CAROM_DEMAND(chosen.has_value(), "what is offered may be chosen");
  wire.set_choice(ToWireEnum<v1::Choice>(choice));
  wire.set_cue_ball(ToWireEnum<v1::CueBallPlace>(chosen->cue_ball));
  WriteGameState(chosen->next, *wire.mutable_next());
}

// Every foul of the UMB's rules is one of Art. 41.
const char* FoulRule(Foul foul, GameKind game) {
  if (foul != Foul::kNone && game == GameKind::kThreeCushion) return "Art. 41";
  return rules::RuleOf(foul);
}

// The largest index of a pocket, nose, jaw or rail top that an Event can hold.
constexpr int kLastFeature = std::numeric_limits<int16_t>::max();

std::optional<rules::RailPart> RailPartOf(v1::EventKind kind) {
  if (!v1::EventKind_IsValid(kind)) return std::nullopt;  // Numbers of any size come.
  return rules::RailPartOf(FromWireEnum<EventKind>(kind));
}

template <class Column>
Status CheckIndices(const char* path, const Column& column, int last) {
  return TakeEach(path, column,
                  [last](uint32_t index, int) { return CheckBetween({}, index, 0, last); });
}

// The columns of a message: `counts` has one value a shot, and the others as many as its sum.
Status CheckCounts(const google::protobuf::Message& message, const v1::ShotResults& results,
                   const char* counts, std::initializer_list<const char*> others) {
  const auto size_of = [&](const char* column) {
    return message.GetReflection()->FieldSize(message,
                                              message.GetDescriptor()->FindFieldByName(column));
  };
  Status status = CheckLength(counts, size_of(counts), results.shot_count(), "one a shot");
  const auto column = message.GetReflection()->GetRepeatedFieldRef<uint32_t>(
      message, message.GetDescriptor()->FindFieldByName(counts));
  const uint64_t sum = std::accumulate(column.begin(), column.end(), uint64_t{0});
  for (const char* const other : others) {
    status.Update(CheckLength(other, size_of(other), sum, absl::StrCat("the sum of ", counts)));
  }
  return status;
}

Status CheckStopReasons(const v1::ShotResults& results) {
  Status status =
      CheckLength("stop_reasons", results.stop_reasons_size(), results.shot_count(), "one a shot");
  status.Update(TakeEach("stop_reasons", results.stop_reasons(), [](int reason, int) {
    return v1::StopReason_IsValid(reason) ? OkStatus() : UnknownEnum({}, reason, "StopReason");
  }));
  return status;
}

Status CheckOutcomes(const v1::ShotResults& results, const ConvertedRules& game) {
  const v1::Outcomes& outcomes = results.outcomes();
  Status status =
      CheckCounts(outcomes, results, "pocketed_counts", {"pocketed_balls", "pocketed_pockets"});
  status.Update(CheckCounts(outcomes, results, "left_table_counts", {"left_table_balls"}));
  status.Update(CheckIndices("pocketed_balls", outcomes.pocketed_balls(), game.last_ball));
  status.Update(CheckIndices("pocketed_pockets", outcomes.pocketed_pockets(), kLastFeature));
  status.Update(CheckIndices("left_table_balls", outcomes.left_table_balls(), game.last_ball));
  return status;
}

Status CheckContact(const v1::TouchColumns& touches, int touch, int cue_ball,
                    const ConvertedRules& game) {
  const uint32_t ball = touches.balls(touch);
  if (static_cast<int64_t>(ball) != cue_ball) {
    return InvalidField({"balls", touch}, absl::StrCat(ball),
                        absl::StrCat("the cue ball, ", cue_ball));
  }
  if (touches.others(touch) == ball) {
    return InvalidField({"others", touch}, absl::StrCat(ball), "another ball");
  }
  return UnderPath("others", touch, CheckBetween({}, touches.others(touch), 0, game.last_ball));
}

Status CheckTouch(const v1::TouchColumns& touches, int touch, double earliest_s, int cue_ball,
                  const ConvertedRules& game) {
  const double time_s = touches.times_s(touch);
  if (!(time_s >= earliest_s) || !std::isfinite(time_s)) {
    return InvalidField({"times_s", touch}, time_s,
                        "at least " + FormatNumber(earliest_s) + " and finite");
  }
  Status bad = CheckBetween({}, touches.balls(touch), 0, game.last_ball);
  if (!bad.ok()) return UnderPath("balls", touch, bad);
  const v1::EventKind kind = touches.kinds(touch);
  if (kind == v1::EVENT_KIND_BALL_BALL) return CheckContact(touches, touch, cue_ball, game);
  if (RailPartOf(kind)) {
    return UnderPath("others", touch, CheckBetween({}, touches.others(touch), 0, kLastFeature));
  }
  return InvalidField({"kinds", touch}, static_cast<int>(kind),
                      "BALL_BALL, BALL_CUSHION, BALL_JAW, BALL_RAIL or POCKET_RIM");
}

Status CheckTouches(const v1::ShotResults& results, const ConvertedRules& game) {
  const v1::TouchColumns& touches = results.touches();
  Status status =
      CheckLength("cue_balls", touches.cue_balls_size(), results.shot_count(), "one a shot");
  status.Update(
      CheckCounts(touches, results, "touch_counts", {"times_s", "kinds", "balls", "others"}));
  if (!status.ok()) return status;
  int touch = 0;
  for (int shot = 0; shot < touches.cue_balls_size(); ++shot) {
    const int cue_ball = touches.cue_balls(shot);
    Status struck = CheckBetween({}, cue_ball, -1, game.last_struck);
    if (!struck.ok()) return UnderPath("cue_balls", shot, struck);
    double earliest_s = 0.0;
    for (uint32_t i = 0; i < touches.touch_counts(shot); ++i, ++touch) {
      Status bad = CheckTouch(touches, touch, earliest_s, cue_ball, game);
      if (!bad.ok()) return bad;
      earliest_s = touches.times_s(touch);
    }
  }
  return OkStatus();
}

}  // namespace

absl::StatusOr<ConvertedRules> ConvertRules(v1::Rules game) {
  if (game == v1::RULES_UNSPECIFIED) return Required("rules", "given");
  if (!v1::Rules_IsValid(game)) return UnknownEnum("rules", game, "Rules");
  ConvertedRules converted;
  converted.kind = FromWireEnum<GameKind>(game);
  if (converted.kind == GameKind::kThreeCushion) {
    converted.last_ball = converted.last_struck = rules::kRed;
    return converted;
  }
  converted.object_balls = rules::StartOf(converted.kind, 0).on_table;
  converted.last_ball = static_cast<int>(std::bit_width(converted.object_balls)) - 1;
  return converted;
}

Status ConvertGameState(const v1::GameState& wire, const ConvertedRules& game, GameState& state) {
  state = GameState();
  FieldTaker take(wire);
  take.Update(CheckRanges(wire));
  take.Update(TakePair("consecutive_fouls", wire.consecutive_fouls(), state.consecutive_fouls));
  take.Update(CheckPair("groups", wire.groups()));
  take.Update(TakePair("points", wire.points(), state.points));
  take.Update(TakePair("innings", wire.innings(), state.innings));
  if (!take.status().ok()) return take.status();
  take("phase", state.phase);
  take("shooter", state.shooter);
  state.referee_warns = !wire.without_warning();
  take("starter", state.starter);
  take("distance", state.distance);
  take("equalizing", state.equalizing);
  take("last_inning", state.last_inning);
  take.Update(TakeBalls(wire, game, state));
  take.Update(TakeGroups(wire, state));
  const bool may_be = game.kind == GameKind::kEightBall && state.phase != rules::Phase::kBreak;
  if (state.group[0] != Group::kOpen && !may_be)
    take.Update(InvalidField("groups", "given", "absent but with EIGHT_BALL after its break"));
  take.Update(game.kind == GameKind::kThreeCushion ? rules::CheckMatch(state) : CheckNoMatch(wire));
  return take.status();
}

Status ConvertCall(const v1::ShotCall& wire, const ConvertedRules& game, rules::Call& call) {
  call = rules::Call();
  FieldTaker take(wire);
  take("ball", call.ball);
  take("pocket", call.pocket);
  take("safety", call.safety);
  take("push_out", call.push_out);
  return wire.has_ball() ? CheckBetween("ball", wire.ball(), 1, game.last_ball) : OkStatus();
}

void WriteGameState(const GameState& state, v1::GameState& wire) {
  wire.set_shooter(static_cast<uint32_t>(state.shooter));
  wire.set_phase(ToWireEnum<v1::GamePhase>(state.phase));
  WriteBalls(state.on_table, *wire.mutable_balls_on_table());
  WritePair(state.consecutive_fouls, *wire.mutable_consecutive_fouls());
  wire.set_without_warning(!state.referee_warns);
  if (state.group != std::array<Group, 2>{}) {
    for (const Group group : state.group) wire.add_groups(ToWireEnum<v1::BallGroup>(group));
  }
  wire.set_starter(static_cast<uint32_t>(state.starter));
  WritePair(state.points, *wire.mutable_points());
  WritePair(state.innings, *wire.mutable_innings());
  if (state.distance != GameState().distance) {
    wire.set_distance(static_cast<uint32_t>(state.distance));
  }
  wire.set_equalizing(state.equalizing);
  wire.set_last_inning(state.last_inning);
}

void WriteRuling(const rules::Ruling& ruling, const ConvertedRules& game, v1::Ruling& wire) {
  wire.set_rule(ruling.rule);
  wire.set_legal(ruling.legal);
  wire.set_foul(static_cast<v1::Foul>(ruling.foul));  // Not shifted: 0 means none.
  wire.set_foul_rule(FoulRule(ruling.foul, game.kind));
  wire.set_over(ruling.over());
  if (ruling.winner == 0 || ruling.winner == 1) {
    wire.set_winner(static_cast<uint32_t>(ruling.winner));
  }
  wire.set_cue_ball(ToWireEnum<v1::CueBallPlace>(ruling.cue_ball));
  for (const rules::Spotting& spotting : ruling.spotted) {
    v1::SpottedBall& spotted = *wire.add_spotted();
    spotted.set_ball(static_cast<uint32_t>(spotting.ball));
    spotted.set_spot(ToWireEnum<v1::TableSpot>(spotting.spot));
  }
  if (ruling.chooser != rules::kNobody) wire.set_chooser(static_cast<uint32_t>(ruling.chooser));
  for (const Choice choice : ruling.choices) WriteChoice(ruling, choice, *wire.add_choices());
  WriteGameState(ruling.next, *wire.mutable_next());
  if (ruling.over()) return;
  WriteBalls(rules::FirstTargetsOf(game.kind, ruling.next), *wire.mutable_targets());
}

Status CheckShotViews(const v1::ShotResults& results, const ConvertedRules& game) {
  if (!results.has_touches()) return Required("touches", "given: ask for detail.touches");
  if (!results.has_outcomes()) return Required("outcomes", "given");
  Status status = CheckStopReasons(results);
  status.Update(UnderPath("outcomes", CheckOutcomes(results, game)));
  status.Update(UnderPath("touches", CheckTouches(results, game)));
  return status;
}

std::string ShotViewReader::Next(rules::ShotView& view) {
  ReadTouches(view);
  ReadDepartures(view);
  std::string why_not = WhyNot(view);
  ++shot_;
  return why_not;
}

void ShotViewReader::ReadTouches(rules::ShotView& view) {
  const v1::TouchColumns& touches = results_.touches();
  rules::ViewWriter writer(touches.cue_balls(shot_), view);
  const int end = touch_ + static_cast<int>(touches.touch_counts(shot_));
  for (; touch_ < end; ++touch_) {
    const double time_s = touches.times_s(touch_);
    const auto other = static_cast<int>(touches.others(touch_));
    if (const auto part = RailPartOf(touches.kinds(touch_))) {
      writer.Hit(time_s, static_cast<int>(touches.balls(touch_)), *part, other);
    } else {
      writer.Contact(time_s, other);
    }
  }
}

void ShotViewReader::ReadDepartures(rules::ShotView& view) {
  const v1::Outcomes& outcomes = results_.outcomes();
  for (uint32_t i = 0; i < outcomes.pocketed_counts(shot_); ++i, ++pocketed_) {
    view.potted.push_back({static_cast<int>(outcomes.pocketed_balls(pocketed_)),
                           static_cast<int>(outcomes.pocketed_pockets(pocketed_))});
  }
  for (uint32_t i = 0; i < outcomes.left_table_counts(shot_); ++i, ++left_) {
    view.off_table |= rules::Bit(static_cast<int>(outcomes.left_table_balls(left_)));
  }
}

// Failures are in the order of the shots that failed.
std::string ShotViewReader::WhyNot(const rules::ShotView& view) {
  const v1::StopReason reason = results_.stop_reasons(shot_);
  if (reason == v1::STOP_REASON_UNSPECIFIED) {
    const bool reported = failure_ < results_.failures_size();
    const std::string why = reported ? results_.failures(failure_++).message() : "";
    return why.empty() ? "the shot failed" : "the shot failed: " + why;
  }
  if (reason != v1::STOP_REASON_AT_REST) {
    const std::string name(absl::StripPrefix(v1::StopReason_Name(reason), "STOP_REASON_"));
    return "the shot ended by " + name + ", before all balls rested";
  }
  return view.cue_ball < 0 ? "no ball was struck" : "";
}

}  // namespace carom
