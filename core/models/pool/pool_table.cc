#include "core/models/pool/pool_table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/base/portable_math.h"
#include "core/models/pool/cushions.h"
#include "core/table/validate.h"

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
  int cloth_body = kGround;
  std::vector<int> cushion_bodies;  // By surface.

  const BallSpec& Ball(int i) const { return balls[static_cast<std::size_t>(i)]; }

  void Add(const PoolMeaning& meaning, const ContactPair& pair) {
    model.spec.contacts.push_back(pair);
    model.contacts.push_back(meaning);
  }

  void AddWatch(const Watch& watch, PoolMeaning meaning) {
    model.spec.watches.push_back(watch);
    model.watches.push_back(meaning);
  }

  // What a part of the table is: a body that is welded to the ground, or ground. Its frame is that
  // of the world.
  int AddPart() {
    if (!settings.welded_table) return kGround;
    const int body = static_cast<int>(model.spec.bodies.size());
    model.spec.bodies.push_back({.mass_kg = 1.0, .inertia_kg_m2 = Vec3::Constant(0.1)});
    model.spec.constraints.push_back(Weld{.body_a = body});
    return body;
  }

  bool AreWelded(int a, int b) const {
    return std::any_of(settings.welds.begin(), settings.welds.end(), [a, b](const BallWeld& weld) {
      return std::minmax(weld.first, weld.second) == std::minmax(a, b);
    });
  }

  void AddBallContacts() {
    const Material& resin = settings.ball_material;
    for (int a = 0; a < static_cast<int>(balls.size()); ++a) {
      for (int b = a + 1; b < static_cast<int>(balls.size()); ++b) {
        if (AreWelded(a, b)) continue;
        const double stiffness = HertzStiffness(resin, Ball(a).radius_m, resin, Ball(b).radius_m);
        Add({EventKind::kBallBall, a, b},
            {.sphere = a,
             .radius_m = Ball(a).radius_m,
             .other = b,
             .surface = BallSurface{Ball(b).radius_m},
             .normal = MakeNormalForce(settings.ball_ball.normal, stiffness),
             .friction = settings.ball_ball.friction});
      }
    }
  }

  void AddCloth(int ball) {
    const BallSpec& spec = Ball(ball);
    const double stiffness =
        HertzStiffness(settings.ball_material, spec.radius_m, settings.cloth_material, kFlat);
    const ContactPair pair = {
        .sphere = ball,
        .radius_m = spec.radius_m,
        .other = cloth_body,
        .surface = Cloth(),
        .normal = MakeNormalForce(settings.cloth_normal, stiffness),
        .friction = FrictionOf(settings.cloth_friction, environment.cloth, spec),
        .least_approach_m_s = settings.horizontal ? 0.0 : settings.cloth_least_approach_m_s,
        .constant_force_N = settings.horizontal ? spec.mass_kg * environment.gravity_m_s2 : 0.0};
    model.cloth_contact.push_back(static_cast<int>(model.contacts.size()));
    Add({EventKind::kBallSlate, ball, -1}, pair);
  }

  // In the reduced model (4.1, see the header) the cloth has no holes: pockets take a ball by its
  // position.
  Surface Cloth() const {
    if (settings.horizontal) return Plane();
    ClothSurface cloth;
    for (const Pocket& pocket : table.pockets) cloth.holes.push_back(HoleOf(pocket));
    return cloth;
  }

  static Hole HoleOf(const Pocket& pocket) {
    const bool back = pocket.back_height_m > 0.0;
    return {pocket.centre_m, pocket.radius_m, back ? pocket.opening : Vec2(Vec2::Zero()),
            pocket.back_height_m, pocket.overhang_m};
  }

  // A circle takes a ball before the ball can touch anything in it.
  void AddLiners(int ball) {
    if (settings.horizontal || environment.pocket_model == PocketModel::kCircle) return;
    LinerSurface liners;
    for (const Pocket& pocket : table.pockets) {
      const Hole hole = HoleOf(pocket);
      if (!hole.opening.isZero()) liners.holes.push_back(hole);
    }
    if (liners.holes.empty()) return;
    const double stiffness =
        HertzStiffness(settings.ball_material, Ball(ball).radius_m, settings.liner_material, kFlat);
    Add({EventKind::kPocketRim, ball, -1},
        {.sphere = ball,
         .radius_m = Ball(ball).radius_m,
         .surface = liners,
         .normal = MakeNormalForce(settings.liner.normal, stiffness),
         .friction = settings.liner.friction});
  }

  void AddCushionContacts(int ball, std::span<const Surface> cushions) {
    const double stiffness = HertzStiffness(settings.ball_material, Ball(ball).radius_m,
                                            settings.cushion_material, kFlat);
    const bool by_nose = settings.cushion_faces == CushionFaces::kWindow;
    for (std::size_t i = 0; i < cushions.size(); ++i) {
      const int nose = by_nose && i < table.noses.size() ? static_cast<int>(i) : -1;
      Add({EventKind::kBallCushion, ball, nose},
          {.sphere = ball,
           .radius_m = Ball(ball).radius_m,
           .other = cushion_bodies[i],
           .surface = cushions[i],
           .normal = MakeNormalForce(settings.cushion.normal, stiffness),
           .friction = settings.cushion.friction});
    }
  }

  void AddPockets(int ball) {
    const double radius = Ball(ball).radius_m;
    for (int p = 0; p < static_cast<int>(table.pockets.size()); ++p) {
      const Pocket& pocket = table.pockets[static_cast<std::size_t>(p)];
      double top = -radius;
      if (environment.pocket_model == PocketModel::kCircle) top = PocketTop(table, pocket) + radius;
      if (settings.horizontal) top = 2.0 * radius;  // At its height for good.
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
  Builder builder{table, environment, settings, balls, {}, kGround, {}};
  MultibodySpec& spec = builder.model.spec;
  spec.horizontal = settings.horizontal && !settings.vertical_friction;
  spec.penetration_step_m = settings.penetration_step_m;
  spec.gravity_m_s2 = Vec3(0.0, 0.0, settings.horizontal ? 0.0 : -environment.gravity_m_s2);
  for (const BallSpec& ball : balls) {
    spec.bodies.push_back({ball.mass_kg, Vec3::Constant(ball.Inertia())});
  }
  if (environment.pocket_model == PocketModel::kDrop) builder.model.holes = table.pockets;
  const std::vector<Surface> cushions =
      MakeCushionSurfaces(table, environment.nose_contact, settings.cushion_faces);
  spec.constraint_options = settings.constraints;
  builder.cloth_body = builder.AddPart();
  for (std::size_t i = 0; i < cushions.size(); ++i) {
    builder.cushion_bodies.push_back(builder.AddPart());
  }
  builder.AddBallContacts();
  for (int ball = 0; ball < static_cast<int>(balls.size()); ++ball) {
    builder.AddCloth(ball);
    builder.AddCushionContacts(ball, cushions);
    builder.AddLiners(ball);
    builder.AddPockets(ball);
    builder.AddOutline(ball);
  }
  return std::move(builder.model);
}

double SeatedPenetration(const NormalForceLaw& cloth, const BallSpec& ball, double gravity_m_s2) {
  return Pow(ball.mass_kg * gravity_m_s2 / cloth.stiffness, 1.0 / cloth.exponent);
}

std::vector<BodyMotion> StartMotions(const PoolTableModel& model, const CompliantSettings& settings,
                                     std::span<const BallSpec> balls,
                                     std::span<const BallState> states) {
  std::vector<BodyMotion> motions(model.spec.bodies.size());
  for (std::size_t i = 0; i < balls.size(); ++i) {
    motions[i].position_m = states[i].position;
    motions[i].velocity_m_s = states[i].velocity;
    motions[i].spin_rad_s = states[i].spin;
    double& z = motions[i].position_m.z();
    if (settings.horizontal || std::fabs(z - balls[i].radius_m) > kLies_m) continue;
    if (settings.start == CompliantStart::kAsPlaced) continue;
    if (IsOverOne(model.holes, states[i].position.head<2>())) continue;
    const ContactPair& cloth =
        model.spec.contacts[static_cast<std::size_t>(model.cloth_contact[i])];
    z = balls[i].radius_m - SeatedPenetration(cloth.normal, balls[i], -model.spec.gravity_m_s2.z());
  }
  return motions;
}

}  // namespace carom
