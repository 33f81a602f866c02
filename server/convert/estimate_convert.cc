#include "server/convert/estimate_convert.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/distribution_convert.h"
#include "server/convert/field_ranges.h"
#include "server/convert/goal_convert.h"
#include "server/convert/take_enum.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

using absl::OkStatus;
using absl::Status;

constexpr int kMostQuantiles = 64;
// The confidence of the bounds with which a race begins: they reach 1.28 standard deviations to
// either side. A candidate with two draws and no success is below the leader once the leader's
// lower bound is above 0.45.
constexpr double kRaceConfidence = 0.8;

Status ConvertGoals(const v1::EstimateOutcomesRequest& request, const goals::KnownParts& known,
                    ConvertedEstimate& estimate) {
  if (request.goals_size() < 1 || request.goals_size() > estimate::kMaxGoals) {
    return InvalidField("goals", absl::StrCat(request.goals_size(), " entries"),
                        absl::StrCat("in [1, ", estimate::kMaxGoals, "]"));
  }
  for (int i = 0; i < request.goals_size(); ++i) {
    absl::StatusOr<goals::Goal> goal = ConvertGoal(request.goals(i), known);
    if (!goal.ok()) return UnderPath(absl::StrCat("goals[", i, "]."), goal.status());
    estimate.report.is_score.push_back(goals::IsScore(*goal));
    estimate.goals.push_back(*std::move(goal));
  }
  estimate.schedule.goals = request.goals_size();
  estimate.schedule.objective = goals::RangeOfValue(estimate.goals.front());
  return OkStatus();
}

Status ConvertStrikeNoise(const v1::StrikeNoise& wire, estimate::StrikeNoise& noise) {
  const auto take = [&noise](size_t field, const char* name, bool given,
                             const v1::Distribution& distribution) {
    if (!given) return OkStatus();
    Status status = ConvertDistribution(distribution, kNumberRange, noise.fields[field]);
    return status.ok() ? status : UnderPath(absl::StrCat(name, "."), status);
  };
  Status status = take(0, "speed_m_s", wire.has_speed_m_s(), wire.speed_m_s());
  status.Update(take(1, "azimuth_rad", wire.has_azimuth_rad(), wire.azimuth_rad()));
  status.Update(take(2, "elevation_rad", wire.has_elevation_rad(), wire.elevation_rad()));
  status.Update(take(3, "side_offset", wire.has_side_offset(), wire.side_offset()));
  status.Update(take(4, "height_offset", wire.has_height_offset(), wire.height_offset()));
  return status;
}

Status ConvertNoise(const v1::NoiseModel& wire, ConvertedNoise& noise) {
  if (wire.has_strike()) {
    return UnderPath("noise.strike.", ConvertStrikeNoise(wire.strike(), noise.strike.emplace()));
  }
  if (wire.has_icga()) {
    noise.icga_magnitude = wire.icga().has_magnitude() ? wire.icga().magnitude() : 1.0;
    return UnderPath("noise.icga.", CheckRanges(wire.icga()));
  }
  return OkStatus();
}

Status ConvertRace(const v1::RaceOptions& wire, estimate::ScheduleOptions& schedule) {
  const auto least = static_cast<uint64_t>(schedule.candidates);
  // More than this no server plays, and the sums of draws fit into 63 bits.
  constexpr uint64_t kMost = uint64_t{1} << 40;
  if (wire.budget() < least || wire.budget() > kMost) {
    return InvalidField("race.budget", absl::StrCat(wire.budget()),
                        absl::StrCat("in [", least, ", 2^40], a draw a candidate at least"));
  }
  schedule.race = true;
  schedule.race_budget = static_cast<int64_t>(wire.budget());
  schedule.race_confidence = kRaceConfidence;
  return TakeEnum<v1::RaceOptions::Method, stats::RaceMethod>(
      "race.method", "RaceOptions.Method", wire.method(),
      {{v1::RaceOptions::METHOD_ELIMINATION, stats::RaceMethod::kElimination},
       {v1::RaceOptions::METHOD_SUCCESSIVE_HALVING, stats::RaceMethod::kSuccessiveHalving}},
      schedule.race_method);
}

