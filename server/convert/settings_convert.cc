#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/table/validate.h"
#include "server/convert/compliant_convert.h"
#include "server/convert/field_ranges.h"
#include "server/convert/law_convert.h"
#include "server/convert/policy_convert.h"
#include "server/convert/request_convert.h"
#include "server/convert/take_parameters.h"
#include "server/convert/wire_names.h"

// Every field starts at the core's default and is overwritten where the wire has a value. The
// core's initialisers are the only place where a default is written in code.

namespace carom {
namespace {

absl::Status CheckEvents(const v1::Limits& wire, const ConvertLimits& allowed) {
  if (wire.max_events() <= static_cast<uint32_t>(allowed.max_events)) return absl::OkStatus();
  return BeyondLimits("limits.max_events", absl::StrCat(wire.max_events()), /*given=*/true,
                      absl::StrCat("[1, ", allowed.max_events, "]"));
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
  if (absl::Status bad = CheckEvents(wire.limits(), limits); !bad.ok()) return bad;
  if (absl::Status bad = CheckRanges(wire); !bad.ok()) return bad;
  TakeParameters(wire, environment);
  if (absl::Status bad = TakeLaws(wire, settings.laws); !bad.ok()) return bad;
  if (absl::Status bad = TakeEngine(wire, limits, settings); !bad.ok()) return bad;
  if (absl::Status bad = TakePolicies(wire, environment); !bad.ok()) return bad;
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
