// The 30-degree rule (4.1) and the hit fraction, drawn: pool-30.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/pool/cut_experiments.h"
#include "tests/papers/pool/cut_shot.h"

namespace carom::papers {
namespace {

// Both balls as the shooter sees them: the object ball, and the cue ball at impact.
void DrawFraction(double fraction, Sheet& sheet) {
  const double radius = kPaperBall.radius_m;
  const std::string name = "f = " + Text(fraction);
  for (int i = 0; i <= 72; ++i) {
    const double angle = kTwoPi * i / 72.0;
    const double aside = (1.0 - fraction) * 2.0 * radius;
    sheet.Add(name, aside + radius * std::cos(angle), radius * std::sin(angle));
  }
}

}  // namespace

// catalogue C-30
void PoolThirtyDegrees(Findings& findings) {
  findings.sheet() = Sheet({"what", "x", "y"});
  constexpr std::array<double, 7> kExpected = {12.829974496959, 19.971988186951, 27.266854626089,
                                               33.670496508315, 27.626486473766, 16.614735329748,
                                               7.0724449405183};
  for (std::size_t i = 0; i < kExpected.size(); ++i) {
    findings.Reproduced(
        "f = " + Text(kHitFractions[i]) + ": theta",
        {"theta(phi) = arctan(sin(phi) cos(phi)/(sin^2(phi) + 2/5))", "(4.1)"},
        {{RuleOfThirty(kHitFractions[i]), Around(kExpected[i], {1e-10, "deg", "rounding"})}},
        {Source::kCatalogue, "C-30"});
  }
  double greatest = 0.0;
  double least = 90.0;
  double best = 0.0;
  for (int i = 1; i < 100000; ++i) {
    const double f = 1e-5 * i;
    const double theta = RuleOfThirty(f);
    if (i % 500 == 0) findings.sheet().Add("rule", f, theta);
    if (theta > greatest) best = f;
    greatest = std::max(greatest, theta);
    if (f >= 0.25 && f <= 0.75) least = std::min(least, theta);
  }
  findings.SelfCheck("greatest theta", {Source::kCatalogue, "C-30"},
                     {{greatest, Around(33.748988595888, {1e-7, "deg", "steps of 1e-5"}), "theta"},
                      {best, Around(0.52859548, {1e-5, "", "steps of 1e-5"}), "its f"}});
  findings.Tells(
      "theta from a 1/4 to a 3/4 hit",
      {"between a 1/4-ball and 3/4-ball hit, the cue ball will deflect by very close to "
       "30°",
       "4.2"},
      Text(least) + " to " + Text(greatest) + " degrees by (4.1); \"very close\" is no number");
  for (const double f : {0.25, 0.5, 0.75, 1.0}) DrawFraction(f, findings.sheet());
  Plot circles{
      "Hit fraction: the cue ball at impact, behind the object ball (f = 1)", "x, m", "z, m", {}};
  circles.same_scale = true;
  for (const char* f : {"f = 0.25", "f = 0.5", "f = 0.75", "f = 1"}) {
    circles.curves.push_back({f, "x", "y", "what", f, "lines"});
  }
  findings.SetPanels({{"Deflection of a rolling cue ball, (4.1)",
                       "hit fraction f",
                       "theta, degrees",
                       {{"(4.1)", "x", "y", "what", "rule", "lines"}}},
                      circles});
}

}  // namespace carom::papers
