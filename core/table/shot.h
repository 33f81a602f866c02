#ifndef CAROM_CORE_TABLE_SHOT_H_
#define CAROM_CORE_TABLE_SHOT_H_

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/interval.h"
#include "core/state/trajectory.h"

namespace carom {

/// c = I / (m R^2) of a homogeneous sphere.
inline constexpr double kHomogeneous = 0.4;

/// One ball: a sphere whose mass is distributed equally in all directions. Balls of one shot may
/// differ in mass and radius. Defaults: a pool ball of 2 1/4 in and 6 oz.
struct BallSpec {
  double mass_kg = 0.170097;
  double radius_m = 0.028575;
  /// c = I / (m R^2) of the moment of inertia I about any axis through the centre; in (0, 2/3]: all
  /// mass in the centre, all of it in the surface. The event engine takes kHomogeneous only.
  double inertia_ratio = kHomogeneous;

  /// I, kg m^2.
  double Inertia() const { return inertia_ratio * mass_kg * radius_m * radius_m; }

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("mass_kg", self.mass_kg, {1e-3, 100.0});
    visit("radius_m", self.radius_m, {1e-3, 1.0});
    visit("inertia_ratio", self.inertia_ratio, {0.0, 2.0 / 3.0, Interval::Ends::kOpenLow});
  }

  friend bool operator==(const BallSpec&, const BallSpec&) = default;
};

/// Between the centres of two balls on the cloth that touch, seen from above, m: the centres are as
/// high as the radii, and (R_a + R_b)^2 - (R_a - R_b)^2 = 4 R_a R_b. [Event-based] Eq. (ball_poly)
inline double TouchingOnCloth(double radius_a_m, double radius_b_m) {
  return 2.0 * std::sqrt(radius_a_m * radius_b_m);
}

/// The cue stick.
struct Cue {
  double mass_kg = 0.567;
  /// Effective mass of the shaft's end, which an off-centre hit deflects sideways; it determines
  /// the squirt. Zero: no squirt.
  double end_mass_kg = 0.00567;
  /// Tip offset, in ball radii, beyond which a real tip slips off. A hit beyond it is simulated as
  /// if the tip held, and is reported as a miscue.
  double miscue_offset = 0.5;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("mass_kg", self.mass_kg, {0.01, 100.0});
    visit("end_mass_kg", self.end_mass_kg, {0.0, 100.0});
    visit("miscue_offset", self.miscue_offset, {0.0, 1.0, Interval::Ends::kOpenLow});
  }
};

/// One stroke of the cue at a resting or moving ball.
struct CueStrike {
  int cue_ball = 0;            ///< Index of the struck ball: any ball can be the cue ball.
  double speed_m_s = 0.0;      ///< Of the cue along its axis at impact, >= 0.
  double azimuth_rad = 0.0;    ///< Of the aim in the x-y plane: 0 along +x, counter-clockwise.
  double elevation_rad = 0.0;  ///< Of the butt above the horizontal, in [0, pi/2).
  /// Where the tip hits the ball, seen along the cue and in ball radii; side + is left (left
  /// english), height + is above the centre. side^2 + height^2 <= 1.
  double side_offset = 0.0;
  double height_offset = 0.0;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("speed_m_s", self.speed_m_s, {0.0, 50.0});
    visit("azimuth_rad", self.azimuth_rad, {-1000.0, 1000.0});
    visit("elevation_rad", self.elevation_rad, {0.0, kHalfPi, Interval::Ends::kOpenHigh});
    visit("side_offset", self.side_offset, {-1.0, 1.0});
    visit("height_offset", self.height_offset, {-1.0, 1.0});
  }
};

/// The balls of a shot and how they lie or move before the cue strikes. The three vectors are
/// parallel (names may be empty); at most kMaxBalls entries.
struct Layout {
  std::vector<BallSpec> balls;
  std::vector<BallState> states;
  std::vector<std::string> names;  ///< Informative: "cue", "8", ...
};

/// One shot: where the balls are and how they move at t = 0 (one state per ball of the scene), and
/// the stroke that starts it, if any.
struct Shot {
  std::vector<BallState> start;
  std::optional<CueStrike> strike;
};

}  // namespace carom

#endif  // CAROM_CORE_TABLE_SHOT_H_
