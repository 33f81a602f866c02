#include "tests/papers/pockets/target_size.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/constants.h"

namespace carom::papers {
namespace {

using std::cos;
using std::sin;

// Newton's method from the papers' guesses, with short steps.
double Root(const std::function<double(double)>& f, double x) {
  constexpr int kMost = 200;
  constexpr double kLongest = 0.2;
  for (int i = 0; i < kMost; ++i) {
    constexpr double kStep = 1e-7;
    const double slope = (f(x + kStep) - f(x - kStep)) / (2.0 * kStep);
    const double step = std::clamp(f(x) / slope, -kLongest, kLongest);
    x -= step;
    if (std::fabs(step) < 1e-13) break;
  }
  return x;
}

// Dictionary, the papers' names: theta: angle of the path; beta: where on the ball a point is
// touched; p, alpha, R_hole, b, R: see PocketMouth. Sizes are those to the left of the path.
class Model {
 public:
  explicit Model(const PocketMouth& m)
      : p(m.mouth_m),
        alpha(m.facing_rad),
        R_hole(m.hole_radius_m),
        b(m.shelf_m),
        R(m.ball_radius_m),
        L(m.rail_m) {}

  double Side(double theta) const {
    const double point = Point(theta);
    return theta < 0.0 ? std::min(point, Wall(theta)) : point;
  }

  // The mechanism that takes most: by the point and two facings, or first by the rail.
  double Corner(double theta) const {
    const double direct = PointWallWall(theta);
    if (theta <= 0.0) return direct;
    const double by_rail =
        std::min(ByRail(theta, WallWall(-FromRail(theta))), ByRail(theta, Point(-FromRail(theta))));
    return std::max(direct, std::min(by_rail, FarthestOnRail(theta)));
  }

 private:
  // [TP 3.5] A
  double A(double beta, double theta) const {
    const double turn = 2.0 * beta - theta - alpha;
    return (0.5 * p * cos(alpha) - R - R_hole * cos(turn) - (R_hole + b) * sin(alpha)) / sin(turn);
  }

  // [TP 3.5] the ball that touches the point goes to the far facing and just past the hole's edge;
  // or without it.
  double PolyBeta(double beta, double theta) const {
    const double turn = 4.0 * beta - 2.0 * theta - 2.0 * alpha;
    return R * sin(beta) + A(beta, theta) * sin(turn) + R_hole * cos(turn) +
           0.5 * p * cos(2.0 * beta - theta) + (R_hole + b) * sin(2.0 * beta - theta);
  }
  double PolyBetaIn(double beta, double theta) const {
    return -R * sin(beta) + R_hole - 0.5 * p * cos(2.0 * beta - theta) -
           (R_hole + b) * sin(2.0 * beta - theta);
  }

  // [TP 3.5] s_left_point, in [TP 3.6] s_left_point_wall
  double Point(double theta) const {
    const double guess = DegreesToRadians(20.0) + 70.0 / 130.0 * (theta + DegreesToRadians(60.0));
    const double beta = std::min(Root([&](double x) { return PolyBeta(x, theta); }, guess),
                                 Root([&](double x) { return PolyBetaIn(x, theta); }, guess));
    return 0.5 * p * cos(theta) - R * sin(beta);
  }

  // [TP 3.5] s_left_wall
  double Wall(double theta) const {
    const double t = -theta;
    const double r_wall = A(kHalfPi, t) * sin(2.0 * t + 2.0 * alpha) -
                          R_hole * cos(2.0 * t + 2.0 * alpha) + 0.5 * p * cos(t) -
                          (R_hole + b) * sin(t);
    return r_wall - 0.5 * p * cos(t);
  }

  // [TP 3.6] s_left_wall_wall
  double WallWall(double theta) const {
    const double D =
        (0.5 * p * cos(theta - 2.0 * alpha) - R * cos(theta - alpha) + Wall(theta - 2.0 * alpha)) /
        sin(theta - alpha);
    return 0.5 * p * cos(theta) + D * sin(theta - alpha) - R * cos(theta - alpha);
  }

  // [TP 3.6] poly_beta_ww
  double PolyBetaWW(double beta, double theta) const {
    const double phi1 = 2.0 * beta - kHalfPi - theta - 2.0 * alpha;
    const double phi2 = phi1 - 2.0 * alpha;
    const double within = 0.5 * p * cos(alpha) - R - (R_hole + b) * sin(alpha);
    const double A2 = (within + R_hole * sin(phi2 + alpha)) / cos(phi2 + alpha);
    const double A1 =
        (within + A2 * cos(phi2 - alpha) - R_hole * sin(phi2 - alpha)) / cos(phi1 + alpha);
    const double turn = 2.0 * beta - theta;
    return -R * sin(beta) - A1 * cos(turn + phi1) + A2 * cos(turn - phi2) +
           R_hole * sin(turn - phi2) - 0.5 * p * cos(turn) - (R_hole + b) * sin(turn);
  }

  // [TP 3.6] s_left_point_wall_wall
  double PointWallWall(double theta) const {
    const double beta =
        Root([&](double x) { return PolyBetaWW(x, theta); }, DegreesToRadians(75.0));
    return 0.5 * p * cos(theta) - R * sin(beta);
  }

  // [TP 3.6] 4.1 and the rail's equations: the path mirrored in the rail, which is at 45 degrees.
  static double FromRail(double theta) { return kHalfPi - theta; }
  double ByRail(double theta, double mirrored) const {
    const double d =
        (mirrored + 0.5 * p * sin(theta) - R * cos(0.25 * kPi - theta)) / sin(0.25 * kPi - theta);
    return OnRail(theta, d);
  }
  double FarthestOnRail(double theta) const {
    return OnRail(theta, L - p / cos(0.25 * kPi) - 2.0 * R);
  }
  double OnRail(double theta, double d) const {
    return 0.5 * p * cos(theta) + d * sin(0.25 * kPi - theta) - R * cos(0.25 * kPi - theta);
  }

  double p, alpha, R_hole, b, R, L;
};

}  // namespace

TargetSize SlowSideTarget(const PocketMouth& pocket, double angle_rad) {
  const Model model(pocket);
  return {model.Side(angle_rad), model.Side(-angle_rad)};
}

TargetSize SlowCornerTarget(const PocketMouth& pocket, double angle_rad) {
  const Model model(pocket);
  return {model.Corner(angle_rad), model.Corner(-angle_rad)};
}

}  // namespace carom::papers
