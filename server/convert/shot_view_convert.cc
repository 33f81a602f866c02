#include "server/convert/shot_view_convert.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/wire_enum.h"

namespace carom {
namespace {

using absl::OkStatus;
using absl::Status;

// The largest index of a pocket, nose, jaw or rail top that an Event can hold.
constexpr int kLastFeature = std::numeric_limits<int16_t>::max();

std::optional<rules::RailPart> RailPartOf(v1::EventKind kind) {
  for (const auto part : {rules::RailPart::kCushion, rules::RailPart::kJaw,
                          rules::RailPart::kRailTop, rules::RailPart::kPocketRim}) {
    if (ToWire(rules::KindOf(part)) == kind) return part;
  }
  return std::nullopt;
}

Status CheckIndex(const char* column, int index, uint32_t value, int last) {
  if (value <= static_cast<uint32_t>(last)) return OkStatus();
  return InvalidField({column, index}, absl::StrCat(value), absl::StrCat("in [0, ", last, "]"));
}

template <class Column>
Status CheckIndices(const char* path, const Column& column, int last) {
  for (int i = 0; i < column.size(); ++i) {
    if (Status bad = CheckIndex(path, i, column.Get(i), last); !bad.ok()) return bad;
  }
  return OkStatus();
}

template <class Column>
Status CheckOneAShot(const char* path, const Column& column, const v1::ShotResults& results) {
  return CheckLength(path, column.size(), results.shot_count(), "one a shot");
}

template <class Counts>
uint64_t SumOf(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

Status CheckStopReasons(const v1::ShotResults& results) {
  Status status = CheckOneAShot("stop_reasons", results.stop_reasons(), results);
  for (int i = 0; i < results.stop_reasons_size() && status.ok(); ++i) {
    const int reason = results.stop_reasons(i);
    if (!v1::StopReason_IsValid(reason)) {
      status = UnknownEnum({"stop_reasons", i}, reason, "StopReason");
    }
  }
  return status;
}

Status CheckOutcomes(const v1::ShotResults& results, const GameBalls& balls) {
  const v1::Outcomes& outcomes = results.outcomes();
  Status status = CheckOneAShot("pocketed_counts", outcomes.pocketed_counts(), results);
  const uint64_t pocketed = SumOf(outcomes.pocketed_counts());
  const char* const as_many = "the sum of pocketed_counts";
  status.Update(CheckLength("pocketed_balls", outcomes.pocketed_balls().size(), pocketed, as_many));
  status.Update(
      CheckLength("pocketed_pockets", outcomes.pocketed_pockets().size(), pocketed, as_many));
  status.Update(CheckOneAShot("left_table_counts", outcomes.left_table_counts(), results));
  status.Update(CheckLength("left_table_balls", outcomes.left_table_balls().size(),
                            SumOf(outcomes.left_table_counts()), "the sum of left_table_counts"));
  status.Update(CheckIndices("pocketed_balls", outcomes.pocketed_balls(), balls.last));
  status.Update(CheckIndices("pocketed_pockets", outcomes.pocketed_pockets(), kLastFeature));
  status.Update(CheckIndices("left_table_balls", outcomes.left_table_balls(), balls.last));
  return status;
}

Status CheckTouchSizes(const v1::ShotResults& results) {
  const v1::TouchColumns& touches = results.touches();
  Status status = CheckOneAShot("cue_balls", touches.cue_balls(), results);
  status.Update(CheckOneAShot("touch_counts", touches.touch_counts(), results));
  const uint64_t count = SumOf(touches.touch_counts());
  const char* const as_many = "the sum of touch_counts";
  status.Update(CheckLength("times_s", touches.times_s().size(), count, as_many));
  status.Update(CheckLength("kinds", touches.kinds().size(), count, as_many));
  status.Update(CheckLength("balls", touches.balls().size(), count, as_many));
  status.Update(CheckLength("others", touches.others().size(), count, as_many));
  return status;
}

Status CheckContact(const v1::TouchColumns& touches, int touch, int cue_ball,
                    const GameBalls& balls) {
  const uint32_t ball = touches.balls(touch);
  if (static_cast<int64_t>(ball) != cue_ball) {
    return InvalidField({"balls", touch}, absl::StrCat(ball),
                        absl::StrCat("the cue ball, ", cue_ball));
  }
  if (touches.others(touch) == ball) {
    return InvalidField({"others", touch}, absl::StrCat(ball), "another ball");
  }
  return CheckIndex("others", touch, touches.others(touch), balls.last);
}

Status CheckTouch(const v1::TouchColumns& touches, int touch, double earliest_s, int cue_ball,
                  const GameBalls& balls) {
  const double time_s = touches.times_s(touch);
  if (!(time_s >= earliest_s) || !std::isfinite(time_s)) {
    return InvalidField({"times_s", touch}, time_s,
                        "at least " + FormatNumber(earliest_s) + " and finite");
  }
  if (Status bad = CheckIndex("balls", touch, touches.balls(touch), balls.last); !bad.ok()) {
    return bad;
  }
  const v1::EventKind kind = touches.kinds(touch);
  if (kind == v1::EVENT_KIND_BALL_BALL) return CheckContact(touches, touch, cue_ball, balls);
  if (RailPartOf(kind)) return CheckIndex("others", touch, touches.others(touch), kLastFeature);
  return InvalidField({"kinds", touch}, static_cast<int>(kind),
                      "BALL_BALL, BALL_CUSHION, BALL_JAW, BALL_RAIL or POCKET_RIM");
}

Status CheckTouches(const v1::ShotResults& results, const GameBalls& balls) {
  const v1::TouchColumns& touches = results.touches();
  if (Status bad = CheckTouchSizes(results); !bad.ok()) return bad;
  int touch = 0;
  for (int shot = 0; shot < touches.cue_balls_size(); ++shot) {
    const int cue_ball = touches.cue_balls(shot);
    if (cue_ball < -1 || cue_ball > balls.last_struck) {
      return InvalidField({"cue_balls", shot}, cue_ball,
                          absl::StrCat("in [-1, ", balls.last_struck, "]"));
    }
    double earliest_s = 0.0;
    for (uint32_t i = 0; i < touches.touch_counts(shot); ++i, ++touch) {
      Status bad = CheckTouch(touches, touch, earliest_s, cue_ball, balls);
      if (!bad.ok()) return bad;
      earliest_s = touches.times_s(touch);
    }
  }
  return OkStatus();
}

}  // namespace

Status CheckShotViews(const v1::ShotResults& results, const GameBalls& balls) {
  if (!results.has_touches()) return Required("touches", "given: ask for detail.touches");
  if (!results.has_outcomes()) return Required("outcomes", "given");
  Status status = CheckStopReasons(results);
  status.Update(UnderPath("outcomes", CheckOutcomes(results, balls)));
  status.Update(UnderPath("touches", CheckTouches(results, balls)));
  return status;
}

std::string ShotViewReader::Next(rules::ShotView& view) {
  ReadTouches(view);
  ReadDepartures(view);
  std::string why_not = WhyNot(view);
  ++shot_;
  return why_not;
}

void ShotViewReader::ReadTouches(rules::ShotView& view) {
  const v1::TouchColumns& touches = results_.touches();
  rules::ViewWriter writer(touches.cue_balls(shot_), view);
  const int end = touch_ + static_cast<int>(touches.touch_counts(shot_));
  for (; touch_ < end; ++touch_) {
    const double time_s = touches.times_s(touch_);
    const auto other = static_cast<int>(touches.others(touch_));
    if (const auto part = RailPartOf(touches.kinds(touch_))) {
      writer.Hit(time_s, static_cast<int>(touches.balls(touch_)), *part, other);
    } else {
      writer.Contact(time_s, other);
    }
  }
}

void ShotViewReader::ReadDepartures(rules::ShotView& view) {
  const v1::Outcomes& outcomes = results_.outcomes();
  for (uint32_t i = 0; i < outcomes.pocketed_counts(shot_); ++i, ++pocketed_) {
    view.potted.push_back({static_cast<int>(outcomes.pocketed_balls(pocketed_)),
                           static_cast<int>(outcomes.pocketed_pockets(pocketed_))});
  }
  for (uint32_t i = 0; i < outcomes.left_table_counts(shot_); ++i, ++left_) {
    view.off_table |= rules::Bit(static_cast<int>(outcomes.left_table_balls(left_)));
  }
}

// Failures are in the order of the shots that failed.
std::string ShotViewReader::WhyNot(const rules::ShotView& view) {
  const v1::StopReason reason = results_.stop_reasons(shot_);
  if (reason == v1::STOP_REASON_UNSPECIFIED) {
    const bool reported = failure_ < results_.failures_size();
    const std::string why = reported ? results_.failures(failure_++).message() : "";
    return why.empty() ? "the shot failed" : "the shot failed: " + why;
  }
  if (reason != v1::STOP_REASON_AT_REST) {
    const std::string name(absl::StripPrefix(v1::StopReason_Name(reason), "STOP_REASON_"));
    return "the shot ended by " + name + ", before all balls rested";
  }
  return view.cue_ball < 0 ? "no ball was struck" : "";
}

}  // namespace carom
