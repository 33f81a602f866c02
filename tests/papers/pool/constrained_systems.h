#ifndef CAROM_TESTS_PAPERS_POOL_CONSTRAINED_SYSTEMS_H_
#define CAROM_TESTS_PAPERS_POOL_CONSTRAINED_SYSTEMS_H_

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "core/math/ivp/integrator.h"
#include "core/multibody/multibody_system.h"

namespace carom::papers {

/// A method of [Compliant pool table] 2.3 and its short name.
struct NamedMethod {
  ConstraintMethod method = ConstraintMethod::kLagrangeMultipliers;
  const char* name = "";
};

inline constexpr std::array<NamedMethod, 4> kMethods = {{
    {ConstraintMethod::kLagrangeMultipliers, "LM"},
    {ConstraintMethod::kBaumgarte, "BG"},
    {ConstraintMethod::kAugmentedLagrangian, "AL"},
    {ConstraintMethod::kDirectCorrection, "DC"},
}};

/// A system and where its bodies start.
struct ConstrainedSystem {
  MultibodySpec spec;
  std::vector<BodyMotion> start;
};

/// A point of 1 kg on a rod, in the plane y = 0, at rest at an angle from the lowest point.
ConstrainedSystem PendulumOnRod(ConstraintMethod method, double angle_rad, double length_m = 1.0);

/// Called with a state.
using StateLook = std::function<void(double t, std::span<const double> y)>;

/// Runs a system from its start and looks at it there and after every step: between steps nothing
/// has put the state back onto the constraints.
IvpResult RunConstrained(MultibodySystem& system, std::span<const BodyMotion> start,
                         double duration_s, const IvpOptions& options, const StateLook& look);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_CONSTRAINED_SYSTEMS_H_
