// The coverage of intervals over many repetitions is the exact one of their method.

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/stats/proportion.h"
#include "tests/core/stats/exact_coverage.h"

namespace carom::stats {
namespace {

constexpr int kRepetitions = 10000;

struct Setting {
  int64_t n;
  double p;
};

// How many of the repetitions' intervals contain p. Repetition i draws from stream i.
double Coverage(ProportionMethod method, const Setting& setting) {
  int covered = 0;
  for (uint64_t i = 0; i < kRepetitions; ++i) {
    CounterRandom random(99, i);
    int64_t k = 0;
    for (int64_t draw = 0; draw < setting.n; ++draw) k += random.Uniform() < setting.p ? 1 : 0;
    if (method(k, setting.n, 0.95).Contains(setting.p)) ++covered;
  }
  return static_cast<double>(covered) / kRepetitions;
}

class CoverageTest : public ::testing::TestWithParam<Setting> {};

// Within 4.4 standard deviations of a mean of 10^4: one of 10^5 such tests would fail by chance.
TEST_P(CoverageTest, OverManyRepetitionsIsTheExactOne) {
  for (const ProportionMethod method : {&Wilson, &ClopperPearson}) {
    const double exact = ExactCoverage(method, GetParam().n, GetParam().p, 0.95);
    const double deviation = std::sqrt(exact * (1.0 - exact) / kRepetitions);
    EXPECT_NEAR(Coverage(method, GetParam()), exact, 4.4 * deviation + 1e-12);
  }
}

TEST_P(CoverageTest, OfClopperAndPearsonIsTheConfidenceAtLeast) {
  EXPECT_GE(ExactCoverage(&ClopperPearson, GetParam().n, GetParam().p, 0.95), 0.95 - 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Settings, CoverageTest,
                         ::testing::Values(Setting{25, 0.005}, Setting{25, 0.5}, Setting{100, 0.1},
                                           Setting{200, 0.97}));

}  // namespace
}  // namespace carom::stats
