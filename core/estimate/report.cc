#include "core/estimate/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/constants.h"
#include "core/solid/primitives.h"
#include "core/stats/sample.h"
#include "core/table/shot.h"

namespace carom::estimate {
namespace {

Vec2 OnPlane(const Vec3& position) { return position.head<2>(); }

double GapBetween(const BallState& a, double radius_a_m, const BallState& b, double radius_b_m) {
  if (!OnCloth(a.motion) || !OnCloth(b.motion)) {
    return NearestOnBall(a.position, radius_a_m, b.position, radius_b_m).gap_m;
  }
  return (OnPlane(a.position) - OnPlane(b.position)).norm() -
         TouchingOnCloth(radius_a_m, radius_b_m);
}

}  // namespace

ReportedDraws::ReportedDraws(const DrawColumns& columns, int64_t draws)
    : columns_(columns),
      played_(At(draws), 0),
      values_(At(draws * columns.goals)),
      margins_(At(draws)),
      places_(2 * At(draws) * columns.placed.size()),
      in_play_(At(draws) * columns.placed.size()),
      cue_ball_in_play_(At(draws)),
      cue_ball_m_(At(draws), Vec2::Zero()),
      clearance_m_(At(draws)),
      pockets_(At(draws) * static_cast<size_t>(columns.balls), -1) {}

void ReportedDraws::Put(int64_t index, const goals::FinishedShot& shot, const TableSolids& solids,
                        std::span<const goals::Verdict> verdicts) {
  const size_t draw = At(index);
  const std::vector<BallState>& end = shot.record.final_states;
  for (size_t goal = 0; goal < verdicts.size(); ++goal) {
    values_[draw * verdicts.size() + goal] = verdicts[goal].value;
  }
  margins_[draw] = verdicts[0].margin_m;
  for (size_t i = 0; i < columns_.placed.size(); ++i) {
    const BallState& state = end[static_cast<size_t>(columns_.placed[i])];
    const size_t place = draw * columns_.placed.size() + i;
    in_play_[place] = carom::InPlay(state.motion) ? 1 : 0;
    places_[2 * place] = state.position.x();
    places_[2 * place + 1] = state.position.y();
  }
  const int cue_ball = shot.record.outcome.cue_ball;
  if (cue_ball >= 0 && carom::InPlay(end[static_cast<size_t>(cue_ball)].motion)) {
    cue_ball_in_play_[draw] = 1;
    cue_ball_m_[draw] = OnPlane(end[static_cast<size_t>(cue_ball)].position);
    clearance_m_[draw] = ClearanceOf(cue_ball, shot, solids);
  }
  for (const Departure& drop : shot.record.outcome.pocketed) {
    const size_t ball = draw * static_cast<size_t>(columns_.balls) + static_cast<size_t>(drop.ball);
    pockets_[ball] = static_cast<int8_t>(drop.where);
  }
  played_[draw] = 1;
}

double ClearanceOf(int ball, const goals::FinishedShot& shot, const TableSolids& solids) {
  const std::vector<BallState>& end = shot.record.final_states;
  const BallState& own = end[static_cast<size_t>(ball)];
  const SolidSet& set = solids.ForBall(ball);
  double least_m = std::numeric_limits<double>::infinity();
  for (size_t other = 0; other < end.size(); ++other) {
    if (other == static_cast<size_t>(ball) || !InPlay(end[other].motion)) continue;
    const double radius_m = solids.ForBall(static_cast<int>(other)).radius_m;
    least_m = std::min(least_m, GapBetween(own, set.radius_m, end[other], radius_m));
  }
  for (const Placed<Solid>& solid : set.solids.items) {
    if (!IsCushion(solid.shape)) continue;
    const Parts parts = PartsNear(solid.shape, own.position, OnCloth(own.motion));
    least_m = std::min(least_m, parts.Closest().gap_m);
  }
  return least_m;
}

namespace {

// Indices of pockets are below it.
constexpr size_t kMostPockets = 64;

template <class Take>
void ForEachPlayed(const ReportedDraws& draws, const Take& take) {
  for (int64_t draw = 0; draw < draws.draws(); ++draw) {
    if (draws.Played(draw)) take(draw);
  }
}

std::vector<GoalReport> ReportGoals(const ReportedDraws& draws, const ReportOptions& options) {
  stats::Moments moments(draws.columns().goals);
  std::vector<int64_t> successes(options.is_score.size(), 0);
  ForEachPlayed(draws, [&](int64_t draw) {
    const std::span<const double> values = draws.Values(draw);
    moments.Add(values);
    for (size_t goal = 0; goal < values.size(); ++goal) {
      if (!options.is_score[goal] && values[goal] > 0.0) ++successes[goal];
    }
  });
  std::vector<GoalReport> reports(successes.size());
  for (size_t goal = 0; goal < reports.size(); ++goal) {
    const int i = static_cast<int>(goal);
    const int64_t k = successes[goal];
    GoalReport& report = reports[goal];
    report.deviation = std::sqrt(moments.Covariance(i, i));
    report.mean = moments.Mean(i);
    if (options.is_score[goal]) continue;
    // A share of counts, without the rounding of a running mean.
    report.mean =
        moments.count() > 0 ? static_cast<double>(k) / static_cast<double>(moments.count()) : 0.0;
    report.successes = k;
    report.wilson = stats::Wilson(k, moments.count(), options.confidence);
    report.clopper_pearson = stats::ClopperPearson(k, moments.count(), options.confidence);
  }
  return reports;
}

PlaceReport ReportPlace(const ReportedDraws& draws, int i) {
  stats::Moments moments(2);
  ForEachPlayed(draws, [&](int64_t draw) {
    if (draws.InPlay(draw, i))
      moments.Add(draws.Places(draw).subspan(2 * static_cast<size_t>(i), 2));
  });
  return {draws.columns().placed[static_cast<size_t>(i)],
          moments.count(),
          {moments.Mean(0), moments.Mean(1)},
          moments.Covariance(0, 0),
          moments.Covariance(0, 1),
          moments.Covariance(1, 1)};
}

std::vector<PocketingReport> ReportPocketing(const ReportedDraws& draws) {
  const int balls = draws.columns().balls;
  std::vector<std::array<int64_t, kMostPockets>> counts(static_cast<size_t>(balls));
  ForEachPlayed(draws, [&](int64_t draw) {
    for (int ball = 0; ball < balls; ++ball) {
      const int pocket = draws.PocketOf(draw, ball);
      if (pocket >= 0) ++counts[static_cast<size_t>(ball)][static_cast<size_t>(pocket)];
    }
  });
  std::vector<PocketingReport> reports;
  for (size_t ball = 0; ball < counts.size(); ++ball) {
    for (size_t pocket = 0; pocket < kMostPockets; ++pocket) {
      if (counts[ball][pocket] == 0) continue;
      reports.push_back({static_cast<int>(ball), static_cast<int>(pocket), counts[ball][pocket]});
    }
  }
  return reports;
}

Vec2 MeanOfCueBall(const ReportedDraws& draws) {
  stats::Moments moments(2);
  ForEachPlayed(draws, [&](int64_t draw) {
    const Vec2 place = draws.CueBall(draw);
    if (draws.CueBallInPlay(draw)) moments.Add(std::array{place.x(), place.y()});
  });
  return {moments.Mean(0), moments.Mean(1)};
}

// Of a number of each draw after which the cue ball is in play.
template <class Number>
std::vector<double> Quantiles(const ReportedDraws& draws, const std::vector<double>& shares,
                              const Number& number) {
  std::vector<double> numbers;
  ForEachPlayed(draws, [&](int64_t draw) {
    if (!draws.CueBallInPlay(draw)) return;
    // A ball that is alone on an endless slate has no clearance.
    if (const double one = number(draw); std::isfinite(one)) numbers.push_back(one);
  });
  std::vector<double> quantiles;
  if (numbers.empty()) return quantiles;
  std::sort(numbers.begin(), numbers.end());
  for (const double share : shares) quantiles.push_back(stats::Quantile(numbers, share));
  return quantiles;
}

std::vector<TypicalDraw> FindRepresentatives(const ReportedDraws& draws, int count) {
  const int dimension = 2 * static_cast<int>(draws.columns().placed.size());
  if (count == 0 || dimension == 0) return {};
  std::vector<double> samples;
  std::vector<int64_t> drawn;
  for (int64_t draw = 0; draw < std::min<int64_t>(draws.draws(), stats::kMostMedoidSamples);
       ++draw) {
    if (!draws.Played(draw)) continue;
    const std::span<const double> places = draws.Places(draw);
    samples.insert(samples.end(), places.begin(), places.end());
    drawn.push_back(draw);
  }
  std::vector<TypicalDraw> found;
  for (const stats::Medoid& medoid : stats::FindMedoids(samples, dimension, count)) {
    found.push_back({drawn[static_cast<size_t>(medoid.sample)],
                     static_cast<double>(medoid.weight) / static_cast<double>(drawn.size())});
  }
  return found;
}

std::optional<int64_t> FindClosestToFailing(const ReportedDraws& draws) {
  std::optional<int64_t> closest;
  ForEachPlayed(draws, [&](int64_t draw) {
    if (!(draws.Values(draw)[0] > 0.0) || !std::isfinite(draws.Margin(draw))) return;
    if (!closest || draws.Margin(draw) < draws.Margin(*closest)) closest = draw;
  });
  return closest;
}

}  // namespace

CandidateReport MakeReport(const ReportedDraws& draws, const ReportOptions& options,
                           StopToken stop) {
  CandidateReport report;
  ForEachPlayed(draws, [&report](int64_t) { ++report.played; });
  report.goals = ReportGoals(draws, options);
  for (int i = 0; i < static_cast<int>(draws.columns().placed.size()); ++i) {
    if (stop.StopRequested()) return report;
    report.places.push_back(ReportPlace(draws, i));
  }
  report.pocketing = ReportPocketing(draws);
  if (stop.StopRequested()) return report;
  const Vec2 target = options.target_m.value_or(MeanOfCueBall(draws));
  report.distances_m = Quantiles(draws, options.quantiles, [&](int64_t draw) {
    return (draws.CueBall(draw) - target).norm();
  });
  if (stop.StopRequested()) return report;
  report.clearances_m =
      Quantiles(draws, options.quantiles, [&](int64_t draw) { return draws.Clearance(draw); });
  if (stop.StopRequested()) return report;
  report.representatives = FindRepresentatives(draws, options.representatives);
  if (!options.is_score[0]) report.closest_to_failing = FindClosestToFailing(draws);
  return report;
}

}  // namespace carom::estimate
