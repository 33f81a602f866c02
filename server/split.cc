#include "server/split.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

constexpr uint32_t kLeastShots = 8;
constexpr uint32_t kPartsPerThread = 4;

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
  return convert;
}

absl::Status TooLarge(int64_t max_bytes) {
  return absl::OutOfRangeError(
      absl::StrCat("the answer takes more than ", max_bytes,
                   " bytes: ask for less detail or fewer shots, or use SimulateBatch"));
}

}  // namespace carom
