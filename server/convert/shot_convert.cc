#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

absl::Status TakePositions(const v1::Shot& wire, const Layout& layout, Shot& shot) {
  if (wire.positions_m().empty()) return absl::OkStatus();
  const int balls = static_cast<int>(layout.balls.size());
  if (wire.positions_m_size() != 2 * balls) {
    return CheckLength("positions_m", wire.positions_m_size(), 2 * layout.balls.size(),
                       absl::StrCat("2 for each of ", balls, " balls"));
  }
  for (int i = 0; i < balls; ++i) {
    const auto ball = static_cast<size_t>(i);
    shot.start[ball].position =
        Vec3(wire.positions_m(2 * i), wire.positions_m(2 * i + 1), layout.balls[ball].radius_m);
  }
  return absl::OkStatus();
}

// UNSPECIFIED: as in the layout.
absl::Status TakeMotion(v1::MotionState wire, int ball, BallState& state) {
  switch (wire) {
    case v1::MOTION_STATE_UNSPECIFIED:
      return absl::OkStatus();
    case v1::MOTION_STATE_STATIONARY:
    case v1::MOTION_STATE_POCKETED:
    case v1::MOTION_STATE_LEFT_TABLE:
      state.motion = FromWire(wire);
      state.velocity.setZero();
      state.spin.setZero();
      return absl::OkStatus();
    default:
      return InvalidField({"motions", ball}, static_cast<int>(wire),
                          "MOTION_STATE_STATIONARY, MOTION_STATE_POCKETED or "
                          "MOTION_STATE_LEFT_TABLE");
  }
}

