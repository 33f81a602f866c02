#ifndef CAROM_CORE_RULES_GAME_H_
#define CAROM_CORE_RULES_GAME_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rules/shot_view.h"

/// Rules of games as pure functions: Ruling = f(GameState, Call, ShotView). The caller keeps the
/// state, plays the shots and places the balls; nothing here knows positions. All functions are
/// total (a call for a ball or pocket that does not exist is a call that is not made good) and
/// thread-safe.
///
/// Sources:
///   [WPA]  World Pool-Billiard Association, The Rules of Play, effective 15 March 2016. Chapter 2
///          is nine-ball, 3 eight-ball, 6 fouls, 8 definitions.
///   [UMB]  Union Mondiale de Billard, World Rules of Carom Billiard, edition of 1 January 1989.
namespace carom::rules {

/// The two players are 0 and 1.
constexpr int Opponent(int player) { return 1 - player; }

/// Which shot of the rack, or of the match, comes next.
enum class Phase : uint8_t {
  kBreak,       ///< The break; in three-cushion the shot from the starting position.
  kAfterBreak,  ///< The second shot of a nine-ball rack whose break was no foul.
  kPlay,
};

/// Of eight-ball. kOpen: not yet determined.
enum class Group : uint8_t { kOpen, kSolids, kStripes };

/// All that the rules remember between two shots. Start with NineBallStart, EightBallStart or
/// ThreeCushionStart; go on with Ruling::next.
struct GameState {
  int shooter = 0;
  Phase phase = Phase::kBreak;
  BallMask on_table = 0;  ///< Of pool: the object balls on the table; bit n is the ball numbered n.
  /// Of nine-ball: fouls of each player without a legal shot between.
  std::array<int, 2> consecutive_fouls{};
  /// Of nine-ball: the referee warns a player who is on two fouls ([WPA] 6.14).
  bool referee_warns = true;
  std::array<Group, 2> group{};  ///< Of eight-ball.
  // Of three-cushion:
  int starter = 0;               ///< Played the first shot of the match, with the white ball.
  std::array<int, 2> points{};   ///< Of each player.
  std::array<int, 2> innings{};  ///< Ended, of each player.
  int distance = 40;             ///< Points that end the match.
  bool equalizing = false;       ///< The second player gets as many innings as the starter.
  bool last_inning = false;      ///< The equalizing inning is being played.

  friend bool operator==(const GameState&, const GameState&) = default;
};

/// What the player announces before the shot.
struct Call {
  int ball = -1;    ///< Of eight-ball; -1: none.
  int pocket = -1;  ///< Index of the table's pocket; -1: none.
  bool safety = false;
  bool push_out = false;  ///< Of nine-ball; an ordinary shot where [WPA] 2.4 does not allow it.
};

/// What a shot's view can show of fouls.
enum class Foul : uint8_t {
  kNone,
  kCueBallGone,   ///< [WPA] 6.1: the cue ball is in a pocket or off the table.
  kWrongBall,     ///< [WPA] 6.2: the first contact is with a ball that is not on.
  kNoRail,        ///< [WPA] 6.3: no ball potted and none driven to a rail after the contact.
  kBallOffTable,  ///< [WPA] 6.5, [UMB] Art. 41: a ball leaves the table.
  kIllegalBreak,  ///< [WPA] 2.3: no ball potted and fewer than four driven to a rail.
  kWrongCueBall,  ///< [UMB] Art. 41: not the player's own ball.
  kBehindString,  ///< [WPA] 6.11: from behind the head string at a ball behind it.
};

/// Where the next shot's cue ball comes from.
enum class CueBallPlace : uint8_t {
  kInPosition,
  kAnywhere,          ///< In hand, anywhere on the playing surface ([WPA] 1.5).
  kBehindHeadString,  ///< In hand behind the head string ([WPA] 1.5).
  kStartingPosition,  ///< All balls in the starting position ([UMB] Art. 23).
};

enum class Spot : uint8_t {
  kFoot,    ///< The UMB's top spot, of the red ball.
  kHead,    ///< The UMB's bottom spot, on the starting line.
  kCentre,  ///< The middle of the table.
};

struct Spotting {
  int ball = -1;
  Spot spot = Spot::kFoot;
  friend bool operator==(const Spotting&, const Spotting&) = default;
};

/// What a player may choose after a push-out or a break.
enum class Choice : uint8_t {
  kAcceptTable,          ///< The chooser shoots from the position.
  kPassBack,             ///< The other player shoots from the position.
  kCueBallInHand,        ///< The chooser shoots, cue ball behind the head string.
  kRackAndBreak,         ///< The balls are racked again; the chooser breaks.
  kRackForOtherToBreak,  ///< The balls are racked again; the other player breaks.
};

inline constexpr int kNobody = -1;
inline constexpr int kDraw = 2;

/// The referee's answer to one shot.
struct Ruling {
  /// The number of the rule that decides what comes next: "2.5", "3.8(b)", "Art. 41".
  const char* rule = "";
  bool legal = true;  ///< Neither a foul nor an illegal break.
  /// The first foul in the order of the enumeration where there are several; in pool all have the
  /// same penalty.
  Foul foul = Foul::kNone;
  int winner = kNobody;  ///< A player, or kDraw, once rack or match is over.
  CueBallPlace cue_ball = CueBallPlace::kInPosition;
  std::vector<Spotting> spotted;  ///< Balls that come back before the next shot.
  int chooser = kNobody;          ///< Who chooses, where there is a choice.
  std::vector<Choice> choices;    ///< Empty: none. Else `next` is that of the first.
  GameState next;                 ///< `next.shooter` plays the next shot.

  bool over() const { return winner != kNobody; }
};

/// The ruling once the chooser has chosen: no choice is left. Nothing where the choice is not
/// offered.
std::optional<Ruling> Choose(const Ruling& ruling, Choice choice);

/// The number of the rule that makes it a foul: "6.1"; "" for kNone.
const char* RuleOf(Foul foul);

}  // namespace carom::rules

#endif  // CAROM_CORE_RULES_GAME_H_
