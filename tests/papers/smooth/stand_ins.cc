// What stands in for the sizes, stiffness and speeds that the smooth-contact paper withholds:
// smooth-30.

#include "core/base/constants.h"
#include "core/material/material.h"
#include "core/models/ball_bearing_kinematics.h"
#include "tests/papers/smooth/cradle_experiments.h"

namespace carom::papers {

void StandIns(Findings& findings) {
  const Material& resin = *FindMaterial("phenolic_resin");
  findings.Reproduces("bounce (D-01): stiffness of a resin ball on resin, N/m^1.5",
                      "Figs 5 to 7, not said", 744159402.876236,
                      HertzStiffness(resin, 0.028575, resin, kFlat), 1e-3);
  const Material steel = {"steel of D-13", 210e9, 0.3, 7850.0, "catalogue D-13"};
  constexpr double kRadius_m = 0.0125;
  findings.Reproduces("cradle (D-13): stiffness between two balls, N/m^1.5",
                      "Figs 13 and 14, not said", 1.21626e10,
                      HertzStiffness(steel, kRadius_m, steel, kRadius_m), 5e4);
  findings.Reproduces("cradle (D-13): mass of a ball, kg", "not said", 0.06422266,
                      steel.density_kg_m3 * 4.0 / 3.0 * kPi * kRadius_m * kRadius_m * kRadius_m,
                      5e-9);
  findings.Reproduces("bearing (D-23): cage over outer race, without slip", "Fig 8, speed not said",
                      0.626248489090, OuterRaceTurns(8, 7.938e-3, 31.438e-3).cage, 1e-10);
  findings.NotCheckable("values of Figs 5 to 8", "curves",
                        "ball, cylinder, stiffness, load, speed");
  findings.NotCheckable("values of Figs 13 and 14", "curves", "balls, rods, stiffness, release");
}

}  // namespace carom::papers
