#include "server/convert/estimate_convert.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

using absl::OkStatus;
using absl::Status;
using google::protobuf::Message;

// Most labels of a batch; each takes a column.
constexpr int kMaxLabels = 16;
constexpr int kMaxMargins = 16;

// Sets goals at one depth of nesting.
struct GoalTaker {
  int depth = 1;

  // Nesting is bounded here, before the core sees the goal: every level is one of the stack.
  Status Of(const Message& wire, goals::Goal& goal) const {
    if (depth <= goals::kMaxDepth) return TakeOne(wire, "condition", goal.is);
    return InvalidField("condition", "nested", absl::StrCat("at most ", goals::kMaxDepth, " deep"));
  }

  template <class Choice>
  Status TakeOne(const Message& wire, const char* oneof, Choice& choice) const {
    return TakeArm(wire, oneof, choice, [this](const Message& arm, auto& chosen) {
      FieldTaker take(arm);
      Take(take, chosen);
      return take.status();
    });
  }

  template <class WithoutFields>
  void Take(FieldTaker& /*take*/, WithoutFields& /*goal*/) const {}
  void Take(FieldTaker& take, goals::Potted& goal) const {
    take("ball", goal.ball);
    take.Bits("pockets", goal.pockets);
  }
  void Take(FieldTaker& take, goals::EndsIn& goal) const {
    take("ball", goal.ball);
    take.Update(TakeOne(take.wire(), "region", goal.region));
  }
  void Take(FieldTaker& take, goals::InCircle& region) const {
    take("centre", region.centre_m);
    take("radius_m", region.radius_m);
  }
  void Take(FieldTaker& take, goals::InPolygon& region) const { take("corners", region.corners_m); }
  void Take(FieldTaker& take, goals::NearLine& region) const {
    take("start", region.start_m);
    take("end", region.end_m);
    take("distance_m", region.distance_m);
  }
  void Take(FieldTaker& take, goals::FirstContact& goal) const { take.Bits("balls", goal.balls); }
  void Take(FieldTaker& take, goals::Cushions& goal) const {
    goal.at_least = 0;  // Of the wire, where it is absent.
    take("at_least", goal.at_least);
    take("when", goal.when);
  }
  void Take(FieldTaker& take, goals::OthersStay& goal) const {
    take("max_m", goal.max_m);
    take.Bits("except", goal.except);
  }
  void Take(FieldTaker& take, goals::EndsBefore& goal) const { take("time_s", goal.time_s); }
  template <class Combination>
  requires requires(Combination& goal) { goal.goals; }
  void Take(FieldTaker& take, Combination& goal) const {
    const GoalTaker below{depth + 1};
    take.Update(TakeEach("goals", ListOf(take.wire(), "goals"), [&](const Message& wire, int) {
      return below.Of(wire, goal.goals.emplace_back());
    }));
    if constexpr (requires { goal.weights; }) {
      take("weights", goal.weights);
      take("at_least", goal.at_least);
    }
  }
};

// A goal that is fit to be judged on tables and layouts with at least `known`.
Status ConvertGoal(const v1::Goal& wire, const goals::KnownParts& known, goals::Goal& goal) {
  Status status = GoalTaker().Of(wire, goal);
  if (status.ok()) status = goals::CheckGoal(goal, known);
  return status;
}

// The same of a goal that must not be a score.
Status ConvertTruth(const v1::Goal& wire, const goals::KnownParts& known, goals::Goal& goal) {
  if (Status bad = ConvertGoal(wire, known, goal); !bad.ok()) return bad;
  if (!goals::IsScore(goal)) return OkStatus();
  return InvalidField("weighted_sum.at_least", "absent", "given: a score is no truth value");
}

// The same of all goals of the list in the field `path`.
Status ConvertGoals(const char* path, const WireGoals& wire, const goals::KnownParts& known,
                    std::vector<goals::Goal>& list) {
  return TakeEach(path, wire, [&](const v1::Goal& goal, int) {
    return ConvertGoal(goal, known, list.emplace_back());
  });
}

constexpr int kMostQuantiles = 64;
// The confidence of the bounds with which a race begins: they reach 1.28 standard deviations to
// either side. A candidate with two draws and no success is below the leader once the leader's
// lower bound is above 0.45.
constexpr double kRaceConfidence = 0.8;

