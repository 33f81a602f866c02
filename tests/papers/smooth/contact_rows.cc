#include "tests/papers/smooth/contact_rows.h"

#include "tests/papers/smooth/contact_experiments.h"

namespace carom::papers {

// "Smooth contact": modelling multiple contact events with force-based methods, sections 2.1, 2.2.
std::vector<Claim> SmoothContactClaims() {
  using enum ClaimKind;
  return {
      {"smooth-01", "2.1.1, (1)-(2), Fig 1", "external and internal spheres", kValue},
      {"smooth-02", "2.1.2, (3)-(5), (8)", "distance of a sphere and a plane", kValue},
      {"smooth-03", "(6)-(7)", "projection and local frame for the relative velocity", kValue},
      {"smooth-04", "Fig 3a", "sphere and cylinder", kValue},
      {"smooth-05", "Fig 3b, Fig 10", "sphere and box, then triangular prism", kValue},
      {"smooth-06", "2.2, (9)", "K delta^n, n usually 3/2", kFeature},
      {"smooth-07", "(10)", "Lankarani-Nikravesh is good near c = 1", kTrend},
      {"smooth-08", "(11)", "Flores serves the whole range of c", kTrend},
      {"smooth-09", "2.2", "two-body laws can pull when three bodies collide", kTrend},
  };
}

std::vector<Experiment> SmoothContactExperiments() {
  return {
      {"smooth-01", SmoothSpheres},   {"smooth-02", SmoothPlane},  {"smooth-03", SmoothLocalFrame},
      {"smooth-04", SmoothCylinder},  {"smooth-05", SmoothPrisms}, {"smooth-06", SmoothExponents},
      {"smooth-07", SmoothLankarani}, {"smooth-08", SmoothFlores}, {"smooth-09", SmoothThreeBodies},
  };
}

}  // namespace carom::papers
