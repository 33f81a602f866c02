#include "core/rules/pool.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace carom::rules {
namespace {

BallMask ObjectBallsOffTable(const ShotView& shot) { return shot.off_table & ~Bit(shot.cue_ball); }

}  // namespace

int ObjectBallsDrivenToRail(const ShotView& shot) {
  BallMask driven = shot.PottedObjectBalls() | ObjectBallsOffTable(shot);
  for (const RailHit& hit : shot.rail_hits) driven |= Bit(hit.ball);
  return std::popcount(driven & ~Bit(shot.cue_ball));
}

bool RailAfterContact(const ShotView& shot) {
  if (shot.contacts.empty()) return false;
  if (!shot.potted.empty() || shot.off_table != 0) return true;
  return std::any_of(shot.rail_hits.begin(), shot.rail_hits.end(),
                     [](const RailHit& hit) { return hit.contacts_before > 0; });
}

Foul FoulOfShot(const ShotView& shot, BallMask targets, bool push_out) {
  if (shot.CueBallGone()) return Foul::kCueBallGone;  // [WPA] 6.1
  if (!push_out) {
    const int first = shot.FirstContact();
    if (first >= 0 && (Bit(first) & targets) == 0) return Foul::kWrongBall;  // [WPA] 6.2
    const bool potted = shot.PottedObjectBalls() != 0;
    if (!potted && !RailAfterContact(shot)) return Foul::kNoRail;  // [WPA] 6.3
  }
  if (ObjectBallsOffTable(shot) != 0) return Foul::kBallOffTable;  // [WPA] 6.5
  if (shot.stays_behind_string) return Foul::kBehindString;        // [WPA] 6.11
  return Foul::kNone;
}

BallMask LeftOnTable(const GameState& state, const ShotView& shot) {
  return state.on_table & ~shot.PottedObjectBalls() & ~shot.off_table;
}

namespace {

Ruling Begin(const GameState& state, const ShotView& shot) {
  Ruling ruling;
  ruling.next = state;
  ruling.next.on_table = LeftOnTable(state, shot);
  ruling.next.phase = Phase::kPlay;
  return ruling;
}

GameState Start(int breaker, BallMask rack) {
  GameState state;
  state.shooter = breaker;
  state.on_table = rack;
  return state;
}

void SpotOnFoot(int ball, Ruling& ruling) {
  ruling.next.on_table |= Bit(ball);
  ruling.spotted.push_back({ball, Spot::kFoot});
}

constexpr BallMask kNineBallRack = 0b11'1111'1110;  // Balls 1 to 9.

bool Broken(const ShotView& shot) {
  return shot.PottedObjectBalls() != 0 || ObjectBallsDrivenToRail(shot) >= kBallsToRail;
}

Foul FoulOf(const GameState& state, const ShotView& shot, bool push_out) {
  const Foul foul = FoulOfShot(shot, NineBallTarget(state), push_out);
  if (foul != Foul::kNone) return foul;
  const bool is_break = state.phase == Phase::kBreak;
  return is_break && !Broken(shot) ? Foul::kIllegalBreak : Foul::kNone;  // [WPA] 2.3(b)
}

// [WPA] 2.6: a nine ball potted on a foul or push-out, or driven off the table, is spotted. No
// other ball ever is.
void SpotNine(const GameState& state, Ruling& ruling) {
  if ((Bit(kNine) & state.on_table & ~ruling.next.on_table) != 0) SpotOnFoot(kNine, ruling);
}

// [WPA] 6.14: a player who is on two fouls and was not warned stays on two.
int CountFouls(const GameState& state) {
  const int fouls = state.consecutive_fouls[static_cast<size_t>(state.shooter)] + 1;
  return fouls >= 3 && !state.referee_warns ? 2 : fouls;
}

void RuleFoul(const GameState& state, Foul foul, Ruling& ruling) {
  const int fouls = CountFouls(state);
  ruling.legal = false;
  ruling.foul = foul;
  ruling.next.consecutive_fouls[static_cast<size_t>(state.shooter)] = fouls;
  SpotNine(state, ruling);
  if (fouls >= 3) {  // [WPA] 2.8 with 6.14
    ruling.rule = "2.8";
    ruling.winner = Opponent(state.shooter);
    return;
  }
  // [WPA] 2.7: play passes, the cue ball is in hand anywhere.
  ruling.rule = foul == Foul::kIllegalBreak ? "2.3" : "2.7";
  ruling.next.shooter = Opponent(state.shooter);
  ruling.cue_ball = CueBallPlace::kAnywhere;
}

// [WPA] 2.4: the other player chooses who shoots next; what is potted stays down but the nine.
void RulePushOut(const GameState& state, Ruling& ruling) {
  SpotNine(state, ruling);
  ruling.rule = "2.4";
  ruling.chooser = Opponent(state.shooter);
  ruling.choices = {Choice::kAcceptTable, Choice::kPassBack};
  ruling.next.shooter = ruling.chooser;
}

// [WPA] 2.5
void RuleLegal(const GameState& state, const ShotView& shot, Ruling& ruling) {
  ruling.rule = "2.5";
  const BallMask potted = shot.PottedObjectBalls();
  if ((potted & Bit(kNine)) != 0) {
    ruling.winner = state.shooter;
  } else if (potted == 0) {
    ruling.next.shooter = Opponent(state.shooter);
  }
}

}  // namespace

