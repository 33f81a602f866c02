#ifndef CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_

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

/// Level on the cloth, so that the impact leaves spin alone.
inline Vec3 ContactNormal(const RestitutionCushion&, const CushionImpact& impact) {
  return impact.on_slate ? impact.normal : NoseNormal(impact);
}

inline void Resolve(const RestitutionCushion& law, const CushionImpact& impact, BallState& ball) {
  const Vec3 normal = ContactNormal(law, impact);
  const double approach = -normal.dot(ball.velocity);
  if (approach <= 0.0) return;
  ball.velocity += ((1.0 + law.restitution) * approach) * normal;
}

/// Smooth: the law has no friction.
inline GroupCoefficients CoefficientsOf(const RestitutionCushion& law, double /*cloth_friction*/) {
  return {law.restitution, ConstantFriction{0.0}};
}

/// A single contact: the slate takes no part in the impact.
constexpr std::nullopt_t DoubleContactOf(const RestitutionCushion&) { return std::nullopt; }

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_RESTITUTION_H_
