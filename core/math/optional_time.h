#ifndef CAROM_CORE_MATH_OPTIONAL_TIME_H_
#define CAROM_CORE_MATH_OPTIONAL_TIME_H_

#include <limits>
#include <optional>

namespace carom {

/// A finite time, s, or none: a std::optional<double> of one register.
///
/// A std::optional<double> is built in memory and then returned in two registers: its flag is
/// written as one byte and read together with the seven bytes beside it. The processor cannot
/// forward such a store, so each return waits for about as long as a division takes.
class OptionalTime {
 public:
  constexpr OptionalTime() = default;
  /// Implicit, as those of std::optional.
  constexpr OptionalTime(std::nullopt_t) {}
  /// None if `time_s` is infinite or not a number.
  constexpr OptionalTime(double time_s) : time_s_(time_s < kNone ? time_s : kNone) {}

  constexpr bool has_value() const { return time_s_ < kNone; }
  constexpr explicit operator bool() const { return has_value(); }
  /// The time; infinite if there is none.
  constexpr double operator*() const { return time_s_; }
  constexpr double value_or(double otherwise_s) const {
    return has_value() ? time_s_ : otherwise_s;
  }

  friend constexpr bool operator==(OptionalTime, OptionalTime) = default;

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double time_s_ = kNone;
};

/// The earlier of two; the first if they are equal.
constexpr OptionalTime EarlierOf(OptionalTime a, OptionalTime b) { return *b < *a ? b : a; }

}  // namespace carom

#endif  // CAROM_CORE_MATH_OPTIONAL_TIME_H_
