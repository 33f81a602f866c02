#include "core/base/portable_math.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/constants.h"
#include "core/base/double_double.h"

// Sin, Cos and the inverse functions. See portable_math.h for the contract.

namespace carom {
namespace {

// pi and pi/2, each as the nearest double and what is missing.
constexpr DoubleDouble kPiParts = {3.141592653589793, 1.2246467991473532e-16};
constexpr DoubleDouble kHalfPiParts = {1.5707963267948966, 6.123233995736766e-17};

// An angle as quadrant * pi/2 + (hi + lo), |hi| <= pi/4 and a little.
struct ReducedAngle {
  double hi;
  double lo;
  unsigned quadrant;
};

// The remainder of |x| by the double nearest to 2 pi, exactly, by long division in binary. Requires
// a finite x of at least 2^20 in size. Keeps the sign of x.
double ModuloTwoPi(double x) {
  constexpr double kTwoPiRounded = 6.283185307179586;
  constexpr uint64_t kMantissaMask = (uint64_t{1} << 52) - 1;
  constexpr uint64_t kHiddenBit = uint64_t{1} << 52;
  constexpr uint64_t kDivisor =
      (std::bit_cast<uint64_t>(kTwoPiRounded) & kMantissaMask) | kHiddenBit;
  constexpr int kDivisorExponent = static_cast<int>(std::bit_cast<uint64_t>(kTwoPiRounded) >> 52);

  const uint64_t bits = std::bit_cast<uint64_t>(std::fabs(x));
  uint64_t remainder = (bits & kMantissaMask) | kHiddenBit;
  for (int e = static_cast<int>(bits >> 52); e > kDivisorExponent; --e) {
    if (remainder >= kDivisor) remainder -= kDivisor;
    remainder <<= 1;
  }
  if (remainder >= kDivisor) remainder -= kDivisor;
  // The remainder counts units of the divisor's last place, 2^-50.
  return std::copysign(static_cast<double>(remainder) * 0x1p-50, x);
}

// Cody-Waite reduction in three parts of 33 bits and a rest. A product of a part with a count of
// quarter turns below 2^20 is exact, so the reduced angle is good to about 2^-100 absolutely.
ReducedAngle Reduce(double x) {
  constexpr double kTwoOverPi = 0.6366197723675814;
  constexpr double kPart1 = 1.5707963267341256;
  constexpr double kPart2 = 6.077100506303966e-11;
  constexpr double kPart3 = 2.0222662487111665e-21;
  constexpr double kRest = 8.4784276603689e-32;
  // Adding 1.5 x 2^52 rounds to an integer and leaves its low bits in the mantissa's.
  constexpr double kRounder = 0x1.8p52;

  if (std::fabs(x) > 0x1p20) x = ModuloTwoPi(x);
  const double shifted = x * kTwoOverPi + kRounder;
  const double turns = shifted - kRounder;
  const DoubleDouble after2 = TwoSum(x - turns * kPart1, -(turns * kPart2));
  const DoubleDouble after3 = TwoSum(after2.hi, -(turns * kPart3));
  const double tail = (after2.lo + after3.lo) - turns * kRest;
  const DoubleDouble reduced = QuickTwoSum(after3.hi, tail);
  return {reduced.hi, reduced.lo, static_cast<unsigned>(std::bit_cast<uint64_t>(shifted) & 3u)};
}

// Taylor's series, good to 1e-19 on |hi| <= pi/4. The sum starts with the exact leading term, and
// lo enters by the derivative.
double SineKernel(double hi, double lo) {
  const double z = hi * hi;
  double series = -1.0 / 121645100408832000.0;    // 1/19!
  series = series * z + 1.0 / 355687428096000.0;  // 1/17!
  series = series * z - 1.0 / 1307674368000.0;    // 1/15!
  series = series * z + 1.0 / 6227020800.0;       // 1/13!
  series = series * z - 1.0 / 39916800.0;         // 1/11!
  series = series * z + 1.0 / 362880.0;           // 1/9!
  series = series * z - 1.0 / 5040.0;             // 1/7!
  series = series * z + 1.0 / 120.0;              // 1/5!
  series = series * z - 1.0 / 6.0;                // 1/3!
  return hi + (hi * z * series + lo * (1.0 - 0.5 * z));
}

double CosineKernel(double hi, double lo) {
  const double z = hi * hi;
  double series = 1.0 / 2432902008176640000.0;     // 1/20!
  series = series * z - 1.0 / 6402373705728000.0;  // 1/18!
  series = series * z + 1.0 / 20922789888000.0;    // 1/16!
  series = series * z - 1.0 / 87178291200.0;       // 1/14!
  series = series * z + 1.0 / 479001600.0;         // 1/12!
  series = series * z - 1.0 / 3628800.0;           // 1/10!
  series = series * z + 1.0 / 40320.0;             // 1/8!
  series = series * z - 1.0 / 720.0;               // 1/6!
  series = series * z + 1.0 / 24.0;                // 1/4!
  const double half_z = 0.5 * z;
  const double leading = 1.0 - half_z;
  return leading + (((1.0 - leading) - half_z) + (z * z * series - hi * lo));
}

// sin(angle + quarter_turns * pi/2).
double SineOfQuadrant(const ReducedAngle& angle, unsigned quarter_turns) {
  switch ((angle.quadrant + quarter_turns) & 3u) {
    case 0:
      return SineKernel(angle.hi, angle.lo);
    case 1:
      return CosineKernel(angle.hi, angle.lo);
    case 2:
      return -SineKernel(angle.hi, angle.lo);
    default:
      return -CosineKernel(angle.hi, angle.lo);
  }
}

// atan(x) for |x| <= 1/8, less x itself.
double AtanSeriesRest(double x) {
  const double z = x * x;
  double series = -1.0 / 19.0;
  series = series * z + 1.0 / 17.0;
  series = series * z - 1.0 / 15.0;
  series = series * z + 1.0 / 13.0;
  series = series * z - 1.0 / 11.0;
  series = series * z + 1.0 / 9.0;
  series = series * z - 1.0 / 7.0;
  series = series * z + 1.0 / 5.0;
  series = series * z - 1.0 / 3.0;
  return x * z * series;
}

// atan(numerator / denominator) in [0, pi/4] for 0 <= numerator <= denominator, both finite, the
// denominator positive. With c = j/8 the multiple of an eighth nearest to the quotient q,
//   atan q = atan c + atan((q - c) / (1 + q c)).
DoubleDouble AtanOfQuotient(double numerator, double denominator) {
  static constexpr DoubleDouble kAtanOfEighths[9] = {
      {0.0, 0.0},
      {0.12435499454676144, -3.1253241424539383e-18},
      {0.24497866312686414, 1.0698755618734451e-17},
      {0.35877067027057225, -2.4623815582638635e-17},
      {0.4636476090008061, 2.2698777452961687e-17},
      {0.5585993153435624, -5.4556305485916264e-18},
      {0.6435011087932844, 1.5834785051444286e-17},
      {0.7188299996216245, -2.1478388444456983e-17},
      {0.7853981633974483, 3.061616997868383e-17},
  };
  const double q = numerator / denominator;
  if (q < 0x1p-60) return {q, 0.0};

  // Keep the exact product clear of overflow and underflow.
  const double scale = denominator > 0x1p500 ? 0x1p-600 : denominator < 0x1p-500 ? 0x1p500 : 1.0;
  const double num = numerator * scale;
  const double den = denominator * scale;
  const DoubleDouble product = TwoProduct(q, den);
  const double q_rest = ((num - product.hi) - product.lo) / den;
  if (q < 0.125) return {q, AtanSeriesRest(q) + q_rest};
  const auto eighth = static_cast<std::size_t>(q * 8.0 + 0.5);
  const double c = 0.125 * static_cast<double>(eighth);
  const DoubleDouble divisor = DoubleDouble{1.0, 0.0} + TwoProduct(q, c);
  const double t = (q - c) / divisor.hi;  // q - c is exact
  const DoubleDouble back = TwoProduct(t, divisor.hi);
  const double t_rest = ((((q - c) - back.hi) - back.lo) - t * divisor.lo + q_rest) / divisor.hi;
  const DoubleDouble& base = kAtanOfEighths[eighth];
  return {base.hi, base.lo + (t + (AtanSeriesRest(t) + t_rest))};
}

// a + sign * b, rounded once at the end as far as that goes.
double AddToAngle(const DoubleDouble& a, double sign, const DoubleDouble& b) {
  const DoubleDouble sum = TwoSum(a.hi, sign * b.hi);
  return sum.hi + (sum.lo + (a.lo + sign * b.lo));
}

// Atan2 for magnitudes x, y >= 0, of which at least one is infinite or zero; then left_half tells
// the sign of x.
double AngleOfSpecialPoint(double y, double x, bool left_half) {
  if (y == kInfinity && x == kInfinity) return (left_half ? 0.75 : 0.25) * kPiParts.hi;
  if (y == 0.0 || x == kInfinity) return left_half ? kPiParts.hi : 0.0;
  return kHalfPiParts.hi;
}

}  // namespace

double Sin(double angle_rad) {
  if (!std::isfinite(angle_rad)) return kNan;
  if (std::fabs(angle_rad) < 0x1p-28) return angle_rad;  // also keeps the sign of zero
  return SineOfQuadrant(Reduce(angle_rad), 0);
}

double Cos(double angle_rad) {
  if (!std::isfinite(angle_rad)) return kNan;
  return SineOfQuadrant(Reduce(angle_rad), 1);
}

double Atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return kNan;
  const double y_size = std::fabs(y);
  const double x_size = std::fabs(x);
  const bool left_half = std::signbit(x);
  double angle;
  if (y_size == 0.0 || x_size == 0.0 || y_size == kInfinity || x_size == kInfinity) {
    angle = AngleOfSpecialPoint(y_size, x_size, left_half);
  } else if (y_size <= x_size) {
    const DoubleDouble part = AtanOfQuotient(y_size, x_size);
    angle = left_half ? AddToAngle(kPiParts, -1.0, part) : part.hi + part.lo;
  } else {
    const DoubleDouble part = AtanOfQuotient(x_size, y_size);
    angle = AddToAngle(kHalfPiParts, left_half ? 1.0 : -1.0, part);
  }
  return std::copysign(angle, y);
}

