#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/laws/cluster/hertz_chain.h"
#include "tests/core/laws/hysteresis_force.h"

namespace carom::internal {
namespace {

// Work that the bodies do on a contact along a straight path of penetrations, by small steps whose
// ends it settles at.
double Work(HertzHysteresis& law, double& d, double to, int steps) {
  double work = 0.0;
  const double h = (to - d) / steps;
  for (int i = 0; i < steps; ++i) {
    work += h * ForceOf(law, d + 0.5 * h);
    d = law.Settle(d + h);
  }
  return work;
}

TEST(HertzHysteresis, LoadingIsHertz) {
  const HertzHysteresis law(4.0, 0.7);
  EXPECT_EQ(ForceOf(law, -1.0), 0.0);
  EXPECT_EQ(ForceOf(law, 0.0), 0.0);
  EXPECT_DOUBLE_EQ(ForceOf(law, 0.25), 0.5);
}

TEST(HertzHysteresis, IsContinuousAtTheTurningPoint) {
  HertzHysteresis law(4.0, 0.7);
  law.Settle(0.25);
  EXPECT_NEAR(ForceOf(law, 0.25 * (1.0 - 1e-12)), 0.5, 1e-10);
}

TEST(HertzHysteresis, ReturnsTheSquareOfTheRestitution) {
  for (const double e : {1.0, 0.95, 0.5, 0.1}) {
    HertzHysteresis law(1.0, e);
    double d = 0.0;
    const double in = Work(law, d, 1.0, 200000);
    const double out = -Work(law, d, -0.1, 200000);
    EXPECT_NEAR(in, 0.4, 1e-9);
    EXPECT_NEAR(out / in, e * e, 1e-6) << "e = " << e;
  }
}

TEST(HertzHysteresis, ReloadingIsElasticUpToTheDeepestPoint) {
  HertzHysteresis law(1.0, 0.5);
  double d = 0.0;
  Work(law, d, 1.0, 1000);
  const double out = -Work(law, d, 0.9, 100000);
  EXPECT_NEAR(Work(law, d, 1.0, 100000), out, 1e-9);
  EXPECT_DOUBLE_EQ(ForceOf(law, 2.0), 2.0 * std::sqrt(2.0));
}

TEST(HertzHysteresis, ASeparatedContactStartsAnew) {
  HertzHysteresis law(1.0, 0.5);
  EXPECT_EQ(law.Settle(1.0), 1.0);
  EXPECT_EQ(law.Settle(0.5), 0.0 + 0.5 - 0.75);
  EXPECT_EQ(law.Onset(), 0.0);
  EXPECT_DOUBLE_EQ(ForceOf(law, 0.25), 0.125);
}

TEST(HertzHysteresis, NoPathGainsEnergy) {
  for (uint64_t path = 0; path < 200; ++path) {
    CounterRandom random(4, path);
    HertzHysteresis law(1.0, random.Uniform());
    double d = 0.0;
    double work = 0.0;
    for (int leg = 0; leg < 20; ++leg) {
      work += Work(law, d, random.Uniform(-0.2, 1.0), 2000);
      EXPECT_GE(work, -1e-5) << "path " << path << ", leg " << leg;
    }
  }
}

}  // namespace
}  // namespace carom::internal
