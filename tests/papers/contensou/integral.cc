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

const Printed kIntegrals = {
    "T_sx = iint_F sigma N_1/D dx dy, T_sy = iint_F sigma N_2/D dx dy, M_s = iint_F sigma N_3/D dx "
    "dy",
    "(8)"};

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
  findings.Reproduced("greatest difference from " + std::to_string(rows) +
                          " integrals by another quadrature (d = .6 and 0)",
                      kIntegrals,
                      {{worst, SizeWithin({1e-9, "", "the stored integrals have 10 digits"})}},
                      {Source::kCatalogue, "B-02, chord quadrature"});
}

// catalogue B-05
void Asymptotics(Findings& findings) {
  const PatchFriction slow_spin = IntegralFriction({Vec2(1.0, 0.0), 0.1}, 0.0);
  const auto expect = [&](const char* what, double expected, double ours) {
    findings.Reproduced(what, kIntegrals,
                        {{ours, Around(expected, {1e-9, "", "digits of the catalogue"})}},
                        {Source::kCatalogue, "B-05"});
  };
  expect("T for w/v = .1, d = 0; about 1 - w^2/10", 0.9989989255833, slow_spin.force.x());
  expect("M for w/v = .1; about w/5", 0.0200143215645, slow_spin.moment);
  const PatchFriction slow_slip = IntegralFriction({Vec2(0.01, 0.0), 1.0}, 0.0);
  expect("T for v/w = .01; about 3 pi/8 v/w", 0.01178067792665, slow_slip.force.x());
  expect("M for v/w = .01; about 3 pi/16", 0.58898971989476, slow_slip.moment);
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
  findings.Reproduced("any direction phi_s less the turned phi_s = 0, 1000 random motions",
                      {"N_1 = cos theta_s cos phi_s - y sin theta_s", "(8)"},
                      {{worst, SizeWithin({1e-13, "", "rounding"})}},
                      {Source::kClosedForm, "the patch is round: (8) turns with phi_s"});
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
  const char* names[4] = {
      "f(theta_s, phi_s, gamma) = -f(theta_s + pi, phi_s, gamma) for f = T_sx, T_sy, M_s",
      "f(theta_s, phi_s, gamma) = -f(-theta_s, phi_s + pi, gamma) for f = T_sx, T_sy, M_s",
      "f(theta_s, phi_s, gamma) = f(-theta_s, phi_s, gamma + pi) for f = T_sx, T_sy",
      "f(theta_s, phi_s, gamma) = -f(-theta_s, phi_s, gamma + pi) for f = M_s"};
  for (int i = 0; i < 4; ++i) {
    findings.Reproduced("1000 random motions, largest difference", {names[i], "(9)"},
                        {{worst[i], SizeWithin({1e-12, "", "rounding of both sides"})}},
                        {Source::kClosedForm, "both sides by the integral model"});
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
  const auto expect = [&](const char* what, double expected, double ours, const char* why) {
    findings.Reproduced(what,
                        {"The components (T_sx, T_sy, M_s) of the integral friction model (9), for "
                         "d = 1, phi_s = 0.",
                         "Fig 3"},
                        {{ours, Around(expected, {1e-12, "", "rounding"})}},
                        {Source::kClosedForm, why});
  };
  const PatchFriction spin = Integral(kHalfPi, 0.0, 1.0, kHalfPi);
  expect("greatest force of 1369 motions", 1.0, greatest_force,
         "Coulomb's bound, met in pure slip");
  expect("T_x at theta = gamma = 90 deg", -3.0 * kPi / 32.0, spin.force.x(), "-3 pi/32");
  expect("M there", 3.0 * kPi / 16.0, spin.moment, "3 pi/16");
}

}  // namespace carom::papers