double Asin(double x) {
  if (!(std::fabs(x) <= 1.0)) return kNan;
  return Atan2(x, std::sqrt((1.0 - x) * (1.0 + x)));
}

double Acos(double x) {
  if (!(std::fabs(x) <= 1.0)) return kNan;
  return Atan2(std::sqrt((1.0 - x) * (1.0 + x)), x);
}

// Exp, Log and Pow. See portable_math.h for the contract.

namespace {

// ln 2 in two parts. The first has 32 bits, so its product with any exponent is exact.
constexpr double kLn2High = 0.6931471803691238;
constexpr double kLn2Low = 1.9082149292705877e-10;

// 2^exponent for -1022 <= exponent <= 1023.
double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

// e^(hi + lo), |lo| far below |hi| or both small. With k the integer nearest to hi / ln 2 and
// r = hi + lo - k ln 2, |r| <= 0.35, the result is 2^k e^r by Taylor's series.
double ExpOfSum(double hi, double lo) {
  constexpr double kOneOverLn2 = 1.4426950408889634;
  if (hi > 709.8) return kInfinity;
  if (hi < -745.2) return 0.0;
  const double k = std::floor(hi * kOneOverLn2 + 0.5);
  const DoubleDouble r = TwoSum(hi - k * kLn2High, lo - k * kLn2Low);
  const double x = r.hi;
  double series = 1.0 / 87178291200.0;       // 1/14!
  series = series * x + 1.0 / 6227020800.0;  // 1/13!
  series = series * x + 1.0 / 479001600.0;   // 1/12!
  series = series * x + 1.0 / 39916800.0;    // 1/11!
  series = series * x + 1.0 / 3628800.0;     // 1/10!
  series = series * x + 1.0 / 362880.0;      // 1/9!
  series = series * x + 1.0 / 40320.0;       // 1/8!
  series = series * x + 1.0 / 5040.0;        // 1/7!
  series = series * x + 1.0 / 720.0;         // 1/6!
  series = series * x + 1.0 / 120.0;         // 1/5!
  series = series * x + 1.0 / 24.0;          // 1/4!
  series = series * x + 1.0 / 6.0;           // 1/3!
  series = series * x + 0.5;
  const DoubleDouble leading = TwoSum(1.0, x);
  const double mantissa = leading.hi + (leading.lo + (x * x * series + r.lo * leading.hi));

  // Two factors, for 2^k itself may lie outside the normal numbers.
  const int exponent = static_cast<int>(k);
  const int half = exponent / 2;
  return mantissa * PowerOfTwo(half) * PowerOfTwo(exponent - half);
}

// x = mantissa * 2^exponent, with the mantissa between sqrt(1/2) and sqrt(2). Requires x > 0,
// finite.
struct BinaryParts {
  double mantissa;
  double exponent;
};

BinaryParts SplitExponent(double x) {
  constexpr uint64_t kSqrt2 = std::bit_cast<uint64_t>(1.4142135623730951);
  double exponent = 0.0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54.0;
  }
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  const uint64_t mantissa = (bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u;  // in [1, 2)
  // Positive numbers sort by their bits. No branch, for half of all arguments would take it.
  const uint64_t above = mantissa > kSqrt2 ? 1 : 0;
  exponent += static_cast<double>(static_cast<int>((bits >> 52) + above) - 1023);
  return {std::bit_cast<double>(mantissa - (above << 52)), exponent};
}

// sum_{j >= first} z^(j - first) / (2 j + 1) to 2^-60 for z <= 0.0295: the tail of atanh(s) / s
// with z = s^2.
template <int First>
double AtanhSeries(double z) {
  double series = 1.0 / 25.0;
  for (int j = 11; j >= First; --j) series = series * z + 1.0 / (2.0 * j + 1.0);
  return series;
}

// ln(x) to about 2^-68, relative to the result. With s = (m - 1) / (m + 1),
// ln m = 2 atanh s = 2 s + (2/3) s^3 + s^5 (2/5 + ...). Requires x > 0, finite.
DoubleDouble PreciseLog(double x) {
  constexpr DoubleDouble kTwoThirds = {0.6666666666666666, 3.700743415417188e-17};
  const BinaryParts parts = SplitExponent(x);
  const double f = parts.mantissa - 1.0;  // exact
  const DoubleDouble divisor = TwoSum(2.0, f);
  const double s_hi = f / divisor.hi;
  const DoubleDouble back = TwoProduct(s_hi, divisor.hi);
  const double s_lo = (((f - back.hi) - back.lo) - s_hi * divisor.lo) / divisor.hi;
  const DoubleDouble s = QuickTwoSum(s_hi, s_lo);

  const DoubleDouble s2 = s * s;
  const DoubleDouble cubic = s2 * s * kTwoThirds;
  const double rest = 2.0 * (s2.hi * s2.hi) * s.hi * AtanhSeries<2>(s2.hi);
  const DoubleDouble log_m =
      DoubleDouble{2.0 * s.hi, 2.0 * s.lo} + (cubic + DoubleDouble{rest, 0.0});
  const DoubleDouble log_power = TwoSum(parts.exponent * kLn2High, parts.exponent * kLn2Low);
  return log_power + log_m;
}

bool IsInteger(double x) { return std::floor(x) == x; }

// Doubles of 2^53 and above are all even.
bool IsOddInteger(double x) { return IsInteger(x) && !IsInteger(0.5 * x); }

// Pow of a base in (0, infinity), the exponent finite and not zero.
double PowOfPositive(double base, double exponent) {
  const DoubleDouble log_base = PreciseLog(base);
  const double estimate = exponent * log_base.hi;
  if (estimate > 1000.0) return kInfinity;
  if (estimate < -1000.0) return 0.0;
  const DoubleDouble product = TwoProduct(exponent, log_base.hi);
  const DoubleDouble power = QuickTwoSum(product.hi, product.lo + exponent * log_base.lo);
  return ExpOfSum(power.hi, power.lo);
}

// Pow of a base that is 0 or infinity, without its sign.
double PowOfExtreme(double base, double exponent) {
  return (base == 0.0) == (exponent > 0.0) ? 0.0 : kInfinity;
}

}  // namespace

