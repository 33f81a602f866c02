#ifndef CAROM_CORE_PLAY_PLACE_SEARCH_H_
#define CAROM_CORE_PLAY_PLACE_SEARCH_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/aim/geometry.h"
#include "core/aim/route.h"
#include "core/aim/solve.h"
#include "core/aim/trial.h"
#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/play/plan.h"
#include "core/play/verdict.h"

namespace carom::play {

/// A strike that may be played, and what it promises.
struct Candidate {
  PlannedShot shot;
  int line = -1;       ///< Of a pot.
  size_t place = 0;    ///< That of the search that found it.
  double aside = 0.0;  ///< Of a pot: half widths of its window from its middle.
  double score = 0.0;  ///< What its end without noise is worth, times the chance to reach it.
  bool wins = false;   ///< Without noise.
  std::optional<aim::StrikeGradient> slopes;  ///< Of a pot's miss, m by the strike's numbers.
};

inline bool ByScore(const Candidate& a, const Candidate& b) { return a.score > b.score; }

/// Finds candidates from one place of the cue ball. Each call plays so many shots; candidates
/// gather. Not thread-safe.
class PlaceSearch {
 public:
  /// References are kept, but not that of the position. `cue_ball_m`: where the cue ball was put,
  /// if it was in hand; `place`: the number of this search, and of its random numbers;
  /// `first_line`: the number of its first pot.
  PlaceSearch(const Scene& scene, const Position& position, std::optional<Vec2> cue_ball_m,
              const PlanOptions& options, const ValuesAfter& values, size_t place, int first_line,
              StopToken stop, Workspace& workspace);
  // The judge refers to the position.
  PlaceSearch(const PlaceSearch&) = delete;
  PlaceSearch& operator=(const PlaceSearch&) = delete;

  void FindPots(int64_t shots);
  /// Tries strikes near the best ones, unless these win.
  void Refine(int64_t shots);
  /// A strike near a pot that was found here, whose path into the pocket is by the pot's slopes
  /// the same: at the most `size` times as far from it as kSpeedStep and the others say. Nothing
  /// where the cue cannot be raised enough.
  std::optional<Candidate> Near(const Candidate& pot, double size);
  /// Strikes at balls that may be touched, and all around.
  void FindSafeties(int64_t shots);
  /// Where nothing was found: strikes all around that are legal, and if there are none, fouls.
  void FindEscapes(int64_t shots);
  /// Cannons are found by chance.
  void FindCannons(int64_t shots);

  int64_t shots() const { return trials_.shots() + judge_.shots(); }
  /// Pots that were found.
  int lines() const { return static_cast<int>(lines_.size()); }
  std::vector<Candidate> TakeFound() { return std::exchange(found_, {}); }

 private:
  /// A route and the strike that plays it plainly.
  struct Line {
    aim::Route route;
    aim::Solution solution;
    double half_m = 0.0;  ///< Of the pocket's window.
    double chance = 0.0;  ///< By geometry and by what was probed.
    double aside = 0.0;   ///< Half widths from the window's middle to that of the paths that drop.
  };

  Vec2 CuePlace() const { return shot_.start[Index(shot_.strike->cue_ball)].position.head<2>(); }
  void AddStraight(const aim::BallMap& map, rules::BallMask balls, std::vector<Line>& lines) const;
  std::vector<Line> PossibleLines() const;
  void Solve();
  void MeasureWindow(Line& line);
  void SetRandomTip(CueStrike& strike);
  CueStrike RandomStrike(const Line& line);
  CueStrike Scattered(CueStrike strike);
  bool Raise(CueStrike& strike) const;
  double ChanceOf(const Line& line, const std::optional<aim::StrikeGradient>& slopes) const;
  void TryPot(size_t number, CueStrike strike, double aside);
  void Keep(size_t number, const aim::Progress& progress, const CueStrike& strike, double aside);
  void TryOther(ShotKind kind, CueStrike strike);

  const Scene& scene_;
  const Position position_;
  const std::optional<Vec2> cue_ball_m_;
  const PlanOptions& options_;
  const ValuesAfter& values_;
  const size_t place_;
  const int first_line_;
  const aim::StrikeGradient deviations_;  // Of the noise.
  CounterRandom random_;
  const Shot shot_;
  aim::Trials trials_;
  ShotJudge judge_;
  std::vector<Line> lines_;
  std::vector<Candidate> found_;
  bool fouls_too_ = false;
};

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_PLACE_SEARCH_H_
