#include "core/laws/friction/contensou.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/laws/friction/contensou_friction.h"
#include "tests/testing/allocations.h"
#include "tests/testing/contensou_paper.h"
#include "tests/testing/csv.h"

namespace carom {
namespace {

constexpr ContensouModel kModels[] = {ContensouModel::kIntegral, ContensouModel::kFourParameter,
                                      ContensouModel::kTwoParameter};

using testing::SlipAt;

// catalogue B-01
TEST(Contensou, PressureMoments) {
  const Vec2 shift(0.3, -0.4);
  const auto moment = [&](auto factor) {
    return testing::OverDisk(
        [&](const Vec2& at) { return ScaledPressure(at, shift) * factor(at); });
  };
  EXPECT_NEAR(moment([](const Vec2&) { return 1.0; }), 1.0, 1e-14);
  EXPECT_NEAR(moment([](const Vec2& at) { return at.x(); }), kMomentByShift * shift.x(), 1e-14);
  EXPECT_NEAR(moment([](const Vec2& at) { return at.y(); }), kMomentByShift * shift.y(), 1e-14);
  EXPECT_NEAR(moment([](const Vec2& at) { return at.norm(); }), kMomentOfSpin, 1e-14);
  EXPECT_NEAR(moment([](const Vec2& at) { return at.x() / at.norm(); }), kForceByShift * shift.x(),
              1e-14);
  EXPECT_NEAR(moment([](const Vec2& at) { return at.y() / at.norm(); }), kForceByShift * shift.y(),
              1e-14);
  EXPECT_NEAR(kForceByShift, 3.0 * kPi / 32.0, 1e-16);
  EXPECT_NEAR(kMomentOfSpin, 3.0 * kPi / 16.0, 1e-16);
  EXPECT_EQ(ScaledPressure(Vec2(0.8, -0.8), shift), 0.0);
}

TEST(Contensou, RollingResistanceIsAtTheCentreOfPressure) {
  const ContensouPatch patch{.radius_m = 0.004, .lean = 0.7, .rolling_smoothing_per_s = 0.0};
  const Vec2 rolling(0.3, -0.4);
  const PatchLoad load = patch.Evaluate({.rolling_m_s = rolling}, 2.5);
  const Vec2 offset_m = 0.004 * 0.7 / 5.0 * rolling / 0.5;  // of the centre of pressure, Eq. (3)
  EXPECT_NEAR(load.rolling_moment_N_m.x(), 2.5 * offset_m.y(), 1e-17);
  EXPECT_NEAR(load.rolling_moment_N_m.y(), -2.5 * offset_m.x(), 1e-17);
}

// The columns of the approximations in the table of B-02.
TEST(Contensou, ApproximationsOfTheTable) {
  for (const auto& row : testing::ReadCsv("contensou_tables.csv")) {
    const PatchSlip slip = SlipAt(row.Number("theta_s"), 0.0, row.Number("d"), row.Number("gamma"));
    for (const auto& [blend, name] : {std::pair{kFourParameterBlend, std::string("_la")},
                                      std::pair{kTwoParameterBlend, std::string("_lb")}}) {
      const PatchFriction ours = ApproximateFriction(slip, blend, 0.0);
      EXPECT_NEAR(ours.force.x(), row.Number("Tsx" + name), 2e-10);
      EXPECT_NEAR(ours.force.y(), row.Number("Tsy" + name), 2e-10);
      EXPECT_NEAR(ours.moment, row.Number("Ms" + name), 2e-10);
    }
  }
}

// catalogue B-06
TEST(Contensou, ApproximationIsExactForPureMotions) {
  CounterRandom random(2, 0);
  for (int k = 0; k < 500; ++k) {
    const ContensouBlend blend = {{random.Uniform(0.1, 3.0), random.Uniform(0.5, 9.0)},
                                  {random.Uniform(0.1, 3.0), random.Uniform(0.5, 9.0)}};
    const double d = random.Uniform(0.0, 1.0);
    const Vec2 shift = d * Vec2(std::cos(k), std::sin(k));
    for (const PatchSlip& slip : {PatchSlip{Vec2(random.Uniform(-9.0, 9.0), 1.0), 0.0, shift},
                                  PatchSlip{Vec2::Zero(), random.Uniform(-9.0, 9.0), shift}}) {
      const PatchFriction ours = ApproximateFriction(slip, blend, 0.0);
      const PatchFriction exact = IntegralFriction(slip, 0.0);
      EXPECT_LT((ours.force - exact.force).norm(), 1e-13);
      EXPECT_NEAR(ours.moment, exact.moment, 1e-13);
    }
  }
}

// catalogue B-09
TEST(Contensou, ErrorOfApproximations) {
  Eigen::Array3d four = Eigen::Array3d::Zero();
  Eigen::Array3d two = Eigen::Array3d::Zero();
  for (int k = -18; k <= 18; ++k) {
    const PatchSlip slip = SlipAt(DegreesToRadians(5.0 * k), 0.0, 0.6, 1.0);
    const PatchFriction exact = IntegralFriction(slip, 0.0);
    const auto error = [&](const ContensouBlend& blend) {
      const PatchFriction f = ApproximateFriction(slip, blend, 0.0);
      return Eigen::Array3d(f.force.x() - exact.force.x(), f.force.y() - exact.force.y(),
                            f.moment - exact.moment)
          .abs()
          .eval();
    };
    four = four.max(error(kFourParameterBlend));
    two = two.max(error(kTwoParameterBlend));
  }
  EXPECT_LT((four - Eigen::Array3d(0.105, 0.0045, 0.099)).abs().maxCoeff(), 1e-3) << four;
  EXPECT_LT((two - Eigen::Array3d(0.122, 0.0084, 0.105)).abs().maxCoeff(), 1e-3) << two;
}

// The fast m = 2 is the general formula.
TEST(Contensou, FastExponentIsTheGeneralOne) {
  const PatchSlip slip{Vec2(0.3, 0.5), -0.9, Vec2(0.1, 0.9)};
  ContensouBlend near = kTwoParameterBlend;
  near.force.m = near.moment.m = std::nextafter(2.0, 3.0);
  const PatchFriction fast = ApproximateFriction(slip, kTwoParameterBlend, 0.1);
  const PatchFriction general = ApproximateFriction(slip, near, 0.1);
  EXPECT_LT((fast.force - general.force).norm(), 1e-15);
  EXPECT_NEAR(fast.moment, general.moment, 1e-15);
}

TEST(Contensou, SuperposesTwoDeformableBodies) {
  const PatchMotion motion{Vec2(0.1, 0.2), 5.0, Vec2(1.0, -0.5), Vec2(1.0, -0.5)};
  const ContensouPatch one{.lean = 0.9};
  const ContensouPatch both{.lean = 0.6, .other_lean = 0.3};
  for (double normal_N : {0.0, 1.0, 40.0}) {
    const PatchLoad a = one.Evaluate(motion, normal_N);
    const PatchLoad b = both.Evaluate(motion, normal_N);
    EXPECT_LT((a.force_N - b.force_N).norm(), 1e-14 * normal_N + 1e-300);
    EXPECT_LT((a.rolling_moment_N_m - b.rolling_moment_N_m).norm(), 1e-16 * normal_N + 1e-300);
  }
  // Equal leans in opposite directions leave none.
  const ContensouPatch halves{.lean = 0.5, .other_lean = 0.5};
  EXPECT_LT(
      halves.Shift({.rolling_m_s = Vec2(2.0, 1.0), .other_rolling_m_s = Vec2(-2.0, -1.0)}).norm(),
      1e-16);
}

TEST(Contensou, ReadingsOfTheSmoothing) {
  // Pure slip: Eqs. (16) and (17) are the same number, v / sqrt(v^2 + eps^2).
  ContensouPatch patch{.slip_smoothing_per_s = 3.0};
  const PatchSlip slides{Vec2(4.0, 0.0), 0.0};
  for (const ContensouModel model : kModels) {
    for (const SlipSmoothing smoothing : {SlipSmoothing::kLocal, SlipSmoothing::kGlobal}) {
      patch.model = model;
      patch.smoothing = smoothing;
      EXPECT_NEAR(patch.Friction(slides).force.x(), 0.8, 1e-15);
    }
  }
  // Pure spin: locally the inner elements, which are slow, lose more than the whole.
  patch.model = ContensouModel::kIntegral;
  const PatchSlip spins{Vec2::Zero(), 4.0};
  patch.smoothing = SlipSmoothing::kGlobal;
  EXPECT_NEAR(patch.Friction(spins).moment, 0.8 * kMomentOfSpin, 1e-15);
  patch.smoothing = SlipSmoothing::kLocal;
  EXPECT_LT(patch.Friction(spins).moment, 0.7 * kMomentOfSpin);
}

TEST(Contensou, OpposesTheMotion) {
  CounterRandom random(3, 0);
  const auto pair = [&](double size) {
    const double x = random.Uniform(-size, size);
    return Vec2(x, random.Uniform(-size, size));
  };
  for (int k = 0; k < 2000; ++k) {
    ContensouPatch patch;
    patch.model = kModels[k % 2 == 0 ? 0 : 1];
    patch.lean = k % 2 == 0 ? random.Uniform(0.0, 1.0) : 0.0;  // Approximations may gain a little.
    const PatchMotion motion{pair(1.0), random.Uniform(-300.0, 300.0), pair(1.0)};
    const PatchLoad load = patch.Evaluate(motion, 1.0);
    const double power =
        load.force_N.dot(motion.slip_m_s) + load.spin_moment_N_m * motion.spin_rad_s;
    EXPECT_LE(power, 0.0);
    // A ball that rolls along v turns about z x v.
    EXPECT_LE(load.rolling_moment_N_m.dot(Vec2(-motion.rolling_m_s.y(), motion.rolling_m_s.x())),
              0.0);
  }
}

TEST(Contensou, FiniteAtExtremesWithoutAllocation) {
  const double sizes[] = {0.0, 1e-300, 1.0, 1e300};
  const int64_t before = testing::AllocationCount();
  bool finite = true;
  double sum = 0.0;
  for (const ContensouModel model : kModels) {
    for (const SlipSmoothing smoothing : {SlipSmoothing::kLocal, SlipSmoothing::kGlobal}) {
      for (const double eps : {0.0, 0.01}) {
        for (const double lean : {0.0, 1.0}) {
          const ContensouPatch patch{.lean = lean,
                                     .model = model,
                                     .slip_smoothing_per_s = eps,
                                     .rolling_smoothing_per_s = eps,
                                     .smoothing = smoothing};
          for (const double v : sizes) {
            for (const double w : sizes) {
              for (const double r : sizes) {
                const PatchLoad load = patch.Evaluate({Vec2(v, -v), w, Vec2(r, r)}, 1.0);
                finite = finite && load.force_N.allFinite() && load.rolling_moment_N_m.allFinite();
                finite = finite && std::isfinite(load.spin_moment_N_m);
                sum += load.force_N.norm();
              }
            }
          }
        }
      }
    }
  }
  EXPECT_EQ(testing::AllocationCount(), before);
  EXPECT_TRUE(finite);
  EXPECT_GT(sum, 1.0);
}

TEST(Contensou, AtRestNothingActs) {
  for (const ContensouModel model : kModels) {
    for (const double eps : {0.0, 0.01}) {
      const ContensouPatch patch{
          .model = model, .slip_smoothing_per_s = eps, .rolling_smoothing_per_s = eps};
      const PatchLoad load = patch.Evaluate({}, 1.0);
      EXPECT_EQ(load.force_N.norm() + load.rolling_moment_N_m.norm(), 0.0);
      EXPECT_EQ(load.spin_moment_N_m, 0.0);
    }
  }
}

TEST(Contensou, ValidateNamesTheField) {
  EXPECT_TRUE(CheckParameters(ContensouPatch()).ok());
  const auto message = [](const ContensouPatch& patch) {
    return std::string(CheckParameters(patch).message());
  };
  EXPECT_EQ(message({.radius_m = 0.0}), "radius_m: 0 must be in [1e-09, 1]");
  EXPECT_EQ(message({.lean = 0.75, .other_lean = 0.5}), "other_lean: 0.5 must be in [0, 0.25]");
  EXPECT_EQ(message({.friction = std::numeric_limits<double>::quiet_NaN()}),
            "friction: nan must be in [0, 10]");
  ContensouPatch patch;
  patch.four_parameter_blend.moment.m = 0.0;
  EXPECT_EQ(message(patch), "four_parameter_blend.moment.m: 0 must be in [0.1, 100]");
}

}  // namespace
}  // namespace carom
