// What the models cost: contensou-12. Times are this machine's and decide nothing; counts do.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/laws/friction/contensou_friction.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"
#include "tests/testing/shots/contensou_ball.h"

namespace carom::papers {
namespace {

template <class F>
double Seconds(F&& f) {
  const auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<PatchSlip> Motions() {
  std::vector<PatchSlip> motions;
  for (int k = 0; k < 1000; ++k) {
    motions.push_back(testing::SlipAt(-kHalfPi + kPi * (k + 0.5) / 1000.0, 0.3, 0.9, 0.01 * k));
  }
  return motions;
}

// Of one evaluation, the least of five rounds.
template <class F>
double Nanoseconds(int rounds, F&& evaluate) {
  const std::vector<PatchSlip> motions = Motions();
  double sum = 0.0;
  double least_s = 1e9;
  for (int i = 0; i < 5; ++i) {
    least_s = std::min(least_s, Seconds([&] {
                         for (int k = 0; k < rounds; ++k) {
                           for (const PatchSlip& slip : motions) sum += evaluate(slip).moment;
                         }
                       }));
  }
  if (!std::isfinite(sum)) return sum;  // Keeps the loop alive.
  return 1e9 * least_s / (rounds * static_cast<double>(motions.size()));
}

// Eq. (16) as integrals are usually taken: midpoints of n radii and 2 n directions.
PatchFriction ByGrid(const PatchSlip& slip, double eps, int n) {
  PatchFriction sum;
  for (int i = 0; i < n; ++i) {
    const double r = (i + 0.5) / n;
    for (int k = 0; k < 2 * n; ++k) {
      const double angle = kPi * k / n;
      const Vec2 at = r * Vec2(std::cos(angle), std::sin(angle));
      const Vec2 v = slip.slip_per_s + slip.spin_rad_s * Vec2(-at.y(), at.x());
      const double weight = r * kPi / (n * n) * ScaledPressure(at, slip.shift) /
                            std::sqrt(v.squaredNorm() + eps * eps);
      sum.force += weight * v;
      sum.moment += weight * (at.x() * v.y() - at.y() * v.x());
    }
  }
  return sum;
}

struct TrajectoryCost {
  double milliseconds = 0.0;
  double evaluations = 0.0;
};

// Mean of Figs. 6 to 8.
TrajectoryCost CostOfTrajectories(ContensouModel model, Findings& findings) {
  TrajectoryCost cost;
  for (const char* figure : {"Fig6", "Fig7", "Fig8"}) {
    const RollingBall ball = testing::PaperBall(figure, model);
    cost.milliseconds += 1e3 / 3.0 * Seconds([&] {
                           const auto roll = RollBall(ball, figure, findings);
                           if (roll)
                             cost.evaluations +=
                                 static_cast<double>(roll->record.evaluations) / 3.0;
                         });
  }
  return cost;
}

// The least number of points, of grids that double, from which the integral (16) over the patch is
// nearer to its closed form than the approximations are to it (0.1, contensou-11).
int PointsForAHundredth(const PatchSlip& slip, double eps) {
  const ContensouPatch integral{.model = ContensouModel::kIntegral, .slip_smoothing_per_s = eps};
  const PatchFriction exact = integral.Friction(slip);
  for (int n = 2; n <= 64; n *= 2) {
    if (Distance(exact, ByGrid(slip, eps, n)) < 0.01) return 2 * n * n;
  }
  return 2 * 128 * 128;
}

}  // namespace

void CostOfModels(Findings& findings) {
  findings.sheet() =
      Sheet({"model", "ns_per_evaluation", "ms_per_trajectory", "evaluations_per_trajectory"});
  std::vector<double> ns;
  std::vector<TrajectoryCost> costs;
  for (const NamedModel& model : kPatchModels) {
    const ContensouPatch patch{.model = model.model};
    ns.push_back(Nanoseconds(100, [&](const PatchSlip& slip) { return patch.Friction(slip); }));
    costs.push_back(CostOfTrajectories(model.model, findings));
    findings.sheet().Add(model.name, ns.back(), costs.back().milliseconds,
                         costs.back().evaluations);
  }
  const PatchSlip slip = testing::SlipAt(0.7, 0.3, 0.9, 1.0);
  const int points = PointsForAHundredth(slip, 0.01);
  const double grid_ns = Nanoseconds(1, [&](const PatchSlip& at) { return ByGrid(at, 0.01, 32); });
  findings.sheet().Add("integral by 2048 points", grid_ns, std::nan(""), std::nan(""));
  findings.Measure("contensou-12a", points);
  const auto all = [](double a, double b, double c, const char* unit) {
    return Text(a) + ", " + Text(b) + ", " + Text(c) + " " + unit;
  };
  findings.Tell("contensou-12a",
                "(16) has a closed form in elementary functions: on this machine, it, four "
                "parameters and m = 2 take " +
                    all(ns[0], ns[1], ns[2], "ns") + " an evaluation, 2048 points " +
                    Text(grid_ns) + " ns");
  findings.Tell("contensou-12b",
                "a trajectory, the same models: " +
                    all(costs[0].milliseconds, costs[1].milliseconds, costs[2].milliseconds, "ms"));
}

}  // namespace carom::papers
