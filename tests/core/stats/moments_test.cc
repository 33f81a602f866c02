#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/base/random.h"
#include "core/stats/sample.h"

namespace carom::stats {
namespace {

TEST(Moments, AreThoseOfTheDefinition) {
  Moments moments(2);
  const std::vector<std::array<double, 2>> samples{{1.0, 2.0}, {3.0, 5.0}, {8.0, 2.0}, {4.0, 7.0}};
  for (const auto& sample : samples) moments.Add(sample);
  EXPECT_EQ(moments.count(), 4);
  EXPECT_NEAR(moments.Mean(0), 4.0, 1e-15);
  EXPECT_NEAR(moments.Mean(1), 4.0, 1e-15);
  // Deviations -3 -1 4 0 and -2 1 -2 3.
  EXPECT_NEAR(moments.Covariance(0, 0), 26.0 / 3.0, 1e-14);
  EXPECT_NEAR(moments.Covariance(0, 1), -3.0 / 3.0, 1e-14);
  EXPECT_NEAR(moments.Covariance(1, 0), -3.0 / 3.0, 1e-14);
  EXPECT_NEAR(moments.Covariance(1, 1), 18.0 / 3.0, 1e-14);
}

TEST(Moments, AreZeroWithoutEnoughSamples) {
  Moments moments(1);
  EXPECT_EQ(moments.Mean(0), 0.0);
  moments.Add(std::array{3.0});
  EXPECT_EQ(moments.Mean(0), 3.0);
  EXPECT_EQ(moments.Covariance(0, 0), 0.0);
}

// A variance of 1e-6 about a mean of 1e6: a difference of sums of squares would lose all digits.
TEST(Moments, KeepASmallVarianceAboutALargeMean) {
  Moments moments(1);
  for (int i = 0; i < 1000; ++i) moments.Add(std::array{1e6 + (i % 2 == 0 ? 1e-3 : -1e-3)});
  EXPECT_NEAR(moments.Covariance(0, 0), 1e-6 * 1000.0 / 999.0, 1e-12);
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> four{1.0, 2.0, 4.0, 8.0};
  EXPECT_EQ(Quantile(four, 0.0), 1.0);
  EXPECT_EQ(Quantile(four, 1.0), 8.0);
  EXPECT_EQ(Quantile(four, 0.5), 3.0);
  EXPECT_NEAR(Quantile(four, 0.9), 4.0 + 0.7 * 4.0, 1e-14);  // (n - 1) p = 2.7
  EXPECT_EQ(Quantile(std::array{5.0}, 0.3), 5.0);
}

// Three groups far apart, of 60, 30 and 10 samples in a disc each.
TEST(Medoids, StandForTheGroupsThatThereAre) {
  CounterRandom random(1, 2);
  std::vector<double> samples;
  const std::array<double, 3> centres{0.0, 10.0, 20.0};
  for (int i = 0; i < 100; ++i) {
    const double centre = centres[i < 60 ? 0 : i < 90 ? 1 : 2];
    samples.push_back(centre + random.Uniform(-1.0, 1.0));
    samples.push_back(random.Uniform(-1.0, 1.0));
  }
  const std::vector<Medoid> medoids = FindMedoids(samples, 2, 3);
  ASSERT_EQ(medoids.size(), 3u);
  EXPECT_EQ(medoids[0].weight, 60);
  EXPECT_EQ(medoids[1].weight, 30);
  EXPECT_EQ(medoids[2].weight, 10);
  for (size_t g = 0; g < 3; ++g) {
    const auto at = static_cast<size_t>(2 * medoids[g].sample);
    EXPECT_NEAR(samples[at], centres[g], 0.6);  // In the middle, not at the rim.
    EXPECT_NEAR(samples[at + 1], 0.0, 0.6);
  }
}

// One medoid is the sample with the least sum of distances, found here by trying all.
TEST(Medoids, OneIsTheMiddleOfAll) {
  CounterRandom random(3, 4);
  std::vector<double> samples(50);
  for (double& x : samples) x = random.Normal();
  int best = 0;
  double least = 1e300;
  for (int i = 0; i < 50; ++i) {
    double sum = 0.0;
    for (const double x : samples) sum += std::abs(x - samples[static_cast<size_t>(i)]);
    if (sum < least) {
      least = sum;
      best = i;
    }
  }
  const std::vector<Medoid> medoids = FindMedoids(samples, 1, 1);
  ASSERT_EQ(medoids.size(), 1u);
  EXPECT_EQ(medoids[0].sample, best);
  EXPECT_EQ(medoids[0].weight, 50);
}

TEST(Medoids, AreNoMoreThanDistinctSamples) {
  const std::vector<double> samples{1.0, 1.0, 2.0, 1.0};
  const std::vector<Medoid> medoids = FindMedoids(samples, 1, 4);
  ASSERT_EQ(medoids.size(), 2u);
  EXPECT_EQ(medoids[0].weight, 3);
  EXPECT_EQ(medoids[1].sample, 2);
  EXPECT_TRUE(FindMedoids({}, 1, 4).empty());
}

}  // namespace
}  // namespace carom::stats
