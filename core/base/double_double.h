#ifndef CAROM_CORE_BASE_DOUBLE_DOUBLE_H_
#define CAROM_CORE_BASE_DOUBLE_DOUBLE_H_

namespace carom {

/// The unevaluated sum hi + lo, about 106 bits. Built from error-free transformations that hold in
/// IEEE double arithmetic with rounding to nearest and no contraction into fused operations.
struct DoubleDouble {
  double hi = 0.0;
  double lo = 0.0;
};

/// a + b exactly. [Knuth, TAOCP 2, sec. 4.2.2, Theorem B]
constexpr DoubleDouble TwoSum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// a + b exactly, given |a| >= |b| or a = 0. [Dekker 1971]
constexpr DoubleDouble QuickTwoSum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// Splits a into two parts of at most 26 significant bits. [Dekker 1971]
constexpr DoubleDouble Split(double a) {
  constexpr double kSplitter = 134217729.0;  // 2^27 + 1
  const double scaled = kSplitter * a;
  const double hi = scaled - (scaled - a);
  return {hi, a - hi};
}

/// a * b exactly, unless a factor exceeds 1e300 or the error underflows (|a b| < 1e-290).
/// [Dekker 1971]
constexpr DoubleDouble TwoProduct(double a, double b) {
  const double product = a * b;
  const DoubleDouble x = Split(a);
  const DoubleDouble y = Split(b);
  return {product, ((x.hi * y.hi - product) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

/// Sum and product to about 100 bits (the sum relative to the larger operand).
constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble sum = TwoSum(a.hi, b.hi);
  return QuickTwoSum(sum.hi, sum.lo + (a.lo + b.lo));
}

constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = TwoProduct(a.hi, b.hi);
  return QuickTwoSum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

}  // namespace carom

#endif  // CAROM_CORE_BASE_DOUBLE_DOUBLE_H_
