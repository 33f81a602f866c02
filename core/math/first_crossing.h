#ifndef CAROM_CORE_MATH_FIRST_CROSSING_H_
#define CAROM_CORE_MATH_FIRST_CROSSING_H_

#include "core/math/optional_time.h"
#include "core/math/polynomial.h"

namespace carom {

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

/// True only when `gap` is positive throughout [0, window_s]: no FirstCrossing lies in that window,
/// nor in any shorter one. May be false for a positive gap; cheap (about ten multiplications), and
/// true for most pairs on a table. Requires a finite window_s >= 0 to be true.
bool SurelyPositive(const Quartic& gap, double window_s);

}  // namespace carom

#endif  // CAROM_CORE_MATH_FIRST_CROSSING_H_
