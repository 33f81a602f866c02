#include "carom/client/shot_range.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

using carom::v1::ShotResults;
using carom::v1::SimulateBatchRequest;

// Shots of a list from `first` on that fit into one request.
uint64_t CountFittingShots(const carom::v1::ShotList& list, uint64_t first, uint64_t max_shots,
                           uint64_t max_bytes) {
  const uint64_t available = static_cast<uint64_t>(list.shots_size()) - first;
  const uint64_t most = std::min(available, max_shots);
  uint64_t bytes = 0;
  for (uint64_t count = 0; count < most; ++count) {
    bytes += list.shots(static_cast<int>(first + count)).ByteSizeLong();
    if (bytes > max_bytes && count > 0) return count;
  }
  return most;
}

// Shots in columns that fit into one request: all take about the same.
uint64_t CountFittingShots(const carom::v1::ShotColumns& columns, uint64_t max_shots,
                           uint64_t max_bytes) {
  const uint64_t bytes_of_a_shot = columns.ByteSizeLong() / columns.shot_count() + 1;
  return std::clamp<uint64_t>(max_bytes / bytes_of_a_shot, 1, max_shots);
}

uint64_t CountFittingShots(const SimulateBatchRequest& request, uint64_t first, uint64_t max_shots,
                           uint64_t max_bytes) {
  if (request.has_shots()) return CountFittingShots(request.shots(), first, max_shots, max_bytes);
  if (request.has_columns()) return CountFittingShots(request.columns(), max_shots, max_bytes);
  return max_shots;
}

// The part of a column that belongs to `range`, of `shots`; one that is for all shots stays whole.
template <class Value>
void SliceColumn(uint64_t shots, const ShotRange& range,
                 google::protobuf::RepeatedField<Value>& column) {
  const auto size = static_cast<uint64_t>(column.size());
  const uint64_t of_a_shot = size / shots;
  if (of_a_shot * shots != size || of_a_shot == 0) return;
  google::protobuf::RepeatedField<Value> part(
      column.begin() + static_cast<std::ptrdiff_t>(range.first * of_a_shot),
      column.begin() + static_cast<std::ptrdiff_t>(range.end() * of_a_shot));
  column.Swap(&part);
}

carom::v1::ShotColumns SliceColumns(const carom::v1::ShotColumns& columns, const ShotRange& range) {
  carom::v1::ShotColumns slice = columns;
  const uint64_t shots = columns.shot_count();
  slice.set_shot_count(static_cast<uint32_t>(range.count));
  SliceColumn(shots, range, *slice.mutable_table_index());
  SliceColumn(shots, range, *slice.mutable_settings_index());
  SliceColumn(shots, range, *slice.mutable_layout_index());
  SliceColumn(shots, range, *slice.mutable_cue_ball());
  SliceColumn(shots, range, *slice.mutable_speed_m_s());
  SliceColumn(shots, range, *slice.mutable_azimuth_rad());
  SliceColumn(shots, range, *slice.mutable_elevation_rad());
  SliceColumn(shots, range, *slice.mutable_side_offset());
  SliceColumn(shots, range, *slice.mutable_height_offset());
  SliceColumn(shots, range, *slice.mutable_positions_m());
  SliceColumn(shots, range, *slice.mutable_motions());
  return slice;
}

}  // namespace

ShotRange CoveredShots(const ShotResults& results) {
  return {results.first_shot(),
          results.has_selection() ? results.selection().played_count() : results.shot_count()};
}

uint64_t ShotNumber(const ShotResults& results, uint32_t index) {
  if (!results.has_selection()) return results.first_shot() + index;
  return results.first_shot() + results.selection().offsets(static_cast<int>(index));
}

ShotRange AllShots(const SimulateBatchRequest& request) {
  if (request.has_generator()) {
    return {request.generator().first_shot(), request.generator().shot_count()};
  }
  if (request.has_columns()) return {0, request.columns().shot_count()};
  return {0, static_cast<uint64_t>(request.shots().shots_size())};
}

std::vector<ShotRange> SplitShots(const SimulateBatchRequest& request, const ShotRange& part,
                                  uint64_t max_shots, uint64_t max_bytes) {
  std::vector<ShotRange> ranges;
  for (uint64_t first = part.first; first < part.end(); first = ranges.back().end()) {
    const uint64_t most = std::min(max_shots, part.end() - first);
    const uint64_t count = CountFittingShots(request, first, most, max_bytes);
    ranges.push_back({first, count});
  }
  return ranges;
}

SimulateBatchRequest Slice(const SimulateBatchRequest& request, const ShotRange& range) {
  if (range == AllShots(request)) return request;
  SimulateBatchRequest slice;
  *slice.mutable_tables() = request.tables();
  *slice.mutable_settings() = request.settings();
  *slice.mutable_layouts() = request.layouts();
  if (request.has_detail()) *slice.mutable_detail() = request.detail();
  slice.set_engine_version(request.engine_version());
  if (request.has_filter()) *slice.mutable_filter() = request.filter();
  *slice.mutable_labels() = request.labels();
  if (request.has_generator()) {
    *slice.mutable_generator() = request.generator();
    slice.mutable_generator()->set_first_shot(range.first);
    slice.mutable_generator()->set_shot_count(static_cast<uint32_t>(range.count));
  } else if (request.has_columns()) {
    *slice.mutable_columns() = SliceColumns(request.columns(), range);
  } else {
    const auto first = request.shots().shots().begin() + static_cast<std::ptrdiff_t>(range.first);
    slice.mutable_shots()->mutable_shots()->Assign(
        first, first + static_cast<std::ptrdiff_t>(range.count));
  }
  return slice;
}

void Renumber(const SimulateBatchRequest& request, const ShotRange& range, ShotResults* results) {
  if (request.has_generator() || range.first == 0) return;
  results->set_first_shot(results->first_shot() + range.first);
  for (carom::v1::ShotFailure& failure : *results->mutable_failures()) {
    failure.set_shot(failure.shot() + range.first);
  }
}

std::vector<ShotRange> Complement(const ShotRange& all, const std::vector<ShotRange>& ranges) {
  std::vector<ShotRange> others;
  uint64_t first = all.first;
  for (const ShotRange& range : ranges) {
    if (range.first > first) others.push_back({first, range.first - first});
    first = range.end();
  }
  if (all.end() > first) others.push_back({first, all.end() - first});
  return others;
}

absl::Status MissingShots::Remove(const ShotRange& answered) {
  for (auto gap = gaps_.begin(); gap != gaps_.end(); ++gap) {
    if (answered.first < gap->first || answered.end() > gap->end()) continue;
    const ShotRange rest{answered.end(), gap->end() - answered.end()};
    gap->count = answered.first - gap->first;
    gaps_.insert(std::next(gap), rest);
    std::erase_if(gaps_, [](const ShotRange& range) { return range.count == 0; });
    return absl::OkStatus();
  }
  return absl::InternalError(absl::StrCat("the server answered shots ", answered.first, " to ",
                                          answered.end(), ", which were not missing"));
}

std::vector<ShotRange> MissingShots::gaps() const { return gaps_; }

}  // namespace carom
