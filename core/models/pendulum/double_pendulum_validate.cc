#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/models/pendulum/double_pendulum.h"
#include "core/models/pendulum/double_pendulum_equations.h"

namespace carom {
namespace {

constexpr double kDeepestTouch_m = 1e-9;

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
  if (absl::Status bad = CheckParameters(pendulum); !bad.ok()) return bad;
  if (absl::Status bad = CheckGeometry(pendulum); !bad.ok()) return bad;
  if (absl::Status bad = ValidateRun(pendulum.duration_s, pendulum.integration); !bad.ok()) {
    return bad;
  }
  return ValidateDetail(detail, pendulum.duration_s);
}

}  // namespace carom
