#include "server/split.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/record/record.h"

namespace carom {
namespace {

constexpr uint32_t kLeastShots = 8;
constexpr uint32_t kPartsPerThread = 4;
constexpr int64_t kLeastOutboxBytes = 1 << 20;
// A log in memory is at most this many times as large as on the wire, so that none is refused by
// default that would fit: an event of one ball at rest with its states takes 63 bytes there
// (13 + 2 x 25).
constexpr int64_t kLogInMemory = 6;
static_assert(sizeof(Event) + 2 * sizeof(EventStates) <= kLogInMemory * 63);
static_assert(RequestLimits().max_log_bytes == kLogInMemory * RequestLimits().max_shot_bytes);

}  // namespace

uint32_t ShotsPerPart(uint32_t shot_count, int threads) {
  const uint32_t parts = kPartsPerThread * static_cast<uint32_t>(std::max(threads, 1));
  return std::max(kLeastShots, (shot_count + parts - 1) / parts);
}

ConvertLimits ToConvertLimits(const RequestLimits& limits) {
  ConvertLimits convert;
  convert.max_events = limits.max_events;
  convert.max_samples_per_shot = limits.max_samples_per_shot;
  convert.max_samples_per_mechanism = limits.max_samples_per_mechanism;
  convert.max_evaluations = limits.max_evaluations;
  convert.max_duration_s = limits.max_duration_s;
  convert.max_log_bytes = limits.max_log_bytes;
  return convert;
}

int64_t RecordBytes(const ConvertedDetail& detail) {
  const Detail& wanted = detail.detail;
  const bool has_log = wanted.events || wanted.touches || wanted.samples || wanted.contacts ||
                       !detail.derivatives.empty() || detail.probe;
  return has_log ? wanted.max_log_bytes : 0;
}

int64_t LogBytes(const RequestLimits& limits, int64_t memory_budget_bytes, int threads) {
  return std::min(kLogInMemory * limits.max_shot_bytes, memory_budget_bytes / (8 * threads));
}

int64_t DefaultOutboxBytes(const StreamLimits& limits, int threads) {
  return std::max(kLeastOutboxBytes, 2 * threads * limits.chunk_bytes);
}

absl::Status TooLarge(int64_t max_bytes) {
  return absl::OutOfRangeError(
      absl::StrCat("the answer takes more than ", max_bytes,
                   " bytes: ask for less detail or fewer shots, or use SimulateBatch"));
}

}  // namespace carom
