#include "core/math/sign_changes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "tests/core/math/from_roots.h"

namespace carom {
namespace {

using testing::FromRoots;

void ExpectChanges(const Quartic& p, double end, const std::vector<double>& expected,
                   double tolerance = 1e-14) {
  const SignChanges<4> changes = FindSignChanges(p, end);
  ASSERT_EQ(changes.count, expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(changes.at[i], expected[i], tolerance * expected[i]) << i;
  }
}

TEST(FindSignChanges, FourSimpleRoots) {
  ExpectChanges(FromRoots<4>(1.0, {0.25, 0.5, 1.0, 2.0}), 10.0, {0.25, 0.5, 1.0, 2.0});
  ExpectChanges(FromRoots<4>(-3.0, {0.25, 0.5, 1.0, 2.0}), 10.0, {0.25, 0.5, 1.0, 2.0});
}

TEST(FindSignChanges, OnlyThoseInsideTheInterval) {
  ExpectChanges(FromRoots<4>(1.0, {-1.0, 0.5, 1.0, 2.0}), 1.5, {0.5, 1.0});
  ExpectChanges(FromRoots<4>(1.0, {-1.0, -0.5, -4.0, -2.0}), 1.5, {});
  ExpectChanges(FromRoots<4>(1.0, {0.0, 0.5, 1.0, -2.0}), 1.5, {0.5, 1.0});
}

TEST(FindSignChanges, TouchingIsNoChange) {
  ExpectChanges(FromRoots<4>(1.0, {0.5, 0.5, 1.0, 2.0}), 3.0, {1.0, 2.0});
  ExpectChanges(FromRoots<4>(1.0, {0.5, 0.5, 1.5, 1.5}), 3.0, {});
  ExpectChanges(FromRoots<4>(2.0, {0.5, 0.5, 0.5, 0.5}), 3.0, {});
}

TEST(FindSignChanges, ATripleRootIsOneChange) {
  // Its place is known to the cube root of twice the working precision, 1e-32.
  ExpectChanges(FromRoots<4>(1.0, {0.5, 0.5, 0.5, 2.0}), 3.0, {0.5, 2.0}, 2e-10);
}

TEST(FindSignChanges, RootsThatNearlyMeet) {
  // 2^-20 apart; the coefficients carry the product exactly.
  const double near = 0.5 + 0x1p-20;
  ExpectChanges(FromRoots<4>(1.0, {0.5, near, 1.0, 2.0}), 3.0, {0.5, near, 1.0, 2.0});
}

TEST(FindSignChanges, ComplexPairsAreNotSeen) {
  // (t^2 - 2 t + 2)(t - 0.5)(t - 3)
  ExpectChanges(Quartic{{3.0, -10.0, 10.5, -5.5, 1.0}}, 10.0, {0.5, 3.0});
}

TEST(FindSignChanges, FallingDegrees) {
  ExpectChanges(Quartic{{-1.0, 2.0, 0.0, 0.0, 0.0}}, 10.0, {0.5});
  ExpectChanges(Quartic{{0.5, -1.5, 1.0, 0.0, 0.0}}, 10.0, {0.5, 1.0});
  ExpectChanges(Quartic{{1.0, 0.0, 0.0, 0.0, 0.0}}, 10.0, {});
  ExpectChanges(Quartic{}, 10.0, {});
  ExpectChanges(Quartic{{-1.0, 2.0, 0.0, 0.0, 1e-300}}, 10.0, {0.5});
}

}  // namespace
}  // namespace carom
