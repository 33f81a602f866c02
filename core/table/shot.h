#ifndef CAROM_CORE_TABLE_SHOT_H_
#define CAROM_CORE_TABLE_SHOT_H_

#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/interval.h"
#include "core/state/trajectory.h"
#include "core/table/ball.h"

namespace carom {

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