// Requires that goals and draws are converted. The reported interval is that of one of the looks.
Status ConvertPrecision(const v1::PrecisionOptions& wire, ConvertedEstimate& estimate) {
  // An absent width is 0, which CheckRanges() does not check.
  const FieldRange widths = RangeOf<v1::PrecisionOptions>("width");
  if (!widths.Contains(wire.width())) {
    return InvalidField("precision.width", wire.width(), widths.Text());
  }
  if (estimate.report.is_score.front()) {
    return InvalidField("precision", "given", "absent where the first goal is a score");
  }
  estimate.schedule.looks.emplace(
      stats::LooksOptions{estimate.schedule.draws, wire.width(), estimate.report.confidence});
  estimate.report.confidence = estimate.schedule.looks->confidence_of_each();
  return OkStatus();
}

// An absent number of draws is 0, which CheckRanges() does not check, and the lists of a request
// are checked elsewhere.
Status CheckRepetition(const v1::EstimateOutcomesRequest& request) {
  const FieldRange draws = RangeOf<v1::EstimateOutcomesRequest>("draws");
  if (!draws.Contains(request.draws())) {
    return InvalidField("draws", absl::StrCat(request.draws()), draws.Text());
  }
  const FieldRange confidences = RangeOf<v1::EstimateOutcomesRequest>("confidence");
  if (!request.has_confidence() || confidences.Contains(request.confidence())) return OkStatus();
  return InvalidField("confidence", request.confidence(), confidences.Text());
}

Status ConvertPlaced(const v1::ReportOptions& wire, int balls, std::vector<int>& placed) {
  uint32_t seen = 0;
  for (int i = 0; i < wire.balls_size(); ++i) {
    const int ball = ToIndex(wire.balls(i));
    const std::string path = absl::StrCat("report.balls[", i, "]");
    if (ball >= balls) return InvalidField(path, ball, absl::StrCat("in [0, ", balls, ")"));
    if ((seen >> ball & 1u) != 0) return InvalidField(path, ball, "a ball that is not yet there");
    seen |= 1u << ball;
    placed.push_back(ball);
  }
  return OkStatus();
}

Status ConvertQuantiles(const v1::ReportOptions& wire, std::vector<double>& quantiles) {
  if (wire.quantiles_size() > kMostQuantiles) {
    return InvalidField("report.quantiles", absl::StrCat(wire.quantiles_size(), " values"),
                        absl::StrCat("at most ", kMostQuantiles));
  }
  quantiles.assign(wire.quantiles().begin(), wire.quantiles().end());
  if (quantiles.empty()) quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
  return OkStatus();
}

int GivenOrDefault(bool given, uint32_t count, const char* field) {
  return static_cast<int>(given ? count : DefaultOf<v1::ReportOptions>(field));
}

Status ConvertReport(const v1::ReportOptions& wire, int balls, ConvertedEstimate& estimate) {
  if (Status bad = UnderPath("report.", CheckRanges(wire)); !bad.ok()) return bad;
  estimate.schedule.told = GivenOrDefault(wire.has_candidates(), wire.candidates(), "candidates");
  estimate.report.representatives =
      GivenOrDefault(wire.has_representatives(), wire.representatives(), "representatives");
  if (wire.has_target()) estimate.report.target_m = Vec2(wire.target().x_m(), wire.target().y_m());
  Status status = ConvertPlaced(wire, balls, estimate.placed);
  status.Update(ConvertQuantiles(wire, estimate.report.quantiles));
  return status;
}

void WriteInterval(const stats::ProportionInterval& interval, v1::ProbabilityInterval& wire) {
  wire.set_low(interval.low);
  wire.set_high(interval.high);
}

}  // namespace

const estimate::StrikeNoise* ConvertedNoise::Of(double radius_m,
                                                estimate::StrikeNoise& room) const {
  if (strike) return &*strike;
  if (!icga_magnitude) return nullptr;
  room = estimate::IcgaNoise(*icga_magnitude, radius_m);
  return &room;
}

