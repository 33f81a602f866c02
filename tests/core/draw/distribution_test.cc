#include "core/draw/distribution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kSeed = 20261123;
constexpr int kDraws = 100000;

std::vector<double> Draws(const Distribution& distribution, Quantity quantity = Quantity::kSpeed) {
  std::vector<double> values;
  for (uint64_t i = 0; i < kDraws; ++i) {
    values.push_back(Draw(distribution, {kSeed, i, {quantity}}));
  }
  return values;
}

// The largest distance between the empirical distribution function and `cdf`, times sqrt(n).
double KolmogorovSmirnov(std::vector<double> values, const std::function<double(double)>& cdf) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double farthest = 0.0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double expected = cdf(values[i]);
    farthest = std::max({farthest, static_cast<double>(i + 1) / n - expected,
                         expected - static_cast<double>(i) / n});
  }
  return farthest * std::sqrt(n);
}

// P(K > 1.949) = 0.001 of Kolmogorov's distribution: 2 exp(-2 1.949^2) and smaller terms.
constexpr double kOneInAThousand = 1.949;

double NormalCdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

struct Moments {
  double mean = 0.0;
  double variance = 0.0;
};

Moments MomentsOf(const std::vector<double>& values) {
  Moments m;
  for (const double x : values) m.mean += x / static_cast<double>(values.size());
  for (const double x : values) {
    m.variance += (x - m.mean) * (x - m.mean) / static_cast<double>(values.size());
  }
  return m;
}

// Within four standard errors, [Kendall and Stuart 10.5]: that of the variance is
// sqrt((kurtosis - 1) / n) of it.
void ExpectMoments(const std::vector<double>& values, double mean, double variance,
                   double kurtosis) {
  const Moments found = MomentsOf(values);
  const auto n = static_cast<double>(values.size());
  EXPECT_NEAR(found.mean, mean, 4.0 * std::sqrt(variance / n));
  EXPECT_NEAR(found.variance, variance, 4.0 * variance * std::sqrt((kurtosis - 1.0) / n));
}

TEST(Distribution, UniformIsUniform) {
  const std::vector<double> values = Draws(UniformDistribution{-2.0, 3.0});
  ExpectMoments(values, 0.5, 25.0 / 12.0, 1.8);
  EXPECT_LT(KolmogorovSmirnov(values, [](double x) { return (x + 2.0) / 5.0; }), kOneInAThousand);
}

TEST(Distribution, NormalIsNormal) {
  const std::vector<double> values = Draws(NormalDistribution{2.0, 0.075});
  ExpectMoments(values, 2.0, 0.075 * 0.075, 3.0);
  EXPECT_LT(KolmogorovSmirnov(values, [](double x) { return NormalCdf((x - 2.0) / 0.075); }),
            kOneInAThousand);
}

// [Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 13.10]: with phi and Phi
// at a = (lo - mean) / sigma and b, and Z = Phi(b) - Phi(a).
TEST(Distribution, TruncatedNormalHasItsMoments) {
  const double a = -0.5;
  const double b = 2.0;
  const auto phi = [](double z) { return std::exp(-0.5 * z * z) / std::sqrt(2.0 * M_PI); };
  const double mass = NormalCdf(b) - NormalCdf(a);
  const double shift = (phi(a) - phi(b)) / mass;
  const double variance = 1.0 + (a * phi(a) - b * phi(b)) / mass - shift * shift;
  const std::vector<double> values =
      Draws(TruncatedNormalDistribution{1.0, 2.0, 1.0 + 2.0 * a, 1.0 + 2.0 * b});
  // Any distribution on an interval that is flatter than the normal one has a kurtosis below 3.
  ExpectMoments(values, 1.0 + 2.0 * shift, 4.0 * variance, 3.0);
  const auto cdf = [&](double x) { return (NormalCdf(0.5 * (x - 1.0)) - NormalCdf(a)) / mass; };
  EXPECT_LT(KolmogorovSmirnov(values, cdf), kOneInAThousand);
}

// Pearson's chi-squared with 3 degrees of freedom is above 16.27 in one of 1000.
TEST(Distribution, ChoiceFollowsItsWeights) {
  ChoiceDistribution choice;
  const std::vector<double> weights = {1.0, 0.0, 2.0, 4.0, 3.0};
  ASSERT_TRUE(ChoiceDistribution::Make({5.0, 6.0, 7.0, 8.0, 9.0}, weights, choice).ok());
  std::vector<double> counts(5, 0.0);
  for (const double x : Draws(choice)) counts[static_cast<size_t>(x - 5.0)] += 1.0;
  EXPECT_EQ(counts[1], 0.0);
  double chi_squared = 0.0;
  for (const size_t j : {0, 2, 3, 4}) {
    const double expected = kDraws * weights[j] / 10.0;
    chi_squared += (counts[j] - expected) * (counts[j] - expected) / expected;
  }
  EXPECT_LT(chi_squared, 16.27);
}

