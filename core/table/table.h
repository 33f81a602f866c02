#ifndef CAROM_CORE_TABLE_TABLE_H_
#define CAROM_CORE_TABLE_TABLE_H_

#include <string>
#include <vector>

#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/solid/nose.h"
#include "core/solid/plate.h"
#include "core/solid/solid.h"

namespace carom {

/// A table as plain geometry in the world frame W. Immutable once it is part of a Scene.
/// Indices into these vectors are what events and error messages name.
struct Table {
  std::string name;
  double length_m = 0.0;  ///< Playing surface between noses along x; informative.
  double width_m = 0.0;   ///< The same along y.
  std::vector<Nose> noses;
  std::vector<Jaw> jaws;
  std::vector<Pocket> pockets;
  std::vector<RailTop> rail_tops;
  /// Simple polygon beyond which a centre has left the table. Empty: the slate is endless.
  std::vector<Vec2> bed_outline_m;
  Vec2 head_spot_m = Vec2::Zero();  ///< Where a cue ball is placed by a rack.
  Vec2 foot_spot_m = Vec2::Zero();  ///< Where the apex of a rack stands.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("length_m", self.length_m, {0.0, 100.0});
    visit("width_m", self.width_m, {0.0, 100.0});
  }
};

}  // namespace carom

#endif  // CAROM_CORE_TABLE_TABLE_H_
