#ifndef CAROM_CORE_TABLE_CLOTH_H_
#define CAROM_CORE_TABLE_CLOTH_H_

#include "core/base/interval.h"

namespace carom {

/// The cloth's resistance to the three motions of a ball on it. All dimensionless, >= 0; zero is a
/// value (that motion then never decays). Defaults as in most pool simulators.
struct Cloth {
  double sliding_friction = 0.2;   ///< mu_slide: slip decelerates with 7/2 mu g.
  double rolling_friction = 0.01;  ///< mu_roll: a rolling ball decelerates with mu g.
  /// mu_spin: vertical spin decelerates with 5 mu g / (2 R). [Event-based, transition times]
  double spinning_friction = 0.0127;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("sliding_friction", self.sliding_friction, {0.0, 10.0});
    visit("rolling_friction", self.rolling_friction, {0.0, 1.0});
    visit("spinning_friction", self.spinning_friction, {0.0, 1.0});
  }
};

/// A ball that friction stops within this path has stopped, m: in both engines.
inline constexpr double kLeastPath_m = 1e-12;

}  // namespace carom

#endif  // CAROM_CORE_TABLE_CLOTH_H_
