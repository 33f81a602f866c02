#include "tests/testing/shots/rules_cases.h"

namespace carom::rules {
namespace {

const char* Name(CueBallPlace place) {
  switch (place) {
    case CueBallPlace::kInPosition:
      return "";
    case CueBallPlace::kAnywhere:
      return ", in hand anywhere";
    case CueBallPlace::kBehindHeadString:
      return ", in hand behind the head string";
    case CueBallPlace::kStartingPosition:
      return ", starting position";
  }
  return "?";
}

const char* Name(Spot spot) {
  return spot == Spot::kFoot ? "foot" : spot == Spot::kHead ? "head" : "centre";
}

const char* Name(Choice choice) {
  switch (choice) {
    case Choice::kAcceptTable:
      return "accept";
    case Choice::kPassBack:
      return "pass back";
    case Choice::kCueBallInHand:
      return "take the cue ball";
    case Choice::kRackAndBreak:
      return "rack";
    case Choice::kRackForOtherToBreak:
      return "rack for the other";
  }
  return "?";
}

std::string WhatNext(const Ruling& ruling) {
  if (ruling.winner == kDraw) return "draw";
  if (ruling.over()) return std::to_string(ruling.winner) + " wins";
  if (ruling.choices.empty()) {
    return std::to_string(ruling.next.shooter) + " shoots" + Name(ruling.cue_ball);
  }
  std::string text = std::to_string(ruling.chooser) + " may ";
  for (size_t i = 0; i < ruling.choices.size(); ++i) {
    if (i > 0) text += " or ";
    text += Name(ruling.choices[i]);
  }
  return text;
}

}  // namespace

std::string Describe(const Ruling& ruling) {
  std::string text = ruling.legal ? "legal" : "illegal";
  if (ruling.foul != Foul::kNone) text = std::string("foul ") + RuleOf(ruling.foul);
  text += std::string(" by ") + ruling.rule + ": " + WhatNext(ruling);
  for (const Spotting& s : ruling.spotted) {
    text += ", spot " + std::to_string(s.ball) + " " + Name(s.spot);
  }
  return text;
}

}  // namespace carom::rules
