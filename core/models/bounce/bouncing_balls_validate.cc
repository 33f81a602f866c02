#include <cmath>
#include <string>

#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/models/bounce/bouncing_balls.h"

namespace carom {
namespace {

constexpr std::size_t kMostBalls = 3;

// How far the ball's surface is above what it bounces on; a bound from below.
double GapAbove(const BouncingBalls& b, const Vec3& at) {
  const double r = b.ball_radius_m;
  const double around = b.surface_radius_m;
  switch (b.surface) {
    case BounceSurface::kPlane:
      return at.z() - r;
    case BounceSurface::kCylinder:
      return Vec2(at.y(), at.z() + around).norm() - around - r;
    case BounceSurface::kBowl:
      return around - r - (at - around * UnitZ()).norm();
    case BounceSurface::kNone:
      break;
  }
  return 0.0;
}

// The greatest penetration of an impact. More is a mistake, and would shoot the balls away.
constexpr double kMostOverlap = 0.01;  // Of the radius.

absl::Status CheckBalls(const BouncingBalls& b) {
  if (b.balls.empty() || b.balls.size() > kMostBalls) {
    return InvalidField("balls", static_cast<int>(b.balls.size()), "1 to 3 in number");
  }
  const double deep_m = -kMostOverlap * b.ball_radius_m;
  for (std::size_t i = 0; i < b.balls.size(); ++i) {
    const std::string path = "balls[" + std::to_string(i) + "]";
    const BouncingBall& ball = b.balls[i];
    if (absl::Status bad = CheckParameters(ball); !bad.ok()) return UnderPath(path, bad);
    if (GapAbove(b, ball.position_m) < deep_m) {
      return InvalidField(path + ".position_m", ball.position_m,
                          "outside the surface, or no deeper in it than ball_radius_m/100");
    }
    for (std::size_t j = 0; j < i; ++j) {
      const double apart_m = (ball.position_m - b.balls[j].position_m).norm();
      if (apart_m - 2.0 * b.ball_radius_m >= deep_m) continue;
      return InvalidField(
          path + ".position_m", ball.position_m,
          "clear of balls[" + std::to_string(j) + "], or no deeper in it than ball_radius_m/100");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSurface(const BouncingBalls& b) {
  if (b.surface == BounceSurface::kBowl && !(b.surface_radius_m > b.ball_radius_m)) {
    return InvalidField("surface_radius_m", b.surface_radius_m,
                        "above ball_radius_m, for a ball to lie in the bowl");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Validate(const BouncingBalls& bounce, const MechanismDetail& detail) {
  if (absl::Status bad = CheckParameters(bounce); !bad.ok()) return bad;
  if (absl::Status bad = CheckSurface(bounce); !bad.ok()) return bad;
  if (absl::Status bad = CheckBalls(bounce); !bad.ok()) return bad;
  if (absl::Status bad = ValidateNormalLaw(bounce.normal); !bad.ok()) {
    return UnderPath("normal", bad);
  }
  if (absl::Status bad = ValidateSlipFriction(bounce.friction); !bad.ok()) {
    return UnderPath("friction", bad);
  }
  if (absl::Status bad = ValidateRun(bounce.duration_s, bounce.integration); !bad.ok()) {
    return bad;
  }
  return ValidateDetail(detail, bounce.duration_s);
}

}  // namespace carom
