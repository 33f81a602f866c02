#include "tests/papers/pool/constrained_systems.h"

#include <cmath>

#include "core/base/constants.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

constexpr double kBall_kg = 0.17;

class Onlooker final : public IvpObserver {
 public:
  explicit Onlooker(const StateLook& look) : look_(look) {}
  bool Step(double t, std::span<const double> y) override {
    look_(t, y);
    return true;
  }

 private:
  const StateLook& look_;
};

// Solid behind a nose of this length along x of its body, whose y points into the rail.
UnionSurface CushionOf(double length_m) {
  constexpr double kDepth_m = 0.05;
  constexpr double kHeight_m = 0.04;
  const double end = 0.5 * length_m;
  UnionSurface cushion;
  const auto add = [&cushion](std::span<const Vec2> corners) {
    cushion.prisms.push_back({*Prism::Create(corners, 0.0, kHeight_m), PrismRule::kExact});
  };
  add(std::array{Vec2(-end, 0.0), Vec2(end, 0.0), Vec2(end, kDepth_m), Vec2(-end, kDepth_m)});
  add(std::array{Vec2(end, 0.0), Vec2(end + kDepth_m, kDepth_m), Vec2(end, kDepth_m)});
  add(std::array{Vec2(-end, 0.0), Vec2(-end, kDepth_m), Vec2(-end - kDepth_m, kDepth_m)});
  cushion.least_m = Vec3(-end - kDepth_m, 0.0, 0.0);
  cushion.most_m = Vec3(end + kDepth_m, kDepth_m, kHeight_m);
  return cushion;
}

struct CushionPlace {
  Vec2 middle_m;    // Of the nose.
  double turn_rad;  // Of the body about z.
  double length_m;
};

std::array<CushionPlace, 6> Cushions() {
  constexpr double kHalfLength_m = 1.27;
  constexpr double kHalfWidth_m = 0.635;
  constexpr double kLong_m = 1.1;  // Leaves room for the pockets.
  constexpr double kShort_m = 1.1;
  const double x = 0.5 * kHalfLength_m;
  return {{{Vec2(x, kHalfWidth_m), 0.0, kLong_m},
           {Vec2(-x, kHalfWidth_m), 0.0, kLong_m},
           {Vec2(x, -kHalfWidth_m), kPi, kLong_m},
           {Vec2(-x, -kHalfWidth_m), kPi, kLong_m},
           {Vec2(kHalfLength_m, 0.0), -kHalfPi, kShort_m},
           {Vec2(-kHalfLength_m, 0.0), kHalfPi, kShort_m}}};
}

// A body that is welded where it stands, and the ball's contact with it.
void AddWelded(const BodyMotion& place, ContactPair pair, ConstrainedSystem& table) {
  const int body = static_cast<int>(table.spec.bodies.size());
  table.spec.bodies.push_back({10.0, Vec3(0.1, 1.0, 1.0)});
  table.start.push_back(place);
  table.spec.constraints.push_back(Weld{body, place.position_m, place.orientation});
  pair.sphere = 0;
  pair.radius_m = kRadius_m;
  pair.other = body;
  table.spec.contacts.push_back(std::move(pair));
}

ContactPair ClothContact(bool reduced) {
  ContactPair pair = {.surface = Plane(),
                      .normal = MakeNormalForce(
                          HertzLaw{}, HertzStiffness(*FindMaterial("phenolic_resin"), kRadius_m,
                                                     *FindMaterial("rigid"), kFlat)),
                      .friction = Ambrosio{.friction = 0.2}};
  if (reduced) pair.constant_force_N = kBall_kg * 9.81;
  return pair;
}

ContactPair CushionContact(double length_m) {
  ContactPair pair = {
      .surface = CushionOf(length_m),
      .normal = MakeNormalForce(LankaraniNikravesh{.restitution = 0.98},
                                HertzStiffness(*FindMaterial("phenolic_resin"), kRadius_m,
                                               *FindMaterial("rubber"), kFlat)),
      .friction = Ambrosio{.friction = 0.14}};
  return pair;
}

// Rolling over the cloth, as deep in it as it bears it.
BodyMotion RollingBall(const NormalForceLaw& cloth, bool reduced) {
  const double seat = std::cbrt(std::pow(kBall_kg * 9.81 / cloth.stiffness, 2.0));
  BodyMotion ball;
  ball.position_m = Vec3(-0.6, 0.1, kRadius_m - (reduced ? 0.0 : seat));
  ball.velocity_m_s = Vec3(2.9, 0.7, 0.0);
  ball.spin_rad_s = UnitZ().cross(ball.velocity_m_s) / kRadius_m;
  return ball;
}

}  // namespace

ConstrainedSystem PendulumOnRod(ConstraintMethod method, double angle_rad, double length_m) {
  ConstrainedSystem pendulum;
  pendulum.spec.bodies = {RigidBody{}};
  pendulum.spec.constraints = {KeepDistance{.length_m = length_m},
                               KeepInPlane{.normal = Vec3(0.0, 1.0, 0.0)}};
  pendulum.spec.constraint_options.method = method;
  BodyMotion bob;
  bob.position_m = length_m * Vec3(std::sin(angle_rad), 0.0, -std::cos(angle_rad));
  pendulum.start = {bob};
  return pendulum;
}

ConstrainedSystem HangingCradle(ConstraintMethod method) {
  constexpr double kPitch_m = 0.025;
  constexpr double kRod_m = 0.15;
  ConstrainedSystem cradle;
  cradle.spec.constraint_options.method = method;
  for (int i = 0; i < 5; ++i) {
    const Vec3 pivot(i * kPitch_m, 0.0, 0.0);
    cradle.spec.bodies.push_back({0.06422266, Vec3::Constant(4e-6)});
    cradle.spec.constraints.push_back(
        KeepDistance{.body_a = i, .arm_b = pivot, .length_m = kRod_m});
    cradle.spec.constraints.push_back(KeepInPlane{.body = i, .normal = Vec3(0.0, 1.0, 0.0)});
    BodyMotion ball;
    ball.position_m = pivot - kRod_m * UnitZ();
    cradle.start.push_back(ball);
  }
  return cradle;
}

ConstrainedSystem WeldedTable(ConstraintMethod method, bool reduced) {
  ConstrainedSystem table;
  table.spec.constraint_options.method = method;
  table.spec.horizontal = reduced;
  if (reduced) table.spec.gravity_m_s2.setZero();
  table.spec.bodies.push_back({kBall_kg, Vec3::Constant(0.4 * kBall_kg * kRadius_m * kRadius_m)});
  const ContactPair cloth = ClothContact(reduced);
  table.start.push_back(RollingBall(cloth.normal, reduced));
  AddWelded(BodyMotion(), cloth, table);
  for (const CushionPlace& place : Cushions()) {
    BodyMotion motion;
    motion.position_m = Vec3(place.middle_m.x(), place.middle_m.y(), 0.0);
    motion.orientation << std::cos(0.5 * place.turn_rad), 0.0, 0.0, std::sin(0.5 * place.turn_rad);
    AddWelded(motion, CushionContact(place.length_m), table);
  }
  return table;
}

IvpResult RunConstrained(MultibodySystem& system, std::span<const BodyMotion> start,
                         double duration_s, const IvpOptions& options, const StateLook& look) {
  std::vector<double> y = system.Start(start);
  look(0.0, y);
  Onlooker onlooker(look);
  return Integrator().Run(system, 0.0, y, duration_s, options, {}, onlooker);
}

}  // namespace carom::papers
