// The second experiment: pool-30 to pool-32.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "tests/papers/pool/cut_shot.h"
#include "tests/papers/pool/experiments.h"
#include "tests/testing/degrees.h"

namespace carom::papers {
namespace {

using Seven = std::array<double, kHitFractions.size()>;

CutShot CutOf(double fraction, double mph, PaperBallBall friction, bool as_authors) {
  CutShot shot;
  shot.fraction = fraction;
  shot.speed_m_s = mph * kMilesPerHour_m_s;
  shot.friction = friction;
  shot.as_authors = as_authors;
  return shot;
}

// A deflection, degrees; NaN where the balls do not come to roll.
double Deflect(const CutShot& shot) {
  const Cut cut = PlayCut(shot);
  return cut.complete ? cut.deflection_deg : std::nan("");
}

const char* NameOf(PaperBallBall friction) {
  return friction == PaperBallBall::kThrelfall ? "Threlfall" : "Alciatore";
}

// Seven deflections, by speed, law and integration: played once for both claims.
const Seven& Deflections(double mph, PaperBallBall friction, bool as_authors) {
  static std::map<std::tuple<double, PaperBallBall, bool>, Seven> played;
  const auto [at, is_new] = played.try_emplace({mph, friction, as_authors});
  for (std::size_t i = 0; is_new && i < kHitFractions.size(); ++i) {
    at->second[i] = Deflect(CutOf(kHitFractions[i], mph, friction, as_authors));
  }
  return at->second;
}

double OffRule(const Seven& deflections_deg) {
  double off_deg = 0.0;
  for (std::size_t i = 0; i < deflections_deg.size(); ++i) {
    const double off = std::fabs(deflections_deg[i] - RuleOfThirty(kHitFractions[i]));
    off_deg = std::isnan(off) ? 90.0 : std::max(off_deg, off);
  }
  return off_deg;
}

double FractionOfGreatest(const Seven& deflections_deg) {
  const auto greatest = std::max_element(deflections_deg.begin(), deflections_deg.end());
  return kHitFractions[static_cast<std::size_t>(greatest - deflections_deg.begin())];
}

// Direction of a ball that rolled along x into another at `cut_rad`, once it rolls again: equal
// balls, elastic, without friction between them. Rolling begins with 5/7 v + 2/7 R w x z.
double RollAfterImpact_deg(double cut_rad) {
  const Vec2 along(std::cos(cut_rad), std::sin(cut_rad));  // The line of centres.
  const Vec2 before(1.0, 0.0);
  const Vec2 after = before - along.dot(before) * along;
  const Vec2 rolling = 5.0 / 7.0 * after + 2.0 / 7.0 * before;
  return RadiansToDegrees(std::atan2(std::fabs(rolling.y()), rolling.x()));
}

constexpr std::array kLaws = {PaperBallBall::kThrelfall, PaperBallBall::kAlciatore};

void Add(const char* claim, bool as_authors, std::vector<Quantity> measured, Findings& findings) {
  if (as_authors) return findings.Emulate(claim, std::move(measured));
  findings.Measure(claim, std::move(measured));
}

}  // namespace

void PoolThirtyDegrees(Findings& findings) {
  findings.sheet() = Sheet({"f", "theta_deg"});
  findings.MeasureFormula("pool-30b", {2.0, 2.0, 5.0}, [](const std::vector<double>& n) {
    std::vector<Quantity> off_deg;
    for (const double fraction : kHitFractions) {
      const double phi = std::asin(1.0 - fraction);
      const double theta =
          std::atan(std::sin(phi) * std::cos(phi) / (std::pow(std::sin(phi), n[0]) + n[1] / n[2]));
      off_deg.push_back(
          {std::fabs(RadiansToDegrees(theta) - RollAfterImpact_deg(phi)), "f = " + Text(fraction)});
    }
    return off_deg;
  });
  double least = 90.0;
  double greatest = 0.0;
  for (int i = 1; i < 1000; ++i) {
    const double theta = RuleOfThirty(1e-3 * i);
    if (i % 5 == 0) findings.sheet().Add(1e-3 * i, theta);
    if (i < 250 || i > 750) continue;
    least = std::min(least, theta);
    greatest = std::max(greatest, theta);
  }
  findings.Tell("pool-30a", "from " + Text(least) + " to " + Text(greatest) + " degrees");
  findings.SetPlot({"Deflection of a rolling cue ball, (4.1)",
                    "hit fraction f",
                    "theta, degrees",
                    {{"(4.1)", "f", "theta_deg", "", "", "lines"}}});
}

void PoolDeflections(Findings& findings) {
  findings.sheet() = Sheet({"series", "f", "deflection_deg", "rule_deg"});
  Plot plot{"Deflection of the cue ball", "ball hit fraction f", "deflection, degrees", {}};
  for (const bool as_authors : {false, true}) {
    for (const double mph : {3.0, 7.0}) {
      for (const PaperBallBall law : kLaws) {
        const Seven& seven = Deflections(mph, law, as_authors);
        const std::string series =
            Text(mph) + " mph " + NameOf(law) + (as_authors ? ", tool emulated" : "");
        for (std::size_t i = 0; i < seven.size(); ++i) {
          findings.sheet().Add(series, kHitFractions[i], seven[i], RuleOfThirty(kHitFractions[i]));
        }
        if (mph == 3.0) Add("pool-31", as_authors, {{OffRule(seven), NameOf(law)}}, findings);
        if (as_authors) continue;
        if (mph == 7.0) findings.Plant("pool-31", series, {{OffRule(seven)}});
        findings.Tell("pool-31", series + ": " + Text(OffRule(seven)) + " degrees off at most");
        plot.curves.push_back({series, "f", "deflection_deg", "series", series,
                               law == PaperBallBall::kThrelfall ? "points pt 6" : "points pt 2"});
      }
    }
  }
  const std::string rule = "rule of 30 degrees (4.1)";
  for (int i = 1; i < 200; ++i) {  // Finely: its maximum lies between the seven fractions.
    findings.sheet().Add(rule, 0.005 * i, std::nan(""), RuleOfThirty(0.005 * i));
  }
  plot.curves.push_back({rule, "f", "rule_deg", "series", rule, "lines"});
  findings.SetPlot(plot);
}

void PoolDeflectionTrends(Findings& findings) {
  for (const bool as_authors : {false, true}) {
    const auto add = [&](const char* claim, std::vector<Quantity> measured) {
      Add(claim, as_authors, std::move(measured), findings);
    };
    const double rule = RuleOfThirty(0.05);
    const auto off = [&](PaperBallBall law) {
      return std::fabs(Deflections(3.0, law, as_authors)[0] - rule);
    };
    add("pool-32a", {{off(PaperBallBall::kAlciatore) - off(PaperBallBall::kThrelfall)}});
    CutShot augmented = CutOf(0.05, 3.0, PaperBallBall::kAlciatore, as_authors);
    augmented.method = ConstraintMethod::kAugmentedLagrangian;
    add("pool-32b", {{off(PaperBallBall::kAlciatore) - std::fabs(Deflect(augmented) - rule)}});
    for (const PaperBallBall law : kLaws) {
      const Seven& slow = Deflections(3.0, law, as_authors);
      const Seven& fast = Deflections(7.0, law, as_authors);
      double least_deg = 90.0;
      for (std::size_t i = 0; i < slow.size(); ++i) {
        least_deg = std::min(least_deg, fast[i] - slow[i]);
      }
      add("pool-32c", {{least_deg, NameOf(law)}});
    }
    // From 1.5 m both balls have come to roll.
    const auto from = [&](double mph, double distance_m) {
      CutShot shot = CutOf(0.5, mph, PaperBallBall::kThrelfall, as_authors);
      shot.distance_m = distance_m;
      return Deflect(shot);
    };
    add("pool-32d", {{(from(7.0, 1.5) - from(3.0, 1.5)) / (from(7.0, 0.635) - from(3.0, 0.635))}});
    for (const double mph : {3.0, 7.0}) {
      add("pool-32e", {{FractionOfGreatest(Deflections(mph, PaperBallBall::kThrelfall, as_authors)),
                        Text(mph) + " mph"}});
    }
  }
}

}  // namespace carom::papers