double Exp(double x) {
  if (std::isnan(x)) return kNan;
  return ExpOfSum(x, 0.0);
}

double Log(double x) {
  if (std::isnan(x) || x < 0.0) return kNan;
  if (x == 0.0) return -kInfinity;
  if (x == kInfinity) return kInfinity;
  // ln(1 + f) = f - (f^2/2 - s (f^2/2 + R)) with s = f / (2 + f), R = 2 s^2 (1/3 + s^2/5 + ...):
  // the same series as 2 atanh s, arranged so that the exact f leads.
  const BinaryParts parts = SplitExponent(x);
  const double f = parts.mantissa - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double half_square = 0.5 * f * f;
  const double rest = s * (half_square + 2.0 * z * AtanhSeries<1>(z));
  return parts.exponent * kLn2High - ((half_square - (rest + parts.exponent * kLn2Low)) - f);
}

double Pow(double base, double exponent) {
  if (exponent == 0.0 || base == 1.0) return 1.0;
  if (std::isnan(base) || std::isnan(exponent)) return kNan;
  const double size = std::fabs(base);
  if (std::isinf(exponent)) {
    if (size == 1.0) return 1.0;
    return (size > 1.0) == (exponent > 0.0) ? kInfinity : 0.0;
  }
  const bool extreme = size == 0.0 || size == kInfinity;
  if (base < 0.0 && !extreme && !IsInteger(exponent)) return kNan;
  const double value = extreme ? PowOfExtreme(size, exponent) : PowOfPositive(size, exponent);
  return std::signbit(base) && IsOddInteger(exponent) ? -value : value;
}

}  // namespace carom
