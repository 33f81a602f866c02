#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "absl/status/status.h"
#include "core/laws/friction/contensou.h"
#include "core/laws/friction/contensou_friction.h"
#include "tests/testing/contensou_paper.h"

namespace carom {
namespace {

using testing::BlendObjectives;
using testing::DomainRows;
using testing::NoisyRows;

// catalogue B-08
TEST(ContensouFit, OptimumOfTheObjectives) {
  const std::vector<FrictionMeasurement> rows = DomainRows();
  const auto four = FitBlend(rows, {});
  ASSERT_TRUE(four.ok()) << four.status();
  EXPECT_NEAR(four->blend.force.b, 0.77994, 1e-4);
  EXPECT_NEAR(four->blend.force.m, 2.64836, 1e-4);
  EXPECT_NEAR(four->blend.moment.b, 0.42553, 1e-4);
  EXPECT_NEAR(four->blend.moment.m, 3.16682, 1e-4);
  EXPECT_NEAR(four->force_objective, 0.01710215, 1e-7);
  EXPECT_NEAR(four->moment_objective, 0.01210867, 1e-7);
  const auto two = FitBlend(rows, {.start = kTwoParameterBlend, .fit_exponents = false});
  ASSERT_TRUE(two.ok()) << two.status();
  EXPECT_NEAR(two->blend.force.b, 0.686442, 1e-4);
  EXPECT_NEAR(two->blend.moment.b, 0.485706, 1e-4);
  EXPECT_EQ(two->blend.force.m, 2.0);
  EXPECT_NEAR(two->force_objective, 0.02202617, 1e-7);
  EXPECT_NEAR(two->moment_objective, 0.01499011, 1e-7);

  const BlendFit paper_four = BlendObjectives(rows, kFourParameterBlend);
  EXPECT_NEAR(paper_four.force_objective, 0.01720975, 1e-7);
  EXPECT_NEAR(paper_four.moment_objective, 0.01224829, 1e-7);
  const BlendFit paper_two = BlendObjectives(rows, kTwoParameterBlend);
  EXPECT_NEAR(paper_two.force_objective, 0.02206464, 1e-7);
  EXPECT_NEAR(paper_two.moment_objective, 0.01501463, 1e-7);
}

// Rows of a known blend, with noise of 1 %, give it back.
TEST(ContensouFit, FindsTheBlendOfNoisyData) {
  constexpr ContensouBlend kTruth = {{0.9, 2.2}, {0.6, 4.0}};
  const std::vector<FrictionMeasurement> rows = NoisyRows(kTruth, 0.01, 4000);
  const auto fit = FitBlend(rows, {});
  ASSERT_TRUE(fit.ok()) << fit.status();
  EXPECT_NEAR(fit->blend.force.b, 0.9, 0.01);
  EXPECT_NEAR(fit->blend.force.m, 2.2, 0.03);
  EXPECT_NEAR(fit->blend.moment.b, 0.6, 0.01);
  EXPECT_NEAR(fit->blend.moment.m, 4.0, 0.1);
  EXPECT_NEAR(fit->force_objective, 2.0 * 4000 * 1e-4, 0.05);
  EXPECT_NEAR(fit->moment_objective, 4000 * 1e-4, 0.03);
}

TEST(ContensouFit, RefusesWhatTellsNothing) {
  EXPECT_EQ(FitBlend({}, {}).status().code(), absl::StatusCode::kFailedPrecondition);
  const PatchSlip slides{Vec2(1.0, 0.0), 0.0};
  const FrictionMeasurement pure[] = {{slides, IntegralFriction(slides, 0.0)}};
  EXPECT_EQ(FitBlend(pure, {}).status().code(), absl::StatusCode::kFailedPrecondition);
  FrictionMeasurement rows[] = {pure[0], pure[0]};
  rows[1].weight = -1.0;
  EXPECT_EQ(FitBlend(rows, {}).status().message(), "rows[1].weight: -1 must be >= 0");
  rows[1].weight = 1.0;
  rows[1].friction.moment = std::nan("");
  EXPECT_EQ(FitBlend(rows, {}).status().message(), "rows[1]: a number must be finite");
}

}  // namespace
}  // namespace carom
