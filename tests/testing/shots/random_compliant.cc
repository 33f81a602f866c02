#include "tests/testing/shots/random_compliant.h"

#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include "tests/testing/dice.h"

namespace carom::testing {
namespace {

// The seeds of these draws differ from those of the scene that they are made for.
constexpr uint64_t kOwnStream = 0x9e3779b97f4a7c15;

NormalLaw DrawNormal(Dice& dice) {
  const double restitution = dice.Between(0.3, 1.0);
  const bool exact = dice.Chance(0.3);
  const double exponent = dice.Chance(0.8) ? 1.5 : dice.Between(1.0, 2.0);
  const auto policy = dice.Chance(0.5) ? ZeroVelocityPolicy::kHertz : ZeroVelocityPolicy::kRatioOne;
  switch (dice.Below(3)) {
    case 0:
      return HertzLaw{.exponent = exponent};
    case 1:
      return LankaraniNikravesh{
          {.restitution = restitution, .exact = exact, .exponent = exponent, .policy = policy}};
    default:
      return FloresLaw{
          {.restitution = restitution, .exact = exact, .exponent = exponent, .policy = policy}};
  }
}

SlipFriction DrawSlipFriction(Dice& dice) {
  const double friction = dice.Parameter(0.4);
  switch (dice.Below(5)) {
    case 0:
      return Frictionless{};
    case 1:
      return RegularCoulomb{.friction = friction};
    case 2:
      return Threlfall{.friction = friction};
    case 3:
      return Ambrosio{.friction = friction};
    default:
      return RegularAlciatore{};
  }
}

// Radau's work grows with the cube of the balls, Adams' with all the starts that contacts force.
IntegrationSpec DrawIntegration(Dice& dice, bool few_balls) {
  IntegrationSpec spec = CompliantSettings().integration;
  if (few_balls && dice.Chance(0.2)) spec.method = IvpMethod::kAdamsPece;
  if (few_balls && dice.Chance(0.1)) spec.method = IvpMethod::kRadauIia5;
  if (dice.Chance(0.1)) {  // Without location steps must be short beside a contact.
    spec.locate_guards = false;
    spec.largest_step_s = 1e-4;
  }
  return spec;
}

ClothFriction DrawCloth(Dice& dice, bool few_balls) {
  if (dice.Chance(0.4)) return PatchOfCloth{};
  if (dice.Chance(0.6)) return DrawSlipFriction(dice);
  ContensouPatch patch;
  patch.radius_m = dice.Between(0.001, 0.004);
  patch.friction = dice.Between(0.05, 0.4);
  patch.lean = dice.Uniform();
  patch.slip_smoothing_per_s = patch.rolling_smoothing_per_s = dice.Between(0.1, 1.0);
  if (dice.Chance(0.3)) patch.model = ContensouModel::kFourParameter;
  if (few_balls && dice.Chance(0.1)) patch.model = ContensouModel::kIntegral;
  if (dice.Chance(0.2)) patch.other_lean = dice.Between(0.0, 1.0 - patch.lean);
  return patch;
}

// Every ball, and none that hops.
bool OnCloth(const Scene& scene, const Shot& shot) {
  for (std::size_t i = 0; i < shot.start.size(); ++i) {
    const BallState& state = shot.start[i];
    if (!InPlay(state.motion)) continue;
    if (std::fabs(state.position.z() - scene.balls()[i].radius_m) > 1e-6) return false;
    if (state.velocity.z() != 0.0) return false;
  }
  return true;
}

}  // namespace

std::optional<RandomShot> MakeRandomCompliantShot(uint64_t seed, uint64_t index) {
  std::optional<RandomShot> random = MakeRandomShot(seed, index);
  if (!random) return std::nullopt;
  Dice dice(seed ^ kOwnStream, index);
  auto settings = std::make_shared<Settings>(random->scene.settings());
  settings->engine = Engine::kCompliant;
  CompliantSettings& compliant = settings->compliant;
  compliant.ball_ball = {DrawNormal(dice), DrawSlipFriction(dice)};
  compliant.cushion = {DrawNormal(dice), DrawSlipFriction(dice)};
  if (dice.Chance(0.5)) compliant.cloth_normal = DrawNormal(dice);
  const bool few_balls = random->scene.balls().size() <= 2;
  compliant.cloth_friction = DrawCloth(dice, few_balls);
  compliant.integration = DrawIntegration(dice, few_balls);
  if (dice.Chance(0.2)) compliant.ball_material = *FindMaterial("steel");
  if (dice.Chance(0.2)) compliant.cushion_material.modulus_Pa = dice.Between(1e6, 1e8);
  compliant.start = dice.Chance(0.7) ? CompliantStart::kSeated : CompliantStart::kAsPlaced;
  compliant.horizontal = dice.Chance(0.2) && OnCloth(random->scene, random->shot);
  compliant.vertical_friction = compliant.horizontal && dice.Chance(0.3);
  if (dice.Chance(0.5)) {
    settings->environment.flight = Flight::kOn;
    settings->environment.pocket_model = PocketModel::kDrop;
  }
  settings->environment.limits.max_time_s = 0.3;
  auto scene = Scene::Make(std::make_shared<Table>(random->scene.table()), std::move(settings),
                           random->scene.balls());
  if (!scene.ok()) return std::nullopt;
  return RandomShot{*std::move(scene), random->shot, random->what + ", compliant"};
}

Mechanism MakeRandomMechanism(uint64_t seed, uint64_t index) {
  Dice dice(seed ^ kOwnStream, index);
  const auto about = [&dice](double value) { return value * dice.Between(-0.05, 2.0); };
  switch (dice.Below(4)) {
    case 0: {
      DoublePendulum pendulum;
      pendulum.rod_1_length_m = about(pendulum.rod_1_length_m);
      pendulum.rod_2_mass_kg = about(pendulum.rod_2_mass_kg);
      pendulum.obstacle_distance_m = about(pendulum.obstacle_distance_m);
      pendulum.restitution = dice.Parameter(1.0);
      pendulum.friction = dice.Parameter(0.6);
      pendulum.joint_1_damping_N_m_s = dice.Chance(0.5) ? 0.0 : dice.Uniform();
      pendulum.torque_1_N_m = dice.Chance(0.5) ? 0.0 : dice.Between(-5.0, 5.0);
      pendulum.torque_1_frequency_rad_s = dice.Between(0.0, 5.0);
      pendulum.angle_1_rad = dice.Between(-3.0, 3.0);
      pendulum.angle_2_rad = dice.Between(-3.0, 3.0);
      pendulum.angular_velocity_1_rad_s = dice.Between(-5.0, 5.0);
      pendulum.duration_s = 3.0;
      pendulum.integration.relative_tolerance = 1e-10;
      pendulum.integration.absolute_tolerance = 1e-11;
      return pendulum;
    }
    case 1: {
      RollingBall ball;
      ball.ball_radius_m = about(ball.ball_radius_m);
      ball.patch.radius_m = about(ball.patch.radius_m);
      ball.patch.friction = dice.Parameter(0.5);
      ball.patch.lean = dice.Parameter(1.0);
      ball.velocity_m_s = Vec2(dice.Between(-2.0, 2.0), dice.Between(-2.0, 2.0));
      ball.spin_rad_s = Vec3(dice.Between(-200.0, 200.0), dice.Between(-200.0, 200.0),
                             dice.Between(-200.0, 200.0));
      ball.duration_s = 2.0;
      return ball;
    }
    case 2: {
      NewtonsCradle cradle;
      cradle.ball_count = static_cast<int>(1 + dice.Below(7));
      cradle.released = static_cast<int>(dice.Below(4));
      cradle.rod_length_m = about(cradle.rod_length_m);
      cradle.gap_m = dice.Chance(0.5) ? 0.0 : dice.Between(-1e-5, 1e-3);
      cradle.release_angle_rad = dice.Between(-0.1, 1.7);
      cradle.normal = DrawNormal(dice);
      cradle.constraints.method = static_cast<ConstraintMethod>(dice.Below(4));
      cradle.duration_s = 0.6;
      cradle.integration.relative_tolerance = 1e-8;
      cradle.integration.absolute_tolerance = 1e-10;
      if (dice.Chance(0.2)) cradle.integration.method = IvpMethod::kAdamsPece;
      if (dice.Chance(0.2)) {
        cradle.integration.locate_guards = false;
        cradle.integration.largest_step_s = 1e-4;
      }
      return cradle;
    }
    default: {
      BallBearing bearing;
      bearing.ball_count = static_cast<int>(2 + dice.Below(12));
      bearing.races = dice.Chance(0.5) ? RaceShape::kSpheres : RaceShape::kCylinders;
      bearing.interference_m = about(bearing.interference_m);
      bearing.outer_speed_rad_s = about(bearing.outer_speed_rad_s);
      bearing.radial_load_N = about(bearing.radial_load_N);
      if (dice.Chance(0.5)) bearing.axial_load_N = about(20.0);
      bearing.duration_s = 2e-3;
      return bearing;
    }
  }
}

}  // namespace carom::testing