TEST(Distribution, ConstantIsConstant) {
  EXPECT_EQ(Draw(ConstantDistribution{0.1}, {1, 2, {Quantity::kSpeed}}), 0.1);
  EXPECT_EQ(Draw(NormalDistribution{0.1, 0.0}, {1, 2, {Quantity::kSpeed}}), 0.1);
  EXPECT_EQ(Draw(UniformDistribution{0.1, 0.1}, {1, 2, {Quantity::kSpeed}}), 0.1);
}

// Pearson's correlation of independent columns is normal with sigma 1 / sqrt(n).
TEST(Distribution, QuantitiesAndDrawsAreIndependent) {
  const Distribution normal = NormalDistribution{0.0, 1.0};
  const std::vector<double> speed = Draws(normal);
  const auto correlation = [](const std::vector<double>& a, const std::vector<double>& b,
                              size_t lag) {
    double sum = 0.0;
    for (size_t i = lag; i < a.size(); ++i) sum += a[i] * b[i - lag];
    return sum / static_cast<double>(a.size() - lag);
  };
  const double bound = 4.0 / std::sqrt(static_cast<double>(kDraws));
  for (const QuantityId other : {QuantityId{Quantity::kAzimuth}, QuantityId{Quantity::kBallX, 3}}) {
    std::vector<double> values;
    for (uint64_t i = 0; i < kDraws; ++i) values.push_back(Draw(normal, {kSeed, i, other}));
    EXPECT_LT(std::fabs(correlation(speed, values, 0)), bound) << NameOf(other);
  }
  EXPECT_LT(std::fabs(correlation(speed, speed, 1)), bound);
}

TEST(Distribution, OutOfRangeIsDrawnAgainFromTheSameStream) {
  const Distribution normal = NormalDistribution{0.0, 1.0};
  CounterRandom random = DrawKey{kSeed, 4, {Quantity::kSpeed}}.Stream();
  double expected = Draw(normal, random);
  while (expected < 1.0) expected = Draw(normal, random);
  CounterRandom again = DrawKey{kSeed, 4, {Quantity::kSpeed}}.Stream();
  EXPECT_EQ(DrawWithin(normal, {1.0, 9.0}, again), expected);
  EXPECT_TRUE(std::isnan(DrawWithin(normal, {20.0, 30.0}, again)));
}

TEST(Distribution, MassIsThatOfTheClosedForm) {
  const Distribution normal = NormalDistribution{1.0, 2.0};
  EXPECT_NEAR(MassIn(normal, {0.0, 4.0}), NormalCdf(1.5) - NormalCdf(-0.5), 1e-9);
  EXPECT_NEAR(MassIn(normal, {-1e9, 1e9}), 1.0, 1e-9);
  EXPECT_DOUBLE_EQ(MassIn(UniformDistribution{-1.0, 3.0}, {0.0, 50.0}), 0.75);
  EXPECT_EQ(MassIn(UniformDistribution{-1.0, 3.0}, {4.0, 5.0}), 0.0);
  const Distribution truncated = TruncatedNormalDistribution{0.0, 1.0, 0.0, 1.0};
  EXPECT_NEAR(MassIn(truncated, {0.5, 9.0}),
              (NormalCdf(1.0) - NormalCdf(0.5)) / (NormalCdf(1.0) - 0.5), 1e-8);
}

struct Bad {
  Distribution distribution;
  Interval range;
  const char* message;
};

TEST(Distribution, BadOnesAreRefusedByPath) {
  const Interval speed{0.0, 50.0};
  const std::vector<Bad> cases = {
      {ConstantDistribution{kNan}, speed, "constant: nan must be in"},
      {ConstantDistribution{60.0}, speed, "constant: 60 must be in [0, 50]"},
      {UniformDistribution{2.0, 1.0}, speed, "uniform.hi: 1 must be at least lo, 2"},
      {UniformDistribution{kNan, 1.0}, speed, "uniform.lo: nan"},
      {UniformDistribution{-2.0, -1.0}, speed, "uniform: 0 % in [0, 50] must be at least 1 %"},
      {NormalDistribution{1.0, -1.0}, speed, "normal.sigma: -1 must be in [0, 1e+06]"},
      {NormalDistribution{-3.0, 1.0}, speed, "normal: 0.13499 % in [0, 50] must be"},
      {TruncatedNormalDistribution{1.0, 0.0, 0.0, 2.0}, speed, "truncated_normal.sigma: 0 must"},
      {TruncatedNormalDistribution{1.0, 0.1, 2.0, 2.0}, speed, "truncated_normal.hi: 2 must be ab"},
      {TruncatedNormalDistribution{1.0, 0.1, 2.0, 3.0}, speed, "truncated_normal: [2, 3] must be"},
      {TruncatedNormalDistribution{1.0, 1.0, -3.0, -1.0}, speed, "truncated_normal: 0 % in"},
  };
  for (const Bad& bad : cases) {
    const absl::Status status = ValidateDistribution(bad.distribution, bad.range);
    EXPECT_THAT(std::string(status.message()), HasSubstr(bad.message));
  }
  EXPECT_TRUE(ValidateDistribution(UniformDistribution{0.0, 60.0}, speed).ok());
}

