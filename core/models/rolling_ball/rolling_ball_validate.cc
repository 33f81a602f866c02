#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "core/models/rolling_ball/rolling_ball_stick.h"

namespace carom {
namespace {

constexpr Interval kRadius{1e-4, 10.0};
constexpr Interval kMass{1e-6, 1e6};
constexpr Interval kGravity{0.0, 1000.0};
constexpr Interval kPosition{-1e6, 1e6};
constexpr Interval kVelocity{-1e3, 1e3};
constexpr Interval kSpin{-1e6, 1e6};

struct RangedField {
  const char* path;
  double value;
  Interval range;
};

absl::Status CheckRanges(const RollingBall& b) {
  const RangedField fields[] = {{"ball_radius_m", b.ball_radius_m, kRadius},
                                {"mass_kg", b.mass_kg, kMass},
                                {"gravity_m_s2", b.gravity_m_s2, kGravity},
                                {"position_m.x", b.position_m.x(), kPosition},
                                {"position_m.y", b.position_m.y(), kPosition},
                                {"velocity_m_s.x", b.velocity_m_s.x(), kVelocity},
                                {"velocity_m_s.y", b.velocity_m_s.y(), kVelocity},
                                {"spin_rad_s.x", b.spin_rad_s.x(), kSpin},
                                {"spin_rad_s.y", b.spin_rad_s.y(), kSpin},
                                {"spin_rad_s.z", b.spin_rad_s.z(), kSpin}};
  for (const RangedField& field : fields) {
    if (!field.range.Contains(field.value)) {
      return InvalidField(field.path, field.value, Describe(field.range));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPatch(const RollingBall& ball) {
  const ContensouPatch& patch = ball.patch;
  if (absl::Status bad = ValidateContensouPatch(patch); !bad.ok()) return UnderPath("patch.", bad);
  const Interval below_ball{0.0, ball.ball_radius_m};
  if (!below_ball.Contains(patch.radius_m)) {
    return InvalidField("patch.radius_m", patch.radius_m, "at most the ball's");
  }
  // The patch does not move over the surface of a rigid ball.
  if (patch.other_lean != 0.0) {
    return InvalidField("patch.other_lean", patch.other_lean, "0, since this ball is rigid");
  }
  return patch.slip_smoothing_per_s == 0.0 ? ValidateStick(ball) : absl::OkStatus();
}

}  // namespace

absl::Status Validate(const RollingBall& ball, const MechanismDetail& detail) {
  if (absl::Status bad = CheckRanges(ball); !bad.ok()) return bad;
  if (absl::Status bad = CheckPatch(ball); !bad.ok()) return bad;
  if (absl::Status bad = ValidateRun(ball.duration_s, ball.integration); !bad.ok()) return bad;
  return ValidateDetail(detail, ball.duration_s);
}

}  // namespace carom
