// The integral model: contensou-04 to contensou-06.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/laws/friction/contensou_integral.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"
#include "tests/testing/csv.h"

namespace carom::papers {
namespace {

using testing::SlipAt;

PatchFriction Integral(double theta, double phi, double d, double gamma) {
  return IntegralFriction(SlipAt(theta, phi, d, gamma), 0.0);
}

// catalogue B-02
void CompareWithTable(Findings& findings) {
  double worst = 0.0;
  int rows = 0;
  for (const auto& row : testing::ReadCsv("contensou_tables.csv")) {
    const double theta = row.Number("theta_s");
    const PatchFriction ours = Integral(theta, 0.0, row.Number("d"), row.Number("gamma"));
    const PatchFriction table{Vec2(row.Number("Tsx_int"), row.Number("Tsy_int")),
                              row.Number("Ms_int")};
    findings.sheet().Add(row.Number("d"), row.Number("gamma"), theta, ours.force.x(),
                         ours.force.y(), ours.moment, table.force.x(), table.force.y(),
                         table.moment);
    worst = std::max(worst, Distance(ours, table));
    ++rows;
  }
  findings.Reproduces("greatest difference from " + std::to_string(rows) +
                          " integrals by another quadrature (d = .6 and 0)",
                      "the integrals (8)", 0.0, worst, 1e-9);
}

// catalogue B-05
void Asymptotics(Findings& findings) {
  const PatchFriction slow_spin = IntegralFriction({Vec2(1.0, 0.0), 0.1}, 0.0);
  findings.Reproduces("T for w/v = .1, d = 0", "the integral; about 1 - w^2 / 10", 0.9989989255833,
                      slow_spin.force.x(), 1e-9);
  findings.Reproduces("M for w/v = .1", "the integral; about w / 5", 0.0200143215645,
                      slow_spin.moment, 1e-9);
  const PatchFriction slow_slip = IntegralFriction({Vec2(0.01, 0.0), 1.0}, 0.0);
  findings.Reproduces("T for v/w = .01", "the integral; about 3 pi/8 v/w", 0.01178067792665,
                      slow_slip.force.x(), 1e-9);
  findings.Reproduces("M for v/w = .01", "the integral; about 3 pi / 16", 0.58898971989476,
                      slow_slip.moment, 1e-9);
}

void AnyDirection(Findings& findings) {
  CounterRandom random(4, 0);
  double worst = 0.0;
  for (int k = 0; k < 1000; ++k) {
    const double theta = random.Uniform(-kPi, kPi);
    const double phi = random.Uniform(-kPi, kPi);
    const double d = random.Uniform();
    const double gamma = random.Uniform(-kPi, kPi);
    const PatchFriction ours = Integral(theta, phi, d, gamma);
    PatchFriction turned = Integral(theta, 0.0, d, gamma - phi);
    turned.force = Eigen::Rotation2Dd(phi) * turned.force;
    worst = std::max(worst, Distance(ours, turned));
  }
  findings.Reproduces("any direction phi_s less the turned phi_s = 0, 1000 random motions",
                      "(8) has phi_s", 0.0, worst, 1e-13);
}

}  // namespace

void IntegralModel(Findings& findings) {
  findings.sheet() =
      Sheet({"d", "gamma", "theta", "T_x", "T_y", "M", "table_T_x", "table_T_y", "table_M"});
  CompareWithTable(findings);
  Asymptotics(findings);
  AnyDirection(findings);
}

// catalogue B-07
void FourSymmetries(Findings& findings) {
  findings.sheet() = Sheet({"theta", "phi", "d", "gamma", "first", "second", "third", "fourth"});
  CounterRandom random(5, 0);
  double worst[4] = {};
  for (int k = 0; k < 1000; ++k) {
    const double theta = random.Uniform(-kPi, kPi);
    const double phi = random.Uniform(-kPi, kPi);
    const double d = random.Uniform();
    const double gamma = random.Uniform(-kPi, kPi);
    const PatchFriction f = Integral(theta, phi, d, gamma);
    const PatchFriction a = Integral(theta + kPi, phi, d, gamma);
    const PatchFriction b = Integral(-theta, phi + kPi, d, gamma);
    const PatchFriction c = Integral(-theta, phi, d, gamma + kPi);
    const double error[4] = {Distance(f, {-a.force, -a.moment}), Distance(f, {-b.force, -b.moment}),
                             (f.force - c.force).norm(), std::fabs(f.moment + c.moment)};
    findings.sheet().Add(theta, phi, d, gamma, error[0], error[1], error[2], error[3]);
    for (int i = 0; i < 4; ++i) worst[i] = std::max(worst[i], error[i]);
  }
  const char* names[4] = {"f(theta, phi, gamma) = -f(theta + pi, phi, gamma)",
                          "f(theta, phi, gamma) = -f(-theta, phi + pi, gamma)",
                          "T(theta, phi, gamma) = T(-theta, phi, gamma + pi)",
                          "M(theta, phi, gamma) = -M(-theta, phi, gamma + pi)"};
  for (int i = 0; i < 4; ++i) {
    findings.Reproduces("1000 random motions, largest difference", names[i], 0.0, worst[i], 1e-12);
  }
}

void IntegralSurfaces(Findings& findings) {
  findings.sheet() = Sheet({"theta_deg", "gamma_deg", "T_x", "T_y", "M"});
  double greatest_force = 0.0;
  for (int i = -18; i <= 18; ++i) {
    for (int j = 0; j <= 36; ++j) {
      const PatchFriction f =
          Integral(DegreesToRadians(5.0 * i), 0.0, 1.0, DegreesToRadians(5.0 * j));
      findings.sheet().Add(5 * i, 5 * j, f.force.x(), f.force.y(), f.moment);
      greatest_force = std::max(greatest_force, f.force.norm());
    }
  }
  std::vector<Plot> panels;
  for (const char* quantity : {"T_x", "T_y", "M"}) {
    Plot plot{
        std::string("Fig 3: ") + quantity + " for d = 1, phi = 0", "theta, deg", "gamma, deg", {}};
    plot.curves.push_back({quantity, "theta_deg", "gamma_deg"});
    plot.curves.back().z = quantity;
    plot.surface_points = 37;
    panels.push_back(plot);
  }
  findings.SetPanels(panels);
  findings.Reproduces("greatest force of 1369 motions", "a surface; Coulomb's bound is 1", 1.0,
                      greatest_force, 1e-12);
  const PatchFriction spin = Integral(kHalfPi, 0.0, 1.0, kHalfPi);
  findings.Reproduces("T_x at theta = gamma = 90 deg", "a surface; -3 pi / 32", -3.0 * kPi / 32.0,
                      spin.force.x(), 1e-12);
  findings.Reproduces("M there", "a surface; 3 pi / 16", 3.0 * kPi / 16.0, spin.moment, 1e-12);
}

}  // namespace carom::papers
