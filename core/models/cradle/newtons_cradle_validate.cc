#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/models/cradle/newtons_cradle.h"

namespace carom {
namespace {

absl::Status InRange(const char* path, double value, bool holds, const char* must_be) {
  return holds ? absl::OkStatus() : InvalidField(path, value, must_be);
}

}  // namespace

absl::Status Validate(const NewtonsCradle& cradle, const MechanismDetail& detail) {
  const double r = cradle.ball_radius_m;
  for (const absl::Status& status :
       {CheckParameters(cradle),
        InRange("released", cradle.released,
                cradle.released >= 1 && cradle.released < cradle.ball_count, "in [1, ball_count)"),
        InRange("rod_length_m", cradle.rod_length_m,
                cradle.rod_length_m > r && cradle.rod_length_m <= 1e3,
                "above ball_radius_m and at most 1000"),
        InRange("gap_m", cradle.gap_m, cradle.gap_m >= 0.0 && cradle.gap_m <= r,
                "in [0, ball_radius_m]"),
        UnderPath("material", ValidateMaterial(cradle.material)),
        UnderPath("normal", ValidateNormalLaw(cradle.normal)),
        UnderPath("constraints", ValidateConstraintOptions(cradle.constraints)),
        ValidateRun(cradle.duration_s, cradle.integration),
        ValidateDetail(detail, cradle.duration_s)}) {
    if (!status.ok()) return status;
  }
  if (Softness(cradle.material) > 0.0) return absl::OkStatus();
  return InvalidField("material.modulus_Pa", cradle.material.modulus_Pa, "finite");
}

}  // namespace carom
