#include "carom/client/shot_range.h"

#include <algorithm>
#include <iterator>

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

uint64_t ShotSet::Add(const ShotRange& range) {
  if (range.count == 0) return 0;
  const auto ends_before = [](const ShotRange& other, uint64_t shot) { return other.end() < shot; };
  const auto begin = std::lower_bound(ranges_.begin(), ranges_.end(), range.first, ends_before);
  ShotRange whole = range;
  uint64_t known = 0;
  auto end = begin;
  for (; end != ranges_.end() && end->first <= range.end(); ++end) {
    const uint64_t last = std::max(whole.end(), end->end());
    whole.first = std::min(whole.first, end->first);
    whole.count = last - whole.first;
    known += end->count;
  }
  ranges_.insert(ranges_.erase(begin, end), whole);
  return whole.count - known;
}

std::vector<ShotRange> ShotSet::MissingOf(const ShotRange& all) const {
  std::vector<ShotRange> missing;
  uint64_t shot = all.first;
  for (const ShotRange& range : ranges_) {
    if (range.end() <= shot) continue;
    if (range.first >= all.end()) break;
    if (range.first > shot) missing.push_back({shot, range.first - shot});
    shot = range.end();
  }
  if (shot < all.end()) missing.push_back({shot, all.end() - shot});
  return missing;
}

uint64_t ShotSet::FirstMissing(uint64_t shot) const {
  const auto begins_after = [](uint64_t number, const ShotRange& range) {
    return number < range.first;
  };
  const auto next = std::upper_bound(ranges_.begin(), ranges_.end(), shot, begins_after);
  return next == ranges_.begin() ? shot : std::max(shot, std::prev(next)->end());
}

}  // namespace carom
