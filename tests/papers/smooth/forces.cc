// The normal forces of two bodies: smooth-06 to smooth-08.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/laws/normal/menu.h"
#include "core/laws/normal/restitution.h"
#include "core/material/material.h"
#include "tests/papers/smooth/contact_experiments.h"
#include "tests/testing/pulse.h"

namespace carom::papers {
namespace {

using testing::IntegratePulse;
using testing::Pulse;

constexpr double kReducedMass_kg = 0.085;
constexpr double kMph_m_s = 0.44704;

double BallStiffness() {
  const Material& resin = *FindMaterial("phenolic_resin");
  return HertzStiffness(resin, 0.028575, resin, 0.028575);
}

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
    findings.Reproduces(name + ": length over its closed form", "n a parameter", 1.0,
                        pulse.duration_s / length, 1e-6);
    findings.Reproduces(name + ": peak over its closed form", "n a parameter", 1.0,
                        pulse.greatest_force_N / (stiffness * std::pow(deepest, n)), 1e-7);
    findings.Reproduces(name + ": restitution", "no loss", 1.0, pulse.restitution, 1e-9);
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
  findings.Reproduces("restitution of c = 0.98", "c near 1 works well", 0.9805836964023,
                      RestitutionOfDamping(LankaraniOf(0.98).damping), 1e-9);
  findings.Differs("restitution of c = 0.93", "0.93", 0.93669893440835,
                   RestitutionOfDamping(LankaraniOf(0.93).damping), 1e-9,
                   "(10) is derived for little loss; h(1+e) = ln[(1+h)/(1-he)] is exact");
  findings.Differs("restitution of c = 0.7", "0.7", 0.79597259536533,
                   RestitutionOfDamping(LankaraniOf(0.7).damping), 1e-9, "the same");
  findings.Reproduces("greatest change of it between 0.1 and 10.7 m/s", "c is a constant", 0.0,
                      spread, 1e-9);
  Material resin = *FindMaterial("phenolic_resin");
  resin.density_kg_m3 = 1739.41;
  findings.Reproduces("speeds up to", "wave speed sqrt(E/rho), m/s", 1832.3, WaveSpeed(resin), 0.1);
  findings.Reproduces("24 mph over it", "low", 0.005855, 10.729 / WaveSpeed(resin), 1e-5);
  findings.Differs("speed up to which an impact is elastic, m/s", "wave speed", 0.018323,
                   ElasticImpactSpeed(resin), 1e-5,
                   "Johnson's criterion is 1e-5 of it, which every impact of pool exceeds");
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
  findings.Reproduces("restitution of c = 0.98", "entire range", 0.97869410617514,
                      RestitutionOfDamping(PrintedDamping(FloresLaw{.restitution = 0.98})), 1e-9);
  findings.Reproduces("restitution of c = 0.5", "entire range", 0.47044477932674,
                      RestitutionOfDamping(PrintedDamping(FloresLaw{.restitution = 0.5})), 1e-9);
  findings.Reproduces(
      "greatest error from 0.05 to 0.99", "entire range of c",
      "Flores " + Text(worst_flores) + ", Lankarani-Nikravesh " + Text(worst_lankarani),
      worst_flores < 0.1 * worst_lankarani);
  findings.Reproduces("greatest error of the calibrated law", "ours", 0.0, worst_exact, 1e-9);
  findings.SetPlot({"Restitution that the laws give",
                    "c",
                    "restitution",
                    {{"Lankarani-Nikravesh", "c", "Lankarani-Nikravesh"},
                     {"Flores", "c", "Flores"},
                     {"calibrated", "c", "calibrated"}}});
}

}  // namespace carom::papers
