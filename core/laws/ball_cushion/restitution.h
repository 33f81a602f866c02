#ifndef CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_

#include "core/laws/ball_cushion/nose_normal.h"
#include "core/laws/double_contact_friction.h"
#include "core/laws/group_coefficients.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"

namespace carom {

/// The plainest cushion: the horizontal velocity into the rail is reversed and multiplied by e;
/// velocity along the rail and spin are kept. In the air the same happens along the line from the
/// nose to the ball's centre, wherever that points.
struct RestitutionCushion {
  static constexpr char kName[] = "restitution";

  double restitution = 0.85;  ///< e in [0, 1].

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
  }
};

void Resolve(const RestitutionCushion& law, const CushionImpact& impact, BallState& ball);

/// Smooth: the law has no friction.
GroupCoefficients CoefficientsOf(const RestitutionCushion& law, double cloth_friction);

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const RestitutionCushion&) { return std::nullopt; }

/// Level on the cloth, so that the impact leaves spin alone.
inline Vec3 ContactNormal(const RestitutionCushion&, const CushionImpact& impact) {
  return impact.on_slate ? impact.normal : NoseNormal(impact);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_
