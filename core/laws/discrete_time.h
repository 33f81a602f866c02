#ifndef CAROM_CORE_LAWS_DISCRETE_TIME_H_
#define CAROM_CORE_LAWS_DISCRETE_TIME_H_

#include <cstdint>

#include "absl/status/status.h"
#include "core/base/interval.h"

namespace carom {

/// How long the steps of the discrete-time evolution are. [Event-based], "Discrete time evolution",
/// names three ways.
enum class StepRule : uint8_t {
  kFixed,       ///< All steps are step_s.
  kBySpeed,     ///< So short that the two fastest balls cannot overlap by more than depth_m.
  kByDistance,  ///< As long as no two bodies can overlap by more than depth_m.
};

/// The discrete-time evolution. Defaults are the paper's example: an overlap of R/100 at 10 m/s.
struct DiscreteTimeSettings {
  StepRule rule = StepRule::kFixed;
  double step_s = 3e-5;            ///< kFixed: the step; else the longest one.
  double depth_m = 2.8575e-4;      ///< R/100; kFixed ignores it.
  int64_t max_steps = 20'000'000;  ///< At this number the shot ends (kEvaluationLimit).

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("step_s", self.step_s, {1e-7, 1.0});
    visit("depth_m", self.depth_m, {1e-9, 0.1});
    visit("max_steps", self.max_steps, {1.0, 2e9});
  }
};

/// INVALID_ARGUMENT with a path such as "step_s" for numbers out of range.
absl::Status ValidateDiscreteTime(const DiscreteTimeSettings& settings);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_DISCRETE_TIME_H_