Status TakeGoals(const v1::EstimateOutcomesRequest& request, const goals::KnownParts& known,
                 ConvertedEstimate& estimate) {
  if (request.goals_size() < 1 || request.goals_size() > estimate::kMaxGoals) {
    return InvalidField("goals", absl::StrCat(request.goals_size(), " entries"),
                        absl::StrCat("in [1, ", estimate::kMaxGoals, "]"));
  }
  Status bad = ConvertGoals("goals", request.goals(), known, estimate.goals);
  if (!bad.ok()) return bad;
  for (const goals::Goal& goal : estimate.goals) {
    estimate.report.is_score.push_back(goals::IsScore(goal));
  }
  estimate.schedule.goals = request.goals_size();
  estimate.schedule.objective = goals::RangeOfValue(estimate.goals.front());
  return OkStatus();
}

Status ConvertStrikeNoise(const v1::StrikeNoise& wire, estimate::StrikeNoise& noise) {
  Status status;
  size_t next = 0;
  for (const char* const field :
       {"speed_m_s", "azimuth_rad", "elevation_rad", "side_offset", "height_offset"}) {
    std::optional<Distribution> given;
    status.Update(TakeDistribution(wire, field, kNumberRange, given));
    if (given) noise.fields[next] = *std::move(given);
    ++next;
  }
  return status;
}

Status ConvertRace(const v1::RaceOptions& wire, estimate::ScheduleOptions& schedule) {
  const auto least = static_cast<uint64_t>(schedule.candidates);
  // More than this no server plays, and the sums of draws fit into 63 bits.
  constexpr uint64_t kMost = uint64_t{1} << 40;
  if (wire.budget() < least || wire.budget() > kMost) {
    return InvalidField("budget", absl::StrCat(wire.budget()),
                        absl::StrCat("in [", least, ", 2^40], a draw a candidate at least"));
  }
  schedule.race = true;
  schedule.race_budget = static_cast<int64_t>(wire.budget());
  schedule.race_confidence = kRaceConfidence;
  return TakeEnum(wire, "method", schedule.race_method);
}

// Requires that goals and draws are converted. The reported interval is that of one of the looks.
Status ConvertPrecision(const v1::PrecisionOptions& wire, ConvertedEstimate& estimate) {
  if (Status bad = CheckRange(wire, "width"); !bad.ok()) return UnderPath("precision", bad);
  if (estimate.report.is_score.front()) {
    return InvalidField("precision", "given", "absent where the first goal is a score");
  }
  estimate.schedule.looks.emplace(
      stats::LooksOptions{estimate.schedule.draws, wire.width(), estimate.report.confidence});
  estimate.report.confidence = estimate.schedule.looks->confidence_of_each();
  return OkStatus();
}

Status ConvertReport(const v1::ReportOptions& wire, int balls, ConvertedEstimate& estimate) {
  FieldTaker take(wire);
  take.Update(CheckRanges(wire));
  take.OrDefault("candidates", estimate.schedule.reported);
  take.OrDefault("representatives", estimate.report.representatives);
  take("target", estimate.report.target_m);
  uint32_t seen = 0;
  take.Update(TakeEach("balls", wire.balls(), [&](uint32_t ball, int) {
    if (Status bad = CheckIndex({}, ball, static_cast<size_t>(balls)); !bad.ok()) return bad;
    if ((seen >> ball & 1u) != 0) {
      return InvalidField({}, ToIndex(ball), "a ball that is not yet there");
    }
    seen |= 1u << ball;
    estimate.placed.push_back(ToIndex(ball));
    return OkStatus();
  }));
  take.Update(CheckSize("quantiles", wire.quantiles_size(), 0, kMostQuantiles, "values"));
  take("quantiles", estimate.report.quantiles);
  if (wire.quantiles().empty()) estimate.report.quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
  return UnderPath("report", take.status());
}

}  // namespace

absl::StatusOr<ShotGoals> ConvertShotGoals(const v1::Goal* filter, const WireGoals* labels,
                                           const goals::KnownParts& known) {
  ShotGoals converted;
  if (filter != nullptr) {
    const Status bad = ConvertTruth(*filter, known, converted.filter.emplace());
    if (!bad.ok()) return UnderPath("filter", bad);
  }
  if (labels == nullptr) return converted;
  Status status = CheckSize("labels", labels->size(), 0, kMaxLabels);
  if (status.ok()) status = ConvertGoals("labels", *labels, known, converted.labels);
  if (!status.ok()) return status;
  return converted;
}

