// The paper's curves over time, Figs. 5 to 9: pendulum-12, -14, -15, -16.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
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
  findings.Plant("pendulum-12a", "across an impact", {{least_drop}});
  findings.Plant("pendulum-12b", "between impacts", {{DriftInFlight(*record)}});
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

// How far the black and the red line of a force are apart, at most, before the first impact and
// after it.
struct Difference {
  double before_N = 0.0;
  double after_N = 0.0;
};

Difference CompareAtFirst(const MechanismRecord& black, const MechanismRecord& red,
                          const Channel& channel) {
  Difference difference;
  for (int row = 0; row < static_cast<int>(red.samples.times_s.size()); ++row) {
    const double now_N = std::fabs(testing::At(black.samples, row, channel) -
                                   testing::At(red.samples, row, channel));
    const bool is_before = red.samples.times_s[static_cast<size_t>(row)] < red.events[0].time_s;
    double& greatest_N = is_before ? difference.before_N : difference.after_N;
    greatest_N = std::max(greatest_N, now_N);
  }
  return difference;
}

// Draws both forces of a joint and compares them; beside, the black line with itself.
void CompareForces(
    const char* joint, const std::array<const char*, 2>& forces, const char* title,
    const std::function<void(const char*, const Difference&, const Difference&)>& measure,
    Findings& findings) {
  const auto channel = [&](const char* force) {
    return Channel{joint, std::string("force_") + force + "_N"};
  };
  DrawBoth({channel(forces[0]), channel(forces[1])}, {forces[0], forces[1]}, title, "N", findings);
  const auto black = Swing(PaperPendulum(0.0), Every(0.001), findings);
  const auto red = Swing(PaperPendulum(0.15), Every(0.001), findings);
  if (!black || !red || CountOf(*red) == 0) return;
  for (const char* force : forces) {
    measure(force, CompareAtFirst(*black, *red, channel(force)),
            CompareAtFirst(*black, *black, channel(force)));
  }
}

}  // namespace

void PendulumPivotForces(Findings& findings) {
  const auto measure = [&](const char* force, const Difference& difference,
                           const Difference& same) {
    findings.Measure("pendulum-15", {{difference.before_N / difference.after_N, force}});
    findings.Plant("pendulum-15", std::string(force) + " without friction in both",
                   {{same.before_N / same.after_N}});
  };
  CompareForces("joint_O", {"P", "R"}, "Fig. 8: forces at O", measure, findings);
}

void PendulumJointForces(Findings& findings) {
  const auto measure = [&](const char* force, const Difference& difference,
                           const Difference& same) {
    findings.Measure("pendulum-16", {{difference.after_N, force}});
    findings.Plant("pendulum-16", std::string(force) + " without friction in both",
                   {{same.after_N}});
  };
  CompareForces("joint_A", {"V", "H"}, "Fig. 9: forces at A", measure, findings);
}

}  // namespace carom::papers
