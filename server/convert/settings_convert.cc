#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/table/validate.h"
#include "server/convert/compliant_convert.h"
#include "server/convert/law_convert.h"
#include "server/convert/policy_convert.h"
#include "server/convert/request_convert.h"
#include "server/convert/wire_names.h"

// Every field starts at the core's default and is overwritten where the wire has a value. The
// core's initialisers are the only place where a default is written in code.

namespace carom {
namespace {

void Take(const v1::Cloth& wire, Cloth& cloth) {
  if (wire.has_sliding_friction()) cloth.sliding_friction = wire.sliding_friction();
  if (wire.has_rolling_friction()) cloth.rolling_friction = wire.rolling_friction();
  if (wire.has_spinning_friction()) cloth.spinning_friction = wire.spinning_friction();
}

void Take(const v1::Cue& wire, Cue& cue) {
  if (wire.has_mass_kg()) cue.mass_kg = wire.mass_kg();
  if (wire.has_end_mass_kg()) cue.end_mass_kg = wire.end_mass_kg();
  if (wire.has_miscue_offset()) cue.miscue_offset = wire.miscue_offset();
}

absl::Status TakeLimits(const v1::Limits& wire, const ConvertLimits& allowed, Limits& limits) {
  if (wire.has_max_events()) {
    if (wire.max_events() > static_cast<uint32_t>(allowed.max_events)) {
      return BeyondLimits("limits.max_events", absl::StrCat(wire.max_events()), /*given=*/true,
                          absl::StrCat("[1, ", allowed.max_events, "]"));
    }
    limits.max_events = ToIndex(wire.max_events());
  }
  if (wire.has_max_time_s()) limits.max_time_s = wire.max_time_s();
  if (wire.has_max_events_at_one_time()) {
    limits.max_events_at_one_time = ToIndex(wire.max_events_at_one_time());
  }
  return absl::OkStatus();
}

absl::Status TakeStop(const v1::Stop& wire, StopRules& stop) {
  stop.at_first_contact = wire.first_contact();
  stop.at_scratch = wire.scratch();
  if (wire.has_at_time_s()) stop.at_time_s = wire.at_time_s();
  for (int i = 0; i < wire.potted_balls_size(); ++i) {
    const uint32_t ball = wire.potted_balls(i);
    if (ball >= static_cast<uint32_t>(kMaxBalls)) {
      return InvalidField(absl::StrCat("stop.potted_balls[", i, "]"), absl::StrCat(ball),
                          absl::StrCat("below ", kMaxBalls));
    }
    stop.when_potted |= uint32_t{1} << ball;
  }
  return absl::OkStatus();
}

absl::Status Take(const v1::Settings& wire, const ConvertLimits& limits, Settings& settings) {
  Environment& environment = settings.environment;
  if (wire.has_gravity_m_s2()) environment.gravity_m_s2 = wire.gravity_m_s2();
  if (wire.has_rest_hop_s()) environment.rest_hop_s = wire.rest_hop_s();
  if (wire.has_cluster_gap_m()) environment.cluster_gap_m = wire.cluster_gap_m();
  if (wire.has_max_separation_m()) environment.max_separation_m = wire.max_separation_m();
  if (wire.has_settle_speed_m_s()) environment.settle_speed_m_s = wire.settle_speed_m_s();
  Take(wire.cloth(), environment.cloth);
  Take(wire.cue(), environment.cue);
  if (absl::Status bad = TakeLaws(wire, settings.laws); !bad.ok()) return bad;
  if (absl::Status bad = TakeEngine(wire, limits, settings); !bad.ok()) return bad;
  if (absl::Status bad = TakePolicies(wire, environment); !bad.ok()) return bad;
  if (absl::Status bad = TakeLimits(wire.limits(), limits, environment.limits); !bad.ok()) {
    return bad;
  }
  if (absl::Status bad = TakeStop(wire.stop(), environment.stop); !bad.ok()) return bad;
  return ValidateEnvironment(environment);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Settings>> ConvertSettings(const v1::Settings& settings,
                                                                const ConvertLimits& limits) {
  auto converted = std::make_shared<Settings>();
  if (absl::Status bad = Take(settings, limits, *converted); !bad.ok()) return bad;
  return converted;
}

}  // namespace carom