absl::Status TakeMotions(const v1::Shot& wire, Shot& shot) {
  if (wire.motions().empty()) return absl::OkStatus();
  const int balls = static_cast<int>(shot.start.size());
  absl::Status wrong =
      CheckLength("motions", wire.motions_size(), shot.start.size(), "one for each ball");
  if (!wrong.ok()) return wrong;
  for (int i = 0; i < balls; ++i) {
    absl::Status bad = TakeMotion(wire.motions(i), i, shot.start[static_cast<size_t>(i)]);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status TakeStrike(const v1::CueStrike& wire, CueStrike& strike) {
  strike = CueStrike();
  strike.cue_ball = ToIndex(wire.cue_ball());
  if (!wire.has_speed_m_s()) return Required("strike.speed_m_s", "given");
  strike.speed_m_s = wire.speed_m_s();
  if (wire.has_azimuth_rad()) strike.azimuth_rad = wire.azimuth_rad();
  if (wire.has_elevation_rad()) strike.elevation_rad = wire.elevation_rad();
  if (wire.has_side_offset()) strike.side_offset = wire.side_offset();
  if (wire.has_height_offset()) strike.height_offset = wire.height_offset();
  return absl::OkStatus();
}

// Both ends are in the range of the strike's field of this name.
absl::Status TakeRange(const char* path, const v1::Range& wire, Range& range) {
  const FieldRange allowed = RangeOf<v1::CueStrike>(path);
  if (!allowed.Contains(wire.lo()) || !allowed.Contains(wire.hi()) || wire.lo() > wire.hi()) {
    return InvalidField(
        path, absl::StrCat("[", FormatNumber(wire.lo()), ", ", FormatNumber(wire.hi()), "]"),
        absl::StrCat("an interval [lo, hi] with both ends ", allowed.Text()));
  }
  range.lo = wire.lo();
  range.hi = wire.hi();
  return absl::OkStatus();
}

absl::Status TakeTimes(const v1::SampleRequest& wire, Detail& detail) {
  double previous_s = 0.0;
  return TakeEach("times_s", wire.times_s(), [&](double time_s, int) {
    if (time_s < previous_s) {
      return InvalidField({}, time_s,
                          "at least " + FormatNumber(previous_s) + ", since times ascend");
    }
    detail.sample_times_s.push_back(time_s);
    previous_s = time_s;
    return absl::OkStatus();
  });
}

absl::Status TakeQuantities(const v1::SampleRequest& wire, ConvertedDetail& converted) {
  if (wire.quantities().empty()) return absl::OkStatus();
  converted.quantities.fill(false);
  const absl::Status status = TakeEach("quantities", wire.quantities(), [&](int quantity, int) {
    if (quantity <= v1::QUANTITY_UNSPECIFIED || quantity > v1::Quantity_MAX) {
      return UnknownEnum({}, quantity, "Quantity");
    }
    converted.quantities[Index(quantity - 1)] = true;
    return absl::OkStatus();
  });
  const auto wanted = [&](v1::Quantity q) { return converted.quantities[Index(q - 1)]; };
  converted.detail.sample_orientations = wanted(v1::QUANTITY_ORIENTATION);
  converted.detail.sample_energies = wanted(v1::QUANTITY_ENERGY);
  converted.detail.sample_violations = wanted(v1::QUANTITY_CONSTRAINT_VIOLATION);
  return status;
}

absl::Status TakeSamples(const v1::SampleRequest& wire, ConvertedDetail& converted) {
  Detail& detail = converted.detail;
  if (!wire.has_period_s() && wire.times_s().empty()) {
    return Required("period_s", "given, or times_s");
  }
  FieldTaker take(wire);
  take.Update(CheckSize("times_s", wire.times_s_size(), 0, detail.max_samples));
  if (take.status().ok()) take.Update(CheckRanges(wire));
  if (take.status().ok()) take.Update(TakeTimes(wire, detail));
  take("period_s", detail.sample_period_s);
  take.Bits("balls", detail.sample_balls);
  take.Update(TakeQuantities(wire, converted));
  return take.status();
}

absl::Status TakeDerivatives(const v1::Detail& wire, ConvertedDetail& converted) {
  if (!converted.balls && (wire.derivatives_size() > 0 || wire.has_probe())) {
    return InvalidField(wire.has_probe() ? "probe" : "derivatives", "given",
                        "absent at the level LABELS");
  }
  converted.derivatives.assign(wire.derivatives().begin(), wire.derivatives().end());
  if (!wire.has_probe()) return absl::OkStatus();
  ConvertedProbe& probe = converted.probe.emplace();
  FieldTaker take(wire.probe());
  take.Update(CheckRanges(wire.probe()));
  take("seed", probe.seed);
  take.OrDefault("draws", probe.draws);
  take.Update(ConvertNoise(wire.probe().noise(), probe.noise));
  return UnderPath("probe", take.status());
}

}  // namespace

absl::Status ConvertShot(const v1::Shot& shot, const Layout& layout, Shot& out) {
  out.start = layout.states;
  if (absl::Status bad = TakePositions(shot, layout, out); !bad.ok()) return bad;
  if (absl::Status bad = TakeMotions(shot, out); !bad.ok()) return bad;
  if (!shot.has_strike()) {
    out.strike.reset();
    return absl::OkStatus();
  }
  return TakeStrike(shot.strike(), out.strike.emplace());
}

absl::StatusOr<UniformStrikes> ConvertStrikes(const v1::UniformStrikes& strikes) {
  if (!strikes.has_speed_m_s()) return Required("speed_m_s", "given");
  UniformStrikes converted;
  converted.cue_ball = ToIndex(strikes.cue_ball());
  absl::Status status = TakeRange("speed_m_s", strikes.speed_m_s(), converted.speed_m_s);
  status.Update(TakeRange("azimuth_rad", strikes.azimuth_rad(), converted.azimuth_rad));
  status.Update(TakeRange("elevation_rad", strikes.elevation_rad(), converted.elevation_rad));
  status.Update(TakeRange("side_offset", strikes.side_offset(), converted.side_offset));
  status.Update(TakeRange("height_offset", strikes.height_offset(), converted.height_offset));
  if (!status.ok()) return status;
  return converted;
}

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
  converted.detail.touches = converted.balls && detail.touches();
  converted.detail.events = converted.events;
  converted.detail.event_states = converted.event_states;
  converted.detail.candidates = converted.events && detail.candidates();
  converted.detail.samples = detail.level() == v1::Detail::LEVEL_SAMPLES;
  converted.detail.contacts = detail.contacts();
  if (absl::Status bad = TakeDerivatives(detail, converted); !bad.ok()) return bad;
  if (!converted.detail.samples) {
    if (!detail.has_samples()) return converted;
    return InvalidField("samples", "", "absent, unless the level is SAMPLES");
  }
  absl::Status bad = TakeSamples(detail.samples(), converted);
  if (!bad.ok()) return UnderPath("samples", bad);
  return converted;
}

}  // namespace carom
