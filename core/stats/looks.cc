#include "core/stats/looks.h"

#include <algorithm>

#include "core/base/demand.h"

namespace carom::stats {
namespace {

// Draws before the first look. Fewer draws say little: with 64 draws the interval of 95 % is 0.06
// wide when none succeeds, and 0.26 when half of them do.
constexpr int64_t kFirstLook = 64;

}  // namespace

Looks::Looks(const LooksOptions& options) : options_(options) {
  CAROM_DEMAND(options.most_draws >= 1 && options.most_draws <= int64_t{1} << 40,
               "the number of draws is in [1, 2^40]");
  CAROM_DEMAND(kLooksWidthRange.Contains(options.width), "the width is in [0.001, 1]");
  CAROM_DEMAND(options.confidence > 0.0 && options.confidence < 1.0, "a confidence is in (0, 1)");
  for (int64_t draws = 0; draws < options.most_draws; draws = Next(draws)) ++count_;
  confidence_of_each_ = 1.0 - (1.0 - options.confidence) / count_;
}

int64_t Looks::Next(int64_t draws) const {
  int64_t look = kFirstLook;
  while (look <= draws) look *= 2;
  return std::min(look, options_.most_draws);
}

ProportionInterval Looks::IntervalOf(int64_t successes, int64_t counted) const {
  return ClopperPearson(successes, counted, confidence_of_each_);
}

bool Looks::IsEnough(int64_t successes, int64_t counted) const {
  const ProportionInterval interval = IntervalOf(successes, counted);
  return interval.high - interval.low <= options_.width;
}

}  // namespace carom::stats
