#include "core/base/portable_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "core/base/constants.h"
#include "core/base/hash.h"
#include "core/base/random.h"

namespace carom {
namespace {

constexpr int kArguments = 100000;

double Atan(double x) { return Atan2(x, 1.0); }

// Distance from the true value in spacings of a double there.
double ErrorUlp(double value, long double truth) {
  const double rounded = static_cast<double>(truth);
  const double spacing = std::nextafter(std::fabs(rounded), kInfinity) - std::fabs(rounded);
  return static_cast<double>(std::fabs(value - truth) / spacing);
}

double WorstUlp(double low, double high, const std::function<double(double)>& function,
                const std::function<long double(long double)>& truth) {
  CounterRandom random(77, 0);
  double worst = 0.0;
  for (int i = 0; i < kArguments; ++i) {
    const double x = random.Uniform(low, high);
    worst = std::max(worst, ErrorUlp(function(x), truth(x)));
  }
  return worst;
}

// The truth needs the true pi for large angles; the 80-bit library reduces with enough of it.
long double TrueSine(long double x) { return std::sin(x); }
long double TrueCosine(long double x) { return std::cos(x); }

TEST(PortableMath, SineAndCosine) {
  for (const double range : {0.5, 4.0, 100.0, 1e5}) {
    EXPECT_LT(WorstUlp(-range, range, Sin, TrueSine), 1.0) << range;
    EXPECT_LT(WorstUlp(-range, range, Cos, TrueCosine), 1.0) << range;
  }
}

TEST(PortableMath, SineNextToItsZeros) {
  for (int n = 1; n < 30000; n += 7) {
    const double near_zero = n * kPi;
    EXPECT_LT(ErrorUlp(Sin(near_zero), TrueSine(near_zero)), 1.0) << n;
    const double near_quarter = (n + 0.5) * kPi;
    EXPECT_LT(ErrorUlp(Cos(near_quarter), TrueCosine(near_quarter)), 1.0) << n;
  }
}

TEST(PortableMath, SineOfHugeAnglesStaysBounded) {
  for (const double x : {1.1e6, 1e9, 1e22, 1e300, std::numeric_limits<double>::max()}) {
    EXPECT_LE(std::fabs(Sin(x)), 1.0);
    EXPECT_LE(std::fabs(Cos(-x)), 1.0);
    EXPECT_NEAR(Sin(x) * Sin(x) + Cos(x) * Cos(x), 1.0, 1e-15);
    EXPECT_EQ(Sin(-x), -Sin(x));
  }
  EXPECT_NEAR(Sin(1.2e6), static_cast<double>(TrueSine(1.2e6L)), 1.2e6 * 1e-16);
  EXPECT_NEAR(Cos(1e9), static_cast<double>(TrueCosine(1e9L)), 1e9 * 1e-16);
}

TEST(PortableMath, ExponentialAndLogarithm) {
  const auto true_exp = [](long double x) { return std::exp(x); };
  const auto true_log = [](long double x) { return std::log(x); };
  for (const double range : {0.3, 5.0, 700.0})
    EXPECT_LT(WorstUlp(-range, range, Exp, true_exp), 1.0);
  EXPECT_LT(WorstUlp(0.5, 2.0, Log, true_log), 1.0);
  EXPECT_LT(WorstUlp(0.999, 1.001, Log, true_log), 1.0);
  EXPECT_LT(WorstUlp(0.0, 1e6, Log, true_log), 1.0);
  EXPECT_LT(ErrorUlp(Log(1e-310), true_log(1e-310)), 1.0);
  // Subnormal results: within two of the fixed spacing.
  for (const double x : {-709.0, -720.0, -744.0}) {
    EXPECT_NEAR(Exp(x), static_cast<double>(true_exp(x)), 1e-323) << x;
  }
}

TEST(PortableMath, InverseFunctions) {
  const auto true_atan = [](long double x) { return std::atan(x); };
  const auto true_asin = [](long double x) { return std::asin(x); };
  const auto true_acos = [](long double x) { return std::acos(x); };
  for (const double range : {0.1, 1.0, 3.0, 1e3, 1e10}) {
    EXPECT_LT(WorstUlp(-range, range, Atan, true_atan), 1.0) << range;
  }
  EXPECT_LT(WorstUlp(-1.0, 1.0, Asin, true_asin), 2.0);
  EXPECT_LT(WorstUlp(-1.0, 1.0, Acos, true_acos), 2.0);
  EXPECT_LT(WorstUlp(0.9999, 1.0, Acos, true_acos), 2.0);
}

TEST(PortableMath, AngleOfAPoint) {
  CounterRandom random(78, 0);
  double worst = 0.0;
  for (int i = 0; i < kArguments; ++i) {
    const double scale = Exp(random.Uniform(-300.0, 300.0));
    const double y = scale * random.Uniform(-1.0, 1.0);
    const double x = scale * random.Uniform(-1.0, 1.0);
    worst = std::max(worst, ErrorUlp(Atan2(y, x), std::atan2(static_cast<long double>(y),
                                                             static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 1.0);
}

TEST(PortableMath, Power) {
  CounterRandom random(79, 0);
  double worst = 0.0;
  for (int i = 0; i < kArguments; ++i) {
    const double base = Exp(random.Uniform(-30.0, 30.0));
    const double exponent = random.Uniform(-20.0, 20.0);
    const long double truth =
        std::pow(static_cast<long double>(base), static_cast<long double>(exponent));
    worst = std::max(worst, ErrorUlp(Pow(base, exponent), truth));
  }
  EXPECT_LT(worst, 1.0);
  EXPECT_EQ(Pow(2.0, 10.0), 1024.0);
  EXPECT_EQ(Pow(-3.0, 3.0), -27.0);
  EXPECT_EQ(Pow(10.0, -3.0), 1e-3);
}

// Every special value of C's functions, theirs being the reference.
TEST(PortableMath, SpecialValuesOfPowerAndAtan2) {
  const double values[] = {0.0, -0.0, 1.0,       -1.0,       0.5,  -0.5,  2.0,    -2.0,   3.0,
                           1.5, -3.0, kInfinity, -kInfinity, kNan, 1e300, -1e300, 1e-300, 5e-324};
  const auto same = [](double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::signbit(a) == std::signbit(b) &&
           (a == b || std::fabs(a - b) <= 2.3e-16 * std::fabs(b));
  };
  for (const double a : values) {
    for (const double b : values) {
      EXPECT_TRUE(same(Pow(a, b), std::pow(a, b))) << a << "^" << b << " = " << Pow(a, b);
      EXPECT_TRUE(same(Atan2(a, b), std::atan2(a, b))) << a << " / " << b << ": " << Atan2(a, b);
    }
  }
}

TEST(PortableMath, SpecialValues) {
  EXPECT_TRUE(std::signbit(Sin(-0.0)));
  EXPECT_EQ(Sin(0.0), 0.0);
  EXPECT_EQ(Cos(0.0), 1.0);
  EXPECT_EQ(Sin(kHalfPi), 1.0);
  EXPECT_EQ(Exp(0.0), 1.0);
  EXPECT_EQ(Exp(1.0), 2.718281828459045);
  EXPECT_EQ(Exp(710.0), kInfinity);
  EXPECT_EQ(Exp(kInfinity), kInfinity);
  EXPECT_EQ(Exp(-kInfinity), 0.0);
  EXPECT_EQ(Exp(-746.0), 0.0);
  EXPECT_EQ(Log(1.0), 0.0);
  EXPECT_EQ(Log(0.0), -kInfinity);
  EXPECT_EQ(Log(kInfinity), kInfinity);
  EXPECT_EQ(Acos(1.0), 0.0);
  EXPECT_EQ(Acos(-1.0), kPi);
  EXPECT_EQ(Asin(1.0), kHalfPi);
  EXPECT_EQ(Atan(kInfinity), kHalfPi);
  for (const double x :
       {Sin(kInfinity), Cos(-kInfinity), Sin(kNan), Cos(kNan), Exp(kNan), Log(kNan), Log(-1.0),
        Asin(1.0000001), Acos(-2.0), Acos(kNan), Atan(kNan)}) {
    EXPECT_TRUE(std::isnan(x));
  }
}

// The bits themselves, over a fixed grid: the same in every build, by every compiler, on every
// machine. A change of this number changes every recorded hash.
TEST(PortableMath, FrozenBits) {
  BitHash hash;
  for (int i = -2000; i <= 2000; ++i) {
    const double x = 0.013 * i;
    hash.Add(Sin(x));
    hash.Add(Cos(1000.0 * x));
    hash.Add(Sin(1e5 * x));
    hash.Add(Exp(x));
    hash.Add(Atan(x));
    hash.Add(Atan2(x, 0.3 - x));
    hash.Add(Log(0.01 + x * x));
    hash.Add(Pow(1.0 + std::fabs(x), 0.37 * x));
    hash.Add(Asin(x / 26.0));
    hash.Add(Acos(x / 26.0));
  }
  EXPECT_EQ(hash.Value(), 0xDB03FA03B505C4A8u);
}

}  // namespace
}  // namespace carom
