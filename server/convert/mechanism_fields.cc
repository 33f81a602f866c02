#include "server/convert/mechanism_fields.h"

#include <string>

#include "core/base/field_error.h"
#include "server/convert/contact_convert.h"
#include "server/convert/take_enum.h"
#include "server/convert/take_parameters.h"
#include "server/convert/wire_names.h"

// A new mechanism: one more overload of Take() here and one more case of the request's oneof.

namespace carom {
namespace {

// Its parameters, and what every mechanism has.
template <typename WireMechanism, typename CoreMechanism>
absl::Status TakeRun(const WireMechanism& wire, const ConvertLimits& limits,
                     CoreMechanism& mechanism) {
  TakeParameters(wire, mechanism);
  if (mechanism.duration_s > limits.max_duration_s) {
    return BeyondLimits("duration_s", FormatNumber(mechanism.duration_s), wire.has_duration_s(),
                        "(0, " + FormatNumber(limits.max_duration_s) + "]");
  }
  absl::Status status = Take(wire.integration(), mechanism.integration);
  status.Update(CheckEvaluations(wire.integration(), limits, mechanism.integration));
  return AtPath(status, "integration");
}

absl::Status Take(const v1::BearingDefect& wire, BearingDefect& defect) {
  TakeParameters(wire, defect);
  return TakeEnum("place", "DefectPlace", wire.place(),
                  {{v1::DEFECT_PLACE_OUTER_RACE, DefectPlace::kOuterRace},
                   {v1::DEFECT_PLACE_INNER_RACE, DefectPlace::kInnerRace},
                   {v1::DEFECT_PLACE_BALL, DefectPlace::kBall}},
                  defect.place);
}

}  // namespace

absl::Status Take(const v1::DoublePendulum& wire, const ConvertLimits& limits, DoublePendulum& p) {
  return TakeRun(wire, limits, p);
}

absl::Status Take(const v1::RollingBall& wire, const ConvertLimits& limits, RollingBall& b) {
  absl::Status status = AtPath(Take(wire.patch(), b.patch), "patch");
  status.Update(TakeRun(wire, limits, b));
  return status;
}

absl::Status Take(const v1::NewtonsCradle& wire, const ConvertLimits& limits, NewtonsCradle& c) {
  absl::Status status = AtPath(Take(wire.material(), c.material), "material");
  status.Update(AtPath(Take(wire.normal(), c.normal), "normal"));
  status.Update(AtPath(Take(wire.constraints(), c.constraints), "constraints"));
  status.Update(TakeRun(wire, limits, c));
  return status;
}

absl::Status Take(const v1::BallBearing& wire, const ConvertLimits& limits, BallBearing& b) {
  Take(wire.friction(), b.friction);
  absl::Status status = TakeEnum("races", "RaceShape", wire.races(),
                                 {{v1::RACE_SHAPE_SPHERES, RaceShape::kSpheres},
                                  {v1::RACE_SHAPE_CYLINDERS, RaceShape::kCylinders}},
                                 b.races);
  if (wire.has_defect()) {
    status.Update(AtPath(Take(wire.defect(), b.defect.emplace()), "defect"));
  }
  status.Update(AtPath(Take(wire.material(), b.material), "material"));
  status.Update(AtPath(Take(wire.normal(), b.normal), "normal"));
  status.Update(TakeRun(wire, limits, b));
  return status;
}

absl::Status Take(const v1::BouncingBalls& wire, const ConvertLimits& limits, BouncingBalls& b) {
  if (wire.balls_size() > 0) b.balls.clear();
  for (const v1::BouncingBall& given : wire.balls()) {
    TakeParameters(given, b.balls.emplace_back());
  }
  Take(wire.friction(), b.friction);
  absl::Status status = TakeEnum("surface", "BounceSurface", wire.surface(),
                                 {{v1::BOUNCE_SURFACE_CYLINDER, BounceSurface::kCylinder},
                                  {v1::BOUNCE_SURFACE_PLANE, BounceSurface::kPlane},
                                  {v1::BOUNCE_SURFACE_BOWL, BounceSurface::kBowl},
                                  {v1::BOUNCE_SURFACE_NONE, BounceSurface::kNone}},
                                 b.surface);
  status.Update(AtPath(Take(wire.normal(), b.normal), "normal"));
  status.Update(TakeRun(wire, limits, b));
  return status;
}

}  // namespace carom