GameState NineBallStart(int breaker) { return Start(breaker, kNineBallRack); }

BallMask NineBallTarget(const GameState& state) { return state.on_table & (~state.on_table + 1u); }

Ruling RuleNineBall(const GameState& state, const Call& call, const ShotView& shot) {
  const bool push_out = call.push_out && state.phase == Phase::kAfterBreak;  // [WPA] 2.4
  const Foul foul = FoulOf(state, shot, push_out);
  Ruling ruling = Begin(state, shot);
  if (foul != Foul::kNone) {
    RuleFoul(state, foul, ruling);
    return ruling;
  }
  if (state.phase == Phase::kBreak) ruling.next.phase = Phase::kAfterBreak;
  // [WPA] 6.14: a legal shot, which is one without a foul (8.2), ends the row of fouls.
  ruling.next.consecutive_fouls[static_cast<size_t>(state.shooter)] = 0;
  if (push_out) {
    RulePushOut(state, ruling);
  } else {
    RuleLegal(state, shot, ruling);
  }
  return ruling;
}

namespace {

constexpr BallMask kSolids = 0b1111'1110;
constexpr BallMask kStripes = kSolids << 8;
constexpr BallMask kEightBallRack = kSolids | Bit(kEight) | kStripes;

Group OtherGroup(Group group) {
  if (group == Group::kOpen) return group;
  return group == Group::kSolids ? Group::kStripes : Group::kSolids;
}

Group GroupOf(const GameState& state) { return state.group[static_cast<size_t>(state.shooter)]; }

// The shooter's group is off the table, so that the eight is on.
bool OnTheEight(const GameState& state) {
  const Group group = GroupOf(state);
  return group != Group::kOpen && (state.on_table & BallsOf(group)) == 0;
}

void Pass(const char* rule, Ruling& ruling) {
  ruling.rule = rule;
  ruling.next.shooter = Opponent(ruling.next.shooter);
}

void Offer(const char* rule, int chooser, std::vector<Choice> choices, Ruling& ruling) {
  ruling.rule = rule;
  ruling.chooser = chooser;
  ruling.next.shooter = chooser;
  const bool in_hand = choices.front() == Choice::kCueBallInHand;
  ruling.cue_ball = in_hand ? CueBallPlace::kBehindHeadString : CueBallPlace::kInPosition;
  ruling.choices = std::move(choices);
}

// [WPA] 3.3(f) to (h)
void RuleBreakFoul(const GameState& state, const ShotView& shot, Foul foul, Ruling& ruling) {
  const int opponent = Opponent(state.shooter);
  ruling.legal = false;
  ruling.foul = foul;
  if ((shot.PottedObjectBalls() & Bit(kEight)) != 0 && shot.CueBallPotted()) {
    Offer("3.3(f)", opponent, {Choice::kCueBallInHand, Choice::kRackAndBreak}, ruling);
  } else if (shot.CueBallGone()) {
    Pass("3.3(h)", ruling);
    ruling.cue_ball = CueBallPlace::kBehindHeadString;
  } else {
    Offer("3.3(g)", opponent, {Choice::kAcceptTable, Choice::kCueBallInHand}, ruling);
  }
}

// What a view shows of fouls on a break: the cue ball need not touch any particular ball first
// ([WPA] 3.3(b)), and 3.3(d) takes the place of 6.3.
Foul FoulOfBreak(const ShotView& shot) {
  const Foul foul = FoulOfShot(shot, kEightBallRack, /*push_out=*/false);
  return foul == Foul::kNoRail ? Foul::kNone : foul;
}

Ruling RuleBreak(const GameState& state, const ShotView& shot) {
  Ruling ruling = Begin(state, shot);
  if ((ruling.next.on_table & Bit(kEight)) == 0) SpotOnFoot(kEight, ruling);  // [WPA] 3.7
  const Foul foul = FoulOfBreak(shot);
  const BallMask potted = shot.PottedObjectBalls();
  if (foul != Foul::kNone) {
    RuleBreakFoul(state, shot, foul, ruling);
  } else if (!Broken(shot)) {
    ruling.legal = false;
    Offer("3.3(d)", Opponent(state.shooter),
          {Choice::kAcceptTable, Choice::kRackAndBreak, Choice::kRackForOtherToBreak}, ruling);
  } else if ((potted & Bit(kEight)) != 0) {
    Offer("3.3(e)", state.shooter, {Choice::kAcceptTable, Choice::kRackAndBreak}, ruling);
  } else if (potted != 0) {
    ruling.rule = "3.3(c)";
  } else {
    Pass("3.5", ruling);
  }
  return ruling;
}

bool CallMadeGood(const GameState& state, const Call& call, const ShotView& shot) {
  if (call.safety || (Bit(call.ball) & EightBallTargets(state)) == 0) return false;
  return shot.FellInto(call.ball, call.pocket);
}

// [WPA] 3.8: why the shooter loses the rack; null where he does not.
const char* LossOf(const GameState& state, const Call& call, const ShotView& shot, Foul foul) {
  if ((shot.off_table & Bit(kEight)) != 0) return "3.8(d)";
  if ((shot.PottedObjectBalls() & Bit(kEight)) == 0) return nullptr;
  if (foul != Foul::kNone) return "3.8(a)";
  if (!OnTheEight(state)) return "3.8(b)";
  return CallMadeGood(state, call, shot) ? nullptr : "3.8(c)";
}

// [WPA] 3.4: the group of the called ball becomes the shooter's.
void AssignGroups(const GameState& state, int called, Ruling& ruling) {
  const Group group = (Bit(called) & kSolids) != 0 ? Group::kSolids : Group::kStripes;
  ruling.next.group[static_cast<size_t>(state.shooter)] = group;
  ruling.next.group[static_cast<size_t>(Opponent(state.shooter))] = OtherGroup(group);
  ruling.rule = "3.4";
}

void RuleCall(const GameState& state, const Call& call, const ShotView& shot, Ruling& ruling) {
  if (!CallMadeGood(state, call, shot)) {
    Pass(call.safety ? "3.6" : "3.5", ruling);
    return;
  }
  ruling.rule = "3.5";
  if (call.ball == kEight) {
    ruling.winner = state.shooter;
  } else if (GroupOf(state) == Group::kOpen) {
    AssignGroups(state, call.ball, ruling);
  }
}

Ruling RuleShot(const GameState& state, const Call& call, const ShotView& shot) {
  Ruling ruling = Begin(state, shot);
  ruling.foul = FoulOfShot(shot, EightBallTargets(state), /*push_out=*/false);
  ruling.legal = ruling.foul == Foul::kNone;
  if (const char* loss = LossOf(state, call, shot, ruling.foul)) {
    ruling.legal = false;  // [WPA] 3.10: what 3.8 lists are serious fouls.
    ruling.rule = loss;
    ruling.winner = Opponent(state.shooter);
  } else if (!ruling.legal) {
    Pass("3.9", ruling);
    ruling.cue_ball = CueBallPlace::kAnywhere;
  } else {
    RuleCall(state, call, shot, ruling);
  }
  return ruling;
}

}  // namespace

GameState EightBallStart(int breaker) { return Start(breaker, kEightBallRack); }

BallMask BallsOf(Group group) {
  if (group == Group::kOpen) return 0;
  return group == Group::kSolids ? kSolids : kStripes;
}

BallMask EightBallTargets(const GameState& state) {
  if (OnTheEight(state)) return Bit(kEight);
  if (GroupOf(state) == Group::kOpen) return state.on_table & ~Bit(kEight);  // [WPA] 3.4
  return state.on_table & BallsOf(GroupOf(state));
}

Ruling RuleEightBall(const GameState& state, const Call& call, const ShotView& shot) {
  return state.phase == Phase::kBreak ? RuleBreak(state, shot) : RuleShot(state, call, shot);
}

}  // namespace carom::rules
