// The normal forces of two bodies: smooth-06 to smooth-08.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/laws/normal/normal_law.h"
#include "core/laws/normal/restitution.h"
#include "core/material/material.h"
#include "tests/papers/smooth/contact_experiments.h"
#include "tests/papers/smooth/resin_ball.h"
#include "tests/testing/pulse.h"
#include "tests/testing/wave_speed.h"

namespace carom::papers {
namespace {

using testing::IntegratePulse;
using testing::Pulse;

constexpr double kReducedMass_kg = 0.085;
constexpr double kMph_m_s = 0.44704;

// Integral of dx/sqrt(1 - x^(n + 1)) over [0, 1]; with x = 1 - s^2 the end is no pole.
double QuarterPulse(double n) {
  constexpr int kPanels = 20000;
  double sum = 0.0;
  for (int i = 0; i < kPanels; ++i) {
    const double s = (i + 0.5) / kPanels;
    sum += 2.0 * s / std::sqrt(1.0 - std::pow(1.0 - s * s, n + 1.0)) / kPanels;
  }
  return sum;
}

NormalForceLaw LankaraniOf(double c) {
  return MakeNormalForce(LankaraniNikravesh{.restitution = c}, BallStiffness());
}

}  // namespace

// catalogue C-02
void SmoothExponents(Findings& findings) {
  findings.sheet() = Sheet({"n", "K_N_per_m_n", "deepest_m", "length_s", "peak_N", "restitution"});
  const double v = 3.0 * kMph_m_s;
  for (const double n : {1.0, 1.5, 2.0}) {
    // The same force at 0.1 mm.
    const double stiffness = BallStiffness() * std::pow(1e-4, 1.5 - n);
    const Pulse pulse = IntegratePulse(MakeNormalForce(HertzLaw{n}, stiffness), kReducedMass_kg, v);
    const double deepest =
        std::pow(0.5 * (n + 1.0) * kReducedMass_kg * v * v / stiffness, 1.0 / (n + 1.0));
    const double length = 2.0 * QuarterPulse(n) * deepest / v;
    const std::string name = "n = " + Text(n);
    findings.Reproduced(
        name,
        {"n is an exponent that quantifies the degree of nonlinearity of the force-indentation "
         "relation",
         "2.2, (9)"},
        {{pulse.duration_s / length, Around(1.0, {1e-6, "", "integration and quadrature"}),
          "length over its closed form"},
         {pulse.greatest_force_N / (stiffness * std::pow(deepest, n)),
          Around(1.0, {1e-6, "", "integration and quadrature"}), "peak over its closed form"},
         {pulse.restitution, Around(1.0, {1e-9, "", "integration"}), "restitution"}},
        {Source::kClosedForm, "m v^2/2 = K delta^(n+1)/(n+1)"});
    findings.sheet().Add(n, stiffness, pulse.deepest_m, pulse.duration_s, pulse.greatest_force_N,
                         pulse.restitution);
  }
}

// catalogue C-03, C-12
void SmoothLankarani(Findings& findings) {
  findings.sheet() = Sheet({"c", "e_0.1_m_s", "e_1_m_s", "e_10.7_m_s", "e_closed_form"});
  double spread = 0.0;
  for (int i = 0; i <= 20; ++i) {
    const double c = 0.05 * i;
    const NormalForceLaw law = LankaraniOf(c);
    const double slow = IntegratePulse(law, kReducedMass_kg, 0.1).restitution;
    const double one = IntegratePulse(law, kReducedMass_kg, 1.0).restitution;
    const double fast = IntegratePulse(law, kReducedMass_kg, 10.729).restitution;
    spread = std::max({spread, std::fabs(slow - one), std::fabs(fast - one)});
    findings.sheet().Add(c, slow, one, fast, RestitutionOfDamping(law.damping));
  }
  const Printed good = {
      "This model has proved to work well with contact events in which the value of cr is close to "
      "unity and the impact velocities are low.",
      "2.2"};
  const auto real = [](double c) { return RestitutionOfDamping(LankaraniOf(c).damping); };
  const Tolerance digits = {1e-9, "", "digits of the catalogue"};
  const auto expect = [&](const char* what, double expected, double ours) {
    findings.SelfCheck(what, {Source::kCatalogue, "C-03: h (1 + e) = ln[(1 + h)/(1 - h e)]"},
                       {{ours, Around(expected, digits)}});
  };
  expect("restitution that (10) gives for c = 0.98", 0.9805836964023, real(0.98));
  expect("for c = 0.93", 0.93669893440835, real(0.93));
  expect("for c = 0.7", 0.79597259536533, real(0.7));
  const double near = std::fabs(real(0.98) - 0.98);
  const double far = std::fabs(real(0.5) - 0.5);
  findings.Reproduced(
      "error of the restitution, " + Text(near) + " at c = 0.98 over " + Text(far) + " at c = 0.5",
      good, {{near / far, Below(1.0, 1.0, "", "1 where it works as well at any c")}},
      {Source::kClosedForm, "c itself"});
  findings.SelfCheck("greatest change of the restitution between 0.1 and 10.7 m/s",
                     {Source::kClosedForm, "(10) scales with the speed"},
                     {{spread, SizeWithin(digits)}});
  Material resin = *FindMaterial("phenolic_resin");
  resin.density_kg_m3 = 1739.41;
  findings.Extension("24 mph over the wave propagation velocity sqrt(E/rho)",
                     {Source::kCatalogue, "C-12"},
                     {{10.729 / WaveSpeed(resin), Around(0.005855, {1e-5, "", "digits"})}});
  findings.Extension("speed up to which an impact is elastic, by Johnson's criterion",
                     {Source::kCatalogue, "C-12"},
                     {{ElasticImpactSpeed(resin), Around(0.018323, {1e-5, "m/s", "digits"})}});
  findings.SetPlot({"Restitution of (10)",
                    "c",
                    "restitution",
                    {{"0.1 m/s", "c", "e_0.1_m_s"},
                     {"1 m/s", "c", "e_1_m_s"},
                     {"10.7 m/s", "c", "e_10.7_m_s"},
                     {"c", "c", "c"}}});
}

// catalogue C-04, C-10
void SmoothFlores(Findings& findings) {
  findings.sheet() = Sheet({"c", "Lankarani-Nikravesh", "Flores", "calibrated"});
  double worst_flores = 0.0;
  double worst_lankarani = 0.0;
  double worst_exact = 0.0;
  for (int i = 0; i <= 47; ++i) {
    const double c = 0.05 + 0.02 * i;
    const FloresLaw flores{.restitution = c};
    FloresLaw exact = flores;
    exact.exact = true;
    const auto played = [](const NormalLaw& law) {
      return IntegratePulse(MakeNormalForce(law, BallStiffness()), kReducedMass_kg, 1.0)
          .restitution;
    };
    const double e_lankarani = played(LankaraniNikravesh{.restitution = c});
    const double e_flores = played(flores);
    const double e_exact = played(exact);
    worst_lankarani = std::max(worst_lankarani, std::fabs(e_lankarani - c));
    worst_flores = std::max(worst_flores, std::fabs(e_flores - c));
    worst_exact = std::max(worst_exact, std::fabs(e_exact - c));
    findings.sheet().Add(c, e_lankarani, e_flores, e_exact);
  }
  const auto expect = [&](double c, double expected) {
    findings.SelfCheck("restitution that (11) gives for c = " + Text(c),
                       {Source::kCatalogue, "C-04"},
                       {{RestitutionOfDamping(PrintedDamping(FloresLaw{.restitution = c})),
                         Around(expected, {1e-9, "", "digits of the catalogue"})}});
  };
  expect(0.98, 0.97869410617514);
  expect(0.5, 0.47044477932674);
  findings.Reproduced(
      "greatest error of the restitution from 0.05 to 0.99, Flores " + Text(worst_flores) +
          " over Lankarani-Nikravesh " + Text(worst_lankarani),
      {"a constitutive law that can be applied to the entire range of values of cr", "2.2"},
      {{worst_flores / worst_lankarani, Below(1.0, 1.0, "", "1 where it serves no wider a range")}},
      {Source::kClosedForm, "c itself"});
  findings.Extension("greatest error of the calibrated law", {Source::kClosedForm, "c itself"},
                     {{worst_exact, SizeWithin({1e-9, "", "integration"})}});
  findings.SetPlot({"Restitution that the laws give",
                    "c",
                    "restitution",
                    {{"Lankarani-Nikravesh", "c", "Lankarani-Nikravesh"},
                     {"Flores", "c", "Flores"},
                     {"calibrated", "c", "calibrated"}}});
}

}  // namespace carom::papers
