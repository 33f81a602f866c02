#include "core/laws/cue_ball/point_strike.h"

#include <cmath>

#include "core/base/portable_math.h"

namespace carom {
namespace {

// The axes of the cue, right-handed as (along, left, up).
struct CueFrame {
  Vec3 along = Vec3::Zero();  // Of the cue's motion: forward, and down when the butt is raised.
  Vec3 left = Vec3::Zero();
  Vec3 up = Vec3::Zero();
};

CueFrame FrameOf(const CueStrike& strike) {
  const double cos_azimuth = Cos(strike.azimuth_rad);
  const double sin_azimuth = Sin(strike.azimuth_rad);
  const double cos_elevation = Cos(strike.elevation_rad);
  const double sin_elevation = Sin(strike.elevation_rad);
  CueFrame frame;
  frame.along << cos_azimuth * cos_elevation, sin_azimuth * cos_elevation, -sin_elevation;
  frame.left << -sin_azimuth, cos_azimuth, 0.0;
  frame.up = frame.along.cross(frame.left);
  return frame;
}

// [Alciatore, TP A.31] Eq. (12): the shaft's end, of mass m_e, is pushed aside by the turning ball.
// The 5/2 there is m R^2 / I of a homogeneous ball.
double SquirtTangent(double side_offset, const Cue& cue, const BallSpec& spec) {
  if (cue.end_mass_kg <= 0.0) return 0.0;
  const double mass_ratio = spec.mass_kg / cue.end_mass_kg;
  const double depth_squared = 1.0 - side_offset * side_offset;
  const double turning = 1.0 / spec.inertia_ratio;
  return turning * side_offset * std::sqrt(depth_squared) /
         (1.0 + mass_ratio + turning * depth_squared);
}

// `velocity` turned about the vertical, to the right for a positive tangent.
Vec3 TurnedRight(const Vec3& velocity, double tangent) {
  const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
  const double sine = tangent * cosine;
  return {cosine * velocity.x() + sine * velocity.y(), cosine * velocity.y() - sine * velocity.x(),
          velocity.z()};
}

}  // namespace

// The tip hits the ball at r = R (a left + b up - c along) and pushes it along the cue, so that
// the arm of the impulse is R sqrt(a^2 + b^2). Energy along the cue is conserved when
//
//   v = 2 V / (1 + m/M + (1/c) (a^2 + b^2)),   w = (1/c) (v/R) (a left + b up) x along
//
// with c = I/(m R^2), 2/5 in the paper.
// [Leckie & Greenspan 2006] Eqs. (6)-(10) have offsets a, b', c' in the table's frame instead, so
// that a^2 + b'^2 cos^2 th + c'^2 sin^2 th - 2 b' c' cos th sin th takes the place of our
// a^2 + b^2. Both are equal, since b = b' cos th - c' sin th. Squirt turns the path, not the axis
// of the spin.
void Resolve(const CueStrike& strike, const Cue& cue, const BallSpec& spec, BallState& ball) {
  const double a = strike.side_offset;
  const double b = strike.height_offset;
  const CueFrame frame = FrameOf(strike);
  const double turning = 1.0 / spec.inertia_ratio;
  const double speed =
      2.0 * strike.speed_m_s / (1.0 + spec.mass_kg / cue.mass_kg + turning * (a * a + b * b));
  const Vec3 offset = a * frame.left + b * frame.up;
  ball.velocity += TurnedRight(speed * frame.along, SquirtTangent(a, cue, spec));
  ball.spin += (turning * speed / spec.radius_m) * offset.cross(frame.along);
}

bool IsMiscue(const CueStrike& strike, const Cue& cue) {
  const double offset_squared =
      strike.side_offset * strike.side_offset + strike.height_offset * strike.height_offset;
  return offset_squared > cue.miscue_offset * cue.miscue_offset;
}

}  // namespace carom
