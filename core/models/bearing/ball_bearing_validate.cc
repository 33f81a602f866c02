#include <algorithm>
#include <cmath>

#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/base/portable_math.h"
#include "core/models/bearing/ball_bearing.h"
#include "core/models/bearing/ball_bearing_parts.h"

namespace carom {
namespace {

absl::Status CheckGeometry(const BallBearing& b) {
  const Interval interferences{0.0, b.ball_diameter_m / 100};
  if (!interferences.Contains(b.interference_m)) {
    return InvalidField("interference_m", b.interference_m, Describe(interferences));
  }
  // Neighbours apart: the chord between their centres, from 2 sin^2 = 1 - cos. With three balls or
  // more this leaves room for the inner race too.
  const double chord = b.pitch_diameter_m * std::sqrt(0.5 * (1.0 - Cos(kTwoPi / b.ball_count)));
  if (!(chord > b.ball_diameter_m)) {
    return InvalidField("pitch_diameter_m", b.pitch_diameter_m, "large enough for the balls");
  }
  if (b.axial_load_N > 0.0 && b.races == RaceShape::kSpheres) {
    return InvalidField("axial_load_N", b.axial_load_N, "0 between spheres, which cannot carry it");
  }
  return absl::OkStatus();
}

// The circumference of the surface that has the pit.
double WayRound(const BallBearing& b) {
  switch (b.defect->place) {
    case DefectPlace::kOuterRace:
      return kTwoPi * OuterRaceRadius(b);
    case DefectPlace::kInnerRace:
      return kTwoPi * InnerRaceRadius(b);
    case DefectPlace::kBall:
      break;
  }
  return kPi * b.ball_diameter_m;
}

absl::Status CheckDefect(const BallBearing& b) {
  if (!b.defect) return absl::OkStatus();
  const Interval widths{1e-6, WayRound(b)};
  if (!widths.Contains(b.defect->width_m)) {
    return InvalidField("defect.width_m", b.defect->width_m,
                        Describe(widths) + ", the way round the surface that it is in");
  }
  constexpr double kSteepest = 1.0 / 32.0;  // A slope of pi/32, for which pit.h is meant.
  const Interval depths{0.0, std::min(kSteepest * b.defect->width_m, 0.01 * b.ball_diameter_m)};
  if (!depths.Contains(b.defect->depth_m)) {
    return InvalidField("defect.depth_m", b.defect->depth_m,
                        Describe(depths) + ", a 32nd of its width and a 100th of a ball's");
  }
  return UnderPath("defect", CheckParameters(*b.defect));
}

absl::Status CheckLaws(const BallBearing& b) {
  if (absl::Status bad = ValidateMaterial(b.material); !bad.ok()) {
    return UnderPath("material", bad);
  }
  if (std::isinf(b.material.modulus_Pa)) {
    return InvalidField("material.modulus_Pa", b.material.modulus_Pa, "finite");
  }
  if (absl::Status bad = ValidateNormalLaw(b.normal); !bad.ok()) return UnderPath("normal", bad);
  return UnderPath("friction", ValidateSlipFriction(b.friction));
}

}  // namespace

absl::Status Validate(const BallBearing& bearing, const MechanismDetail& detail) {
  if (absl::Status bad = CheckParameters(bearing); !bad.ok()) return bad;
  if (absl::Status bad = CheckGeometry(bearing); !bad.ok()) return bad;
  if (absl::Status bad = CheckDefect(bearing); !bad.ok()) return bad;
  if (absl::Status bad = CheckLaws(bearing); !bad.ok()) return bad;
  if (absl::Status bad = ValidateRun(bearing.duration_s, bearing.integration); !bad.ok()) {
    return bad;
  }
  return ValidateDetail(detail, bearing.duration_s);
}

}  // namespace carom
