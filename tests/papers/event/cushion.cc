// The cushion on the table: event-19 and event-25.

#include <cmath>
#include <string>

#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

double HitTime(const Setup& setup, EventKind kind, Findings& findings) {
  const auto record = Play(setup, findings);
  const Event* hit = record ? FirstOf(*record, kind) : nullptr;
  return hit == nullptr ? -1.0 : hit->time_s;
}

// A ball that rolls in the plane of the cloth at a plane cushion.
Setup RollAt(const Vec2& from_m, const Vec2& velocity_m_s, const Vec2& start_m, const Vec2& end_m) {
  Setup setup;
  setup.environment().nose_contact = NoseContact::kPlane;
  setup.AddRolling(from_m, velocity_m_s);
  setup.AddNose(start_m, end_m);
  return setup;
}

// Time to roll `path_m` at `speed_m_s`, as the quadratic of the paper has it for one direction.
double RollTime(double path_m, double speed_m_s) {
  const double deceleration = 0.01 * 9.81;
  return (speed_m_s - std::sqrt(speed_m_s * speed_m_s - 2.0 * deceleration * path_m)) /
         deceleration;
}

// A ball that rolls past the end of a nose, or into the jaw that ends it.
void PastTheEnd(NoseContact contact, bool with_jaw, Findings& findings) {
  Setup setup;
  setup.environment().nose_contact = contact;
  setup.AddRolling({0.0, 0.04}, {1.0, 0.0});
  setup.AddNose({0.5, -0.5}, {0.5, 0.0});
  Jaw jaw;
  jaw.centre_m = {0.52, 0.0};
  jaw.radius_m = 0.02;
  if (with_jaw) setup.table.jaws.push_back(jaw);
  const auto record = Play(setup, findings);
  if (!record) return;
  const bool cushion = FirstOf(*record, EventKind::kBallCushion) != nullptr;
  const Event* at_jaw = FirstOf(*record, EventKind::kBallJaw);
  const std::string name = contact == NoseContact::kPlane ? "plane" : "line";
  if (!with_jaw) {
    findings.Reproduces(name + ": a ball 40 mm past the end of the nose", "to do",
                        cushion ? "hits it" : "passes", !cushion);
    return;
  }
  // The jaw's nose ring is met at the same height as the straight nose.
  const double reach_m = 0.02 + NoseContactDistance(contact, kBallRadius_m, jaw.height_m);
  const double path_m = 0.52 - std::sqrt(reach_m * reach_m - 0.04 * 0.04);
  findings.Reproduces(name + ": the same with a jaw at the end, s", "to do", RollTime(path_m, 1.0),
                      at_jaw == nullptr ? -1.0 : at_jaw->time_s, 1e-12);
}

}  // namespace

void CushionPlane(Findings& findings) {
  // E-13 of the catalogue.
  findings.Reproduces("a ball that rolls with (1, 0.7) m/s to y = 0.4, s", 0.5424303084777403,
                      HitTime(RollAt({0.0, 0.0}, {1.0, 0.7}, {-5.0, 0.4}, {5.0, 0.4}),
                              EventKind::kBallCushion, findings),
                      1e-12);
  // +R or -R: whichever side the ball is on, whichever way the ends are given.
  const double time_s = RollTime(0.4 - kBallRadius_m, 1.0);
  for (const double side : {1.0, -1.0}) {
    for (const double order : {1.0, -1.0}) {
      const Setup setup =
          RollAt({0.0, 0.4 - 0.4 * side}, {0.0, side}, {-5.0 * order, 0.4}, {5.0 * order, 0.4});
      findings.Reproduces(std::string("from ") + (side > 0.0 ? "below" : "above") +
                              (order > 0.0 ? "" : ", ends exchanged") + ", s",
                          "+- R", time_s, HitTime(setup, EventKind::kBallCushion, findings), 1e-12);
    }
  }
  // m = -l_x / l_y of a line along y.
  const double l_x = 1.0;
  const double l_y = 0.0;
  const double slope = -l_x / l_y;
  findings.Differs("a line along y at x = 0.4: y = m x + b", "m = " + Text(slope), time_s,
                   HitTime(RollAt({0.0, 0.0}, {1.0, 0.0}, {0.4, -5.0}, {0.4, 5.0}),
                           EventKind::kBallCushion, findings),
                   1e-12, "m is infinite; l_x x + l_y y + l_0 = 0 is not, and is what we use");
}

void EndsOfCushions(Findings& findings) {
  for (const NoseContact contact : {NoseContact::kPlane, NoseContact::kLine}) {
    PastTheEnd(contact, /*with_jaw=*/false, findings);
    PastTheEnd(contact, /*with_jaw=*/true, findings);
  }
}

}  // namespace carom::papers
