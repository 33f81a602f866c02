#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/rules_convert.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

using absl::OkStatus;
using absl::Status;

// The largest index of a pocket, nose, jaw or rail top that an Event can hold.
constexpr int kLastFeature = std::numeric_limits<int16_t>::max();

std::optional<rules::RailPart> RailPartOf(v1::EventKind kind) {
  if (!v1::EventKind_IsValid(kind)) return std::nullopt;  // Numbers of any size come.
  return rules::RailPartOf(FromWireEnum<EventKind>(kind));
}

// Of an element of a column; `last` is the largest that there is.
Status CheckLast(FieldPath path, uint32_t value, int last) {
  if (value <= static_cast<uint32_t>(last)) return OkStatus();
  return InvalidField(std::move(path), absl::StrCat(value), absl::StrCat("in [0, ", last, "]"));
}

template <class Column>
Status CheckIndices(const char* path, const Column& column, int last) {
  return TakeEach(path, column, [last](uint32_t index, int) { return CheckLast({}, index, last); });
}

// The columns of a message: `counts` has one value a shot, and the others as many as its sum.
Status CheckCounts(const google::protobuf::Message& message, const v1::ShotResults& results,
                   const char* counts, std::initializer_list<const char*> others) {
  const auto size_of = [&](const char* column) {
    return message.GetReflection()->FieldSize(message,
                                              message.GetDescriptor()->FindFieldByName(column));
  };
  Status status = CheckLength(counts, size_of(counts), results.shot_count(), "one a shot");
  const auto column = message.GetReflection()->GetRepeatedFieldRef<uint32_t>(
      message, message.GetDescriptor()->FindFieldByName(counts));
  const uint64_t sum = std::accumulate(column.begin(), column.end(), uint64_t{0});
  for (const char* const other : others) {
    status.Update(CheckLength(other, size_of(other), sum, absl::StrCat("the sum of ", counts)));
  }
  return status;
}

Status CheckStopReasons(const v1::ShotResults& results) {
  Status status =
      CheckLength("stop_reasons", results.stop_reasons_size(), results.shot_count(), "one a shot");
  status.Update(TakeEach("stop_reasons", results.stop_reasons(), [](int reason, int) {
    return v1::StopReason_IsValid(reason) ? OkStatus() : UnknownEnum({}, reason, "StopReason");
  }));
  return status;
}

Status CheckOutcomes(const v1::ShotResults& results, const GameBalls& balls) {
  const v1::Outcomes& outcomes = results.outcomes();
  Status status =
      CheckCounts(outcomes, results, "pocketed_counts", {"pocketed_balls", "pocketed_pockets"});
  status.Update(CheckCounts(outcomes, results, "left_table_counts", {"left_table_balls"}));
  status.Update(CheckIndices("pocketed_balls", outcomes.pocketed_balls(), balls.last));
  status.Update(CheckIndices("pocketed_pockets", outcomes.pocketed_pockets(), kLastFeature));
  status.Update(CheckIndices("left_table_balls", outcomes.left_table_balls(), balls.last));
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
  return CheckLast({"others", touch}, touches.others(touch), balls.last);
}

Status CheckTouch(const v1::TouchColumns& touches, int touch, double earliest_s, int cue_ball,
                  const GameBalls& balls) {
  const double time_s = touches.times_s(touch);
  if (!(time_s >= earliest_s) || !std::isfinite(time_s)) {
    return InvalidField({"times_s", touch}, time_s,
                        "at least " + FormatNumber(earliest_s) + " and finite");
  }
  Status bad = CheckLast({"balls", touch}, touches.balls(touch), balls.last);
  if (!bad.ok()) return bad;
  const v1::EventKind kind = touches.kinds(touch);
  if (kind == v1::EVENT_KIND_BALL_BALL) return CheckContact(touches, touch, cue_ball, balls);
  if (RailPartOf(kind)) return CheckLast({"others", touch}, touches.others(touch), kLastFeature);
  return InvalidField({"kinds", touch}, static_cast<int>(kind),
                      "BALL_BALL, BALL_CUSHION, BALL_JAW, BALL_RAIL or POCKET_RIM");
}

Status CheckTouches(const v1::ShotResults& results, const GameBalls& balls) {
  const v1::TouchColumns& touches = results.touches();
  Status status =
      CheckLength("cue_balls", touches.cue_balls_size(), results.shot_count(), "one a shot");
  status.Update(
      CheckCounts(touches, results, "touch_counts", {"times_s", "kinds", "balls", "others"}));
  if (!status.ok()) return status;
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
