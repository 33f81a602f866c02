#ifndef CAROM_CORE_LAWS_SETTINGS_H_
#define CAROM_CORE_LAWS_SETTINGS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/laws/compliant.h"
#include "core/laws/law_set.h"
#include "core/table/environment.h"

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
    visit("rule", self.rule);
    visit("step_s", self.step_s, {1e-7, 1.0});
    visit("depth_m", self.depth_m, {1e-9, 0.1});
    visit("max_steps", self.max_steps, {1.0, 2e9});
  }
};

/// What plays a shot.
enum class Engine : uint8_t {
  kEventDriven,   ///< Impulses between closed-form motions: LawSet.
  kCompliant,     ///< Contact forces, integrated in time: CompliantSettings.
  kDiscreteTime,  ///< The same impulses, applied where a step finds an overlap:
                  ///< DiscreteTimeSettings.
};

/// Environment, engine and laws: what a request calls its settings.
struct Settings {
  Environment environment;
  LawSet laws;
  Engine engine = Engine::kEventDriven;
  CompliantSettings compliant;
  DiscreteTimeSettings discrete_time;
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_SETTINGS_H_
