// Exp, Log and Pow. See portable_math.h for the contract.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/constants.h"
#include "core/base/double_double.h"
#include "core/base/portable_math.h"

namespace carom {
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
  constexpr double kSqrt2 = 1.4142135623730951;
  double exponent = 0.0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54.0;
  }
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  exponent += static_cast<double>(static_cast<int>(bits >> 52) - 1023);
  double mantissa =
      std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u);  // in [1, 2)
  if (mantissa > kSqrt2) {
    mantissa *= 0.5;
    exponent += 1.0;
  }
  return {mantissa, exponent};
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
