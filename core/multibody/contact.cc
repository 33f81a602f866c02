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

// Between balls the arms are whole radii, though the balls overlap by the penetration: so do the
// papers' sources, and so do impulse laws, whose limit of stiff balls this keeps. catalogue C-14
// On a liner too. Rubber yields there, by millimetres, and a ball of resin by a thousandth of that:
// what rubs is the ball's own round surface. Elsewhere it is the plane's. [Smooth contact] (6), (7)
ContactArms ArmsOf(const ContactPair& pair, const SphereContact& at, const BodyMotion& sphere,
                   const BodyMotion& other) {
  if (const auto* ball = std::get_if<BallSurface>(&pair.surface)) {
    return {-pair.radius_m * at.normal, ball->radius_m * at.normal};
  }
  if (std::holds_alternative<LinerSurface>(pair.surface)) {
    const Vec3 arm_m = -pair.radius_m * at.normal;
    return {arm_m, sphere.position_m + arm_m - other.position_m};
  }
  return ContactArms::To(at, sphere, other);
}

// The horizontal part of a friction that stays across the normal, so that it does no work but
// against the slip. Where the normal tilts, that is along the one horizontal direction across it.
void KeepHorizontal(const Vec3& normal, Vec3& friction) {
  friction.z() = 0.0;
  const Vec3 across = UnitZ().cross(normal);
  const double size2 = across.squaredNorm();
  if (normal.z() != 0.0 && size2 > 0.0) friction = across * (across.dot(friction) / size2);
}

void AddSlipFriction(const SlipFriction& law, bool horizontal, ContactForces& forces) {
  const Vec3& slip = forces.slip_m_s;
  const double slip_speed = slip.norm();
  if (!(slip_speed > 0.0)) return;
  forces.friction_N = slip * (-SlipCoefficient(law, slip_speed) * forces.normal_N / slip_speed);
  if (horizontal) KeepHorizontal(forces.normal, forces.friction_N);
  forces.friction_power_W = -forces.friction_N.dot(slip);
}

// The patch's own axes: x and y across the normal n.
void AddPatchFriction(const ContensouPatch& patch, const BodyMotion& sphere,
                      const BodyMotion& other, ContactForces& forces) {
  const Vec3& n = forces.normal;
  const Vec3 helper = std::fabs(n.z()) > 0.5 ? Vec3(1.0, 0.0, 0.0) : UnitZ();
  const Vec3 x = (helper - helper.dot(n) * n).normalized();
  const Vec3 y = n.cross(x);
  const Vec3 relative = sphere.velocity_m_s - other.velocity_m_s;
  const double spin = n.dot(sphere.spin_rad_s - other.spin_rad_s);
  PatchMotion motion;
  const Vec3& slip = forces.slip_m_s;
  motion.slip_m_s = Vec2(x.dot(slip), y.dot(slip));
  motion.spin_rad_s = spin;
  // The patch goes with the ball's centre, over the other body's surface and over the ball's own.
  motion.rolling_m_s = Vec2(x.dot(relative), y.dot(relative));
  motion.other_rolling_m_s = motion.rolling_m_s - motion.slip_m_s;
  const PatchLoad load = patch.Evaluate(motion, forces.normal_N);
  forces.friction_N = load.force_N.x() * x + load.force_N.y() * y;
  forces.moment_N_m =
      load.rolling_moment_N_m.x() * x + load.rolling_moment_N_m.y() * y + load.spin_moment_N_m * n;
  forces.friction_power_W =
      -forces.friction_N.dot(slip) - forces.moment_N_m.dot(sphere.spin_rad_s - other.spin_rad_s);
}

constexpr double kAtRest_m_s = 1e-6;  // See ApproachOf.

}  // namespace

double ApproachOf(const GapAndRate& gap) {
  return gap.rate_m_s < -kAtRest_m_s ? -gap.rate_m_s : 0.0;
}

std::optional<double> FarReach(const ContactPair& pair) {
  const auto* ball = std::get_if<BallSurface>(&pair.surface);
  if (ball == nullptr || pair.other == kGround || pair.defect) return std::nullopt;
  return 2.0 * pair.radius_m + ball->radius_m;
}

// Guards of pairs that are more than a radius apart neither cross within a step nor come near it,
// as no step takes a sphere by more than a part of its radius (MultibodySystem::LimitStep).
GapAndRate GapOf(const ContactPair& pair, const BodyMotion& sphere, const BodyMotion& other) {
  if (const auto reach = FarReach(pair)) {
    const bool far = (sphere.position_m - other.position_m).squaredNorm() > *reach * *reach;
    if (far) return {pair.radius_m, 0.0};
  } else if (pair.other == kGround && IsFar(pair.surface, sphere.position_m, pair.radius_m)) {
    return {pair.radius_m, 0.0};
  }
  const SphereContact at = Closest(pair, sphere, other);
  if (pair.other == kGround && at.gap_m > pair.radius_m) return {at.gap_m, 0.0};
  const ContactArms arms = ArmsOf(pair, at, sphere, other);
  const double rate_m_s = -RateOf(at.normal, arms, sphere, other).penetration_m_s;
  if (!pair.defect) return {at.gap_m, rate_m_s};
  const DefectEffect effect = EffectOf(*pair.defect, at.normal, sphere, other);
  return {at.gap_m + effect.depth_m, rate_m_s + effect.rate_m_s};
}

ContactForces ForcesOf(const ContactPair& pair, const ContactState& state, const BodyMotion& sphere,
                       const BodyMotion& other, bool horizontal) {
  const SphereContact at = Closest(pair, sphere, other);
  const ContactArms arms = ArmsOf(pair, at, sphere, other);
  const ContactRate rate = RateOf(at.normal, arms, sphere, other);
  ContactForces forces;
  forces.normal = at.normal;
  forces.sphere_arm_m = arms.sphere;
  forces.other_arm_m = arms.other;
  forces.penetration_m = -at.gap_m;
  forces.rate_m_s = rate.penetration_m_s;
  forces.slip_m_s = rate.slip_m_s;
  DefectEffect effect;
  if (pair.defect) {
    effect = EffectOf(*pair.defect, at.normal, sphere, other);
    forces.penetration_m -= effect.depth_m;
    forces.rate_m_s -= effect.rate_m_s;
    forces.lean = effect.lean;
  }
  forces.normal_N = pair.constant_force_N > 0.0
                        ? pair.constant_force_N
                        : pair.normal.Force(forces.penetration_m, forces.rate_m_s,
                                            std::max(state.approach_m_s, pair.least_approach_m_s));
  if (const auto* patch = std::get_if<ContensouPatch>(&pair.friction)) {
    AddPatchFriction(*patch, sphere, other, forces);
  } else {
    AddSlipFriction(std::get<SlipFriction>(pair.friction), horizontal, forces);
  }
  if (pair.defect) forces.moment_N_m += forces.normal_N * effect.turn_m;
  return forces;
}

}  // namespace carom
