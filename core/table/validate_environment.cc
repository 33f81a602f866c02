#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/table/validate.h"

namespace carom {
namespace {

// Balls that cannot leave the plane cannot fall into a hole.
absl::Status CheckPocketModel(const Environment& environment) {
  if (environment.pocket_model == PocketModel::kCircle || environment.flight == Flight::kOn) {
    return absl::OkStatus();
  }
  return InvalidField("pocket_model", "DROP", "CIRCLE, since flight is off");
}

absl::Status CheckStop(const StopRules& stop) {
  if (stop.at_time_s == std::numeric_limits<double>::infinity()) return absl::OkStatus();
  return UnderPath("stop", CheckParameters(stop));
}

absl::Status TooHigh(const std::string& path, double height_m, double top_m, ptrdiff_t ball) {
  return InvalidField(path, height_m,
                      absl::StrCat("below the top of balls[", ball, "], ", FormatNumber(top_m)));
}

// A ball that is struck must be in play.
absl::Status CheckCueBall(int cue_ball, const std::vector<BallSpec>& balls,
                          const std::vector<BallState>& states) {
  const size_t count = std::min(balls.size(), states.size());
  if (cue_ball < 0 || static_cast<size_t>(cue_ball) >= count) {
    return InvalidField("cue_ball", cue_ball,
                        absl::StrCat("the index of one of ", count, " balls"));
  }
  if (InPlay(states[static_cast<size_t>(cue_ball)].motion)) return absl::OkStatus();
  return InvalidField("cue_ball", cue_ball, "a ball in play");
}

}  // namespace

absl::Status ValidateFactor(const char* path, const char* of, const Interval& range,
                            const FactorTable& factor) {
  for (int i = 0; i < factor.size(); ++i) {
    const FactorTable::Point& point = factor[i];
    const auto wrong = [&](const char* name, double value, const Interval& must_be) {
      return InvalidField(absl::StrCat(path, "[", i, "].", name), value, Describe(must_be));
    };
    Interval left = range;
    if (i > 0) left.low = factor[i - 1].at + FactorTable::kLeastStep;
    if (!left.Contains(point.at)) return wrong(of, point.at, left);
    if (!FactorTable::kFactorRange.Contains(point.factor)) {
      return wrong("factor", point.factor, FactorTable::kFactorRange);
    }
  }
  return absl::OkStatus();
}

absl::Status ValidateEnvironment(const Environment& environment) {
  if (absl::Status bad = CheckParameters(environment); !bad.ok()) return bad;
  absl::Status factor = ValidateFactor("cloth.rolling_factor", "speed_m_s",
                                       FactorTable::kSpeedRange, environment.cloth.rolling_factor);
  if (!factor.ok()) return factor;
  if (absl::Status bad = CheckPocketModel(environment); !bad.ok()) return bad;
  return CheckStop(environment.stop);
}

absl::Status ValidateBallsOnTable(const Table& table, const std::vector<BallSpec>& balls) {
  const auto smallest = std::min_element(
      balls.begin(), balls.end(),
      [](const BallSpec& a, const BallSpec& b) { return a.radius_m < b.radius_m; });
  if (smallest == balls.end()) return absl::OkStatus();
  const double top_m = 2.0 * smallest->radius_m;
  for (size_t i = 0; i < table.noses.size(); ++i) {
    const Nose& nose = table.noses[i];
    const double highest_m = nose.height_m + std::max(nose.rise_m, 0.0);
    if (!(highest_m < top_m)) {
      const char* end = nose.rise_m > 0.0 ? "].end_height_m" : "].height_m";
      return TooHigh(absl::StrCat("noses[", i, end), highest_m, top_m, smallest - balls.begin());
    }
  }
  for (size_t i = 0; i < table.jaws.size(); ++i) {
    if (!(table.jaws[i].height_m < top_m)) {
      return TooHigh(absl::StrCat("jaws[", i, "].height_m"), table.jaws[i].height_m, top_m,
                     smallest - balls.begin());
    }
  }
  return absl::OkStatus();
}

absl::Status ValidateBalls(const std::vector<BallSpec>& balls) {
  if (balls.empty() || balls.size() > static_cast<size_t>(kMaxBalls)) {
    return InvalidField("balls", absl::StrCat(balls.size(), " entries"),
                        absl::StrCat("1 to ", kMaxBalls));
  }
  for (size_t i = 0; i < balls.size(); ++i) {
    absl::Status bad = CheckParameters(balls[i]);
    if (!bad.ok()) return UnderPath("balls", i, bad);
  }
  return absl::OkStatus();
}

absl::Status ValidateHomogeneous(const std::vector<BallSpec>& balls) {
  for (size_t i = 0; i < balls.size(); ++i) {
    if (balls[i].inertia_ratio == kHomogeneous) continue;
    return InvalidField(absl::StrCat("balls[", i, "].inertia_ratio"), balls[i].inertia_ratio,
                        "0.4, of a homogeneous ball: the engine EVENT_DRIVEN knows no other");
  }
  return absl::OkStatus();
}

absl::Status ValidateStrike(const CueStrike& strike, const std::vector<BallSpec>& balls,
                            const std::vector<BallState>& states) {
  if (absl::Status bad = CheckCueBall(strike.cue_ball, balls, states); !bad.ok()) return bad;
  if (absl::Status bad = CheckParameters(strike); !bad.ok()) return bad;
  const double offset_squared =
      strike.side_offset * strike.side_offset + strike.height_offset * strike.height_offset;
  if (offset_squared <= 1.0) return absl::OkStatus();
  return ToStatus({"side_offset", "side_offset^2 + height_offset^2", FormatNumber(offset_squared),
                   "at most 1, else the tip misses the ball"});
}

}  // namespace carom
