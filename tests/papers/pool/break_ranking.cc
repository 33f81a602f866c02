// What moves the end of the first experiment most: pool-36.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/papers/pool/authors.h"
#include "tests/papers/pool/break_experiments.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

// One thing that is not as in the base.
struct Variant {
  std::string factor;
  std::string value;
  Game game;
};

Game Base(double gap_m = 1e-7, bool reduced = false) {
  Game game = BreakGame(gap_m, reduced);
  game.duration_s = 2.0;
  return game;
}

std::vector<Variant> GapsAndLaws() {
  std::vector<Variant> variants;
  for (const double gap : kRackGaps_m) {
    if (gap != 1e-7) variants.push_back({"gap", Text(gap) + " m", Base(gap)});
  }
  const auto add = [&](const char* factor, const char* value, auto&& change) {
    Game game = Base();
    change(game);
    variants.push_back({factor, value, game});
  };
  add("ball-ball law", "Hertz", [](Game& game) { game.settings.ball_ball.normal = HertzLaw{}; });
  add("ball-ball law", "Flores",
      [](Game& game) { game.settings.ball_ball.normal = FloresLaw{.restitution = 0.93}; });
  add("ball-ball friction", "none",
      [](Game& game) { game.settings.ball_ball.friction = Frictionless{}; });
  add("ball-ball friction", "Alciatore",
      [](Game& game) { game.settings.ball_ball.friction = RegularAlciatore{}; });
  add("cushion", "0.98 and 0.14", [](Game& game) {
    game.settings.cushion = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio).cushion;
  });
  add("model", "reduced", [](Game& game) { game = Base(1e-7, true); });
  add("start", "seated", [](Game& game) { game.settings.start = CompliantStart::kSeated; });
  add("inertia", "2/5 m R^2", [](Game& game) { game.inertia_kg_m2 = kPaperBall.Inertia(); });
  add("step", "1e-3 s", [](Game& game) { game.integration.largest_step_s = 1e-3; });
  add("step", "1e-4 s", [](Game& game) { game.integration.largest_step_s = 1e-4; });
  add("tolerance", "1e-6", [](Game& game) {
    game.integration.relative_tolerance = 1e-6;
    game.integration.absolute_tolerance = 1e-8;
  });
  for (const NamedMethod& method : kMethods) {
    Game game = Base();
    game.constraints.method = method.method;
    if (method.method != Base().constraints.method)
      variants.push_back({"method", method.name, game});
  }
  return variants;
}

// Where balls are early, after the break, and at the end.
struct Places {
  std::vector<Vec3> early;
  std::vector<Vec3> late;
};

Places PlacesOf(const Game& game, bool& complete) {
  Places places;
  Looks looks;
  looks.period_s = 0.2;
  looks.sample = [&](const GameView& view) {
    if (view.t > 0.3 || view.t < 0.1) return;
    for (int i = 0; i < 4; ++i) places.early.push_back(view.Ball(i).position_m);
  };
  const Played played = PlayGame(game, looks);
  complete = complete && played.result.end == IvpEnd::kComplete;
  for (const BodyMotion& ball : played.balls) places.late.push_back(ball.position_m);
  return places;
}

double Farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

// The break with the authors' tool: how far the longest step moves a ball in 0.2 s.
double StepsAsAuthors() {
  std::array<std::vector<Vec3>, 2> places;
  const std::array<double, 2> steps_s = {0.01, 1e-5};
  for (std::size_t i = 0; i < steps_s.size(); ++i) {
    Game game = Base();
    game.duration_s = 0.2;
    for (const BodyMotion& ball : PlayGame(AsAuthors(game, steps_s[i])).balls) {
      places[i].push_back(ball.position_m);
    }
  }
  return Farthest(places[0], places[1]);
}

struct Moved {
  std::string factor;
  double early_m = 0.0;
  double late_m = 0.0;
};

}  // namespace

void PoolSensitivity(Findings& findings) {
  findings.sheet() = Sheet({"rank", "factor", "value", "moved_at_0.2_s_m", "moved_at_2_s_m"});
  bool complete = true;
  const Places base = PlacesOf(Base(), complete);
  struct Ranked {
    Variant variant;
    Moved moved;
  };
  std::vector<Ranked> ranked;
  for (const Variant& variant : GapsAndLaws()) {
    const Places places = PlacesOf(variant.game, complete);
    ranked.push_back(
        {variant,
         {variant.factor, Farthest(base.early, places.early), Farthest(base.late, places.late)}});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return a.moved.early_m > b.moved.early_m;
  });
  const auto most = [&](const std::string& factor) {
    double moved = 0.0;
    for (const Ranked& row : ranked) {
      if (row.moved.factor == factor) moved = std::max(moved, row.moved.early_m);
    }
    return moved;
  };
  Plot plot{"How far another gap, law, step ... moves a ball",
            "greatest displacement of a ball, m (not shown: 0)",
            "",
            {{"after 0.2 s", "moved_at_0.2_s_m", "rank", "", "", "points pt 7"},
             {"after 2 s", "moved_at_2_s_m", "rank", "", "", "points pt 6"}},
            true};
  int rank = 0;
  std::string order;
  for (const Ranked& row : ranked) {
    plot.y_ticks.push_back({row.variant.factor + ", " + row.variant.value, rank + 1.0});
    findings.sheet().Add(++rank, row.variant.factor, row.variant.value, row.moved.early_m,
                         row.moved.late_m);
    order += (rank > 1 ? "; " : "") + row.variant.factor + " " + row.variant.value + " " +
             Text(row.moved.early_m);
  }
  findings.Tells("displacement of a ball after 0.2 s, m, by rank", order);
  const Printed critical = {
      "The arrangement of the bodies, distances between them and contact and friction models, as "
      "well as time step differential have a critical impact in the results.",
      "5"};
  const double by_authors = StepsAsAuthors();
  findings.Tells("greatest displacement of a ball after 0.2 s by another", critical,
                 "gap " + Text(most("gap")) + " m, ball-ball law " + Text(most("ball-ball law")) +
                     " m, ball-ball friction " + Text(most("ball-ball friction")) +
                     " m; as the authors ran it, guards off, 1e-3 and 1e-6, between steps of 0.01 "
                     "and 1e-5 s " +
                     Text(by_authors) + " m. What is critical has no bound");
  findings.Extension(
      "what the step moves in 0.2 s, contacts located, over " + Text(by_authors) +
          " m as the authors ran it: located contacts begin where they begin, and a step is only "
          "the longest allowed",
      {Source::kReferenceRun, "guards off, 1e-3 and 1e-6"},
      {{most("step") / by_authors, Below(1.0, 1.0, "", "1 if location did not matter"),
        "0.01, 1e-3 and 1e-4 s"}});
  findings.Extension("another method: greatest displacement after 0.2 s",
                     {Source::kClosedForm, "free balls carry no constraint"},
                     {{most("method"), Exactly(0.0, "m")}});
  findings.Tells("simultaneous impacts",
                 {"penalty-based approaches have proved to work reasonably well with "
                  "simultaneous-multiple-impact multibody systems",
                  "5"},
                 complete ? "every run comes to its end; \"reasonably well\" is no number"
                          : "a run broke off");
  findings.SetPlot(plot);
}

}  // namespace carom::papers