absl::StatusOr<ConvertedEstimate> ConvertEstimate(const v1::EstimateOutcomesRequest& request,
                                                  int candidates, const goals::KnownParts& known) {
  ConvertedEstimate estimate;
  estimate.seed = request.seed();
  estimate.schedule.candidates = candidates;
  if (Status bad = CheckRepetition(request); !bad.ok()) return bad;
  estimate.schedule.draws = request.draws();
  const double confidence = request.has_confidence()
                                ? request.confidence()
                                : DefaultOf<v1::EstimateOutcomesRequest>("confidence");
  estimate.report.confidence = confidence;
  Status status = ConvertGoals(request, known, estimate);
  if (status.ok()) status = ConvertNoise(request.noise(), estimate.noise);
  if (status.ok()) status = ConvertReport(request.report(), known.balls, estimate);
  if (status.ok() && request.has_race()) status = ConvertRace(request.race(), estimate.schedule);
  if (status.ok() && request.has_precision()) {
    status = ConvertPrecision(request.precision(), estimate);
  }
  if (!status.ok()) return status;
  return estimate;
}

void WriteReport(const estimate::CandidateReport& report, const ConvertedEstimate& estimate,
                 v1::CandidateEstimate& wire) {
  for (size_t i = 0; i < report.goals.size(); ++i) {
    const estimate::GoalReport& goal = report.goals[i];
    v1::GoalEstimate& told = *wire.add_goals();
    told.set_mean(goal.mean);
    told.set_deviation(goal.deviation);
    if (estimate.report.is_score[i]) continue;
    told.set_successes(static_cast<uint32_t>(goal.successes));
    WriteInterval(goal.wilson, *told.mutable_wilson());
    WriteInterval(goal.clopper_pearson, *told.mutable_clopper_pearson());
  }
  for (const estimate::PlaceReport& place : report.places) {
    v1::FinalPlace& told = *wire.add_final_places();
    told.set_ball(static_cast<uint32_t>(place.ball));
    told.set_in_play(static_cast<uint32_t>(place.in_play));
    told.mutable_mean()->set_x_m(place.mean_m.x());
    told.mutable_mean()->set_y_m(place.mean_m.y());
    for (const double one : {place.xx_m2, place.xy_m2, place.yy_m2}) told.add_covariance_m2(one);
  }
  for (const estimate::PocketingReport& drop : report.pocketing) {
    v1::PocketingCount& told = *wire.add_pocketing();
    told.set_ball(static_cast<uint32_t>(drop.ball));
    told.set_pocket(static_cast<uint32_t>(drop.pocket));
    told.set_draws(static_cast<uint32_t>(drop.draws));
  }
  wire.mutable_distance_quantiles_m()->Add(report.distances_m.begin(), report.distances_m.end());
  wire.mutable_clearance_quantiles_m()->Add(report.clearances_m.begin(), report.clearances_m.end());
}

void WriteTypical(const estimate::ToldDraws& draws, const estimate::TypicalDraw& typical,
                  uint64_t first_draw, const std::optional<CueStrike>& strike,
                  v1::TypicalOutcome& wire) {
  wire.set_draw(first_draw + static_cast<uint64_t>(typical.draw));
  wire.set_weight(typical.weight);
  wire.set_margin_m(draws.Margin(typical.draw));
  const std::span<const double> places = draws.Places(typical.draw);
  wire.mutable_positions_m()->Add(places.begin(), places.end());
  if (!strike) return;
  v1::CueStrike& told = *wire.mutable_strike();
  told.set_cue_ball(static_cast<uint32_t>(strike->cue_ball));
  told.set_speed_m_s(strike->speed_m_s);
  told.set_azimuth_rad(strike->azimuth_rad);
  told.set_elevation_rad(strike->elevation_rad);
  told.set_side_offset(strike->side_offset);
  told.set_height_offset(strike->height_offset);
}

}  // namespace carom
