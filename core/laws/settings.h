#ifndef CAROM_CORE_LAWS_SETTINGS_H_
#define CAROM_CORE_LAWS_SETTINGS_H_

#include <cstdint>

#include "core/laws/compliant.h"
#include "core/laws/discrete_time.h"
#include "core/laws/law_set.h"
#include "core/table/environment.h"

namespace carom {

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
