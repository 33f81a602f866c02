#include "core/play/skill.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/event/stage.h"
#include "core/solid/plane_geometry.h"

namespace carom::play {
namespace {

// The elevation at which a cue whose axis passes the cue ball's centre `above_m` higher keeps
// `clear_m` from a point `behind_m` behind and `higher_m` above that centre: with e the elevation
// and n = (sin e, cos e) the normal of the axis, above + behind sin e - higher cos e = clear.
std::optional<double> ElevationOver(double behind_m, double higher_m, double clear_m,
                                    double above_m) {
  const double far_m = std::sqrt(behind_m * behind_m + higher_m * higher_m);
  const double lift_m = clear_m - above_m;
  if (lift_m >= far_m) return std::nullopt;
  if (lift_m <= -far_m) return 0.0;
  return Atan2(higher_m, behind_m) + Asin(lift_m / far_m);
}

}  // namespace

double CueShape::RadiusAt(double from_tip_m) const {
  const double share = std::clamp(from_tip_m / length_m, 0.0, 1.0);
  return tip_radius_m + share * (butt_radius_m - tip_radius_m);
}

std::optional<double> LeastElevation(const Scene& scene, std::span<const BallState> states,
                                     const CueStrike& strike, const CueShape& cue) {
  const double radius_m = scene.balls()[Index(strike.cue_ball)].radius_m;
  const Vec2 aim(Cos(strike.azimuth_rad), Sin(strike.azimuth_rad));
  const Vec2 left(-aim.y(), aim.x());
  // The axis passes beside the centre where the tip is set to a side.
  const Vec2 from =
      states[Index(strike.cue_ball)].position.head<2>() + radius_m * strike.side_offset * left;
  const double above_m = radius_m * strike.height_offset;
  double least = 0.0;
  bool possible = true;
  const auto pass_over = [&](double behind_m, double higher_m, double clear_m) {
    const auto elevation = ElevationOver(behind_m, higher_m, clear_m, above_m);
    possible = possible && elevation.has_value();
    if (elevation) least = std::max(least, *elevation);
  };
  for (const Nose& nose : scene.table().noses) {
    const Vec2 along = nose.end_m - nose.start_m;
    const double across = Cross(-aim, along);
    if (across == 0.0) continue;
    const Vec2 to_nose = nose.start_m - from;
    const double behind_m = Cross(to_nose, along) / across;
    const double where = Cross(to_nose, Vec2(-aim)) / across;
    if (behind_m <= 0.0 || behind_m > cue.length_m || where < 0.0 || where > 1.0) continue;
    pass_over(behind_m, nose.start_height_m - radius_m, cue.RadiusAt(behind_m));
  }
  for (int ball = 0; ball < static_cast<int>(states.size()); ++ball) {
    if (ball == strike.cue_ball || !InPlay(states[Index(ball)].motion)) continue;
    const Vec2 to_ball = states[Index(ball)].position.head<2>() - from;
    const double behind_m = -to_ball.dot(aim);
    const double beside_m = to_ball.dot(left);
    const double other_m = scene.balls()[Index(ball)].radius_m;
    const double reach_m = other_m + cue.RadiusAt(behind_m);
    if (behind_m <= 0.0 || behind_m > cue.length_m || std::abs(beside_m) >= reach_m) continue;
    pass_over(behind_m, other_m - radius_m, std::sqrt(reach_m * reach_m - beside_m * beside_m));
  }
  if (!possible || least >= kHalfPi) return std::nullopt;
  return least;
}

double DirectionDeviation(const Scene& scene, const estimate::StrikeNoise& noise,
                          double speed_m_s) {
  // Enough for the deviation within 1 / sqrt(2 n), 4 %.
  constexpr uint64_t kDraws = 256;
  BallState ball;
  ball.position.z() = scene.balls()[0].radius_m;
  double squares = 0.0;
  int64_t played = 0;
  for (uint64_t draw = 0; draw < kDraws; ++draw) {
    CueStrike strike;
    strike.speed_m_s = speed_m_s;
    if (!estimate::AddNoise(noise, 0, draw, strike).ok()) continue;
    const Vec3 leaves = StruckBall(scene.world(), strike, ball).velocity;
    const double off = Atan2(leaves.y(), leaves.x());
    squares += off * off;
    ++played;
  }
  return played > 0 ? std::sqrt(squares / static_cast<double>(played)) : 0.0;
}

}  // namespace carom::play
