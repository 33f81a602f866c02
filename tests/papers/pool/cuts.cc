// The second experiment, all 112 runs: pool-31.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/cut_experiments.h"
#include "tests/papers/pool/cut_shot.h"

namespace carom::papers {
namespace {

// Rigid balls, e = 0.93, mu = 0.06, on a cloth of 0.2, from 0.635 m: C-31, degrees.
constexpr std::array<double, 7> kRigid_deg = {12.53177, 19.63466, 27.00042, 33.71872,
                                              28.00359, 16.95183, 7.235197};

struct Series {
  PaperBallBall friction;
  double mph;
  std::string name;
};

// Plays one fraction with every method; they must agree to the bit.
bool PlayAllMethods(CutShot shot, const Series& series, Cut& cut, Sheet& sheet) {
  bool alike = true;
  for (std::size_t m = 0; m < kMethods.size(); ++m) {
    shot.method = kMethods[m].method;
    const Cut one = PlayCut(shot);
    const double rule = RuleOfThirty(shot.fraction);
    sheet.Add(series.name, shot.fraction, kMethods[m].name, one.impact_m_s, one.roll,
              one.deflection_deg, rule, one.deflection_deg - rule);
    if (m == 0) cut = one;
    alike = alike && one.complete && SameBits(one.played, cut.played);
  }
  return alike;
}

}  // namespace

// catalogue C-31
void PoolDeflections(Findings& findings) {
  findings.sheet() = Sheet({"series", "f", "method", "impact_m_s", "roll_at_impact",
                            "deflection_deg", "rule_deg", "difference_deg"});
  bool alike = true;
  int runs = 0;
  Plot plot{"Deflection of the cue ball", "hit fraction f", "degrees", {}};
  for (const double mph : {3.0, 7.0}) {
    for (const PaperBallBall friction : {PaperBallBall::kThrelfall, PaperBallBall::kAlciatore}) {
      const bool threlfall = friction == PaperBallBall::kThrelfall;
      const Series series = {friction, mph,
                             Text(mph) + " mph " + (threlfall ? "Threlfall" : "Alciatore")};
      std::string told;
      double roll = 0.0;
      for (std::size_t i = 0; i < kHitFractions.size(); ++i) {
        CutShot shot;
        shot.fraction = kHitFractions[i];
        shot.speed_m_s = mph * kMilesPerHour_m_s;
        shot.friction = friction;
        Cut cut;
        alike = PlayAllMethods(shot, series, cut, findings.sheet()) && alike;
        runs += static_cast<int>(kMethods.size());
        roll = cut.roll;
        told += (i > 0 ? ", " : "") + Text(cut.deflection_deg);
        if (mph == 3.0 && threlfall) {
          findings.Reproduces("3 mph, Threlfall, f = " + Text(shot.fraction) + ": degrees",
                              "Fig 19, no numbers; rigid balls", kRigid_deg[i], cut.deflection_deg,
                              0.5);
        }
      }
      findings.LegacyTells(series.name + ": degrees at the seven f", "Fig 19, no numbers",
                     told + "; R w/v at impact " + Text(roll));
      plot.curves.push_back({series.name, "f", "deflection_deg", "series", series.name, "points"});
    }
  }
  plot.curves.push_back({"(4.1)", "f", "rule_deg", "series", "3 mph Threlfall", "lines"});
  findings.Reproduces("runs in which both balls roll in the end", "7 x 4 x 2 x 2 runs",
                      std::to_string(runs) + ", the four methods equal to the bit",
                      runs == 112 && alike);
  findings.SetPlot(plot);
}

}  // namespace carom::papers
