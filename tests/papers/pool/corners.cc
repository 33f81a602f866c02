// Corners of the paper's cushions, and its windows: pool-12, pool-13.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"
#include "tests/testing/degrees.h"

namespace carom::papers {
namespace {

// Where the nose of the upper right cushion ends, at the corner pocket: its long and short sides
// have these normals, out of the solid.
struct Corner {
  Vec2 at;
  Vec2 long_normal;
  Vec2 short_normal;
};

Corner FindCorner() {
  const CushionParts parts = MakePaperCushions()[1];
  const Prism::Side& nose = parts[0].sides()[0];
  const Prism::Side& facing = parts[2].sides()[0];
  return {facing.corner_m, nose.normal, facing.normal};
}

double AngleOf(const Vec2& direction) {
  return RadiansToDegrees(std::atan2(direction.y(), direction.x()));
}

// Shoots a ball along `direction` so that it meets the corner with its centre along
// `contact_normal` from it, and returns the direction in which it leaves.
Vec2 ShootAtCorner(const std::string& name, const Corner& corner, const Vec2& contact_normal,
                   const Vec2& direction, double speed_m_s, Sheet& sheet) {
  Game game;
  game.settings.horizontal = true;
  game.settings.cloth_friction = SlipFriction(Frictionless{});
  game.settings.cushion.normal = HertzLaw{};
  game.duration_s = 0.048 / speed_m_s;
  game.integration.largest_step_s = 0.01 * game.duration_s;
  const Vec2 touch = corner.at + kRadius_m * contact_normal;
  const Vec2 start = touch - 0.02 * direction;
  game.AddBall(start.x(), start.y(), kRadius_m,
               speed_m_s * Vec3(direction.x(), direction.y(), 0.0));
  Looks looks;
  looks.period_s = game.duration_s / 48.0;
  looks.sample = [&](const GameView& view) {
    const Vec3 at = view.Ball(0).position_m;
    sheet.Add(name, at.x(), at.y());
  };
  const Played played = PlayGame(game, looks);
  const Vec3& v = played.balls[0].velocity_m_s;
  return Vec2(v.x(), v.y()).normalized();
}

}  // namespace

void PoolCornerPaths(Findings& findings) {
  findings.sheet() = Sheet({"path", "x_m", "y_m"});
  const Corner corner = FindCorner();
  const Vec2 between = (corner.long_normal + corner.short_normal).normalized();
  const auto shoot = [&](const char* name, const Vec2& normal) {
    const Vec2 in = -normal;
    const Vec2 out = ShootAtCorner(name, corner, normal, in, 2.0, findings.sheet());
    const double off = RadiansToDegrees(std::acos(std::min(1.0, out.dot(normal))));
    findings.Reproduced(
        std::string(name) + ": in at " + Text(AngleOf(in)) + ", leaves off " +
            Text(AngleOf(normal)) + " degrees",
        {"the ball will rebound on the direction normal to the longest side of the cushion (Fig. "
         "4a), the original direction (Fig. 4b) or the normal to the shortest side of the cushion "
         "(Fig. 4c)",
         "3.2, Fig 4"},
        {{off, SizeWithin({1e-4, "deg", "integration"}, 45.0)}},
        {Source::kClosedForm, "an impact along the normal"});
  };
  shoot("a long side's normal", corner.long_normal);
  shoot("b the way it came", between);
  shoot("c short side's normal", corner.short_normal);
  const Vec2 slanted = Vec2(-corner.long_normal + 0.3 * Vec2(1.0, 0.0)).normalized();
  const Vec2 out = ShootAtCorner("d slanted", corner, between, slanted, 0.02, findings.sheet());
  const Vec2 mirrored = slanted - 2.0 * slanted.dot(between) * between;
  findings.Extension(
      "d slanted, 0.02 m/s: out, less the direction mirrored about the corner's line",
      {Source::kClosedForm, "a corner mirrors about the line from it to the centre"},
      {{AngleOf(out) - AngleOf(mirrored),
        NearZero(
            {0.8, "deg", "0.02 m/s turn the line by 0.4 degrees in 10 ms of contact, in and out"},
            45.0)}});
  const Prism::Side nose = MakePaperCushions()[1][0].sides()[0];
  const Prism::Side facing = MakePaperCushions()[1][2].sides()[0];
  for (const Vec2& at :
       {Vec2(corner.at - 0.04 * nose.along), corner.at, Vec2(corner.at + 0.05 * facing.along)}) {
    findings.sheet().Add("cushion", at.x(), at.y());
  }
  Plot plot{"A corner of a cushion, and paths of centres", "x, m", "y, m", {}};
  plot.same_scale = true;
  for (const char* path : {"a long side's normal", "b the way it came", "c short side's normal",
                           "d slanted", "cushion"}) {
    plot.curves.push_back({path, "x_m", "y_m", "path", path, "lines"});
  }
  findings.SetPlot(plot);
}

// catalogue D-30
void PoolFaceWindows(Findings& findings) {
  findings.sheet() = Sheet({"past_corner_m", "gap_exact_m", "gap_window_m"});
  const CushionParts parts = MakePaperCushions()[1];
  const Prism::Side& nose = parts[0].sides()[0];
  const Vec2 corner = nose.corner_m + nose.length_m * nose.along;
  int wrong = 0;
  double deepest = 0.0;
  double apart = 0.0;
  for (int i = -20; i <= 40; ++i) {
    const double past = 1e-3 * i;
    // 3 mm into the plane of the nose.
    const Vec2 at = corner + past * nose.along + (kRadius_m - 0.003) * nose.normal;
    const Vec3 centre(at.x(), at.y(), kRadius_m);
    const double exact = SpherePrism(centre, kRadius_m, parts[0]).gap_m;
    const double window = SpherePrismFaces(centre, kRadius_m, parts[0]).gap_m;
    findings.sheet().Add(past, exact, window);
    if (past < 0.0) apart = std::max(apart, std::fabs(exact - window));
    if (exact > 0.0 && window < 0.0) ++wrong;
    if (exact > 0.0) deepest = std::max(deepest, -window);
  }
  const Printed window_text = {
      "If any of the coordinates of the projection of the sphere is out of the boundaries of the "
      "plane ..., contact will not happen.",
      "3.2, Fig 5"};
  findings.Reproduced("before the end of the nose: both rules, apart", window_text,
                      {{apart, SizeWithin({1e-15, "m", "rounding"}, kRadius_m)}},
                      {Source::kClosedForm, "the same plane"});
  // One shot past the end of the cushion into the pocket's mouth, with either rule.
  const auto shoot = [&](PaperCushions cushions) {
    Game game;
    game.settings.horizontal = true;
    game.settings.cloth_friction = SlipFriction(Frictionless{});
    game.cushions = cushions;
    game.duration_s = 0.05;
    const Vec2 start = corner + 0.02 * nose.along + 0.06 * nose.normal;
    game.AddBall(start.x(), start.y(), kRadius_m, Vec3(0.0, 1.0, 0.0));
    return PlayGame(game);
  };
  const Played exact = shoot(PaperCushions::kExact);
  const Played window = shoot(PaperCushions::kWindow);
  const auto first = [](const Played& played) {
    return played.contacts.empty() ? 0.05 : played.contacts.front().begin_s;
  };
  findings.Artefact(
      "where the ball is clear of the box: indentation", {"s_x +- R and s_y +- R", "3.2, Fig 5"},
      {deepest, Around(kRadius_m - 0.013, {1e-12, "m", "rounding of a difference of places"}),
       "by the window, over " + std::to_string(wrong) + " mm of false contacts"},
      {first(exact) - first(window), Above(1e-4, 0.0, "s", "the same contact would be at once"),
       "how much later a ball past the end of a nose meets the exact box"},
      "windows go on for R past the edge, of the nose and of the box's end alike; distances do "
      "not. carom plays by windows with --cushion-faces=window");
}

}  // namespace carom::papers
