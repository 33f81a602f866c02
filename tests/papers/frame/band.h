#ifndef CAROM_TESTS_PAPERS_FRAME_BAND_H_
#define CAROM_TESTS_PAPERS_FRAME_BAND_H_

#include <limits>
#include <string>

namespace carom::papers {

/// Where a measured number has to lie, and why there. One side may be open.
struct Band {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  std::string unit;    ///< Empty: a pure number.
  std::string origin;  ///< Where the bound comes from.
  /// What a wrong measurement gives where the number's own size does not tell. Of a band with one
  /// side: the number without the effect, such as 1 of a ratio, or 0 where the sign decides. Of a
  /// band around zero: how large a difference is that of things which have nothing in common.
  double wrong = std::numeric_limits<double>::quiet_NaN();
  double width = 0.0;  ///< Of two sides: the tolerance to each.
  /// What the number is to be, where the band lies around one: told beside it, judges nothing.
  double expected = std::numeric_limits<double>::quiet_NaN();
  bool derived = false;  ///< The width follows from a formula in numbers of the row.

  /// False for NaN. The bound of a band with one side is out: it is what a wrong measurement would
  /// be, such as the sign's zero.
  bool Holds(double value) const {
    if (HasOneSide()) return value > low && value < high;
    return value >= low && value <= high;
  }
  bool HasOneSide() const { return HasLow() != HasHigh(); }
  bool IsAroundZero() const { return low <= 0.0 && high >= 0.0 && low < high && !HasOneSide(); }
  bool HasLow() const { return low > -std::numeric_limits<double>::infinity(); }
  bool HasHigh() const { return high < std::numeric_limits<double>::infinity(); }
};

/// How near is near enough: given once for a claim and used for all its variants.
struct Tolerance {
  double width = 0.0;  ///< To each side.
  std::string unit;
  std::string origin;
  bool derived = false;
};

Band Around(double expected, const Tolerance& tolerance);

/// Of a difference. `wrong` is Band::wrong; by itself 1 of a pure number: all of what the
/// difference is a part of.
Band NearZero(const Tolerance& tolerance, double wrong = std::numeric_limits<double>::quiet_NaN());

/// For the size of a difference, which is not negative; `wrong` as above.
Band SizeWithin(const Tolerance& tolerance,
                double wrong = std::numeric_limits<double>::quiet_NaN());

/// Between two bounds that stand for themselves.
Band Between(double low, double high, std::string unit, std::string origin);

/// One finite side; `wrong` is Band::wrong.
Band Above(double low, double wrong, std::string unit, std::string origin);
Band Below(double high, double wrong, std::string unit, std::string origin);

/// Counts, and numbers that are copied: no room.
Band Exactly(double value, std::string unit = "");

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_BAND_H_
