// The table of the compliant-pool paper: sizes, bodies, starts. pool-09, pool-11, pool-18.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/models/cushions.h"
#include "core/table/catalog.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"

namespace carom::papers {
namespace {

// Greatest height of cue and yellow ball in the break.
std::array<double, 2> Tops(double inertia_kg_m2) {
  Game game = BreakGame(1e-9);
  game.inertia_kg_m2 = inertia_kg_m2;
  std::array<double, 2> tops = {};
  Looks looks;
  looks.step = [&](const GameView& view) {
    for (int i = 0; i < 2; ++i) {
      double& top = tops[static_cast<std::size_t>(i)];
      top = std::max(top, view.Ball(i).position_m.z() - kPaperBall.radius_m);
    }
    return true;
  };
  PlayGame(game, looks);
  return tops;
}

double Span(const std::vector<CushionParts>& cushions, int axis) {
  double least = 1e9;
  for (const CushionParts& parts : cushions) {
    const Prism::Side& nose = parts[0].sides()[0];
    if (std::fabs(nose.along[axis]) > 0.5) continue;  // Runs along this axis.
    least = std::min(least, std::fabs(nose.corner_m[axis]));
  }
  return 2.0 * least;
}

void DrawPart(const std::string& name, const Prism& prism, Sheet& sheet) {
  for (const Prism::Side& side : prism.sides()) {
    sheet.Add(name, side.corner_m.x(), side.corner_m.y());
  }
  const Vec2& first = prism.sides()[0].corner_m;
  sheet.Add(name, first.x(), first.y());
}

// A ball that slides along a nose, over the joints of the three parts.
double GreatestGapAlong(const Game& game) {
  const PoolTableModel model = MakeGameModel(game);
  double worst = 0.0;
  for (int i = 0; i <= 1000; ++i) {
    BodyMotion ball;
    const double x = 0.5 * 0.1285 + 1e-3 * i;
    ball.position_m = Vec3(x, kHalfWidth_m - kPaperBall.radius_m, kPaperBall.radius_m);
    double gap = 1.0;
    for (const ContactPair& pair : model.spec.contacts) {
      if (std::holds_alternative<UnionSurface>(pair.surface)) {
        gap = std::min(gap, GapOf(pair, ball, BodyMotion()).gap_m);
      }
    }
    worst = std::max(worst, std::fabs(gap));
  }
  return worst;
}

// Of the table that every shot can name: cushions, boxes, triangular prisms.
std::array<int, 3> PartsOfThePreset() {
  std::array<int, 3> counts = {0, 0, 0};
  const Table& table = FindTable("pool_9ft_prisms")->table;
  for (const UnionSurface& cushion : MakeCushions(table, NoseContact::kPlane)) {
    ++counts[0];
    for (const PrismSurface& part : cushion.prisms) {
      ++(part.prism.sides().size() == 4 ? counts[1] : counts[2]);
    }
  }
  return counts;
}

}  // namespace

// catalogue C-29
void PoolDimensions(Findings& findings) {
  const Game game = BreakGame(1e-7);
  const PoolTableModel model = MakeGameModel(game);
  const RigidBody& ball = model.spec.bodies[0];
  const std::vector<CushionParts> cushions = MakePaperCushions();
  findings.Reproduces("length between the noses, m", 2.54, Span(cushions, 0), 1e-15);
  findings.Reproduces("width between the noses, m", 1.27, Span(cushions, 1), 1e-15);
  findings.Reproduces("diameter of a ball, m", 0.05715, 2.0 * model.spec.contacts[0].radius_m,
                      1e-17);
  findings.Reproduces("mass of a ball, kg", 0.17, ball.mass_kg, 0.0);
  findings.Reproduces("J, kg m^2", 5.5e-5, ball.inertia_kg_m2.x(), 0.0);
  findings.Differs("2/5 m R^2, kg m^2", "5.5e-5", 5.55240825e-5, kPaperBall.Inertia(), 1e-18,
                   "rounded in the paper, by 0.94 %; both can be selected");
  const bool aligned = game.balls[0].orientation == EulerParameters(1.0, 0.0, 0.0, 0.0);
  findings.Reproduces("Euler parameters at the start", "(1, 0, 0, 0)",
                      aligned ? "(1, 0, 0, 0)" : "others", aligned);
  const std::array<double, 2> paper = Tops(kPaperInertia_kg_m2);
  const std::array<double, 2> sphere = Tops(kPaperBall.Inertia());
  findings.Reproduces("break at alpha 1e-9: greatest z - R with either J, mm", "not compared",
                      "cue " + Text(1e3 * paper[0]) + " and " + Text(1e3 * sphere[0]) +
                          ", yellow " + Text(1e3 * paper[1]) + " and " + Text(1e3 * sphere[1]),
                      paper[0] > 1e-3 && sphere[0] > 1e-3);
}

void PoolCushionBodies(Findings& findings) {
  findings.sheet() = Sheet({"part", "x_m", "y_m"});
  const std::vector<CushionParts> cushions = MakePaperCushions();
  Plot plan{"Six cushions, each a box and two triangular prisms", "x, m", "y, m", {}};
  plan.same_scale = true;
  int boxes = 0;
  int triangles = 0;
  for (std::size_t c = 0; c < cushions.size(); ++c) {
    for (std::size_t p = 0; p < cushions[c].size(); ++p) {
      const Prism& prism = cushions[c][p];
      const std::string name = std::to_string(c + 1) + "." + std::to_string(p + 1);
      DrawPart(name, prism, findings.sheet());
      plan.curves.push_back({name, "x_m", "y_m", "part", name, "lines"});
      ++(prism.sides().size() == 4 ? boxes : triangles);
    }
  }
  findings.Reproduces("cushions", 6.0, static_cast<double>(cushions.size()), 0.0);
  findings.Reproduces("boxes", 6.0, boxes, 0.0);
  findings.Reproduces("triangular prisms", 12.0, triangles, 0.0);
  const std::array<int, 3> preset = PartsOfThePreset();
  const bool same = preset == std::array{6, 6, 12};
  findings.Reproduces("the preset pool_9ft_prisms", "six cushions of a box and two prisms",
                      Text(preset[0]) + " cushions of " + Text(preset[1]) + " boxes and " +
                          Text(preset[2]) + " triangular prisms",
                      same);
  Game game = BreakGame(1e-7);
  game.welded = true;
  const PoolTableModel model = MakeGameModel(game);
  findings.Reproduces("bodies beside the balls: 18 parts and the cloth", 19.0,
                      static_cast<double>(model.spec.bodies.size() - game.balls.size()), 0.0);
  game.welded = false;
  findings.Reproduces("greatest gap of a ball that slides along a nose, over its joints, m",
                      "one cushion", 0.0, GreatestGapAlong(game), 1e-15);
  findings.LegacyNotCheckable("sizes of mouths, facings, depth and height", "Fig 3, drawn only",
                        "numbers; ours are the WPA's");
  findings.SetPlot(plan);
}

// catalogue C-40
void PoolStarts(Findings& findings) {
  findings.sheet() = Sheet({"experiment", "ball", "x_m", "y_m", "z_as_placed_m", "z_seated_m"});
  const double radius = kPaperBall.radius_m;
  const double stiffness =
      HertzStiffness(*FindMaterial("phenolic_resin"), radius, *FindMaterial("rigid"), kFlat);
  const double seat = SeatedIndentation(MakeNormalForce(HertzLaw{}, stiffness), kPaperBall, 9.81);
  findings.Reproduces("seated start: indentation of the cloth, um", "not in the paper",
                      1.07881747568, 1e6 * seat, 1e-9);
  const auto place = [&](const char* experiment, const char* ball, double x, double y, double z) {
    findings.sheet().Add(experiment, ball, x, y, z, radius - seat);
  };
  const Game rack = BreakGame(1e-7);
  findings.Reproduces("experiment 1: cue ball's x, m", -0.635, rack.balls[0].position_m.x(), 0.0);
  findings.Reproduces("experiment 1: cue ball's z, m", 0.028576, rack.balls[0].position_m.z(), 0.0);
  findings.Reproduces("experiment 1: first ball's x, m", 0.635, rack.balls[1].position_m.x(), 0.0);
  findings.Reproduces("experiment 1: its z, m", 0.028575, rack.balls[1].position_m.z(), 0.0);
  findings.Reproduces("24 mph, m/s", "10.729", 10.72896, 24.0 * kMilesPerHour_m_s, 1e-12);
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3& at = rack.balls[i].position_m;
    place("1", i == 0 ? "cue" : "object", at.x(), at.y(), at.z());
  }
  place("2, 3 mph", "cue", 0.0, 0.0, kCueBallHeight_m);
  place("2, 3 mph", "blue", 0.635, 0.0, radius);
  place("2, 7 mph", "cue", -0.635, 0.0, kCueBallHeight_m);
  place("2, 7 mph", "blue", 0.0, 0.0, radius);
  place("3", "cue", 1.0, 0.55, kCueBallHeight_m);

  // How deep the two heights bounce without loss: m g (z0 + d) = 2/5 K d^(5/2).
  const auto deepest = [&](double z, CompliantStart start) {
    Game game;
    game.cushions = PaperCushions::kNone;
    game.settings.start = start;
    game.AddBall(0.0, 0.0, z);
    game.duration_s = 0.05;
    double least = z;
    Looks looks;
    looks.period_s = 1e-6;
    looks.sample = [&](const GameView& view) {
      least = std::min(least, view.Ball(0).position_m.z());
    };
    PlayGame(game, looks);
    return 1e6 * (radius - least);
  };
  findings.Reproduces("cue ball as placed: deepest indentation, um", "bounces for ever", 2.48900223,
                      deepest(kCueBallHeight_m, CompliantStart::kAsPlaced), 1e-4);
  findings.Reproduces("ball at z = R as placed: deepest indentation, um", "bounces for ever",
                      1.98719878, deepest(radius, CompliantStart::kAsPlaced), 1e-4);
  findings.Reproduces("seated: deepest indentation, um", "not in the paper", 1e6 * seat,
                      deepest(radius, CompliantStart::kSeated), 1e-5);
}

}  // namespace carom::papers