absl::StatusOr<std::vector<goals::Goal>> ConvertMargins(const WireGoals& margins,
                                                        const goals::KnownParts& known) {
  std::vector<goals::Goal> converted;
  Status status = CheckSize("margins", margins.size(), 0, kMaxMargins);
  if (status.ok()) {
    status = TakeEach("margins", margins, [&](const v1::Goal& goal, int) {
      return ConvertTruth(goal, known, converted.emplace_back());
    });
  }
  if (!status.ok()) return status;
  return converted;
}

void WriteInterval(const stats::ProportionInterval& interval, v1::ProbabilityInterval& wire) {
  wire.set_low(interval.low);
  wire.set_high(interval.high);
}

Status ConvertNoise(const v1::NoiseModel& wire, ConvertedNoise& noise) {
  if (wire.has_strike()) {
    return UnderPath("noise.strike", ConvertStrikeNoise(wire.strike(), noise.strike.emplace()));
  }
  if (wire.has_icga()) {
    FieldTaker(wire.icga()).OrDefault("magnitude", noise.icga_magnitude.emplace());
    return UnderPath("noise.icga", CheckRanges(wire.icga()));
  }
  return OkStatus();
}

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
  estimate.schedule.draws = request.draws();
  FieldTaker{request}("confidence", estimate.report.confidence);
  Status status = CheckRange(request, "draws");
  if (request.has_confidence()) status.Update(CheckRange(request, "confidence"));
  if (status.ok()) status = TakeGoals(request, known, estimate);
  if (status.ok()) status = ConvertNoise(request.noise(), estimate.noise);
  if (status.ok()) status = ConvertReport(request.report(), known.balls, estimate);
  if (status.ok() && request.has_race()) {
    status = UnderPath("race", ConvertRace(request.race(), estimate.schedule));
  }
  if (status.ok() && request.has_precision()) {
    status = ConvertPrecision(request.precision(), estimate);
  }
  if (!status.ok()) return status;
  return estimate;
}

void WriteStrike(const CueStrike& strike, v1::CueStrike& wire) {
  wire.set_cue_ball(static_cast<uint32_t>(strike.cue_ball));
  wire.set_speed_m_s(strike.speed_m_s);
  wire.set_azimuth_rad(strike.azimuth_rad);
  wire.set_elevation_rad(strike.elevation_rad);
  wire.set_side_offset(strike.side_offset);
  wire.set_height_offset(strike.height_offset);
}

void WriteReport(const estimate::CandidateReport& report, const ConvertedEstimate& estimate,
                 v1::CandidateEstimate& wire) {
  for (size_t i = 0; i < report.goals.size(); ++i) {
    const estimate::GoalReport& goal = report.goals[i];
    v1::GoalEstimate& goal_estimate = *wire.add_goals();
    goal_estimate.set_mean(goal.mean);
    goal_estimate.set_deviation(goal.deviation);
    if (estimate.report.is_score[i]) continue;
    goal_estimate.set_successes(static_cast<uint32_t>(goal.successes));
    WriteInterval(goal.wilson, *goal_estimate.mutable_wilson());
    WriteInterval(goal.clopper_pearson, *goal_estimate.mutable_clopper_pearson());
  }
  for (const estimate::PlaceReport& place : report.places) {
    v1::FinalPlace& final_place = *wire.add_final_places();
    final_place.set_ball(static_cast<uint32_t>(place.ball));
    final_place.set_in_play(static_cast<uint32_t>(place.in_play));
    WritePoint(place.mean_m, *final_place.mutable_mean());
    for (const double one : {place.xx_m2, place.xy_m2, place.yy_m2})
      final_place.add_covariance_m2(one);
  }
  for (const estimate::PocketingReport& drop : report.pocketing) {
    v1::PocketingCount& count = *wire.add_pocketing();
    count.set_ball(static_cast<uint32_t>(drop.ball));
    count.set_pocket(static_cast<uint32_t>(drop.pocket));
    count.set_draws(static_cast<uint32_t>(drop.draws));
  }
  AppendRow(report.distances_m, *wire.mutable_distance_quantiles_m());
  AppendRow(report.clearances_m, *wire.mutable_clearance_quantiles_m());
}

void WriteTypical(const estimate::ReportedDraws& draws, const estimate::TypicalDraw& typical,
                  uint64_t first_draw, const std::optional<CueStrike>& strike,
                  v1::TypicalOutcome& wire) {
  wire.set_draw(first_draw + static_cast<uint64_t>(typical.draw));
  wire.set_weight(typical.weight);
  wire.set_margin_m(draws.Margin(typical.draw));
  AppendRow(draws.Places(typical.draw), *wire.mutable_positions_m());
  if (strike) WriteStrike(*strike, *wire.mutable_strike());
}

}  // namespace carom
