#include "client/python/src/dense.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "carom/client/shot_range.h"
#include "client/internal/columns.h"

namespace carom::python {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

absl::Status DenseWriter::Write(const v1::ShotResults& results) {
  const size_t row = results.has_selection() ? numbers_.size() : results.first_shot();
  absl::Status bad = Check(results, row);
  if (has_balls_) bad.Update(CheckBalls(results));
  if (!bad.ok()) return bad;
  WriteShots(results, row);
  if (has_balls_) {
    WriteBalls(results, row);
    WritePockets(results, row);
  }
  for (const uint32_t offset : results.selection().offsets()) {
    numbers_.push_back(static_cast<int64_t>(results.first_shot() + offset));
  }
  for (const v1::ShotFailure& failure : results.failures()) {
    errors_.push_back(failure);
    if (results.has_selection()) continue;  // It passes no filter and has no row.
    const auto failed = static_cast<size_t>(failure.shot());
    arrays_.ok[failed] = false;
    arrays_.end_time[failed] = kNone;
  }
  return absl::OkStatus();
}

absl::Status DenseWriter::Check(const v1::ShotResults& results, size_t row) const {
  const uint64_t shots = results.shot_count();
  const ShotRange covered = CoveredShots(results);
  if (covered.first > arrays_.shots || covered.count > arrays_.shots - covered.first ||
      shots > arrays_.shots - row) {
    return absl::InternalError(absl::StrCat("the server sent shots ", covered.first, " to ",
                                            covered.end(), " of ", arrays_.shots));
  }
  for (const v1::ShotFailure& failure : results.failures()) {
    if (failure.shot() < covered.first || failure.shot() - covered.first >= covered.count) {
      return absl::InternalError("a shot that is not there has failed");
    }
  }
  ColumnCheck check;
  check.Expect("end_times_s", results.end_times_s(), shots)
      .Expect("hashes", results.hashes(), shots)
      .Expect("stop_reasons", results.stop_reasons(), shots)
      .Expect("event_counts", results.event_counts(), shots)
      .Expect("labels", results.labels(), shots * arrays_.label_count);
  return check.status();
}

absl::Status DenseWriter::CheckBalls(const v1::ShotResults& results) const {
  const uint64_t shots = results.shot_count();
  const v1::Outcomes& outcomes = results.outcomes();
  const uint64_t balls = SumOf(results.ball_counts());
  const uint64_t pocketed = SumOf(outcomes.pocketed_counts());
  ColumnCheck check;
  check.Expect("ball_counts", results.ball_counts(), shots)
      .Expect("first_contacts", outcomes.first_contacts(), shots)
      .Expect("motions", results.final_states().motions(), balls)
      .Expect("positions_m", results.final_states().positions_m(), 3 * balls)
      .Expect("pocketed_counts", outcomes.pocketed_counts(), shots)
      .Expect("pocketed_balls", outcomes.pocketed_balls(), pocketed)
      .Expect("pocketed_pockets", outcomes.pocketed_pockets(), pocketed);
  if (!check.status().ok()) return check.status();
  for (const uint32_t count : results.ball_counts()) {
    if (count > arrays_.balls) {
      return absl::InternalError(
          absl::StrCat("a shot has ", count, " balls where the game has ", arrays_.balls));
    }
  }
  for (const uint32_t ball : outcomes.pocketed_balls()) {
    if (ball >= arrays_.balls) return absl::InternalError("a ball that is not there is pocketed");
  }
  return absl::OkStatus();
}

void DenseWriter::WriteShots(const v1::ShotResults& results, size_t row) {
  const size_t shots = results.shot_count();
  std::copy_n(results.end_times_s().begin(), shots, arrays_.end_time + row);
  std::copy_n(results.hashes().begin(), shots, arrays_.hash + row);
  std::copy_n(results.event_counts().begin(), shots, arrays_.event_count + row);
  std::copy(results.labels().begin(), results.labels().end(),
            arrays_.labels + row * arrays_.label_count);
  std::fill_n(arrays_.ok + row, shots, true);
  std::fill_n(arrays_.first_contact + row, shots, int8_t{-1});
  for (size_t i = 0; i < shots; ++i) {
    arrays_.stop_reason[row + i] = static_cast<int8_t>(results.stop_reasons(static_cast<int>(i)));
  }
}

void DenseWriter::WriteBalls(const v1::ShotResults& results, size_t row) {
  std::transform(results.outcomes().first_contacts().begin(),
                 results.outcomes().first_contacts().end(), arrays_.first_contact + row,
                 [](int ball) { return static_cast<int8_t>(ball); });
  const double* place = results.final_states().positions_m().data();
  const int* motion = results.final_states().motions().data();
  double* places = arrays_.positions + row * arrays_.balls * 3;
  int8_t* motions = arrays_.motions + row * arrays_.balls;
  for (const uint32_t count : results.ball_counts()) {
    std::copy_n(place, 3 * count, places);
    std::fill(places + 3 * count, places + 3 * arrays_.balls, kNone);
    std::transform(motion, motion + count, motions,
                   [](int state) { return static_cast<int8_t>(state); });
    std::fill(motions + count, motions + arrays_.balls, int8_t{0});
    place += 3 * count;
    motion += count;
    places += 3 * arrays_.balls;
    motions += arrays_.balls;
  }
}

void DenseWriter::WritePockets(const v1::ShotResults& results, size_t row) {
  const v1::Outcomes& outcomes = results.outcomes();
  int8_t* pockets = arrays_.pockets + row * arrays_.balls;
  std::fill_n(pockets, results.shot_count() * arrays_.balls, int8_t{-1});
  int drop = 0;
  for (const uint32_t count : outcomes.pocketed_counts()) {
    for (uint32_t i = 0; i < count; ++i, ++drop) {
      pockets[outcomes.pocketed_balls(drop)] = static_cast<int8_t>(outcomes.pocketed_pockets(drop));
    }
    pockets += arrays_.balls;
  }
}

}  // namespace carom::python
