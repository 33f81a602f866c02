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

// Jumps of the angular velocities at the impacts, as words: "-7.18, -9.56, ...".
std::string JumpsOf(const MechanismRecord& record, const char* rod) {
  std::string words;
  for (int i = 0; i < CountOf(record); ++i) {
    const double jump = OfImpact(record, i, {rod, "angular_velocity_after_rad_s"}) -
                        OfImpact(record, i, {rod, "angular_velocity_before_rad_s"});
    words += (i == 0 ? "" : ", ") + Text(jump);
  }
  return words;
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
  findings.Reproduces(std::string(simulation.name) + ": greatest change between impacts, J",
                      "constant", 0.0, DriftInFlight(*record), 1e-9);
  findings.Reproduces(std::string(simulation.name) + ": least loss of an impact, J",
                      "stepwise decrease", Text(least_drop), least_drop > 0.0);
  return losses;
}

}  // namespace

void PendulumEnergy(Findings& findings) {
  DrawBoth({{"system", "energy_J"}}, {"E"}, "Fig. 5: mechanical energy", "J", findings);
  const Losses without = LossesOf(kSimulations[0], findings);
  const Losses with = LossesOf(kSimulations[1], findings);
  // Expected: 40-digit arithmetic.
  findings.Reproduces("first loss without friction, J", "Fig 5", 9.26208060861446, without.first_J,
                      1e-8);
  findings.Reproduces("first loss with friction, J", "Fig 5", 16.9063773039266, with.first_J, 1e-8);
  findings.Reproduces("first loss", "much more with friction",
                      Text(with.first_J) + " beside " + Text(without.first_J) + " J",
                      with.first_J > 1.5 * without.first_J);
  findings.Reproduces("loss in 6 s", "greater with friction",
                      Text(with.all_J) + " beside " + Text(without.all_J) + " J",
                      with.all_J > without.all_J);
}

void PendulumAngularVelocities(Findings& findings) {
  DrawBoth({{"rod_1", "angular_velocity_rad_s"}, {"rod_2", "angular_velocity_rad_s"}}, {"w1", "w2"},
           "Figs. 6, 7: angular velocities", "rad/s", findings);
  CompareTrajectory("w1", {"rod_1", "angular_velocity_rad_s"}, findings);
  CompareTrajectory("w2", {"rod_2", "angular_velocity_rad_s"}, findings);
  CompareTrajectory("psi1", {"rod_1", "angle_rad"}, findings);
  CompareTrajectory("psi2", {"rod_2", "angle_rad"}, findings);
  for (const Simulation& simulation : kSimulations) {
    const auto record = Swing(PaperPendulum(simulation.friction), {}, findings);
    if (!record) return;
    const int expected = simulation.friction == 0.0 ? 6 : 10;
    for (const char* rod : {"rod_1", "rod_2"}) {
      findings.Reproduces(std::string(simulation.name) + ", " + rod + ": jumps, rad/s",
                          Text(expected) + " points of discontinuity", JumpsOf(*record, rod),
                          CountOf(*record) == expected);
    }
  }
}

namespace {

// At the start both simulations have the same forces; expected: 40-digit arithmetic.
void CompareStart(const char* what, const Channel& channel, double expected_N, Findings& findings) {
  const auto record = Swing(PaperPendulum(0.15), Every(1.0), findings);
  if (!record) return;
  findings.Reproduces(std::string(what) + " at the start, N", "curve", expected_N,
                      testing::At(record->samples, 0, channel), 1e-9);
}

constexpr char kGravityWhy[] =
    "(13)-(18) are for impulses and omit gravity rightly; the forces of the figures need it";

// Hanging at rest, where nothing accelerates and (13)-(16) read as forces would give 0.
JointForces AtRest() { return PendulumEquations(PaperPendulum(0.0)).Reactions(0.0, {}); }

void ShowGravity(const char* what, double weight_N, double ours_N, Findings& findings) {
  findings.Differs(std::string(what) + " while it hangs at rest, N", "0 by (13)-(16) for forces",
                   weight_N, ours_N, 1e-12, kGravityWhy);
}

}  // namespace

void PendulumPivotForces(Findings& findings) {
  const Channel p = {"joint_O", "force_P_N"};
  const Channel r = {"joint_O", "force_R_N"};
  DrawBoth({p, r}, {"P", "R"}, "Fig. 8: forces at O", "N", findings);
  CompareStart("P", p, 31.78543025188385, findings);
  CompareStart("R", r, 16.64206100637741, findings);
  CompareTrajectory("P_z(O)", p, findings);
  CompareTrajectory("R_x(O)", r, findings);
  ShowGravity("P", (3.2 + 3.8) * 9.81, AtRest().p, findings);
}

void PendulumJointForces(Findings& findings) {
  const Channel v = {"joint_A", "force_V_N"};
  const Channel h = {"joint_A", "force_H_N"};
  DrawBoth({v, h}, {"V", "H"}, "Fig. 9: forces at A", "N", findings);
  CompareStart("V", v, -5.949177341954479, findings);
  CompareStart("H", h, 11.81317330078411, findings);
  CompareTrajectory("V_z(A)", v, findings);
  CompareTrajectory("H_x(A)", h, findings);
  ShowGravity("V", -3.8 * 9.81, AtRest().v, findings);
}

}  // namespace carom::papers
