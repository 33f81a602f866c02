#ifndef CAROM_CORE_LAWS_DISCRETE_TIME_H_
#define CAROM_CORE_LAWS_DISCRETE_TIME_H_

#include <cstdint>

#include "absl/status/status.h"

namespace carom {

/// How long the steps of the discrete-time evolution are. [Event-based], "Discrete time evolution",
/// names three ways.
enum class StepRule : uint8_t {
  kFixed,       ///< All of step_s.
  kBySpeed,     ///< So short that the two fastest balls cannot overlap by more than depth_m.
  kByDistance,  ///< So short that no pair can: time until the nearest two could meet, and depth_m.
};

/// The discrete-time evolution. Defaults are the paper's example: an overlap of R/100 at 10 m/s.
struct DiscreteTimeSettings {
  StepRule rule = StepRule::kFixed;
  double step_s = 30e-6;             ///< kFixed: the step; else the longest one; in [1e-7, 1].
  double depth_m = 0.01 * 0.028575;  ///< Not looked at by kFixed; in [1e-9, 0.1].
  int64_t max_steps = 20'000'000;    ///< Ends the shot (kEvaluationLimit); in [1, 2e9].
};

/// INVALID_ARGUMENT with a path such as "step_s" for numbers out of range.
absl::Status ValidateDiscreteTime(const DiscreteTimeSettings& settings);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_DISCRETE_TIME_H_
