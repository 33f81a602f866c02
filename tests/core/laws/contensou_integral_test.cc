#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/laws/friction/contensou_friction.h"
#include "tests/testing/contensou_paper.h"
#include "tests/testing/csv.h"

namespace carom {
namespace {

using testing::SlipAt;

double FrictionDistance(const PatchFriction& a, const PatchFriction& b) {
  return std::max((a.force - b.force).norm(), std::fabs(a.moment - b.moment));
}

PatchFriction Opposite(const PatchFriction& a) { return {-a.force, -a.moment}; }

// Eq. (16) by brute force: midpoints in the angle and in t, r = sin t, which round off the rim.
PatchFriction Midpoints(const PatchSlip& slip, double eps, int count) {
  PatchFriction sum;
  for (int i = 0; i < count; ++i) {
    const double t = kHalfPi * (i + 0.5) / count;
    const double r = std::sin(t);
    const double ring = 1.5 / kPi * std::cos(t) * std::cos(t) * r * kHalfPi / count;
    for (int j = 0; j < count; ++j) {
      const double angle = kTwoPi * (j + 0.5) / count;
      const Vec2 at = r * Vec2(std::cos(angle), std::sin(angle));
      const Vec2 v = slip.slip_per_s + slip.spin_rad_s * Vec2(-at.y(), at.x());
      const double weight = ring * kTwoPi / count * (1.0 + slip.shift.dot(at)) /
                            std::sqrt(v.squaredNorm() + eps * eps);
      sum.force += weight * v;
      sum.moment += weight * (at.x() * v.y() - at.y() * v.x());
    }
  }
  return sum;
}

// catalogue B-02
TEST(ContensouIntegral, Table) {
  for (const auto& row : testing::ReadCsv("contensou_tables.csv")) {
    const PatchFriction ours = IntegralFriction(
        SlipAt(row.Number("theta_s"), 0.0, row.Number("d"), row.Number("gamma")), 0.0);
    EXPECT_NEAR(ours.force.x(), row.Number("Tsx_int"), 2e-10);
    EXPECT_NEAR(ours.force.y(), row.Number("Tsy_int"), 2e-10);
    EXPECT_NEAR(ours.moment, row.Number("Ms_int"), 2e-10);
  }
}

// catalogue B-05
TEST(ContensouIntegral, Asymptotics) {
  const PatchFriction slow_spin = IntegralFriction({Vec2(1.0, 0.0), 0.1}, 0.0);
  EXPECT_NEAR(slow_spin.force.x(), 0.9989989255833, 1e-12);
  EXPECT_NEAR(slow_spin.moment, 0.0200143215645, 1e-12);
  const PatchFriction slow_slip = IntegralFriction({Vec2(0.01, 0.0), 1.0}, 0.0);
  EXPECT_NEAR(slow_slip.force.x(), 0.01178067792665, 1e-12);
  EXPECT_NEAR(slow_slip.moment, 0.58898971989476, 1e-12);
}

// catalogue B-06, its half of the integral: pure slip and pure spin with d = 1.
TEST(ContensouIntegral, PureSlipAndPureSpin) {
  const PatchFriction slides = IntegralFriction({Vec2(0.0, 3.0), 0.0, Vec2(0.6, 0.8)}, 0.0);
  EXPECT_NEAR(slides.force.x(), 0.0, 1e-15);
  EXPECT_NEAR(slides.force.y(), 1.0, 1e-15);
  EXPECT_NEAR(slides.moment, 0.2 * 0.6, 1e-15);
  const PatchFriction spins = IntegralFriction({Vec2::Zero(), -7.0, Vec2(0.6, 0.8)}, 0.0);
  EXPECT_NEAR(spins.force.x(), 3.0 * kPi / 32.0 * 0.8, 1e-15);
  EXPECT_NEAR(spins.force.y(), -3.0 * kPi / 32.0 * 0.6, 1e-15);
  EXPECT_NEAR(spins.moment, -3.0 * kPi / 16.0, 1e-15);
}

// catalogue B-07
TEST(ContensouIntegral, Symmetries) {
  CounterRandom random(1, 0);
  for (int k = 0; k < 1000; ++k) {
    const double theta = random.Uniform(-kPi, kPi);
    const double phi = random.Uniform(-kPi, kPi);
    const double d = random.Uniform(0.0, 1.0);
    const double gamma = random.Uniform(-kPi, kPi);
    const double eps = random.Uniform() < 0.5 ? 0.0 : random.Uniform(0.0, 1.0);
    const auto f = [&](double t, double p, double g) {
      return IntegralFriction(SlipAt(t, p, d, g), eps);
    };
    const PatchFriction here = f(theta, phi, gamma);
    EXPECT_LT(FrictionDistance(here, Opposite(f(theta + kPi, phi, gamma))), 1e-13);
    EXPECT_LT(FrictionDistance(here, Opposite(f(-theta, phi + kPi, gamma))), 1e-13);
    const PatchFriction third = f(-theta, phi, gamma + kPi);
    EXPECT_LT((here.force - third.force).norm(), 1e-13);
    EXPECT_NEAR(here.moment, -third.moment, 1e-13);
  }
}

TEST(ContensouIntegral, TurnsWithItsAxes) {
  const PatchFriction here = IntegralFriction(SlipAt(0.9, 0.0, 0.8, 1.1), 0.05);
  const PatchFriction turned = IntegralFriction(SlipAt(0.9, 2.0, 0.8, 3.1), 0.05);
  const Eigen::Rotation2Dd turn(2.0);
  EXPECT_LT((turned.force - turn * here.force).norm(), 1e-15);
  EXPECT_NEAR(turned.moment, here.moment, 1e-15);
}

// Smoothing wide enough for brute force; the centre of rotation inside, on the rim and outside.
TEST(ContensouIntegral, SmoothedAgainstMidpoints) {
  for (const double eps : {0.15, 0.5, 3.0}) {
    for (const double v : {0.0, 0.3, 1.0, 1.7}) {
      for (const double w : {-1.0, 0.4, 1.0}) {
        const PatchSlip slip{v * Vec2(0.8, -0.6), w, Vec2(-0.5, 0.7)};
        EXPECT_LT(FrictionDistance(IntegralFriction(slip, eps), Midpoints(slip, eps, 400)), 3e-6)
            << eps << " " << v << " " << w;
      }
    }
  }
}

// The two ways to integrate meet where theta0 = pi/4.
TEST(ContensouIntegral, NoStepBetweenFormulas) {
  for (const double eps : {0.0, 1e-6, 0.3, 0.9}) {
    // depth = w = 1: b = (1 - eps^2) / 2.
    const double v = std::sqrt(2.0 - 2.0 * eps * eps);
    const auto at = [&](double factor) {
      return IntegralFriction({Vec2(v * factor, 0.0), 1.0, Vec2(0.6, 0.8)}, eps);
    };
    EXPECT_LT(FrictionDistance(at(1.0 - 1e-14), at(1.0 + 1e-14)), 1e-13) << eps;
  }
}

TEST(ContensouIntegral, SmoothingVanishesSmoothly) {
  for (const double v : {0.2, 1.0, 5.0}) {
    const PatchSlip slip{Vec2(v, 0.0), 1.0, Vec2(0.6, 0.8)};
    const PatchFriction sharp = IntegralFriction(slip, 0.0);
    EXPECT_LT(FrictionDistance(sharp, IntegralFriction(slip, 1e-9)), 1e-8);
    EXPECT_LT(FrictionDistance(sharp, IntegralFriction(slip, 1e-300)), 1e-15);
  }
}

TEST(ContensouIntegral, FiniteAtExtremes) {
  const double sizes[] = {0.0, 5e-324, 1e-200, 1e-8, 1.0, 1e8, 1e200, 1.7e308};
  for (const double v : sizes) {
    for (const double w : sizes) {
      for (const double eps : sizes) {
        for (const double d : {0.0, 1.0}) {
          const PatchFriction f = IntegralFriction({Vec2(-v, v), -w, Vec2(0.0, d)}, eps);
          EXPECT_TRUE(f.force.allFinite() && std::isfinite(f.moment))
              << v << " " << w << " " << eps;
          EXPECT_LE(f.force.norm(), 1.0 + 1e-14);
          EXPECT_LE(std::fabs(f.moment), 3.0 * kPi / 16.0 + 0.2);
        }
      }
    }
  }
  const PatchFriction rest = IntegralFriction({}, 0.0);
  EXPECT_EQ(rest.force, Vec2(0.0, 0.0));
  EXPECT_EQ(rest.moment, 0.0);
}

TEST(ContensouIntegral, BitsRepeat) {
  const PatchSlip slip{Vec2(0.3, -0.2), 0.7, Vec2(0.5, 0.5)};
  const PatchFriction once = IntegralFriction(slip, 0.01);
  const PatchFriction again = IntegralFriction(slip, 0.01);
  EXPECT_EQ(std::bit_cast<uint64_t>(once.moment), std::bit_cast<uint64_t>(again.moment));
  EXPECT_EQ(once.force, again.force);
  // A scale of all rates by a power of two changes no bit.
  const PatchFriction scaled =
      IntegralFriction({1024.0 * slip.slip_per_s, 1024.0 * slip.spin_rad_s, slip.shift}, 10.24);
  EXPECT_EQ(once.moment, scaled.moment);
}

}  // namespace
}  // namespace carom
