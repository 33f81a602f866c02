// The paper's table: cloth, 18 parts of cushions, and where the balls of its experiments start.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/constants.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

constexpr double kCushion_m = 0.05;  // Depth and height.

// Along the back, by how much a cushion is longer than its nose where the facing leans by
// `angle_deg` off the nose's line.
double Lean(double angle_deg) { return kCushion_m / std::tan(DegreesToRadians(angle_deg)); }

// The solid is on the left of the way from start to end.
CushionParts MakeCushion(const Vec2& start, const Vec2& end, double lean_start, double lean_end) {
  const Vec2 along = (end - start).normalized();
  const Vec2 back = kCushion_m * Vec2(-along.y(), along.x());
  const std::array<Vec2, 4> box = {start, end, end + back, start + back};
  const std::array<Vec2, 3> first = {start, start + back, start + back - lean_start * along};
  const std::array<Vec2, 3> last = {end, end + back + lean_end * along, end + back};
  return {*Prism::Create(box, 0.0, kCushion_m), *Prism::Create(first, 0.0, kCushion_m),
          *Prism::Create(last, 0.0, kCushion_m)};
}

// A cushion as one solid, whose nearest part counts.
UnionSurface Joined(const CushionParts& parts) {
  UnionSurface solid;
  const Vec2 first = parts[0].sides()[0].corner_m;
  solid.least_m = solid.most_m = Vec3(first.x(), first.y(), 0.0);
  for (const Prism& prism : parts) {
    solid.prisms.push_back(prism);
    for (const Prism::Side& side : prism.sides()) {
      const Vec3 foot(side.corner_m.x(), side.corner_m.y(), prism.low_m());
      solid.least_m = solid.least_m.cwiseMin(foot);
      solid.most_m = solid.most_m.cwiseMax(foot + (prism.high_m() - prism.low_m()) * UnitZ());
    }
  }
  return solid;
}

// What balls meet, and which cushion it is part of.
std::vector<std::pair<Surface, int>> CushionSurfaces(const Game& game) {
  std::vector<std::pair<Surface, int>> surfaces;
  if (game.cushions == PaperCushions::kNone) return surfaces;
  int index = 0;
  for (const CushionParts& parts : MakePaperCushions(game.pockets)) {
    if (game.welded) {
      for (const Prism& part : parts) surfaces.emplace_back(part, index);
    } else {
      surfaces.emplace_back(Joined(parts), index);
    }
    ++index;
  }
  return surfaces;
}

// A body of 1 kg that is held where it is.
int AddWelded(MultibodySpec& spec) {
  const int body = static_cast<int>(spec.bodies.size());
  spec.bodies.push_back({1.0, Vec3::Constant(0.1)});
  spec.constraints.push_back(Weld{.body_a = body});
  return body;
}

}  // namespace

std::vector<CushionParts> MakePaperCushions(const PocketSizes& pockets) {
  // From where the lines of two noses meet.
  const double corner = pockets.corner_mouth_m / std::sqrt(2.0);
  const double side = 0.5 * pockets.side_mouth_m;
  const double at_corner = Lean(180.0 - pockets.corner_facing_deg);
  const double at_side = Lean(180.0 - pockets.side_facing_deg);
  const double x = kHalfLength_m - corner;
  const double y = kHalfWidth_m - corner;
  return {
      MakeCushion({-x, kHalfWidth_m}, {-side, kHalfWidth_m}, at_corner, at_side),
      MakeCushion({side, kHalfWidth_m}, {x, kHalfWidth_m}, at_side, at_corner),
      MakeCushion({kHalfLength_m, y}, {kHalfLength_m, -y}, at_corner, at_corner),
      MakeCushion({x, -kHalfWidth_m}, {side, -kHalfWidth_m}, at_corner, at_side),
      MakeCushion({-side, -kHalfWidth_m}, {-x, -kHalfWidth_m}, at_side, at_corner),
      MakeCushion({-kHalfLength_m, -y}, {-kHalfLength_m, y}, at_corner, at_corner),
  };
}

int Game::AddBall(double x, double y, double z, const Vec3& velocity, const Vec3& spin) {
  balls.push_back({.position_m = Vec3(x, y, z), .velocity_m_s = velocity, .spin_rad_s = spin});
  return static_cast<int>(balls.size()) - 1;
}

Game BreakGame(double gap_m, bool reduced) {
  Game game;
  game.settings.horizontal = reduced;
  const double radius = kPaperBall.radius_m;
  const double apart = 2.0 * radius + gap_m;
  const double behind = 0.635 + 0.5 * std::sqrt(3.0) * apart;
  game.AddBall(-0.635, 0.0, reduced ? radius : kCueBallHeight_m, Vec3(kBreakSpeed_m_s, 0.0, 0.0));
  game.AddBall(0.635, 0.0);
  game.AddBall(behind, 0.5 * apart);
  game.AddBall(behind, -0.5 * apart);
  return game;
}

PoolTableModel MakeGameModel(const Game& game) {
  Environment environment;
  environment.gravity_m_s2 = game.gravity_m_s2;
  const std::vector<BallSpec> balls(game.balls.size(), kPaperBall);
  PoolTableModel model = MakePoolTable(Table(), environment, game.settings, balls);
  MultibodySpec& spec = model.spec;
  for (RigidBody& ball : spec.bodies) ball.inertia_kg_m2.setConstant(game.inertia_kg_m2);
  spec.constraint_options = game.constraints;
  if (game.welded) {
    const int cloth = AddWelded(spec);
    for (const int contact : model.cloth_contact) {
      spec.contacts[static_cast<std::size_t>(contact)].other = cloth;
    }
  }
  const double stiffness = HertzStiffness(game.settings.ball_material, kPaperBall.radius_m,
                                          game.settings.cushion_material, kFlat);
  for (const auto& [surface, cushion] : CushionSurfaces(game)) {
    const int body = game.welded ? AddWelded(spec) : kGround;
    for (int ball = 0; ball < static_cast<int>(balls.size()); ++ball) {
      spec.contacts.push_back({.sphere = ball,
                               .radius_m = kPaperBall.radius_m,
                               .other = body,
                               .surface = surface,
                               .normal = MakeNormalForce(game.settings.cushion.normal, stiffness),
                               .friction = game.settings.cushion.friction});
      model.contacts.push_back({EventKind::kBallCushion, ball, cushion});
    }
  }
  return model;
}

}  // namespace carom::papers