TEST(ChoiceDistribution, BadOnesAreRefusedByPath) {
  ChoiceDistribution choice;
  const auto message = [&](const std::vector<double>& values, const std::vector<double>& weights) {
    return std::string(ChoiceDistribution::Make(values, weights, choice).message());
  };
  EXPECT_THAT(message({}, {}), HasSubstr("values: 0 entries must be 1 to 4096"));
  EXPECT_THAT(message({1.0, 2e6}, {}), HasSubstr("values[1]: 2e+06 must be in"));
  EXPECT_THAT(message({1.0, 2.0}, {1.0}), HasSubstr("weights: 1 entries must be 2"));
  EXPECT_THAT(message({1.0, 2.0}, {1.0, -1.0}), HasSubstr("weights[1]: -1 must be in"));
  EXPECT_THAT(message({1.0, 2.0}, {0.0, 0.0}), HasSubstr("weights: all 0 must be above 0"));
  EXPECT_THAT(message({1.0, 2.0}, {1.0, NAN}), HasSubstr("weights[1]: nan"));
  ASSERT_TRUE(ChoiceDistribution::Make({1.0, 60.0}, {}, choice).ok());
  EXPECT_THAT(std::string(ValidateDistribution(choice, {0.0, 50.0}).message()),
              HasSubstr("choice.values[1]: 60 must be in [0, 50]"));
}

TEST(Quantity, NamesAreReadBack) {
  for (int number = 1; number < 256; ++number) {
    if ((number > 9 && number < 16) || (number > 23 && number < 32) ||
        (number > 42 && number < 64) || number > 70) {
      continue;
    }
    const auto quantity = static_cast<Quantity>(number);
    const QuantityId id{quantity, IsOfBall(quantity) ? 17 : 0};
    EXPECT_EQ(FindQuantity(NameOf(id)), id) << NameOf(id);
  }
  EXPECT_EQ(NameOf({Quantity::kBallDx, 3}), "ball_3_dx_m");
  for (const char* name : {"", "speed", "ball_", "ball_x_m", "ball_1", "ball_01_x_m", "ball_-1_x_m",
                           "ball_1_speed_m_s", "x_m", "ball_1000_x_m", "ball_99999999999_x_m"}) {
    EXPECT_FALSE(FindQuantity(name).has_value()) << name;
  }
}

// Of a choice only values with a weight count.
TEST(Distribution, IsConstantWhereAllDrawsAreTheSame) {
  const auto choice = [](std::vector<double> values, const std::vector<double>& weights) {
    ChoiceDistribution made;
    EXPECT_TRUE(ChoiceDistribution::Make(std::move(values), weights, made).ok());
    return made;
  };
  const std::vector<Distribution> constant{ConstantDistribution{0.3}, UniformDistribution{0.3, 0.3},
                                           NormalDistribution{0.3, 0.0}, choice({0.3, 0.3}, {}),
                                           choice({1.0, 0.3, 2.0}, {0.0, 1.0, 0.0})};
  for (const Distribution& distribution : constant) {
    EXPECT_TRUE(IsConstant(distribution)) << distribution.index();
    for (uint64_t i = 0; i < 100; ++i) {
      EXPECT_EQ(Draw(distribution, {kSeed, i, {Quantity::kSpeed}}), 0.3);
    }
  }
  const std::vector<Distribution> others{
      UniformDistribution{0.3, 0.4}, NormalDistribution{0.3, 1e-3},
      TruncatedNormalDistribution{0.3, 1.0, 0.0, 1.0}, choice({0.3, 0.4}, {}),
      // Of which the first two draws would hardly ever differ.
      choice({0.3, 0.4}, {1e6, 1e-6})};
  for (const Distribution& distribution : others) {
    EXPECT_FALSE(IsConstant(distribution)) << distribution.index();
  }
}

}  // namespace
}  // namespace carom
