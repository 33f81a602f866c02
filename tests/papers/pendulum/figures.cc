// The paper's curves over time, Figs. 5 to 9: pendulum-12, -14, -15, -16.

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/channels.h"

namespace carom::papers {
namespace {

const Channel kBefore = {"system", "energy_before_J"};
const Channel kAfter = {"system", "energy_after_J"};

// How much energy changes between impacts, at most.
double DriftInFlight(const MechanismRecord& record) {
  double energy_J = 21.5156565629203;
  double greatest = 0.0;
  for (int i = 0; i < CountOf(record); ++i) {
    greatest = std::max(greatest, std::fabs(OfImpact(record, i, kBefore) - energy_J));
    energy_J = OfImpact(record, i, kAfter);
  }
  return greatest;
}

// One row of the simulation's energies.
struct Losses {
  double first_J = 0.0;
  double all_J = 0.0;
};

Losses LossesOf(const Simulation& simulation, Findings& findings) {
  const auto record = Swing(PaperPendulum(simulation.friction), {}, findings);
  if (!record || CountOf(*record) == 0) return {};
  Losses losses;
  double least_drop = 1e9;
  for (int i = 0; i < CountOf(*record); ++i) {
    const double drop = OfImpact(*record, i, kBefore) - OfImpact(*record, i, kAfter);
    if (i == 0) losses.first_J = drop;
    losses.all_J += drop;
    least_drop = std::min(least_drop, drop);
  }
  findings.Measure("pendulum-12a", {{DriftInFlight(*record), simulation.name}});
  findings.Measure("pendulum-12b", {{least_drop, simulation.name}});
  return losses;
}

}  // namespace

void PendulumEnergy(Findings& findings) {
  DrawBoth({{"system", "energy_J"}}, {"E"}, "Fig. 5: mechanical energy", "J", findings);
  const Losses without = LossesOf(kSimulations[0], findings);
  const Losses with = LossesOf(kSimulations[1], findings);
  findings.Measure("pendulum-12c", with.first_J / without.first_J);
  findings.Measure("pendulum-12d", with.all_J - without.all_J);
}

void PendulumAngularVelocities(Findings& findings) {
  DrawBoth({{"rod_1", "angular_velocity_rad_s"}, {"rod_2", "angular_velocity_rad_s"}}, {"w1", "w2"},
           "Figs. 6, 7: angular velocities", "rad/s", findings);
  double least_rad_s = 1e9;
  for (const Simulation& simulation : kSimulations) {
    const auto record = Swing(PaperPendulum(simulation.friction), {}, findings);
    if (!record) return;
    for (int i = 0; i < CountOf(*record); ++i) {
      for (const char* rod : {"rod_1", "rod_2"}) {
        const double jump = OfImpact(*record, i, {rod, "angular_velocity_after_rad_s"}) -
                            OfImpact(*record, i, {rod, "angular_velocity_before_rad_s"});
        least_rad_s = std::min(least_rad_s, std::fabs(jump));
      }
    }
  }
  findings.Measure("pendulum-14", least_rad_s);
}

namespace {

// How far the black and the red line are apart before the first impact, and after it.
void CompareUntilFirst(const char* what, const Channel& channel, Findings& findings) {
  const auto without = Swing(PaperPendulum(0.0), Every(0.001), findings);
  const auto with = Swing(PaperPendulum(0.15), Every(0.001), findings);
  if (!without || !with || CountOf(*with) == 0) return;
  double before_N = 0.0;
  double after_N = 0.0;
  for (int row = 0; row < static_cast<int>(with->samples.times_s.size()); ++row) {
    const double apart_N = std::fabs(testing::At(without->samples, row, channel) -
                                     testing::At(with->samples, row, channel));
    const bool is_before = with->samples.times_s[static_cast<size_t>(row)] < with->events[0].time_s;
    double& greatest_N = is_before ? before_N : after_N;
    greatest_N = std::max(greatest_N, apart_N);
  }
  const std::string force = what;
  if (force == "P" || force == "R") findings.Measure("pendulum-15", {{before_N, force}});
  if (force == "V" || force == "H") findings.Measure("pendulum-16", {{after_N, force}});
}

}  // namespace

void PendulumPivotForces(Findings& findings) {
  const Channel p = {"joint_O", "force_P_N"};
  const Channel r = {"joint_O", "force_R_N"};
  DrawBoth({p, r}, {"P", "R"}, "Fig. 8: forces at O", "N", findings);
  CompareUntilFirst("P", p, findings);
  CompareUntilFirst("R", r, findings);
}

void PendulumJointForces(Findings& findings) {
  const Channel v = {"joint_A", "force_V_N"};
  const Channel h = {"joint_A", "force_H_N"};
  DrawBoth({v, h}, {"V", "H"}, "Fig. 9: forces at A", "N", findings);
  CompareUntilFirst("V", v, findings);
  CompareUntilFirst("H", h, findings);
}

}  // namespace carom::papers
