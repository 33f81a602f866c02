#ifndef CAROM_CORE_STATS_RACE_H_
#define CAROM_CORE_STATS_RACE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/constants.h"

namespace carom::stats {

/// How candidates leave a race.
enum class RaceMethod : uint8_t { kElimination, kSuccessiveHalving };

struct RaceOptions {
  int candidates = 1;
  int64_t budget = 1;     ///< Most draws of all candidates together; at least `candidates`.
  int64_t most_each = 1;  ///< Most draws of one candidate.
  RaceMethod method = RaceMethod::kElimination;
  double confidence = 0.8;  ///< Of the bounds with which elimination begins, at most 0.999.
};

/// Draws [first, end) of one candidate.
struct Heat {
  int candidate = 0;
  int64_t first = 0;
  int64_t end = 0;
};

/// The result of a heat.
struct HeatResult {
  int64_t counted = 0;  ///< Draws that could be played.
  double sum = 0.0;     ///< Of their values, each in [0, 1]: successes.
};

/// Finds the candidate with the greatest mean without playing all draws of all candidates. A race
/// knows only the results of the candidates' draws, and is a pure function of them: the same
/// results give the same heats. Not thread-safe.
///
/// Every candidate plays its draws from 0 on. If draw i has the same noise for all candidates, they
/// are compared under common random numbers.
///
/// kElimination: every candidate plays kFirstDraws (fewer where the budget does not allow them).
/// The leader is the candidate with the greatest lower bound. Each later round gives draws to the
/// candidates with the greatest upper bounds among those above the leader's lower bound: to each
/// half as many as it has had, until the round's share of the budget is spent. But the leader alone
/// plays, as many draws as it has had, as long as that costs less than playing all the others on.
/// So the leader's bound rises while the bounds of the others fall, and most candidates leave after
/// a few draws. This joins the optimism of UCB (P. Auer et al., Machine Learning 47, 2002) with the
/// races of O. Maron and A. Moore (NIPS 1994).
///
/// Which bounds are right depends on the budget: narrow bounds leave a part of it unspent, and wide
/// bounds spend it on hopeless candidates. So the race begins with narrow bounds. When all but the
/// leader have left or have had all their draws, the bounds widen (1 - confidence is divided by
/// four, down to 0.001), and candidates that are no longer below return. The larger the budget, the
/// closer the choice comes to that of all draws of all candidates, which infinitely wide bounds
/// would make.
///
/// kSuccessiveHalving: sequential halving (Z. Karnin et al., ICML 2013).
class Race {
 public:
  explicit Race(const RaceOptions& options);

  /// What to play next, in order of the candidates; empty when the race is over.
  std::span<const Heat> NextRound();
  /// Adds the results of the heats of NextRound(), one for each heat.
  void Add(std::span<const HeatResult> results);

  /// All candidates, best first: by their lower bounds or, with halving, by when they left and by
  /// their means; of equals the lower number comes first.
  std::vector<int> Ranking() const;

  int64_t draws(int candidate) const { return entries_[Index(candidate)].draws; }
  int64_t total_draws() const { return total_; }
  /// Candidates that may still win.
  int left() const { return left_; }

 private:
  struct Entry {
    int64_t draws = 0;
    int64_t counted = 0;
    double sum = 0.0;
    double low = 0.0;
    double high = 1.0;
    int left_in_round = 0;  ///< Of halving; 0: not yet.

    double Mean() const { return counted > 0 ? sum / static_cast<double>(counted) : 0.0; }
  };

  void Give(int candidate, int64_t draws);
  void PlanFirst();
  void PlanElimination();
  void PlanOpen();
  bool LeaderGoesFirst(int others) const;
  bool Widen();
  void SetBounds(Entry& entry) const;
  void PlanHalving();
  int Leader() const;
  bool IsOpen(const Entry& entry, double leaders_low) const;

  const RaceOptions options_;
  double risk_;  ///< 1 - confidence of the bounds.
  double z_;     ///< Their standard deviations.
  std::vector<Entry> entries_;
  std::vector<Heat> heats_;
  std::vector<int> alive_;  ///< Of halving, best first.
  int64_t total_ = 0;
  int left_;
  int round_ = 0;
};

}  // namespace carom::stats

#endif  // CAROM_CORE_STATS_RACE_H_
