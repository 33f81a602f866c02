// The table of the compliant-pool paper: sizes, bodies, starts. pool-09, pool-11, pool-18.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/models/pool/cushions.h"
#include "core/table/catalog.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"

namespace carom::papers {
namespace {

// Greatest height of cue and yellow ball in the break.
std::array<double, 2> TopsWithInertia(double inertia_kg_m2) {
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
  std::vector<Measured> presets;
  const auto preset = [&](const char* what, const std::string& unit, double expected, double ours) {
    presets.push_back({ours, Around(expected, {1e-15, unit, "rounding"}), what});
  };
  preset("length between the noses", "m", 2.54, Span(cushions, 0));
  preset("width between the noses", "m", 1.27, Span(cushions, 1));
  preset("diameter of a ball", "m", 0.05715, 2.0 * model.spec.contacts[0].radius_m);
  preset("mass of a ball", "kg", 0.17, ball.mass_kg);
  preset("inertia of a ball", "kg m^2", 5.5e-5, ball.inertia_kg_m2.x());
  presets.push_back({game.balls[0].orientation[0], Exactly(1.0), "e_0 at the start"});
  presets.push_back({game.balls[0].orientation.tail<3>().norm(), Exactly(0.0), "|e| at the start"});
  findings.SelfCheck("our table and balls", {Source::kPaper, "3.2 and 3.4, read back"}, presets);
  findings.Misprint(
      "2/5 m R^2", {"J = 0.000055 kg m2", "3.4"},
      {{1e5 * kPaperBall.Inertia(), Around(5.55240825, {1e-9, "1e-5 kg m^2", "rounding"}),
        "of the printed m and R"}},
      "it rounds to 5.6e-5; the printed J is 0.94 % too small for a solid ball",
      {Source::kCatalogue, "C-29"});
  const std::array<double, 2> paper = TopsWithInertia(kPaperInertia_kg_m2);
  const std::array<double, 2> sphere = TopsWithInertia(kPaperBall.Inertia());
  findings.Tells("break at alpha 1e-9: greatest z - R with the paper's J and with 2/5 m R^2, mm",
                 "cue " + Text(1e3 * paper[0]) + " and " + Text(1e3 * sphere[0]) + ", yellow " +
                     Text(1e3 * paper[1]) + " and " + Text(1e3 * sphere[1]) +
                     "; carom sets it by --inertia-ratio");
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
  const Printed each = {
      "each cushion consists of a central, rectangular prism to which two triangular prisms are "
      "attached at its bases",
      "3.2"};
  const Printed planes = {"a total of 18 planes, as well as the cloth", "3.2"};
  const std::array<int, 3> preset = PartsOfThePreset();
  for (const auto& [name, counts] :
       {std::pair("experiments", std::array{static_cast<int>(cushions.size()), boxes, triangles}),
        std::pair("preset pool_9ft_prisms", preset)}) {
    findings.Reproduced(std::string(name) + ": parts of six cushions", each,
                        {{static_cast<double>(counts[0]), Exactly(6.0), "cushions"},
                         {static_cast<double>(counts[1]), Exactly(6.0), "boxes"},
                         {static_cast<double>(counts[2]), Exactly(12.0), "triangular prisms"}},
                        {Source::kClosedForm, "18 parts of six cushions, Fig 3"});
  }
  Game game = BreakGame(1e-7);
  game.welded = true;
  const PoolTableModel model = MakeGameModel(game);
  findings.Reproduced(
      "bodies beside the balls", planes,
      {{static_cast<double>(model.spec.bodies.size() - game.balls.size()), Exactly(18.0 + 1.0)}});
  game.welded = false;
  findings.Reproduced(
      "greatest gap of a ball that slides along a nose, over its joints", each,
      {{GreatestGapAlong(game), SizeWithin({1e-15, "m", "rounding"}, kPaperBall.radius_m)}},
      {Source::kClosedForm, "one plane"});
  findings.NotCheckable(
      "sizes of mouths, facings, depth and height",
      {"Cushion design process: a split of the cushions into different bodies", "Fig 3"},
      "numbers; ours are the WPA's");
  findings.SetPlot(plan);
}

// catalogue C-40
void PoolStarts(Findings& findings) {
  findings.sheet() = Sheet({"experiment", "ball", "x_m", "y_m", "z_as_placed_m", "z_seated_m"});
  const double radius = kPaperBall.radius_m;
  const double stiffness =
      HertzStiffness(*FindMaterial("phenolic_resin"), radius, *FindMaterial("rigid"), kFlat);
  const double seat = SeatedPenetration(MakeNormalForce(HertzLaw{}, stiffness), kPaperBall, 9.81);
  const Reference c40 = {Source::kCatalogue, "C-40"};
  findings.Extension("seated start: indentation of the cloth", c40,
                     {{1e6 * seat, Around(1.07881747568, {1e-9, "um", "digits"})}});
  const auto place = [&](const char* experiment, const char* ball, double x, double y, double z) {
    findings.sheet().Add(experiment, ball, x, y, z, radius - seat);
  };
  const Game rack = BreakGame(1e-7);
  findings.SelfCheck("experiment 1: places of the cue ball and the first ball",
                     {Source::kPaper, "3.4, read back"},
                     {{rack.balls[0].position_m.x(), Exactly(-0.635, "m"), "cue: x"},
                      {rack.balls[0].position_m.z(), Exactly(0.028576, "m"), "cue: z"},
                      {rack.balls[1].position_m.x(), Exactly(0.635, "m"), "first: x"},
                      {rack.balls[1].position_m.z(), Exactly(0.028575, "m"), "first: z"}});
  const Printed speed = {"value 10.729 m/s (24 mph)", "3.4"};
  findings.Reproduced("24 mph", speed,
                      {{24.0 * kMilesPerHour_m_s,
                        Around(10.729, {5e-4, "m/s", "half a unit of the paper's last digit"})}});
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
  const auto bounces = [&](const char* what, double expected_um, double z, CompliantStart start) {
    findings.Extension(
        what, c40, {{deepest(z, start), Around(expected_um, {1e-4, "um", "samples every us"})}});
  };
  bounces("cue ball as placed: deepest indentation", 2.48900223, kCueBallHeight_m,
          CompliantStart::kAsPlaced);
  bounces("ball at z = R as placed: deepest indentation", 1.98719878, radius,
          CompliantStart::kAsPlaced);
  bounces("seated: deepest indentation", 1e6 * seat, radius, CompliantStart::kSeated);
}

}  // namespace carom::papers
