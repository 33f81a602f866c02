#include "client/python/src/touches.h"

#include <cstdint>
#include <utility>

#include "client/internal/columns.h"
#include "client/python/src/arrays.h"
#include "client/python/src/errors.h"
#include "client/python/src/extend.h"
#include "client/python/src/message_bytes.h"

namespace carom::python {
namespace {

constexpr uint32_t kMostShots = 4096;  // In a call of RuleShots.

absl::Status Check(const v1::ShotResults& results) {
  const v1::TouchColumns& touches = results.touches();
  const uint64_t count = SumOf(touches.touch_counts());
  ColumnCheck check;
  check.Expect("touches.cue_balls", touches.cue_balls(), results.shot_count())
      .Expect("touches.touch_counts", touches.touch_counts(), results.shot_count())
      .Expect("touches.times_s", touches.times_s(), count)
      .Expect("touches.kinds", touches.kinds(), count)
      .Expect("touches.balls", touches.balls(), count)
      .Expect("touches.others", touches.others(), count);
  return check.status();
}

// Copies the fields that a referee reads.
void AppendOutcomes(const v1::Outcomes& from, v1::Outcomes& to) {
  to.mutable_pocketed_counts()->MergeFrom(from.pocketed_counts());
  to.mutable_pocketed_balls()->MergeFrom(from.pocketed_balls());
  to.mutable_pocketed_pockets()->MergeFrom(from.pocketed_pockets());
  to.mutable_left_table_counts()->MergeFrom(from.left_table_counts());
  to.mutable_left_table_balls()->MergeFrom(from.left_table_balls());
}

}  // namespace

absl::Status Touches::Append(const v1::ShotResults& results) {
  if (absl::Status bad = Check(results); !bad.ok()) return bad;
  if (parts_.empty() || parts_.back().shot_count() + results.shot_count() > kMostShots) {
    parts_.emplace_back();
  }
  v1::ShotResults& part = parts_.back();
  part.set_shot_count(part.shot_count() + results.shot_count());
  // With a filter shots that failed are not among those that follow.
  if (!results.has_selection()) part.mutable_failures()->MergeFrom(results.failures());
  part.mutable_stop_reasons()->MergeFrom(results.stop_reasons());
  AppendOutcomes(results.outcomes(), *part.mutable_outcomes());
  part.mutable_touches()->MergeFrom(results.touches());
  return absl::OkStatus();
}

size_t Touches::shot_count() const {
  size_t count = 0;
  for (const v1::ShotResults& part : parts_) count += part.shot_count();
  return count;
}

nb::dict Touches::Columns() const {
  std::vector<int8_t> cue_balls, kinds, balls;
  std::vector<int16_t> others;
  std::vector<int64_t> offsets{0};
  std::vector<double> times_s;
  for (const v1::ShotResults& part : parts_) {
    const v1::TouchColumns& touches = part.touches();
    Extend(touches.cue_balls(), cue_balls);
    ExtendOffsets(touches.touch_counts(), offsets);
    Extend(touches.times_s(), times_s);
    Extend(touches.kinds(), kinds);
    Extend(touches.balls(), balls);
    Extend(touches.others(), others);
  }
  nb::dict columns;
  columns["cue_balls"] = ToNumPy(std::move(cue_balls));
  columns["offsets"] = ToNumPy(std::move(offsets));
  columns["times"] = ToNumPy(std::move(times_s));
  columns["kinds"] = ToNumPy(std::move(kinds));
  columns["balls"] = ToNumPy(std::move(balls));
  columns["others"] = ToNumPy(std::move(others));
  return columns;
}

nb::list Touches::ToBytes() const { return python::ToBytes(parts_); }

Touches Touches::FromBytes(const nb::list& parts) {
  Touches touches;
  touches.parts_ = python::FromBytes<v1::ShotResults>(parts, "touches");
  for (const v1::ShotResults& part : touches.parts_) RaiseUnlessOk(Check(part));
  return touches;
}

}  // namespace carom::python
