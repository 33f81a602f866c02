#include "core/rules/eight_ball.h"

#include <utility>

#include "core/rules/pool_fouls.h"

namespace carom::rules {
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

Ruling Begin(const GameState& state, const ShotView& shot) {
  Ruling ruling;
  ruling.next = state;
  ruling.next.on_table = LeftOnTable(state, shot);
  ruling.next.phase = Phase::kPlay;
  return ruling;
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
  if ((ruling.next.on_table & Bit(kEight)) == 0) {  // [WPA] 3.7
    ruling.next.on_table |= Bit(kEight);
    ruling.spotted.push_back({kEight, Spot::kFoot});
  }
  const Foul foul = FoulOfBreak(shot);
  const BallMask potted = shot.PottedObjectBalls();
  if (foul != Foul::kNone) {
    RuleBreakFoul(state, shot, foul, ruling);
  } else if (potted == 0 && ObjectBallsDrivenToRail(shot) < kBallsToRail) {
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

GameState EightBallStart(int breaker) {
  GameState state;
  state.shooter = breaker;
  state.on_table = kEightBallRack;
  return state;
}

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
