// A pendulum as a constrained body: pool-02.

#include <array>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/constraint_experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

// Ends where the bob comes down through the lowest point.
class Quarter final : public MultibodySystem {
 public:
  using MultibodySystem::MultibodySystem;
  int guard_count() const override { return 1; }
  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    const BodyMotion bob = ReadBody(y, 0);
    value[0] = bob.position_m.x();
    rate[0] = bob.velocity_m_s.x();
  }
  bool OnGuards(double /*t*/, std::span<double> /*y*/, std::span<const int> /*crossed*/) override {
    return false;
  }
};

double Tension(MultibodySystem& system, double t, std::span<const double> y) {
  system.AccelerationsAt(t, y);
  return -system.constraints()->Multipliers(0)[0] * ReadBody(y, 0).position_m.norm();
}

// catalogue D-16
void JudgeSwing(const NamedMethod& method, double angle_deg, double period_s, Findings& findings) {
  const ConstrainedSystem parts = PendulumOnRod(method.method, DegreesToRadians(angle_deg));
  Quarter system(parts.spec);
  std::vector<double> y = system.Start(parts.start);
  IvpOptions options;
  options.relative_tolerance = 1e-12;
  options.absolute_tolerance = 1e-13;
  options.largest_step_s = 0.01;
  IvpObserver nobody;
  const IvpResult quarter = Integrator().Run(system, 0.0, y, 3.0, options, {}, nobody);
  const double energy_error =
      system.Energy(y).Total() - system.Energy(system.Start(parts.start)).Total();
  const double tension = Tension(system, quarter.t, y);
  findings.sheet().Add(method.name, angle_deg, 4.0 * quarter.t, tension, energy_error,
                       quarter.cost.evaluations);
  const std::string swing = std::string(method.name) + " from " + Text(angle_deg) + " deg: ";
  findings.Reproduced(
      swing + "period",
      {"This system is solved for q'' and lambda to obtain the dynamic evolution of the system.",
       "2.2"},
      {{4.0 * quarter.t, Around(period_s, {1e-8, "s", "integration at 1e-12"})}},
      {Source::kCatalogue, "D-16, elliptic integral"});
  const double expected = kGravity_m_s2 * (3.0 - 2.0 * std::cos(DegreesToRadians(angle_deg)));
  findings.Reproduced(swing + "rod's tension at the bottom", {"g^(c) = D^T lambda", "(2.19)"},
                      {{tension, Around(expected, {1e-6, "N", "penalty of AL, and integration"})}},
                      {Source::kClosedForm, "m g (3 - 2 cos a)"});
}

}  // namespace

void PoolMultipliers(Findings& findings) {
  findings.sheet() =
      Sheet({"method", "angle_deg", "period_s", "tension_N", "energy_error_J", "evaluations"});
  for (const NamedMethod& method : kMethods) {
    JudgeSwing(method, 90.0, 2.36784194757624, findings);
    JudgeSwing(method, 30.0, 2.04098988951913, findings);
  }
  // catalogue D-20
  for (const NamedMethod& method : kMethods) {
    const ConstrainedSystem parts = PendulumOnRod(method.method, 0.0);
    MultibodySystem system(parts.spec);
    system.AccelerationsAt(0.0, system.Start(parts.start));
    findings.Reproduced(std::string(method.name) + ": lambda of a hanging mass",
                        {"M q'' = g + g^(c)", "(2.18)"},
                        {{system.constraints()->Multipliers(0)[0],
                          Around(-kGravity_m_s2, {1e-6, "N/m", "penalty of AL"})}},
                        {Source::kClosedForm, "-m g/L"});
  }
}

}  // namespace carom::papers
