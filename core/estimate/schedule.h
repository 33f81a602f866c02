#ifndef CAROM_CORE_ESTIMATE_SCHEDULE_H_
#define CAROM_CORE_ESTIMATE_SCHEDULE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/goals/goal.h"
#include "core/stats/proportion.h"
#include "core/stats/race.h"

namespace carom::estimate {

inline constexpr int kMaxGoals = 16;
/// Draws after a race begin here, so that none was seen by it.
inline constexpr int64_t kFreshDraws = int64_t{1} << 32;

/// Draws [first, end) of a candidate, a piece of work that one worker plays.
struct Cell {
  int candidate = 0;
  int64_t first = 0;
  int64_t end = 0;
  int reported = -1;  ///< Its place among the candidates reported in full; -1: it is only counted.
};

/// The result of a cell.
struct CellCounts {
  int64_t played = 0;  ///< Draws, those that failed included.
  int64_t failed = 0;
  std::array<double, kMaxGoals> sums{};  ///< Sums of the goals' values; failed draws add none.
};

struct ScheduleOptions {
  int candidates = 1;
  int64_t draws = 1;  ///< Most for each candidate; with a race, for each one reported in full.
  int reported = 1;   ///< How many of the best are reported in full.
  int goals = 1;
  goals::ValueRange objective;  ///< What the first goal's value may be.
  /// When a candidate is known well enough; without looks it never is. With looks the first goal
  /// must not be a score.
  std::optional<stats::Looks> looks;
  bool race = false;
  int64_t race_budget = 0;
  stats::RaceMethod race_method = stats::RaceMethod::kElimination;
  double race_confidence = 0.0;
};

/// Decides what an estimate plays, in rounds of cells. The cells of a round may be played in any
/// order and by any thread; their counts are added in the order of the cells. So the report does
/// not depend on who plays. A state machine without threads; not thread-safe.
///
/// First the candidates are counted, by a race or with all their draws; then the best are reported
/// in full. Where all candidates are reported in full, they are not counted first. Where draws may
/// end early, all candidates play up to the next look, and those that are then known well enough
/// play no further. A race ends in its own way.
class Schedule {
 public:
  explicit Schedule(const ScheduleOptions& options);

  /// The most draws that an estimate may play; valid also for sizes that the constructor does not
  /// accept.
  static int64_t MostDraws(const ScheduleOptions& options);

  /// The next round; empty when the estimate is complete.
  std::span<const Cell> NextRound();
  /// The counts of that round's cells, one each.
  void Add(std::span<const CellCounts> counts);

  /// Those reported in full, in the order of Cell::reported.
  const std::vector<int>& reported() const { return reported_; }
  /// How many draws a reported candidate has played for its report, failed ones included.
  int64_t reported_draws(size_t reported) const { return reported_counts_[reported].played; }
  int64_t first_reported_draw() const { return options_.race ? kFreshDraws : 0; }
  /// The same, best first: as the race has ranked them, or by the first goal's mean.
  std::vector<int> ReportedBestFirst() const;

  /// Of the race or of all draws, by candidate.
  const std::vector<CellCounts>& counts() const { return counts_; }
  int64_t draws_done() const { return done_; }
  int candidates_left() const;

 private:
  enum class Stage : uint8_t { kCounting, kReporting, kDone };

  void PlanCounting();
  void PlanReporting();
  /// Opens `count` candidates, or `count` reported candidates, for draws from the first on.
  void Open(size_t count);
  /// Plans the draws of the open ones up to the next look.
  void PlanToNextLook();
  /// Closes the open ones that are known well enough.
  void CloseKnown();
  const CellCounts& CountsOf(int open) const;
  void Cut(int candidate, int64_t first, int64_t end, int reported);
  void AddToRace(std::span<const CellCounts> counts);
  std::vector<int> RankedByMean() const;

  const ScheduleOptions options_;
  std::optional<stats::Race> race_;
  Stage stage_ = Stage::kCounting;
  bool counted_before_ = false;  ///< Candidates are counted before the report.
  std::vector<int> open_;        ///< Candidates, or of those reported the places.
  int64_t open_draws_ = 0;       ///< Draws that each open one has played.
  std::vector<stats::Heat> heats_;
  std::vector<Cell> cells_;
  std::vector<CellCounts> counts_;
  std::vector<int> reported_;
  std::vector<CellCounts> reported_counts_;
  int64_t done_ = 0;
};

}  // namespace carom::estimate

#endif  // CAROM_CORE_ESTIMATE_SCHEDULE_H_
