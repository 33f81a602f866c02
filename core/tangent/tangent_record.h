#ifndef CAROM_CORE_TANGENT_TANGENT_RECORD_H_
#define CAROM_CORE_TANGENT_TANGENT_RECORD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace carom {

/// Why a ball has no derivative from some event on.
enum class TangentEnd : uint8_t {
  kNone,     ///< It has one to the end.
  kPress,    ///< The contact follows others so closely that the rule for collapse decides, or what
             ///< lies around it does, or it lasts (LawSet::cushion_contact_s), or its bodies do not
             ///< approach: the law alone does not give what happened.
  kSupport,  ///< It came to rest off the cloth, or lost what it lay on.
  kTie,      ///< Two impacts at one instant share a ball: their order is no smooth function. Where
         ///< either might have been the first, this ends all balls in play, for what any of them
         ///< meets from there on depends on the order.
  kNoSlip,   ///< It begins to roll, or to rest, where a small change makes it slide in a direction
             ///< that depends on the change.
  kKink,     ///< The two one-sided differences of the law disagree, or lead to two kinds of motion;
             ///< or it reaches a pocket or an edge of the table at no speed.
  kPartner,  ///< It touched a ball that had no derivative.
};

struct BallTangent {
  TangentEnd end = TangentEnd::kNone;
  int event = -1;  ///< That ended it, in Record::events; -1: it had none from the start.
};

/// The derivatives of one shot by some columns. A state has nine rows: position, velocity, spin,
/// each x, y, z. Derivatives of final states are at a fixed time where the shot ended at a time or
/// at rest, and at the time of the last event where that event ended it.
struct TangentRecord {
  static constexpr size_t kRows = 9;

  size_t columns = 0;
  std::vector<BallTangent> balls;
  /// balls x 9 x columns; zero where a ball has no derivative.
  std::vector<double> final_states;
  /// events x columns, s per unit of the column; zero where an involved ball has no derivative.
  /// Empty unless Detail::events.
  std::vector<double> event_times;
  /// events x 2 x 9 x columns: of the states right after each event, at its time, which moves.
  /// Empty unless Detail::event_states.
  std::vector<double> event_states;
  /// Outcome::pocketed x 9 x columns: of the state with which each ball goes down, at its time,
  /// which moves; zero where the ball has no derivative.
  std::vector<double> drops;
  /// Record::samples x 9 x columns, at their times; zero from the event on that ends the ball's
  /// derivative.
  std::vector<double> samples;

  double FinalState(size_t ball, size_t row, size_t column) const {
    return final_states[(ball * kRows + row) * columns + column];
  }
  double EventTime(size_t event, size_t column) const {
    return event_times[event * columns + column];
  }
  double EventState(size_t event, size_t side, size_t row, size_t column) const {
    return event_states[((event * 2 + side) * kRows + row) * columns + column];
  }
  double Drop(size_t drop, size_t row, size_t column) const {
    return drops[(drop * kRows + row) * columns + column];
  }
  double Sample(size_t sample, size_t row, size_t column) const {
    return samples[(sample * kRows + row) * columns + column];
  }
  bool AllValid() const {
    for (const BallTangent& ball : balls) {
      if (ball.end != TangentEnd::kNone) return false;
    }
    return true;
  }
};

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_TANGENT_RECORD_H_
