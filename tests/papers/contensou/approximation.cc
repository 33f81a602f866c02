// The approximations (10), (13): contensou-07, contensou-08, contensou-11.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/laws/friction/contensou_integral.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"
#include "tests/testing/patch_pressure.h"

namespace carom::papers {
namespace {

using testing::SlipAt;

// Eq. (13) as printed, in the angles.
PatchFriction AngleForm(double theta, double phi, double d, double gamma,
                        const ContensouBlend& blend) {
  const double c = std::cos(theta);
  const double s = std::sin(theta);
  const double c011 = kForceByShift * d * std::sin(gamma);
  const double c101 = kForceByShift * d * std::cos(gamma);
  const double c010 = kMomentByShift * d * std::sin(gamma);
  const double c100 = kMomentByShift * d * std::cos(gamma);
  const auto divisor = [&](const SlipSpinBlend& f) {
    return Pow(Pow(std::fabs(c), f.m) + Pow(f.b, f.m) * Pow(std::fabs(s), f.m), 1.0 / f.m);
  };
  const double b_t = blend.force.b;
  const Vec2 force(c * std::cos(phi) - b_t * c011 * s, c * std::sin(phi) + b_t * c101 * s);
  const double moment =
      blend.moment.b * kMomentOfSpin * s - c010 * c * std::cos(phi) + c100 * c * std::sin(phi);
  return {force / divisor(blend.force), moment / divisor(blend.moment)};
}

double Moment(const Vec2& shift, int i, int j, int k) {
  return testing::OverDisk([&](const Vec2& at) {
    const double power = k == 0 ? 1.0 : k == 1 ? 1.0 / at.norm() : at.norm();
    return PatchPressure(at, shift) * (i == 1 ? at.x() : 1.0) * (j == 1 ? at.y() : 1.0) * power;
  });
}

}  // namespace

// catalogue B-01
void FivePressureMoments(Findings& findings) {
  findings.sheet() = Sheet({"moment", "paper", "by_quadrature"});
  const double d_c = 0.6 * std::cos(1.0);
  const double d_s = 0.6 * std::sin(1.0);
  const Tolerance rounding = {1e-14, "", "rounding"};
  struct Case {
    const char* name;
    const char* printed;
    int i, j, k;
    double expected;
  };
  for (const Case& m : {Case{"c_0,1,1", "c_0,1,1 = 3/32 pi d_s", 0, 1, 1, 3.0 * kPi / 32.0 * d_s},
                        Case{"c_1,0,1", "c_1,0,1 = 3/32 pi d_c", 1, 0, 1, 3.0 * kPi / 32.0 * d_c},
                        Case{"c_0,0,-1", "c_0,0,-1 = 3/16 pi", 0, 0, -1, 3.0 * kPi / 16.0},
                        Case{"c_0,1,0", "c_0,1,0 = 1/5 d_s", 0, 1, 0, d_s / 5.0},
                        Case{"c_1,0,0", "c_1,0,0 = 1/5 d_c", 1, 0, 0, d_c / 5.0}}) {
    const double ours = Moment(Vec2(d_c, d_s), m.i, m.j, m.k);
    findings.sheet().Add(m.name, m.expected, ours);
    findings.Reproduced(std::string(m.name) + " for d = .6, gamma = 1, by quadrature",
                        {m.printed, "(12)"}, {{ours, Around(m.expected, rounding)}});
  }
  CounterRandom random(6, 0);
  double worst = 0.0;
  for (int n = 0; n < 1000; ++n) {
    const double theta = random.Uniform(-kPi, kPi);
    const double phi = random.Uniform(-kPi, kPi);
    const double d = random.Uniform();
    const double gamma = random.Uniform(-kPi, kPi);
    for (const ContensouBlend& blend : {kFourParameterBlend, kTwoParameterBlend}) {
      worst =
          std::max(worst, Distance(AngleForm(theta, phi, d, gamma, blend),
                                   ApproximateFriction(SlipAt(theta, phi, d, gamma), blend, 0.0)));
    }
  }
  findings.Reproduced("vector form (10) less angle form (13), 1000 random motions, both blends",
                      {"Using the relation (6-7) and changing the kinematic variables, the "
                       "expressions (9) take the following form",
                       "2.3, (13)"},
                      {{worst, SizeWithin(rounding)}}, {Source::kClosedForm, "(13) as printed"});
}

// catalogue B-06
void ExactForPureMotions(Findings& findings) {
  findings.sheet() = Sheet({"b", "m", "d", "pure_slip", "pure_spin"});
  CounterRandom random(8, 0);
  double worst_slip = 0.0;
  double worst_spin = 0.0;
  for (int n = 0; n < 1000; ++n) {
    const SlipSpinBlend family{random.Uniform(0.1, 3.0), random.Uniform(0.5, 9.0)};
    const double d = random.Uniform();
    const Vec2 shift = SlipAt(0.0, 0.0, d, random.Uniform(-kPi, kPi)).shift;
    const auto error = [&](const PatchSlip& slip) {
      return Distance(ApproximateFriction(slip, {family, family}, 0.0),
                      IntegralFriction(slip, 0.0));
    };
    const double slip = error({Vec2(random.Uniform(-9.0, 9.0), 1.0), 0.0, shift});
    const double spin = error({Vec2::Zero(), random.Uniform(-9.0, 9.0), shift});
    findings.sheet().Add(family.b, family.m, d, slip, spin);
    worst_slip = std::max(worst_slip, slip);
    worst_spin = std::max(worst_spin, spin);
  }
  const Tolerance rounding = {1e-13, "", "rounding of the powers"};
  const Reference integral = {Source::kClosedForm, "the integral model"};
  findings.Reproduced("w_s = 0, 1000 random b, m, d: largest difference from the integral",
                      {"f^(I)|_(omega_s=0) = f|_(omega_s=0)", "(11)"},
                      {{worst_slip, SizeWithin(rounding)}}, integral);
  findings.Reproduced("v_s = 0, the same", {"f^(I)|_(v_s=0) = f|_(v_s=0)", "(11)"},
                      {{worst_spin, SizeWithin(rounding)}}, integral);
}

// catalogue B-09
void ApproximationsBeside(Findings& findings) {
  findings.sheet() =
      Sheet({"theta_deg", "T_x", "T_y", "M", "T_x_a", "T_y_a", "M_a", "T_x_b", "T_y_b", "M_b"});
  Eigen::Array3d worst_a = Eigen::Array3d::Zero();
  Eigen::Array3d worst_b = Eigen::Array3d::Zero();
  const auto as_array = [](const PatchFriction& f) {
    return Eigen::Array3d(f.force.x(), f.force.y(), f.moment);
  };
  for (int k = -18; k <= 18; ++k) {
    const PatchSlip slip = SlipAt(DegreesToRadians(5.0 * k), 0.0, 0.6, 1.0);
    const Eigen::Array3d f = as_array(IntegralFriction(slip, 0.0));
    const Eigen::Array3d a = as_array(ApproximateFriction(slip, kFourParameterBlend, 0.0));
    const Eigen::Array3d b = as_array(ApproximateFriction(slip, kTwoParameterBlend, 0.0));
    findings.sheet().Add(5 * k, f[0], f[1], f[2], a[0], a[1], a[2], b[0], b[1], b[2]);
    worst_a = worst_a.max((a - f).abs());
    worst_b = worst_b.max((b - f).abs());
  }
  std::vector<Plot> panels;
  const char* names[] = {"T_x", "T_y", "M"};
  const double expected_a[] = {0.105, 0.0045, 0.099};
  const double expected_b[] = {0.122, 0.0084, 0.105};
  for (int q = 0; q < 3; ++q) {
    const std::string name = names[q];
    panels.push_back({"Fig 4: " + name + " for d = .6, gamma = 1",
                      "theta, deg",
                      name,
                      {{"integral", "theta_deg", name, "", "", "lines"},
                       {"four parameters", "theta_deg", name + "_a", "", "", "points"},
                       {"m = 2", "theta_deg", name + "_b", "", "", "points"}}});
    const auto expect = [&](const char* blend, double expected, double ours) {
      findings.Reproduced("largest error of " + name + blend,
                          {"comparison of the full integral model (8) of friction forces", "2.3"},
                          {{ours, Around(expected, {1e-3, "", "digits of the catalogue"})}},
                          {Source::kCatalogue, "B-09; the figure has curves"});
    };
    expect(", four parameters", expected_a[q], worst_a[q]);
    expect(", m = 2", expected_b[q], worst_b[q]);
  }
  findings.SetPanels(panels);
}

}  // namespace carom::papers
