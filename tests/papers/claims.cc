#include "tests/papers/contensou/rows.h"
#include "tests/papers/frame/claim.h"
#include "tests/papers/pendulum/rows.h"
#include "tests/papers/pool/break_rows.h"
#include "tests/papers/pool/constraint_rows.h"
#include "tests/papers/pool/cut_rows.h"
#include "tests/papers/pool/law_rows.h"
#include "tests/papers/pool/table_rows.h"
#include "tests/papers/smooth/bearing_rows.h"
#include "tests/papers/smooth/bounce_rows.h"
#include "tests/papers/smooth/contact_rows.h"
#include "tests/papers/smooth/cradle_rows.h"

namespace carom::papers {

const char* Name(ClaimKind kind) {
  switch (kind) {
    case ClaimKind::kValue:
      return "value";
    case ClaimKind::kFeature:
      return "feature";
    case ClaimKind::kTrend:
      return "trend";
    case ClaimKind::kFigure:
      return "figure";
    case ClaimKind::kMisprint:
      return "misprint";
  }
  return "";
}

namespace {

std::vector<Claim> EventClaims() {
  using enum ClaimKind;
  return {
      // E. Kiefl, "Creating a billiards simulator II: Algorithm theory".
      {"event-01", "system state", "the state at any time by direct evaluation", kValue},
      {"event-02", "discrete, Fig 1", "a fixed stepper finds a collision too late, by dt", kTrend},
      {"event-03", "discrete", "100 times smaller steps: 100 times the accuracy and cost", kTrend},
      {"event-04", "discrete", "10 m/s and R/100: 30 us, 30 000 steps in 10 s", kMisprint},
      {"event-05", "discrete", "adaptive steps by speed or distance help", kTrend},
      {"event-06", "aside", "update of r with the new velocity", kMisprint},
      {"event-07", "(1)", "next event, advance all, resolve, repeat until none", kFeature},
      {"event-08", "(1)", "the search for the next event takes 95 % of the work", kValue},
      {"event-09", "(1)", "few events, orders of magnitude cheaper, only rounding error", kTrend},
      {"event-10", "(2), Figs 2, 4, 6, 7", "states in and out of each event", kFeature},
      {"event-11", "Fig 3", "airborne ball on a table ball: ball-ball, slate, airborne", kFigure},
      {"event-12", "Fig 5", "cushion, slate, airborne", kFigure},
      {"event-13", "(2)", "the four transitions", kValue},
      {"event-14", "(2), Fig 8", "sliding to stationary splits in two", kValue},
      {"event-15", "(2)", "5^4 = 1024 transitions", kMisprint},
      {"event-16", "(3), Fig 9", "all candidates are computed, the earliest wins", kFigure},
      {"event-17", "transition times", "three formulae", kMisprint},
      {"event-18", "ball-ball, Fig 10", "a quartic from 18 coefficients", kValue},
      {"event-19", "cushion I, Fig 11", "a plane through the edge", kValue},
      {"event-20", "cushion I", "the plane is hit falsely in flight", kFeature},
      {"event-21", "Fig 12", "plane and edge disagree with the ball's height", kFigure},
      {"event-22", "cushion II, Fig 13", "a line at height h: a quartic", kValue},
      {"event-23", "II", "an edge of varying height", kFeature},
      {"event-24", "II", "balls can fly off the table", kFeature},
      {"event-25", "TODO", "what is out of bounds of line and plane", kFeature},
      {"event-26", "(1), 2", "laws of the companion post", kFeature},
      {"event-27", "misprints", "a state named twice, a transition misnamed", kMisprint},
      {"event-28", "(2)", "7 events: 3 collisions and 4 transitions", kValue},
  };
}

}  // namespace

// The lists are data and stand alone: a claim without an experiment is an error, and so is an
// experiment without a claim.
const std::vector<Claim>& Claims() {
  static const std::vector<Claim> claims = [] {
    std::vector<Claim> all = EventClaims();
    for (const Claim& claim : PendulumClaims()) all.push_back(claim);
    for (const Claim& claim : PoolConstraintClaims()) all.push_back(claim);
    for (const Claim& claim : PoolLawClaims()) all.push_back(claim);
    for (const Claim& claim : PoolBreakClaims()) all.push_back(claim);
    for (const Claim& claim : PoolCutClaims()) all.push_back(claim);
    for (const Claim& claim : PoolTableClaims()) all.push_back(claim);
    for (const Claim& claim : SmoothContactClaims()) all.push_back(claim);
    for (const Claim& claim : SmoothBounceClaims()) all.push_back(claim);
    for (const Claim& claim : BearingClaims()) all.push_back(claim);
    for (const Claim& claim : CradleClaims()) all.push_back(claim);
    for (const Claim& claim : ContensouClaims()) all.push_back(claim);
    return all;
  }();
  return claims;
}

}  // namespace carom::papers
