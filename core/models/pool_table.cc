#include "core/models/pool_table.h"

#include <cmath>
#include <cstddef>

#include "core/base/portable_math.h"
#include "core/models/cushions.h"

namespace carom {
namespace {

// How far from the cloth a ball still counts as lying on it at the start, m.
constexpr double kLies_m = 1e-5;

struct Builder {
  const Table& table;
  const Environment& environment;
  const CompliantSettings& settings;
  std::span<const BallSpec> balls;
  PoolTableModel model;

  const BallSpec& Ball(int i) const { return balls[static_cast<std::size_t>(i)]; }

  void Add(ContactPair pair, PoolMeaning meaning) {
    pair.sphere = meaning.ball;
    pair.radius_m = Ball(meaning.ball).radius_m;
    model.spec.contacts.push_back(std::move(pair));
    model.contacts.push_back(meaning);
  }

  void AddWatch(const Watch& watch, PoolMeaning meaning) {
    model.spec.watches.push_back(watch);
    model.watches.push_back(meaning);
  }

  void AddBallContacts() {
    const Material& resin = settings.ball_material;
    for (int a = 0; a < static_cast<int>(balls.size()); ++a) {
      for (int b = a + 1; b < static_cast<int>(balls.size()); ++b) {
        ContactPair pair;
        pair.other = b;
        pair.surface = BallSurface{Ball(b).radius_m};
        pair.normal =
            MakeNormalForce(settings.ball_ball.normal,
                            HertzStiffness(resin, Ball(a).radius_m, resin, Ball(b).radius_m));
        pair.friction = settings.ball_ball.friction;
        Add(pair, {EventKind::kBallBall, a, b});
      }
    }
  }

  void AddCloth(int ball) {
    const BallSpec& spec = Ball(ball);
    ClothSurface cloth;
    for (const Pocket& pocket : table.pockets) {
      cloth.holes.push_back({pocket.centre_m, pocket.radius_m});
    }
    ContactPair pair;
    pair.surface = cloth;
    pair.normal = MakeNormalForce(
        settings.cloth_normal,
        HertzStiffness(settings.ball_material, spec.radius_m, settings.cloth_material, kFlat));
    pair.least_approach_m_s = settings.cloth_least_approach_m_s;
    pair.friction = FrictionOf(settings.cloth_friction, environment.cloth, spec);
    if (settings.horizontal) {
      pair.surface = Plane();
      pair.constant_force_N = spec.mass_kg * environment.gravity_m_s2;  // 4.1, see the header.
    }
    model.cloth_contact.push_back(static_cast<int>(model.contacts.size()));
    Add(pair, {EventKind::kBallSlate, ball, -1});
  }

  void AddCushionContacts(int ball, std::span<const UnionSurface> cushions) {
    for (const UnionSurface& cushion : cushions) {
      ContactPair pair;
      pair.surface = cushion;
      pair.normal = MakeNormalForce(settings.cushion.normal,
                                    HertzStiffness(settings.ball_material, Ball(ball).radius_m,
                                                   settings.cushion_material, kFlat));
      pair.friction = settings.cushion.friction;
      Add(pair, {EventKind::kBallCushion, ball, -1});
    }
  }

  void AddPockets(int ball) {
    const double radius = Ball(ball).radius_m;
    const bool circle = settings.horizontal || environment.pocket_model == PocketModel::kCircle;
    for (int p = 0; p < static_cast<int>(table.pockets.size()); ++p) {
      const Pocket& pocket = table.pockets[static_cast<std::size_t>(p)];
      const double top = circle ? pocket.back_height_m + 2.0 * radius : -radius;
      AddWatch(CylinderWatch{ball, pocket.centre_m, pocket.radius_m, top},
               {EventKind::kBallPocket, ball, p});
    }
  }

  void AddOutline(int ball) {
    if (table.bed_outline_m.empty()) return;
    Vec2 least = table.bed_outline_m[0];
    Vec2 most = least;
    for (const Vec2& corner : table.bed_outline_m) {
      least = least.cwiseMin(corner);
      most = most.cwiseMax(corner);
    }
    const PoolMeaning left = {EventKind::kLeftTable, ball, -1};
    AddWatch(PlaneWatch{ball, Vec3(1.0, 0.0, 0.0), least.x()}, left);
    AddWatch(PlaneWatch{ball, Vec3(-1.0, 0.0, 0.0), -most.x()}, left);
    AddWatch(PlaneWatch{ball, Vec3(0.0, 1.0, 0.0), least.y()}, left);
    AddWatch(PlaneWatch{ball, Vec3(0.0, -1.0, 0.0), -most.y()}, left);
  }
};

}  // namespace

PoolTableModel MakePoolTable(const Table& table, const Environment& environment,
                             const CompliantSettings& settings, std::span<const BallSpec> balls) {
  Builder builder{table, environment, settings, balls, {}};
  MultibodySpec& spec = builder.model.spec;
  spec.horizontal = settings.horizontal;
  spec.gravity_m_s2 = Vec3(0.0, 0.0, settings.horizontal ? 0.0 : -environment.gravity_m_s2);
  for (const BallSpec& ball : balls) {
    spec.bodies.push_back({ball.mass_kg, Vec3::Constant(ball.Inertia())});
  }
  const std::vector<UnionSurface> cushions = MakeCushions(table, environment.nose_contact);
  builder.AddBallContacts();
  for (int ball = 0; ball < static_cast<int>(balls.size()); ++ball) {
    builder.AddCloth(ball);
    builder.AddCushionContacts(ball, cushions);
    builder.AddPockets(ball);
    builder.AddOutline(ball);
  }
  return std::move(builder.model);
}

double SeatedIndentation(const NormalForceLaw& cloth, const BallSpec& ball, double gravity_m_s2) {
  return Pow(ball.mass_kg * gravity_m_s2 / cloth.stiffness, 1.0 / cloth.exponent);
}

std::vector<BodyMotion> StartMotions(const PoolTableModel& model, const CompliantSettings& settings,
                                     std::span<const BallSpec> balls,
                                     std::span<const BallState> states) {
  std::vector<BodyMotion> motions(balls.size());
  for (std::size_t i = 0; i < balls.size(); ++i) {
    motions[i].position_m = states[i].position;
    motions[i].velocity_m_s = states[i].velocity;
    motions[i].spin_rad_s = states[i].spin;
    double& z = motions[i].position_m.z();
    if (settings.horizontal || std::fabs(z - balls[i].radius_m) > kLies_m) continue;
    if (settings.start == CompliantStart::kAsPlaced) continue;
    const ContactPair& cloth =
        model.spec.contacts[static_cast<std::size_t>(model.cloth_contact[i])];
    z = balls[i].radius_m - SeatedIndentation(cloth.normal, balls[i], -model.spec.gravity_m_s2.z());
  }
  return motions;
}

}  // namespace carom
