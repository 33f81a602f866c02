#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/models/pendulum/double_pendulum.h"
#include "core/models/pendulum/double_pendulum_equations.h"

namespace carom {
namespace {

constexpr Interval kPositive{1e-9, 1e9};
constexpr Interval kNotNegative{0.0, 1e9};
constexpr Interval kAny{-1e9, 1e9};
constexpr Interval kAngle{-1e5, 1e5};  // Beyond, the last digits of sine and cosine suffer.
constexpr Interval kRate{-1e6, 1e6};
constexpr Interval kRestitution{0.0, 1.0};
constexpr Interval kFriction{0.0, 10.0};

constexpr double kDeepestTouch_m = 1e-9;

struct RangedField {
  const char* path;
  double value;
  Interval range;
};

absl::Status CheckRanges(const DoublePendulum& p) {
  const RangedField fields[] = {{"rod_1_mass_kg", p.rod_1_mass_kg, kPositive},
                                {"rod_2_mass_kg", p.rod_2_mass_kg, kPositive},
                                {"rod_1_length_m", p.rod_1_length_m, kPositive},
                                {"rod_2_length_m", p.rod_2_length_m, kPositive},
                                {"disc_radius_m", p.disc_radius_m, kPositive},
                                {"rod_1_inertia_kg_m2", p.rod_1_inertia_kg_m2, kPositive},
                                {"rod_2_inertia_kg_m2", p.rod_2_inertia_kg_m2, kPositive},
                                {"restitution", p.restitution, kRestitution},
                                {"friction", p.friction, kFriction},
                                {"joint_1_damping_N_m_s", p.joint_1_damping_N_m_s, kNotNegative},
                                {"joint_2_damping_N_m_s", p.joint_2_damping_N_m_s, kNotNegative},
                                {"torque_1_N_m", p.torque_1_N_m, kAny},
                                {"torque_1_frequency_rad_s", p.torque_1_frequency_rad_s, kRate},
                                {"torque_2_N_m", p.torque_2_N_m, kAny},
                                {"torque_2_frequency_rad_s", p.torque_2_frequency_rad_s, kRate},
                                {"gravity_m_s2", p.gravity_m_s2, kNotNegative},
                                {"angle_1_rad", p.angle_1_rad, kAngle},
                                {"angle_2_rad", p.angle_2_rad, kAngle},
                                {"angular_velocity_1_rad_s", p.angular_velocity_1_rad_s, kRate},
                                {"angular_velocity_2_rad_s", p.angular_velocity_2_rad_s, kRate}};
  for (const RangedField& field : fields) {
    if (!field.range.Contains(field.value)) {
      return InvalidField(field.path, field.value, Describe(field.range));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckGeometry(const DoublePendulum& p) {
  const double disc_end_m = p.rod_2_length_m + 2.0 * p.disc_radius_m;
  const Interval on_rod_2{0.0, disc_end_m};
  if (!on_rod_2.Contains(p.rod_2_centre_m)) {
    return InvalidField("rod_2_centre_m", p.rod_2_centre_m, Describe(on_rod_2));
  }
  // Eq. (1). NaN fails it too.
  const double reach_m = p.rod_1_length_m + disc_end_m;
  const double distance_m = p.obstacle_distance_m;
  if (!(distance_m > p.rod_1_length_m && distance_m < reach_m)) {
    return InvalidField(
        "obstacle_distance_m", distance_m,
        absl::StrCat("in (", FormatNumber(p.rod_1_length_m), ", ", FormatNumber(reach_m),
                     "), out of the joint's reach and "
                     "within the disc's"));
  }
  const double gap_m = PendulumEquations(p).Gap({p.angle_1_rad, p.angle_2_rad});  // Eq. (2)
  if (gap_m >= -kDeepestTouch_m) return absl::OkStatus();
  return InvalidField("angle_2_rad", p.angle_2_rad,
                      absl::StrCat("such that the disc is above the obstacle, not ",
                                   FormatNumber(-gap_m), " m inside it"));
}

}  // namespace

absl::Status Validate(const DoublePendulum& pendulum, const MechanismDetail& detail) {
  if (absl::Status bad = CheckRanges(pendulum); !bad.ok()) return bad;
  if (absl::Status bad = CheckGeometry(pendulum); !bad.ok()) return bad;
  if (absl::Status bad = ValidateRun(pendulum.duration_s, pendulum.integration); !bad.ok()) {
    return bad;
  }
  return ValidateDetail(detail, pendulum.duration_s);
}

}  // namespace carom
