#ifndef CAROM_CORE_MATH_FIRST_CROSSING_H_
#define CAROM_CORE_MATH_FIRST_CROSSING_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "core/math/polynomial.h"
#include "core/math/sign_changes.h"

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

/// The first time in the closed window [0, window_s] at which two bodies start to overlap more.
///
/// `gap` is positive while they are apart (a squared distance less a squared reach, or a distance:
/// any unit). The stable rule [Bannerman 2014, "Stable algorithm for event detection in
/// event-driven particle dynamics"] asks for a crossing, not for a root:
///
///   gap(0) > 0               the first root at which the gap truly turns negative; a double root,
///                            where the bodies only touch, is no crossing
///   gap(0) <= 0, decreasing  now: 0
///   gap(0) <= 0, increasing  after the first maximum of the gap in (0, window_s], since the bodies
///                            are leaving a contact: that maximum itself if the gap is <= 0 there
///                            too (they begin to approach again), else the first root after it
///   gap(0) <= 0, constant    never
///
/// "Increasing" is decided by the first non-zero derivative at 0, exactly. So a pair that has just
/// been resolved, its gap a rounding error on either side of zero, is neither missed nor hit twice.
///
/// Returns nothing when there is no such time. The time returned is the crossing rounded to the
/// nearest double for the coefficients as given (residuals are evaluated in twice the working
/// precision), so the gap there is zero to within half a spacing of t times the closing speed, on
/// either side; for a root that is nearly double to within 1e-30 of the terms' size. It depends on
/// the coefficients and the window alone, and on the window only by being inside it.
///
/// window_s may be 0 or infinite; a negative or NaN window holds nothing. Crossings later than 2^40
/// s count as never. Coefficients must be finite and below 1e100 in size, otherwise the answer is
/// "never". Leading coefficients may be zero or as small as they like. Bounded work, no allocation,
/// thread-safe, never throws, never NaN.
OptionalTime FirstCrossing(const Quartic& gap, double window_s);

/// The same for a quadratic gap, in closed form.
OptionalTime FirstCrossing(const Quadratic& gap, double window_s);

namespace internal {

/// The times in [0, window_s] at which a gap of any degree turns negative, ascending, by the rule
/// of FirstCrossing; the last place at which it may begin to is where the gap has its first maximum
/// if it begins, and still is, negative there.
template <int N>
struct Approaches {
  std::array<double, N + 1> at{};
  std::size_t count = 0;
};

/// Where a gap that begins negative and rises has its first maximum, if it is negative there too.
template <int N>
OptionalTime FirstNegativeMaximum(const Polynomial<N>& gap, double end) {
  const SignChanges<N - 1> turns = FindSignChanges(gap.Derivative(), end);
  if (turns.count == 0 || EvaluateCompensated(gap, turns.at[0]) > 0.0) return std::nullopt;
  return turns.at[0];
}

template <int N>
Approaches<N> FindApproaches(const Polynomial<N>& gap, double end) {
  Approaches<N> approaches;
  const auto add = [&](double time_s) { approaches.at[approaches.count++] = time_s; };
  int sign = SignAfterZero(gap);
  if (gap.c[0] <= 0.0) {
    Polynomial<N> rise = gap;
    rise.c[0] = 0.0;
    const int trend = SignAfterZero(rise);
    if (trend == 0) return approaches;
    if (trend < 0) {
      add(0.0);
    } else if (const auto maximum = FirstNegativeMaximum(gap, end)) {
      add(*maximum);
    }
  }
  // A crossing that rounds to `end` may lie a fraction of a spacing past it.
  const SignChanges<N> changes = FindSignChanges(gap, end * (1.0 + 0x1p-50));
  for (std::size_t i = 0; i < changes.count; ++i, sign = -sign) {
    if (sign > 0 && changes.at[i] <= end) add(changes.at[i]);
  }
  return approaches;
}

}  // namespace internal

/// The first time in [0, window_s] at which a gap truly turns negative and `accept(time_s)` is
/// true, where two bodies begin to overlap at a place that counts. The rule, the precision and the
/// limits are those of FirstCrossing: without refusals both give the same time. After a refusal the
/// next candidate is where the gap turns from positive to negative. `accept` is asked at most N + 2
/// times, at ascending times. Degrees above 4 walk through the sign changes of all derivatives: a
/// few microseconds, unless the Bernstein coefficients rule a crossing out.
template <int N, class Accept>
OptionalTime FirstAccepted(const Polynomial<N>& gap, double window_s, const Accept& accept) {
  if constexpr (N == 2 || N == 4) {
    const OptionalTime first = FirstCrossing(gap, window_s);
    if (!first || accept(*first)) return first;
  } else if (!internal::IsUsable(gap) || SurelyPositive(gap, window_s)) {
    return std::nullopt;
  }
  if (!(window_s >= 0.0)) return std::nullopt;
  constexpr double kLatest_s = 0x1p40;
  const auto approaches = internal::FindApproaches(gap, std::min(window_s, kLatest_s));
  for (std::size_t i = 0; i < approaches.count; ++i) {
    if (accept(approaches.at[i])) return approaches.at[i];
  }
  return std::nullopt;
}

}  // namespace carom

#endif  // CAROM_CORE_MATH_FIRST_CROSSING_H_
