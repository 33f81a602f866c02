#ifndef CAROM_CORE_SOLID_JAW_H_
#define CAROM_CORE_SOLID_JAW_H_

#include "core/base/interval.h"
#include "core/base/vec3.h"
#include "core/math/optional_time.h"
#include "core/solid/centre_motion.h"
#include "core/solid/nearest.h"
#include "core/solid/nose.h"
#include "core/solid/ring.h"
#include "core/solid/vicinity.h"

namespace carom {

/// The rounded end of a cushion at a pocket's mouth: a full vertical disc whose nose has a height.
struct Jaw {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double height_m = 0.036576;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("radius_m", self.radius_m, {0.0, 1.0, Interval::Ends::kOpenLow});
    visit("height_m", self.height_m, {0.0, 1.0, Interval::Ends::kOpenLow});
  }
};

/// A jaw as balls of one radius meet it: a nose (see NoseSolid) that is a circle and has a flat
/// top.
class JawSolid {
 public:
  static constexpr char kList[] = "jaws";

  JawSolid(const Jaw& jaw, NoseContact contact, double radius_m);

  Parts PartsNear(const Vec3& centre_m, bool on_cloth) const;
  OptionalTime Crossing(const Approach& approach) const;
  Vicinity Around(bool in_plane) const;

  /// Distance of a touching centre on the cloth from the axis.
  double reach_m() const { return reach_m_; }

 private:
  Nearest Beside(const Vec3& centre_m) const;
  Nearest Above(const Vec3& centre_m) const;

  Jaw jaw_;
  NoseContact contact_;
  double radius_m_;
  double reach_m_;
  Ring ring_;
};

}  // namespace carom

#endif  // CAROM_CORE_SOLID_JAW_H_
