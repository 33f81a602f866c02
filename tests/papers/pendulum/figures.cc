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

// Impacts at which a rod's angular velocity jumps by more than rounding.
int JumpsOf(const MechanismRecord& record, const char* rod) {
  int jumps = 0;
  for (int i = 0; i < CountOf(record); ++i) {
    const double jump = OfImpact(record, i, {rod, "angular_velocity_after_rad_s"}) -
                        OfImpact(record, i, {rod, "angular_velocity_before_rad_s"});
    jumps += std::fabs(jump) > 1e-6 ? 1 : 0;
  }
  return jumps;
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
  findings.Reproduced(std::string(simulation.name) + ": greatest change between impacts",
                      {"between the collisions the total energy is constant", "4"},
                      {{DriftInFlight(*record),
                        SizeWithin({1e-9, "J", "tolerance of the integration, of 20 J"}, 20.0)}},
                      {Source::kClosedForm, "no damping and no torques"});
  findings.Reproduced(std::string(simulation.name) + ": least loss of an impact",
                      {"The energy decreases stepwise after each contact with the obstacle.", "4"},
                      {{least_drop, Above(1e-6, 0.0, "J", "a thousand times the drift")}},
                      {Source::kReferenceRun, simulation.name});
  return losses;
}

}  // namespace

void PendulumEnergy(Findings& findings) {
  DrawBoth({{"system", "energy_J"}}, {"E"}, "Fig. 5: mechanical energy", "J", findings);
  const Losses without = LossesOf(kSimulations[0], findings);
  const Losses with = LossesOf(kSimulations[1], findings);
  // Expected: 40-digit arithmetic.
  const auto first = [&](const char* what, double expected_J, double ours_J) {
    findings.SelfCheck(what, {Source::kCatalogue, "P-05, P-06: 40-digit arithmetic"},
                       {{ours_J, Around(expected_J, {1e-8, "J", "tolerance of the catalogue"})}});
  };
  first("first loss without friction", 9.26208060861446, without.first_J);
  first("first loss with friction", 16.9063773039266, with.first_J);
  findings.Reproduced(
      "first loss, with friction over without",
      {"The total energy of the pendulum after the first collision decreased much "
       "more when the friction force was taken into account.",
       "4"},
      {{with.first_J / without.first_J, Above(1.0, 1.0, "", "\"more\": 1 at equal losses")}},
      {Source::kReferenceRun, "mu = 0"});
  findings.Reproduced(
      "loss in 6 s, with friction less without",
      {"Greater global energy loss which is observed in the case when the friction force exists is "
       "also a result of the bigger number of collisions.",
       "4"},
      {{with.all_J - without.all_J, Above(0.0, 0.0, "J", "its sign; either loss is some 50 J")}},
      {Source::kReferenceRun, "mu = 0"});
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
      findings.Reproduced(
          std::string(simulation.name) + ", " + rod + ": jumps above 1e-6 rad/s",
          {"the number of the discontinuity points (six and ten, respectively)", "4"},
          {{static_cast<double>(JumpsOf(*record, rod)), Exactly(static_cast<double>(expected))}},
          {Source::kPaper, "\"six\", \"ten\""});
    }
  }
}

namespace {

// At the start both simulations have the same forces.
void CompareStart(const char* what, const Channel& channel, double expected_N, Findings& findings) {
  const auto record = Swing(PaperPendulum(0.15), Every(1.0), findings);
  if (!record) return;
  findings.SelfCheck(std::string(what) + " at the start", {Source::kCatalogue, "P-12"},
                     {{testing::At(record->samples, 0, channel),
                       Around(expected_N, {1e-9, "N", "tolerance of the catalogue"})}});
}

// Before the first impact the black and the red line are one.
void CompareUntilFirst(const char* what, const Channel& channel, const Printed& paper,
                       Findings& findings) {
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
  findings.Reproduced(
      std::string(what) + ": greatest difference of the two runs", paper,
      {{before_N, SizeWithin({1e-9, "N", "integration until the first impact"}, 69.0),
        "before the first impact"},
       {after_N, Above(1e-9, 0.0, "N", "integration, as until the first impact"), "after it"}},
      {Source::kReferenceRun, "mu = 0 and mu = 0.15"});
}

// Hanging at rest: (13)-(18) are for impulses and leave gravity out; the forces of the figures need
// it.
JointForces AtRest() { return PendulumEquations(PaperPendulum(0.0)).Reactions(0.0, {}); }

void ShowGravity(const char* what, double weight_N, double ours_N, Findings& findings) {
  findings.SelfCheck(std::string(what) + " while it hangs at rest",
                     {Source::kClosedForm, "the weight below"},
                     {{ours_N, Around(weight_N, {1e-12, "N", "rounding of a weight"})}});
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
  const Printed divergence = {
      "The divergence between the graphs (presented in one figure), which is caused by the "
      "influence of the friction force",
      "4"};
  CompareUntilFirst("P", p, divergence, findings);
  CompareUntilFirst("R", r, divergence, findings);
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
  const Printed differences = {"The differences observed for the both components", "4"};
  CompareUntilFirst("V", v, differences, findings);
  CompareUntilFirst("H", h, differences, findings);
  ShowGravity("V", -3.8 * 9.81, AtRest().v, findings);
}

}  // namespace carom::papers
