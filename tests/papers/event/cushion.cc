// The cushion on the table: event-19 and event-25.

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

double HitTime(const Setup& setup, EventKind kind, Findings& findings) {
  const auto record = Play(setup, findings);
  const Event* hit = record ? FirstOf(*record, kind) : nullptr;
  return hit == nullptr ? std::nan("") : hit->time_s;
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
  const auto hits = std::count_if(record->events.begin(), record->events.end(),
                                  [](const Event& e) { return e.kind == EventKind::kBallCushion; });
  const Event* at_jaw = FirstOf(*record, EventKind::kBallJaw);
  const std::string name = contact == NoseContact::kPlane ? "plane" : "line";
  if (!with_jaw) {
    findings.Extension(name + ": hits by a ball 40 mm past the end of the nose",
                       {Source::kClosedForm, "the nose is 0.5 m long and has ended"},
                       {{static_cast<double>(hits), Exactly(0.0)}});
    return;
  }
  // The jaw's nose ring is met at the same height as the straight nose.
  const double reach_m = 0.02 + NoseContactDistance(contact, kBallRadius_m, jaw.height_m);
  const double path_m = 0.52 - std::sqrt(reach_m * reach_m - 0.04 * 0.04);
  findings.Extension(name + ": the same with a jaw at the end",
                     {Source::kClosedForm, "a ball that rolls at a circle"},
                     {{at_jaw == nullptr ? std::nan("") : at_jaw->time_s,
                       Around(RollTime(path_m, 1.0), {1e-12, "s", "rounding"})}});
}

}  // namespace

void CushionPlane(Findings& findings) {
  const Tolerance rounding = {1e-12, "s", "rounding"};
  const Printed plane = {"A Delta t_E^2 + B Delta t_E + C = 0",
                         "Ball-cushion collision times, (I)"};
  findings.Reproduced("a ball that rolls with (1, 0.7) m/s to y = 0.4", plane,
                      {{HitTime(RollAt({0.0, 0.0}, {1.0, 0.7}, {-5.0, 0.4}, {5.0, 0.4}),
                                EventKind::kBallCushion, findings),
                        Around(0.5424303084777403, rounding)}},
                      {Source::kCatalogue, "E-13"});
  // +R or -R: whichever side the ball is on, whichever way the ends are given.
  const double time_s = RollTime(0.4 - kBallRadius_m, 1.0);
  for (const double side : {1.0, -1.0}) {
    for (const double order : {1.0, -1.0}) {
      const Setup setup =
          RollAt({0.0, 0.4 - 0.4 * side}, {0.0, side}, {-5.0 * order, 0.4}, {5.0 * order, 0.4});
      findings.Reproduced(
          std::string("from ") + (side > 0.0 ? "below" : "above") +
              (order > 0.0 ? "" : ", ends exchanged"),
          {"C = l_0 + l_x c_x + l_y c_y +- R sqrt(l_x^2 + l_y^2)",
           "Ball-cushion collision times, (I)"},
          {{HitTime(setup, EventKind::kBallCushion, findings), Around(time_s, rounding)}},
          {Source::kClosedForm, "0.4 m - R at constant deceleration"});
    }
  }
  findings.Misprint(
      "a line along y at x = 0.4",
      {"This is just $y = mx + b$, where $m = -l_x/l_y$", "Ball-cushion collision times"},
      {{HitTime(RollAt({0.0, 0.0}, {1.0, 0.0}, {0.4, -5.0}, {0.4, 5.0}), EventKind::kBallCushion,
                findings),
        Around(time_s, rounding)}},
      "l_y is 0 and m infinite; l_x x + l_y y + l_0 = 0 holds, and is what we use");
}

void EndsOfCushions(Findings& findings) {
  findings.Tells("what the paper leaves open",
                 {"outline solution for out of bounds solutions in line collision and plane "
                  "collision",
                  "TODO"},
                 "plane and line end at the nose's ends, where a jaw takes over");
  for (const NoseContact contact : {NoseContact::kPlane, NoseContact::kLine}) {
    PastTheEnd(contact, /*with_jaw=*/false, findings);
    PastTheEnd(contact, /*with_jaw=*/true, findings);
  }
}

}  // namespace carom::papers
