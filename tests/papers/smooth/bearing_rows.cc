#include "tests/papers/smooth/bearing_rows.h"

#include "tests/papers/smooth/bearing_experiments.h"

namespace carom::papers {

// "Smooth contact", section 3.
std::vector<Claim> BearingClaims() {
  using enum ClaimKind;
  return {
      {"smooth-10", "3, Fig 4", "bearing: a cage of springs, the outer race drives", kFigure},
      {"smooth-11", "3", "spheres without, cylinders with an axial load", kFeature},
      {"smooth-17", "Fig 8", "healthy bearing: one low-frequency peak, no fault lines", kFigure},
      {"smooth-18", "Table 1", "ER10K: 8 balls, 7.938 mm, mean diameter 31.438 mm", kMisprint},
  };
}

std::vector<Experiment> BearingExperiments() {
  return {
      {"smooth-10", BearingDrive},
      {"smooth-11", BearingLoads},
      {"smooth-17", BearingSpectrum},
      {"smooth-18", BearingDimensions},
  };
}

}  // namespace carom::papers
