#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/draw/distribution.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

std::string MessageOf(size_t size, const std::vector<double>& means,
                      const std::vector<double>& covariance) {
  JointNormal joint;
  return std::string(JointNormal::Make(size, means, covariance, joint).message());
}

// The sample covariance of n draws has the variance (c_aa c_bb + c_ab^2) / n, [Anderson, An
// Introduction to Multivariate Statistical Analysis, 7.2]; within four standard errors.
TEST(JointNormal, HasItsMeansAndCovariance) {
  constexpr int kVectors = 100000;
  const std::vector<double> means = {2.0, -1.0, 0.5};
  const std::vector<double> c = {0.04, 0.006, -0.01, 0.006, 0.09, 0.003, -0.01, 0.003, 0.01};
  JointNormal joint;
  ASSERT_TRUE(JointNormal::Make(3, means, c, joint).ok());
  std::array<double, 3> sums{};
  std::array<double, 9> products{};
  for (uint64_t i = 0; i < kVectors; ++i) {
    std::array<double, 3> x{};
    CounterRandom random = DrawKey{7, i, {Quantity::kCovariance, 0}}.Stream();
    joint.Draw(random, x);
    for (size_t a = 0; a < 3; ++a) {
      x[a] -= means[a];
      sums[a] += x[a];
    }
    for (size_t a = 0; a < 9; ++a) products[a] += x[a / 3] * x[a % 3];
  }
  for (size_t a = 0; a < 9; ++a) {
    const double caa = c[4 * (a / 3)];
    const double cbb = c[4 * (a % 3)];
    EXPECT_NEAR(products[a] / kVectors, c[a],
                4.0 * std::sqrt((caa * cbb + c[a] * c[a]) / kVectors));
  }
  for (size_t a = 0; a < 3; ++a) {
    EXPECT_NEAR(sums[a] / kVectors, 0.0, 4.0 * std::sqrt(c[4 * a] / kVectors));
  }
}

// A variance of 0, and two quantities that are one: allowed, though nothing divides by 0.
TEST(JointNormal, TakesSingularMatrices) {
  JointNormal joint;
  ASSERT_TRUE(JointNormal::Make(3, {}, {4.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0}, joint).ok());
  for (uint64_t i = 0; i < 100; ++i) {
    std::array<double, 3> x{};
    CounterRandom random(1, i, 255);
    joint.Draw(random, x);
    EXPECT_EQ(x[1], 0.0);
    EXPECT_EQ(x[0], 2.0 * x[2]);
  }
}

TEST(JointNormal, BadOnesAreRefusedByPath) {
  EXPECT_THAT(MessageOf(2, {1.0}, {1.0, 0.0, 0.0, 1.0}), HasSubstr("means: 1 entries must be 2"));
  EXPECT_THAT(MessageOf(2, {1.0, NAN}, {1.0, 0.0, 0.0, 1.0}), HasSubstr("means[1]: nan"));
  EXPECT_THAT(MessageOf(2, {}, {1.0, 0.0, 1.0}), HasSubstr("covariance: 3 entries must be 4"));
  EXPECT_THAT(MessageOf(2, {}, {1.0, 0.5, 0.4, 1.0}),
              HasSubstr("covariance[2]: 0.4 must be the same as covariance[1], 0.5"));
  EXPECT_THAT(MessageOf(2, {}, {1.0, INFINITY, INFINITY, 1.0}), HasSubstr("covariance[1]: inf"));
  EXPECT_THAT(MessageOf(1, {}, {-1.0}), HasSubstr("covariance[0]: -1 must be that of a positive"));
  // Correlations of 1.1; and of 1, 1 and 0 among three, which cannot be.
  EXPECT_THAT(MessageOf(2, {}, {1.0, 1.1, 1.1, 1.0}), HasSubstr("covariance[3]: 1 must be that"));
  EXPECT_THAT(MessageOf(3, {}, {1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0}),
              HasSubstr("covariance[7]: 1 must be that of a positive semi-definite matrix"));
  EXPECT_THAT(MessageOf(2, {}, {0.0, 0.1, 0.1, 1.0}), HasSubstr("covariance[2]: 0.1 must be"));
}

}  // namespace
}  // namespace carom
