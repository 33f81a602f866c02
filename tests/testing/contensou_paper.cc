#include "tests/testing/contensou_paper.h"

#include <array>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/laws/friction/contensou_friction.h"

namespace carom::testing {

PatchSlip SlipAt(double theta, double phi, double d, double gamma) {
  const double v = std::cos(theta);
  return {v * Vec2(std::cos(phi), std::sin(phi)), std::sin(theta),
          d * Vec2(std::cos(gamma), std::sin(gamma))};
}

std::vector<QuadratureNode> GaussNodes(double low, double high, int panels) {
  const double inner = std::sqrt(5.0 - 2.0 * std::sqrt(10.0 / 7.0)) / 3.0;
  const double outer = std::sqrt(5.0 + 2.0 * std::sqrt(10.0 / 7.0)) / 3.0;
  const double w_inner = (322.0 + 13.0 * std::sqrt(70.0)) / 900.0;
  const double w_outer = (322.0 - 13.0 * std::sqrt(70.0)) / 900.0;
  const std::array<QuadratureNode, 5> unit = {{{-outer, w_outer},
                                               {-inner, w_inner},
                                               {0.0, 128.0 / 225.0},
                                               {inner, w_inner},
                                               {outer, w_outer}}};
  std::vector<QuadratureNode> nodes;
  const double half = 0.5 * (high - low) / panels;
  for (int panel = 0; panel < panels; ++panel) {
    const double middle = low + (2 * panel + 1) * half;
    for (const QuadratureNode& node : unit) {
      nodes.push_back({middle + half * node.at, half * node.weight});
    }
  }
  return nodes;
}

// Panels end where the centre of rotation crosses the rim, theta = +-pi/4.
std::vector<FrictionMeasurement> DomainRows() {
  std::vector<FrictionMeasurement> rows;
  for (const QuadratureNode& theta : GaussNodes(-kHalfPi, kHalfPi, 16)) {
    for (const QuadratureNode& d : GaussNodes(0.0, 1.0, 1)) {
      for (const QuadratureNode& gamma : GaussNodes(0.0, kPi, 2)) {
        const PatchSlip slip = SlipAt(theta.at, 0.0, d.at, gamma.at);
        rows.push_back({slip, IntegralFriction(slip, 0.0), theta.weight * d.weight * gamma.weight});
      }
    }
  }
  return rows;
}

BlendFit BlendObjectives(const std::vector<FrictionMeasurement>& rows,
                         const ContensouBlend& blend) {
  BlendFit at{.blend = blend};
  for (const FrictionMeasurement& row : rows) {
    const PatchFriction friction = ApproximateFriction(row.slip, blend, 0.0);
    const double moment = friction.moment - row.friction.moment;
    at.force_objective += row.weight * (friction.force - row.friction.force).squaredNorm();
    at.moment_objective += row.weight * moment * moment;
  }
  return at;
}

std::vector<FrictionMeasurement> NoisyRows(const ContensouBlend& blend, double deviation,
                                           int count) {
  CounterRandom random(7, 0);
  std::vector<FrictionMeasurement> rows;
  for (int k = 0; k < count; ++k) {
    const double theta = random.Uniform(-kHalfPi, kHalfPi);
    const double d = random.Uniform();
    const PatchSlip slip = SlipAt(theta, 0.0, d, random.Uniform(-kPi, kPi));
    PatchFriction measured = ApproximateFriction(slip, blend, 0.0);
    measured.force.x() += deviation * random.Normal();
    measured.force.y() += deviation * random.Normal();
    measured.moment += deviation * random.Normal();
    rows.push_back({slip, measured});
  }
  return rows;
}

// r = sin t rounds off the rim; equal steps in the angle are exact for polynomials.
double OverDisk(const std::function<double(const Vec2&)>& f) {
  constexpr int kAngles = 64;
  double sum = 0.0;
  for (const QuadratureNode& t : GaussNodes(0.0, kHalfPi, 20)) {
    const double r = std::sin(t.at);
    for (int k = 0; k < kAngles; ++k) {
      const double angle = kTwoPi * (k + 0.5) / kAngles;
      sum += t.weight * r * std::cos(t.at) * kTwoPi / kAngles *
             f(r * Vec2(std::cos(angle), std::sin(angle)));
    }
  }
  return sum;
}

}  // namespace carom::testing
