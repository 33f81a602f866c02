#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/field_ranges.h"
#include "server/convert/request_convert.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

absl::Status CheckTimesCount(const v1::SampleRequest& wire, const Detail& detail) {
  if (wire.times_s_size() <= detail.max_samples) return absl::OkStatus();
  return InvalidField("times_s", absl::StrCat(wire.times_s_size(), " entries"),
                      absl::StrCat("at most ", detail.max_samples));
}

absl::Status TakeTimes(const v1::SampleRequest& wire, Detail& detail) {
  double previous_s = 0.0;
  for (int i = 0; i < wire.times_s_size(); ++i) {
    const double time_s = wire.times_s(i);
    if (time_s < previous_s) {
      return InvalidField(absl::StrCat("times_s[", i, "]"), time_s,
                          "at least " + FormatNumber(previous_s) + ", since times ascend");
    }
    detail.sample_times_s.push_back(time_s);
    previous_s = time_s;
  }
  return absl::OkStatus();
}

absl::Status TakeBalls(const v1::SampleRequest& wire, Detail& detail) {
  if (wire.balls().empty()) return absl::OkStatus();
  detail.sample_balls = 0;
  for (int i = 0; i < wire.balls_size(); ++i) {
    if (wire.balls(i) >= static_cast<uint32_t>(kMaxBalls)) {
      return InvalidField(absl::StrCat("balls[", i, "]"), absl::StrCat(wire.balls(i)),
                          absl::StrCat("below ", kMaxBalls));
    }
    detail.sample_balls |= uint32_t{1} << wire.balls(i);
  }
  return absl::OkStatus();
}

absl::Status TakeQuantities(const v1::SampleRequest& wire, ConvertedDetail& converted) {
  if (wire.quantities().empty()) return absl::OkStatus();
  converted.quantities.fill(false);
  for (int i = 0; i < wire.quantities_size(); ++i) {
    const int quantity = wire.quantities(i);
    if (quantity <= v1::QUANTITY_UNSPECIFIED || quantity > v1::Quantity_MAX) {
      return UnknownEnum(absl::StrCat("quantities[", i, "]"), quantity, "Quantity");
    }
    converted.quantities[static_cast<size_t>(quantity - 1)] = true;
  }
  const auto wanted = [&](v1::Quantity q) {
    return converted.quantities[static_cast<size_t>(q - 1)];
  };
  converted.detail.sample_orientations = wanted(v1::QUANTITY_ORIENTATION);
  converted.detail.sample_energies = wanted(v1::QUANTITY_ENERGY);
  converted.detail.sample_violations = wanted(v1::QUANTITY_CONSTRAINT_VIOLATION);
  return absl::OkStatus();
}

absl::Status TakeSamples(const v1::SampleRequest& wire, ConvertedDetail& converted) {
  Detail& detail = converted.detail;
  if (!wire.has_period_s() && wire.times_s().empty()) {
    return Required("period_s", "given, or times_s");
  }
  if (absl::Status bad = CheckTimesCount(wire, detail); !bad.ok()) return bad;
  if (absl::Status bad = CheckRanges(wire); !bad.ok()) return bad;
  if (wire.has_period_s()) detail.sample_period_s = wire.period_s();
  if (absl::Status bad = TakeTimes(wire, detail); !bad.ok()) return bad;
  if (absl::Status bad = TakeBalls(wire, detail); !bad.ok()) return bad;
  return TakeQuantities(wire, converted);
}

}  // namespace

absl::StatusOr<ConvertedDetail> ConvertDetail(const v1::Detail& detail,
                                              const ConvertLimits& limits) {
  if (!v1::Detail::Level_IsValid(detail.level())) {
    return UnknownEnum("level", detail.level(), "Detail.Level");
  }
  ConvertedDetail converted;
  converted.balls = detail.level() != v1::Detail::LEVEL_LABELS;
  converted.detail.max_samples = limits.max_samples_per_shot;
  converted.detail.max_log_bytes = limits.max_log_bytes;
  converted.events =
      detail.level() == v1::Detail::LEVEL_EVENTS || detail.level() == v1::Detail::LEVEL_SAMPLES;
  converted.event_states = converted.events && detail.event_states();
  converted.touches = converted.balls && detail.touches();
  converted.detail.events = converted.events || converted.touches;
  converted.detail.event_states = converted.event_states || converted.touches;
  converted.detail.candidates = converted.events && detail.candidates();
  converted.detail.samples = detail.level() == v1::Detail::LEVEL_SAMPLES;
  converted.detail.contacts = detail.contacts();
  if (!converted.detail.samples) {
    if (!detail.has_samples()) return converted;
    return absl::InvalidArgumentError("samples: must be absent, unless the level is SAMPLES");
  }
  absl::Status bad = TakeSamples(detail.samples(), converted);
  if (!bad.ok()) return AtPath(bad, "samples");
  return converted;
}

}  // namespace carom
