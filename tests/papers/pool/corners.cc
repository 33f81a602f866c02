// Corners of the paper's cushions, and its windows: pool-12, pool-13.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/multibody/detect/sphere_contact.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/game.h"
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
    findings.Measure("pool-12", {{off, name}});
  };
  shoot("a long side's normal", corner.long_normal);
  shoot("b the way it came", between);
  shoot("c short side's normal", corner.short_normal);
  const Prism::Side nose = MakePaperCushions()[1][0].sides()[0];
  const Prism::Side facing = MakePaperCushions()[1][2].sides()[0];
  for (const Vec2& at :
       {Vec2(corner.at - 0.04 * nose.along), corner.at, Vec2(corner.at + 0.05 * facing.along)}) {
    findings.sheet().Add("cushion", at.x(), at.y());
  }
  Plot plot{"A corner of a cushion, and paths of centres", "x, m", "y, m", {}};
  plot.same_scale = true;
  for (const char* path :
       {"a long side's normal", "b the way it came", "c short side's normal", "cushion"}) {
    plot.curves.push_back({path, "x_m", "y_m", "path", path, "lines"});
  }
  findings.SetPlot(plot);
}

namespace {

// The deepest that one of the windows of the box's faces says a ball lies.
double DepthInWindows(const Vec3& centre, const Prism& box) {
  double deepest_m = 0.0;
  for (const Prism::Side& side : box.sides()) {
    const Face face{side.corner_m, side.along,  side.normal,
                    side.length_m, box.low_m(), box.high_m()};
    deepest_m = std::max(deepest_m, -SphereFace(centre, kRadius_m, face).gap_m);
  }
  return deepest_m;
}

}  // namespace

void PoolFaceWindows(Findings& findings) {
  const Prism box = MakePaperCushions()[1][0];
  const Prism::Side& nose = box.sides()[0];
  CounterRandom random(13, 0);
  double least_m = 1.0;
  double deepest_m = 0.0;
  double least_within_m = 1.0;
  for (int i = 0; i < 10000;) {
    // Near the nose, along it and up: outside of its bounds by more than R on either coordinate.
    const double along = random.Uniform(-0.3, nose.length_m + 0.3);
    const double up = random.Uniform(-0.1, 0.15);
    const Vec2 at =
        nose.corner_m + along * nose.along + random.Uniform(0.0, kRadius_m) * nose.normal;
    const Vec3 centre(at.x(), at.y(), up);
    const double beyond =
        std::max({-along, along - nose.length_m, box.low_m() - up, up - box.high_m()});
    const double gap_m = SpherePrism(centre, kRadius_m, box).gap_m;
    if (beyond > 0.0 && beyond < kRadius_m && gap_m > 0.0) {
      deepest_m = std::max(deepest_m, DepthInWindows(centre, box));
    }
    if (beyond <= kRadius_m) {
      least_within_m = std::min(least_within_m, gap_m);
      continue;
    }
    ++i;
    least_m = std::min(least_m, gap_m);
  }
  findings.Measure("pool-13", least_m);
  findings.Plant("pool-13", "centres within the bounds", {{least_within_m}});
  findings.Tell("pool-13",
                "within the windows, where the ball is clear of the box, they make "
                "contacts of up to " +
                    Text(1e3 * deepest_m) + " mm that are none");
}

}  // namespace carom::papers
