#include "server/estimate_run.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/convert/fields.h"
#include "server/convert/result_writer.h"
#include "server/shot_cursor.h"
#include "server/split.h"

namespace carom {
namespace {

// Candidates whose failures are reported.
constexpr size_t kMostFailures = 64;
// Rounds of so many candidates are planned, and reports of so many draws made, within a slice.
constexpr int kShortRound = 4096;
constexpr int64_t kShortReport = 1024;
// Of one candidate that is reported in full, on the wire: 17 typical outcomes of 32 balls, 32 balls
// by 64 pockets, 16 goals and 128 quantiles.
constexpr int64_t kReportedBytes = 17 * 640 + 32 * 64 * 8 + 32 * 80 + 16 * 80 + 128 * 8;

}  // namespace

absl::StatusOr<std::unique_ptr<EstimateRun>> EstimateRun::Make(
    const v1::EstimateOutcomesRequest& message, const RequestView& request,
    const RequestLimits& limits, SceneStore& scenes, Planning planning) {
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan =
      ShotPlan::Make(request, ToConvertLimits(limits), scenes, std::move(planning));
  if (!plan.ok()) return plan.status();
  absl::StatusOr<ConvertedEstimate> converted =
      ConvertEstimate(message, static_cast<int>(request.shot_count), (*plan)->FindKnownParts());
  if (!converted.ok()) return converted.status();
  std::unique_ptr<EstimateRun> run(
      new EstimateRun(request, *std::move(plan), *std::move(converted), limits));
  if (absl::Status bad = run->CheckSizes(); !bad.ok()) return bad;
  return run;
}

EstimateRun::EstimateRun(const RequestView& request, std::unique_ptr<ShotPlan> plan,
                         ConvertedEstimate converted, const RequestLimits& limits)
    : request_(request),
      limits_(limits),
      plan_(std::move(plan)),
      converted_(std::move(converted)),
      most_draws_(estimate::Schedule::MostDraws(converted_.schedule)),
      schedule_(converted_.schedule) {
  const int64_t candidates = converted_.schedule.candidates;
  const int64_t reported = std::min<int64_t>(candidates, converted_.schedule.reported);
  estimate::DrawColumns columns;
  columns.goals = converted_.schedule.goals;
  columns.balls = request.MostBalls();
  columns.placed.resize(std::max<size_t>(1, converted_.placed.size()));
  const int64_t cells = candidates + most_draws_ / 256 + reported;
  // A candidate's counts stand in the schedule, in its race and in the columns of the answer.
  const int64_t counts = candidates * static_cast<int64_t>(2 * sizeof(estimate::CellCounts));
  most_bytes_ = counts + reported * converted_.schedule.draws * columns.bytes() +
                cells * static_cast<int64_t>(sizeof(CellResult) + sizeof(estimate::Cell)) +
                kAnswerCopies * reported * kReportedBytes;
}

absl::Status EstimateRun::CheckSizes() const {
  const estimate::ScheduleOptions& schedule = converted_.schedule;
  if (most_draws_ > limits_.max_draws_per_estimate) {
    return BeyondLimits(schedule.race ? "race.budget" : "draws",
                        absl::StrCat(most_draws_, " draws of all candidates"), /*given=*/true,
                        absl::StrCat("[1, ", limits_.max_draws_per_estimate, "]"));
  }
  const int64_t answer = int64_t{schedule.candidates} * (2 + 8 * schedule.goals);
  if (answer > limits_.max_message_bytes) return TooLarge(limits_.max_message_bytes);
  return absl::OkStatus();
}

bool EstimateRun::RoundsAreLong() const {
  const estimate::ScheduleOptions& schedule = converted_.schedule;
  const int64_t reported = std::min<int64_t>(schedule.candidates, schedule.reported);
  return schedule.candidates > kShortRound || reported * schedule.draws > kShortReport;
}

bool EstimateRun::NextRound() {
  if (!results_.empty()) TakeRound();
  cells_ = schedule_.NextRound();
  results_.assign(cells_.size(), {});
  if (!cells_.empty() && cells_.front().reported >= 0 && reported_.empty()) MakeRoomForReported();
  return !cells_.empty();
}

void EstimateRun::TakeRound() {
  std::vector<estimate::CellCounts> counts;
  counts.reserve(results_.size());
  for (size_t i = 0; i < results_.size(); ++i) {
    counts.push_back(results_[i].counts);
    if (!results_[i].failure.ok()) NoteFailure(cells_[i].candidate, results_[i].failure);
  }
  schedule_.Add(counts);
}

// Of each candidate the first, of the candidates those with the lowest numbers.
void EstimateRun::NoteFailure(int candidate, const absl::Status& failure) {
  failures_.emplace(candidate, failure);
  if (failures_.size() > kMostFailures) failures_.erase(std::prev(failures_.end()));
}

void EstimateRun::MakeRoomForReported() {
  ShotCursor cursor(*plan_);
  for (const int candidate : schedule_.reported()) {
    estimate::DrawColumns columns;
    columns.goals = converted_.schedule.goals;
    // Of a candidate that cannot be loaded nothing will be kept.
    if (cursor.Load(static_cast<uint32_t>(candidate)).ok()) {
      columns.balls = static_cast<int>(cursor.shot().start.size());
      columns.placed = converted_.placed;
      if (columns.placed.empty() && cursor.shot().strike) {
        const int cue_ball = cursor.shot().strike->cue_ball;
        if (cue_ball >= 0 && cue_ball < columns.balls) columns.placed = {cue_ball};
      }
    }
    reported_.emplace_back(columns, converted_.schedule.draws);
  }
}

void EstimateRun::WriteCounts(v1::CandidateCounts& counts) const {
  counts.set_first_candidate(request_.first_shot);
  for (const estimate::CellCounts& one : schedule_.counts()) {
    counts.add_draws(static_cast<uint32_t>(one.played));
    counts.add_failed(static_cast<uint32_t>(one.failed));
    for (size_t goal = 0; goal < converted_.goals.size(); ++goal) counts.add_sums(one.sums[goal]);
  }
}

void EstimateRun::WriteCandidate(size_t reported, v1::CandidateEstimate& wire, StopToken stop) {
  const estimate::ReportedDraws& draws = reported_[reported];
  const auto candidate = static_cast<uint32_t>(schedule_.reported()[reported]);
  const auto first_draw = static_cast<uint64_t>(schedule_.first_reported_draw());
  const estimate::CandidateReport report = estimate::MakeReport(draws, converted_.report, stop);
  wire.set_candidate(request_.first_shot + candidate);
  wire.set_first_draw(first_draw);
  const int64_t played = schedule_.reported_draws(reported);
  wire.set_draws(static_cast<uint32_t>(played));
  wire.set_failed(static_cast<uint32_t>(played - report.played));
  WriteReport(report, converted_, wire);
  ShotCursor cursor(*plan_);
  if (!cursor.Load(candidate).ok()) return;
  const auto write = [&](const estimate::TypicalDraw& typical, v1::TypicalOutcome& outcome) {
    std::optional<CueStrike> strike = cursor.shot().strike;
    if (strike) {
      estimate::StrikeNoise room;
      const double radius_m =
          cursor.scene().balls()[static_cast<size_t>(strike->cue_ball)].radius_m;
      if (const auto* const noise = converted_.noise.Of(radius_m, room)) {
        (void)estimate::AddNoise(*noise, converted_.seed,
                                 first_draw + static_cast<uint64_t>(typical.draw), *strike);
      }
    }
    WriteTypical(draws, typical, first_draw, strike, outcome);
  };
  for (const estimate::TypicalDraw& typical : report.representatives) {
    write(typical, *wire.add_representatives());
  }
  if (report.closest_to_failing) {
    write({*report.closest_to_failing, 0.0}, *wire.mutable_closest_to_failing());
  }
}

void EstimateRun::Write(v1::Estimates& estimates, StopToken stop) {
  estimates.set_draws(static_cast<uint64_t>(schedule_.draws_done()));
  WriteCounts(*estimates.mutable_counts());
  const std::vector<int>& reported = schedule_.reported();
  for (const int candidate : schedule_.ReportedBestFirst()) {
    const auto at = std::find(reported.begin(), reported.end(), candidate);
    if (stop.StopRequested()) return;
    WriteCandidate(static_cast<size_t>(at - reported.begin()), *estimates.add_best(), stop);
  }
  for (const auto& [candidate, status] : failures_) {
    v1::ShotFailure& failure = *estimates.add_failures();
    failure.set_shot(request_.first_shot + static_cast<uint64_t>(candidate));
    WriteFailure(status, failure);
  }
}

}  // namespace carom
