#include "core/multibody/contact.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/portable_math.h"

namespace carom {

namespace {

// p and its slope over the sine of the angle from the defect's middle.
struct Profile {
  double depth_m = 0.0;
  double slope_per_sine = 0.0;
};

Profile ProfileAt(const SurfaceDefect& defect, double sine, double cosine) {
  const double arc_m = defect.radius_m * Atan2(sine, cosine);
  if (!(arc_m < 0.5 * defect.width_m)) return {};
  const double turn = kTwoPi / defect.width_m;
  const double p = 0.5 * defect.depth_m * (1.0 + Cos(turn * arc_m));
  // sin(k s)/sin(s/R) -> k R in the middle.
  constexpr double kMiddle = 1e-9;
  const double ratio = sine > kMiddle ? Sin(turn * arc_m) / sine : turn * defect.radius_m;
  return {p, -0.5 * defect.depth_m * turn * ratio};
}

SphereContact DetectIn(const Plane& plane, const Vec3& centre, double radius) {
  return SpherePlane(centre, radius, plane);
}

SphereContact DetectIn(const BallSurface& ball, const Vec3& centre, double radius) {
  return SphereSphere(centre, radius, Vec3::Zero(), ball.radius_m);
}

SphereContact DetectIn(const HollowBallSurface& hollow, const Vec3& centre, double radius) {
  return SphereInSphere(centre, radius, Vec3::Zero(), hollow.radius_m);
}

SphereContact DetectIn(const CylinderSurface& solid, const Vec3& centre, double radius) {
  return ToWorld(solid.pose, SphereCylinder(solid.pose.ToBody(centre), radius, solid.cylinder));
}

SphereContact DetectIn(const BoreSurface& bore, const Vec3& centre, double radius) {
  return ToWorld(bore.pose, SphereInBore(bore.pose.ToBody(centre), radius, bore.radius_m));
}

SphereContact DetectIn(const Prism& prism, const Vec3& centre, double radius) {
  return SpherePrism(centre, radius, prism);
}

SphereContact DetectIn(const Face& face, const Vec3& centre, double radius) {
  return SphereFace(centre, radius, face);
}

void KeepNearer(const SphereContact& here, SphereContact& nearest) {
  if (here.gap_m < nearest.gap_m) nearest = here;
}

// Of two holes so close that a ball is near both, the one that its centre is over counts.
SphereContact DetectIn(const ClothSurface& cloth, const Vec3& centre, double radius) {
  SphereContact nearest = SpherePlane(centre, radius, Plane());
  for (const Hole& hole : cloth.holes) {
    if (!NearHole(centre, radius, hole)) continue;
    const SphereContact here = SphereHole(centre, radius, hole);
    if (OverHole(centre, hole)) return here;
    KeepNearer(here, nearest);
  }
  return nearest;
}

SphereContact DetectIn(const LinerSurface& liners, const Vec3& centre, double radius) {
  SphereContact nearest;
  for (const Hole& hole : liners.holes) KeepNearer(SphereLiner(centre, radius, hole), nearest);
  return nearest;
}

// A liner lies within its hole's circle, seen from above.
bool IsFarFrom(const LinerSurface& liners, const Vec3& centre, double radius) {
  return std::none_of(liners.holes.begin(), liners.holes.end(),
                      [&](const Hole& hole) { return NearHole(centre, radius, hole); });
}

bool IsFarFrom(const UnionSurface& solids, const Vec3& centre, double radius) {
  const Vec3 below = solids.least_m - centre;
  const Vec3 above = centre - solids.most_m;
  return std::max(below.maxCoeff(), above.maxCoeff()) > 2.0 * radius;
}

bool IsFarFrom(const Prism& prism, const Vec3& centre, double radius) {
  return LeastPrismGap(centre, radius, prism) > radius;
}

SphereContact DetectIn(const UnionSurface& solids, const Vec3& centre, double radius) {
  SphereContact nearest;
  for (const Prism& prism : solids.prisms) KeepNearer(DetectIn(prism, centre, radius), nearest);
  for (const CylinderSurface& cylinder : solids.cylinders) {
    KeepNearer(DetectIn(cylinder, centre, radius), nearest);
  }
  return nearest;
}

}  // namespace

// With u the direction of the defect and e that of the contact, both from the defect's body,
// cos(s/R) = u . e, so dp = p' R d(s/R) = -(p'/sin) R d(u . e). The contact's direction follows the
// line of centres, whose length along the normal is rho.
DefectEffect EffectOf(const SurfaceDefect& defect, const Vec3& normal, const BodyMotion& sphere,
                      const BodyMotion& other) {
  const Vec3 apart = sphere.position_m - other.position_m;
  const double along = normal.dot(apart);  // Negative in a hollow.
  const BodyMotion& carrier = defect.on_sphere ? sphere : other;
  const Vec3 u = RotationMatrix(carrier.orientation) * defect.direction;
  const Vec3 towards = defect.on_sphere || along < 0.0 ? Vec3(-normal) : normal;
  const double cosine = u.dot(towards);
  if (!(cosine > -1.0)) return {};
  const Vec3 across = u - cosine * towards;
  const Profile profile = ProfileAt(defect, across.norm(), cosine);
  if (profile.depth_m == 0.0) return {};

  DefectEffect effect;
  effect.depth_m = profile.depth_m;
  const double scale = profile.slope_per_sine * defect.radius_m;
  Vec3 relative = sphere.velocity_m_s - other.velocity_m_s;
  if (defect.on_sphere) {
    effect.lean = scale / along * across;  // e = -n, and dn = dx/rho.
    effect.turn_m = scale * u.cross(normal);
  } else {
    effect.lean = -scale / std::fabs(along) * across;
    relative -= other.spin_rad_s.cross(apart);  // As seen from the race, which turns.
  }
  effect.rate_m_s = effect.lean.dot(relative) + effect.turn_m.dot(sphere.spin_rad_s);
  return effect;
}

SphereContact Detect(const Surface& surface, const Vec3& centre_m, double radius_m) {
  return std::visit([&](const auto& s) { return DetectIn(s, centre_m, radius_m); }, surface);
}

bool IsFar(const Surface& surface, const Vec3& centre_m, double radius_m) {
  const auto is_far_from = [&](const auto* solid) {
    return solid != nullptr && IsFarFrom(*solid, centre_m, radius_m);
  };
  return is_far_from(std::get_if<UnionSurface>(&surface)) ||
         is_far_from(std::get_if<LinerSurface>(&surface)) ||
         is_far_from(std::get_if<Prism>(&surface));
}

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
