#include "core/multibody/contact.h"

#include <algorithm>

namespace carom {
namespace {

// Where the pair is closest, frame W.
SphereContact Closest(const ContactPair& pair, const BodyMotion& sphere, const BodyMotion& other) {
  if (pair.other == kGround) return Detect(pair.surface, sphere.position_m, pair.radius_m);
  if (const auto* ball = std::get_if<BallSurface>(&pair.surface)) {  // It looks the same all round.
    return SphereSphere(sphere.position_m, pair.radius_m, other.position_m, ball->radius_m);
  }
  const Pose pose = Pose::Of(other);
  return ToWorld(pose, Detect(pair.surface, pose.ToBody(sphere.position_m), pair.radius_m));
}

void AddSlipFriction(const SlipFriction& law, const Vec3& slip, double slip_speed, bool horizontal,
                     ContactForces& forces) {
  if (!(slip_speed > 0.0)) return;
  forces.friction_N = slip * (-SlipCoefficient(law, slip_speed) * forces.normal_N / slip_speed);
  if (horizontal) forces.friction_N.z() = 0.0;
  forces.friction_power_W = -forces.friction_N.dot(slip);
}

}  // namespace

GapAndRate GapOf(const ContactPair& pair, const BodyMotion& sphere, const BodyMotion& other) {
  if (pair.other == kGround) {
    const double bound = LeastGap(pair.surface, sphere.position_m, pair.radius_m);
    if (bound > pair.radius_m) return {bound, 0.0};
  }
  const SphereContact at = Closest(pair, sphere, other);
  return {at.gap_m, -RateOf(at, sphere, other).indentation_m_s};
}

ContactForces ForcesOf(const ContactPair& pair, const ContactState& state, const BodyMotion& sphere,
                       const BodyMotion& other, bool horizontal) {
  const SphereContact at = Closest(pair, sphere, other);
  const ContactRate rate = RateOf(at, sphere, other);
  ContactForces forces;
  forces.normal = at.normal;
  forces.point = at.point_m;
  forces.indentation_m = -at.gap_m;
  forces.rate_m_s = rate.indentation_m_s;
  forces.slip_m_s = rate.slip_m_s;
  forces.normal_N = pair.constant_force_N > 0.0
                        ? pair.constant_force_N
                        : pair.normal.Force(forces.indentation_m, forces.rate_m_s,
                                            std::max(state.approach_m_s, pair.least_approach_m_s));
  AddSlipFriction(pair.friction, rate.slip_m_s, rate.slip_speed_m_s, horizontal, forces);
  return forces;
}

}  // namespace carom
