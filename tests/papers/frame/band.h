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
  /// Of a band with one side: how far off a wrong measurement would be, such as the measured
  /// quantity with the other sign, or the difference that there would be without the effect.
  double scale = std::numeric_limits<double>::quiet_NaN();
  double width = 0.0;  ///< Of two sides: the tolerance to each.
  /// What the number is to be, where the band lies around one: told beside it, judges nothing.
  double expected = std::numeric_limits<double>::quiet_NaN();
  bool derived = false;  ///< The width follows from a formula in numbers of the row.

  /// False for NaN.
  bool Holds(double value) const { return value >= low && value <= high; }
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

/// For the size of a difference, which is not negative.
Band SizeWithin(const Tolerance& tolerance);

/// Between two bounds that stand for themselves.
Band Between(double low, double high, std::string unit, std::string origin);

/// One finite side; `scale` is Band::scale.
Band AtLeast(double low, double scale, std::string unit, std::string origin);
Band AtMost(double high, double scale, std::string unit, std::string origin);

/// Counts, and numbers that are copied: no room.
Band Exactly(double value, std::string unit = "");

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_BAND_H_
