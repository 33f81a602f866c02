#include "core/estimate/schedule.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/demand.h"

namespace carom::estimate {
namespace {

// Draws of one cell at the most: some milliseconds, so that all workers end a round together.
constexpr int64_t kCellDraws = 256;

double MeanOfFirst(const CellCounts& counts) {
  const int64_t counted = counts.played - counts.failed;
  return counted > 0 ? counts.sums[0] / static_cast<double>(counted) : 0.0;
}

bool CanBePlayed(const CellCounts& counts) { return counts.played > counts.failed; }

void AddTo(CellCounts& all, const CellCounts& one) {
  all.played += one.played;
  all.failed += one.failed;
  for (size_t goal = 0; goal < kMaxGoals; ++goal) all.sums[goal] += one.sums[goal];
}

}  // namespace

Schedule::Schedule(const ScheduleOptions& options)
    : options_(options), counts_(static_cast<size_t>(options.candidates)) {
  CAROM_DEMAND(options.candidates >= 1 && options.draws >= 1 && options.reported >= 1,
               "an estimate has candidates and draws");
  CAROM_DEMAND(options.goals >= 1 && options.goals <= kMaxGoals, "an estimate has goals");
  counted_before_ = options.race || options.candidates > options.reported;
  if (!options.race) {
    if (counted_before_) Open(counts_.size());
    return;
  }
  stats::RaceOptions race;
  race.candidates = options.candidates;
  race.budget = options.race_budget;
  race.most_each = options.draws;
  race.method = options.race_method;
  race.confidence = options.race_confidence;
  race_.emplace(race);
}

// The products of two 32-bit numbers at the most.
int64_t Schedule::MostDraws(const ScheduleOptions& options) {
  const int64_t reported = std::min(options.reported, options.candidates);
  const int64_t reporting = reported * options.draws;
  if (options.race) return options.race_budget + reporting;
  return options.candidates * options.draws + (reported < options.candidates ? reporting : 0);
}

std::span<const Cell> Schedule::NextRound() {
  cells_.clear();
  if (stage_ == Stage::kCounting) {
    PlanCounting();
    if (!cells_.empty()) return cells_;
    stage_ = Stage::kReporting;
    PlanReporting();
  }
  if (stage_ == Stage::kReporting) {
    PlanToNextLook();
    if (cells_.empty()) stage_ = Stage::kDone;
  }
  return cells_;
}

void Schedule::PlanCounting() {
  if (!race_) return PlanToNextLook();
  const std::span<const stats::Heat> heats = race_->NextRound();
  heats_.assign(heats.begin(), heats.end());
  for (const stats::Heat& heat : heats_) Cut(heat.candidate, heat.first, heat.end, -1);
}

// A candidate that has been counted plays the same draws again and ends at the same look.
void Schedule::PlanReporting() {
  reported_ = race_ ? race_->Ranking() : RankedByMean();
  reported_.resize(static_cast<size_t>(std::min(options_.reported, options_.candidates)));
  reported_counts_.resize(reported_.size());
  Open(reported_.size());
}

void Schedule::Open(size_t count) {
  open_.resize(count);
  std::iota(open_.begin(), open_.end(), 0);
  open_draws_ = 0;
}

void Schedule::PlanToNextLook() {
  if (open_draws_ == options_.draws) return;
  const bool reporting = stage_ == Stage::kReporting;
  const int64_t first = reporting ? first_reported_draw() : 0;
  const int64_t end = options_.looks ? options_.looks->Next(open_draws_) : options_.draws;
  for (const int open : open_) {
    const int candidate = reporting ? reported_[static_cast<size_t>(open)] : open;
    Cut(candidate, first + open_draws_, first + end, reporting ? open : -1);
  }
  open_draws_ = end;
}

const CellCounts& Schedule::CountsOf(int open) const {
  const std::vector<CellCounts>& counts = stage_ == Stage::kReporting ? reported_counts_ : counts_;
  return counts[static_cast<size_t>(open)];
}

// Many candidates have the same counts at a look, so their interval is computed once.
void Schedule::CloseKnown() {
  std::map<std::pair<int64_t, int64_t>, bool> known;
  std::erase_if(open_, [&](int open) {
    const CellCounts& counts = CountsOf(open);
    const auto successes = static_cast<int64_t>(counts.sums[0]);
    const int64_t counted = counts.played - counts.failed;
    const auto [at, is_new] = known.try_emplace({successes, counted}, false);
    if (is_new) at->second = options_.looks->IsEnough(successes, counted);
    return at->second;
  });
}

void Schedule::Cut(int candidate, int64_t first, int64_t end, int reported) {
  for (int64_t begin = first; begin < end; begin += kCellDraws) {
    cells_.push_back({candidate, begin, std::min(end, begin + kCellDraws), reported});
  }
}

void Schedule::Add(std::span<const CellCounts> counts) {
  CAROM_DEMAND(counts.size() == cells_.size(), "every cell has counts");
  const bool reporting = stage_ == Stage::kReporting;
  for (size_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    done_ += counts[i].played;
    if (reporting) AddTo(reported_counts_[static_cast<size_t>(cell.reported)], counts[i]);
    if (!reporting || !counted_before_) {
      AddTo(counts_[static_cast<size_t>(cell.candidate)], counts[i]);
    }
  }
  if (race_ && !reporting) {
    AddToRace(counts);
  } else if (options_.looks && open_draws_ < options_.draws) {
    CloseKnown();
  }
}

// Values go to the race as if they were in [0, 1]. A heat may be several cells.
void Schedule::AddToRace(std::span<const CellCounts> counts) {
  const double low = options_.objective.low;
  const double width = options_.objective.high - low;
  std::vector<stats::HeatResult> results;
  size_t cell = 0;
  for (const stats::Heat& heat : heats_) {
    stats::HeatResult result;
    for (; cell < cells_.size() && cells_[cell].candidate == heat.candidate; ++cell) {
      const int64_t counted = counts[cell].played - counts[cell].failed;
      result.counted += counted;
      const double above = counts[cell].sums[0] - low * static_cast<double>(counted);
      if (width > 0.0) result.sum += above / width;
    }
    results.push_back(result);
  }
  race_->Add(results);
}

std::vector<int> Schedule::RankedByMean() const {
  std::vector<int> ranked(counts_.size());
  std::iota(ranked.begin(), ranked.end(), 0);
  std::sort(ranked.begin(), ranked.end(), [this](int a, int b) {
    const CellCounts& of_a = counts_[static_cast<size_t>(a)];
    const CellCounts& of_b = counts_[static_cast<size_t>(b)];
    if (CanBePlayed(of_a) != CanBePlayed(of_b)) return CanBePlayed(of_a);
    const double mean_a = MeanOfFirst(of_a);
    const double mean_b = MeanOfFirst(of_b);
    return mean_a != mean_b ? mean_a > mean_b : a < b;
  });
  return ranked;
}

std::vector<int> Schedule::ReportedBestFirst() const {
  if (race_) return reported_;
  std::vector<int> ranked = RankedByMean();
  ranked.resize(reported_.size());
  return ranked;
}

int Schedule::candidates_left() const {
  if (stage_ != Stage::kCounting) return static_cast<int>(reported_.size());
  return race_ ? race_->left() : options_.candidates;
}

}  // namespace carom::estimate
