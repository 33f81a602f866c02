#include "core/models/pool/pool_table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/portable_math.h"
#include "core/solid/plane_geometry.h"
#include "core/table/table_solids.h"
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

  void Add(const EventIdentity& identity, const ContactPair& pair) {
    model.spec.contacts.push_back(pair);
    model.contacts.push_back(identity);
  }

  void AddWatch(const Watch& watch, EventIdentity identity) {
    model.spec.watches.push_back(watch);
    model.watches.push_back(identity);
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
    const EventIdentity left = {EventKind::kLeftTable, ball, -1};
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

namespace {

// Deepest penetration that a start may have, m.
double MostPenetration(const EventIdentity& identity) {
  return identity.kind == EventKind::kBallBall ? 1e-5 : 1e-3;
}

std::string PartOf(EventKind kind) {
  switch (kind) {
    case EventKind::kBallSlate:
      return "the cloth";
    case EventKind::kPocketRim:
      return "a pocket's liner";
    default:
      return "a cushion";
  }
}

// In the reduced model nothing brings a ball down.
absl::Status ValidateHeight(const BallState& state, double radius_m) {
  constexpr double kOnCloth_m = 1e-4;
  if (std::fabs(state.position.z() - radius_m) > kOnCloth_m) {
    return InvalidField("position_m", state.position, "on the cloth: `horizontal` freezes heights");
  }
  if (state.velocity.z() != 0.0) {
    return InvalidField("velocity_m_s", state.velocity,
                        "without a vertical part: `horizontal` freezes heights");
  }
  return absl::OkStatus();
}

absl::Status ValidateState(const CompliantWorld& world, const BallState& state, double radius_m) {
  absl::Status bad = CheckNumbers(state);
  if (bad.ok() && world.settings.horizontal) bad = ValidateHeight(state, radius_m);
  const std::vector<Vec2>& outline = world.table.bed_outline_m;
  if (bad.ok() && !outline.empty() && !InsidePolygon(state.position.head<2>(), outline)) {
    bad = InvalidField("position_m", state.position, "inside the bed's outline");
  }
  const bool circles =
      world.settings.horizontal || world.environment.pocket_model == PocketModel::kCircle;
  const bool low = state.position.z() <= radius_m + kClothTolerance_m;
  return bad.ok() && circles && low ? CheckNotOverPocket(state, world.table) : bad;
}

}  // namespace

absl::Status ValidateCompliantStart(const CompliantWorld& world,
                                    const std::vector<BallState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!InPlay(states[i].motion)) continue;
    absl::Status bad = ValidateState(world, states[i], world.balls[i].radius_m);
    if (!bad.ok()) return UnderPath("balls", i, bad);
  }
  if (auto status = ValidateWeldedStart(world, states); !status.ok()) {
    return UnderPath("settings.compliant", status);
  }
  const PoolTableModel model =
      MakePoolTable(world.table, world.environment, world.settings, world.balls);
  const BodyMotion ground;
  const auto motion_of = [&](int ball) {
    BodyMotion motion;
    motion.position_m = states[Index(ball)].position;
    return motion;
  };
  for (std::size_t p = 0; p < model.contacts.size(); ++p) {
    const EventIdentity& identity = model.contacts[p];
    const ContactPair& pair = model.spec.contacts[p];
    if (!InPlay(states[Index(identity.ball)].motion)) continue;
    const bool two = identity.kind == EventKind::kBallBall;
    if (two && !InPlay(states[Index(identity.other)].motion)) continue;
    const double gap =
        GapOf(pair, motion_of(identity.ball), two ? motion_of(identity.other) : ground).gap_m;
    if (gap >= -MostPenetration(identity)) continue;
    const std::string what = two ? "ball " + std::to_string(identity.other) : PartOf(identity.kind);
    return InvalidField("balls[" + std::to_string(identity.ball) + "].position_m",
                        states[Index(identity.ball)].position,
                        "out of " + what + ", by " + FormatNumber(-gap) + " m");
  }
  return absl::OkStatus();
}

namespace {

constexpr double kTouching_m = 1e-5;

std::string PathOf(std::size_t weld) { return "welds[" + std::to_string(weld) + "]"; }

std::string NamesOf(const BallWeld& weld) {
  return "balls " + std::to_string(weld.first) + " and " + std::to_string(weld.second);
}

absl::Status CheckIndex(const std::string& path, int ball, int ball_count) {
  if (ball >= 0 && ball < ball_count) return absl::OkStatus();
  return InvalidField(path, ball, "below " + std::to_string(ball_count) + ", the number of balls");
}

// Both points are the middle of the gap between the surfaces, or of their overlap.
Weld PairOf(const BallWeld& weld, std::span<const BallSpec> balls,
            std::span<const BodyMotion> start) {
  const Vec3 apart = start[Index(weld.second)].position_m - start[Index(weld.first)].position_m;
  const double distance = apart.norm();
  const double gap =
      distance - balls[Index(weld.first)].radius_m - balls[Index(weld.second)].radius_m;
  const Vec3 arm = apart * ((balls[Index(weld.first)].radius_m + 0.5 * gap) / distance);
  return {.body_a = weld.first, .arm_a = arm, .body_b = weld.second, .arm_b = arm - apart};
}

}  // namespace

absl::Status ValidateWeldedBalls(const CompliantSettings& settings, int ball_count) {
  for (std::size_t w = 0; w < settings.welds.size(); ++w) {
    const BallWeld& weld = settings.welds[w];
    absl::Status status = CheckIndex(PathOf(w) + ".first", weld.first, ball_count);
    status.Update(CheckIndex(PathOf(w) + ".second", weld.second, ball_count));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ValidateWeldedStart(const CompliantWorld& world, std::span<const BallState> states) {
  for (std::size_t w = 0; w < world.settings.welds.size(); ++w) {
    const BallWeld& weld = world.settings.welds[w];
    const BallState& first = states[Index(weld.first)];
    const BallState& second = states[Index(weld.second)];
    if (!InPlay(first.motion) || !InPlay(second.motion)) {
      return InvalidField(PathOf(w), NamesOf(weld), "both in play");
    }
    const double gap = (second.position - first.position).norm() -
                       world.balls[Index(weld.first)].radius_m -
                       world.balls[Index(weld.second)].radius_m;
    if (std::fabs(gap) <= kTouching_m) continue;
    return InvalidField(PathOf(w), NamesOf(weld) + ", " + FormatNumber(gap) + " m apart,",
                        "touching, within " + FormatNumber(kTouching_m) + " m");
  }
  return absl::OkStatus();
}

PoolTableModel MakeWeldedTable(const CompliantWorld& world, std::span<const BallState> states) {
  PoolTableModel model = MakePoolTable(world.table, world.environment, world.settings, world.balls);
  if (world.settings.welds.empty()) return model;
  const auto start = StartMotions(model, world.settings, world.balls, states);
  for (const BallWeld& weld : world.settings.welds) {
    model.spec.constraints.push_back(PairOf(weld, world.balls, start));
  }
  return model;
}

}  // namespace carom
