#include "core/laws/friction/contensou_fit.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/laws/friction/contensou_integral.h"

namespace carom {
namespace {

// Five-point Gauss-Legendre on each of `panels` equal parts of [low, high].
struct Node {
  double at;
  double weight;
};

std::vector<Node> GaussNodes(double low, double high, int panels) {
  const double inner = std::sqrt(5.0 - 2.0 * std::sqrt(10.0 / 7.0)) / 3.0;
  const double outer = std::sqrt(5.0 + 2.0 * std::sqrt(10.0 / 7.0)) / 3.0;
  const double w_inner = (322.0 + 13.0 * std::sqrt(70.0)) / 900.0;
  const double w_outer = (322.0 - 13.0 * std::sqrt(70.0)) / 900.0;
  const std::array<Node, 5> unit = {{{-outer, w_outer},
                                     {-inner, w_inner},
                                     {0.0, 128.0 / 225.0},
                                     {inner, w_inner},
                                     {outer, w_outer}}};
  std::vector<Node> nodes;
  const double half = 0.5 * (high - low) / panels;
  for (int panel = 0; panel < panels; ++panel) {
    const double middle = low + (2 * panel + 1) * half;
    for (const Node& node : unit) nodes.push_back({middle + half * node.at, half * node.weight});
  }
  return nodes;
}

PatchSlip SlipAt(double theta, double d, double gamma) {
  return {Vec2(std::cos(theta), 0.0), std::sin(theta), d * Vec2(std::cos(gamma), std::sin(gamma))};
}

// The integral model over the domain D of section 2.3; the weights make the objectives integrals
// over it. Panels end where the centre of rotation crosses the rim, theta = +-pi/4.
std::vector<FrictionMeasurement> DomainRows() {
  std::vector<FrictionMeasurement> rows;
  for (const Node& theta : GaussNodes(-kHalfPi, kHalfPi, 16)) {
    for (const Node& d : GaussNodes(0.0, 1.0, 1)) {
      for (const Node& gamma : GaussNodes(0.0, kPi, 2)) {
        const PatchSlip slip = SlipAt(theta.at, d.at, gamma.at);
        rows.push_back({slip, IntegralFriction(slip, 0.0), theta.weight * d.weight * gamma.weight});
      }
    }
  }
  return rows;
}

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
  CounterRandom random(7, 0);
  const auto noise = [&] { return 0.01 * random.Normal(); };
  std::vector<FrictionMeasurement> rows;
  for (int k = 0; k < 4000; ++k) {
    const PatchSlip slip =
        SlipAt(random.Uniform(-kHalfPi, kHalfPi), random.Uniform(), random.Uniform(-kPi, kPi));
    PatchFriction measured = ApproximateFriction(slip, kTruth, 0.0);
    measured.force.x() += noise();
    measured.force.y() += noise();
    measured.moment += noise();
    rows.push_back({slip, measured});
  }
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
