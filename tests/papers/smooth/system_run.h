#ifndef CAROM_TESTS_PAPERS_SMOOTH_SYSTEM_RUN_H_
#define CAROM_TESTS_PAPERS_SMOOTH_SYSTEM_RUN_H_

#include <functional>
#include <span>
#include <vector>

#include "core/math/ivp/integrator.h"
#include "core/multibody/multibody_system.h"

namespace carom::papers {

/// Called with the state at every sampled time.
using SystemSample = std::function<void(double t, std::span<const double> y)>;

/// Runs a multibody system from its start, with guards, by Dormand-Prince at 1e-10, and looks at it
/// every `period_s`.
IvpResult RunSystem(MultibodySystem& system, std::span<const BodyMotion> start, double duration_s,
                    double period_s, const SystemSample& sample);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_SYSTEM_RUN_H_
