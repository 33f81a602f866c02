#ifndef CAROM_CORE_ESTIMATE_REPORT_H_
#define CAROM_CORE_ESTIMATE_REPORT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/goals/goal.h"
#include "core/stats/proportion.h"
#include "core/table/table_solids.h"

namespace carom::estimate {

/// What is kept of each draw.
struct DrawColumns {
  int goals = 1;
  int balls = 0;  ///< Of the layout.
  /// The balls whose final places are kept.
  std::vector<int> placed;

  /// Memory of one draw.
  int64_t bytes() const {
    return static_cast<int64_t>(sizeof(double)) *
               (goals + 4 + 2 * static_cast<int64_t>(placed.size())) +
           2 + static_cast<int64_t>(placed.size()) + balls;
  }
};

/// The draws of a candidate that is reported in full, column by column in the order
/// of the draws. Put() may be called by several threads at a time, for different draws.
class ReportedDraws {
 public:
  ReportedDraws() = default;
  ReportedDraws(const DrawColumns& columns, int64_t draws);

  /// Keeps draw `index`, counted from 0, of a shot that was judged. `solids`: of its table for its
  /// balls.
  void Put(int64_t index, const goals::FinishedShot& shot, const TableSolids& solids,
           std::span<const goals::Verdict> verdicts);

  const DrawColumns& columns() const { return columns_; }
  int64_t draws() const { return static_cast<int64_t>(played_.size()); }
  /// False for a draw that could not be played, or has not been played yet.
  bool Played(int64_t draw) const { return played_[At(draw)] != 0; }
  std::span<const double> Values(int64_t draw) const { return Row(values_, draw, columns_.goals); }
  /// The margin of the first goal, m.
  double Margin(int64_t draw) const { return margins_[At(draw)]; }
  /// x and y of each of the placed balls.
  std::span<const double> Places(int64_t draw) const {
    return Row(places_, draw, 2 * static_cast<int>(columns_.placed.size()));
  }
  /// Whether the placed ball number i is in play.
  bool InPlay(int64_t draw, int i) const {
    return in_play_[At(draw) * columns_.placed.size() + static_cast<size_t>(i)] != 0;
  }
  bool CueBallInPlay(int64_t draw) const { return cue_ball_in_play_[At(draw)] != 0; }
  Vec2 CueBall(int64_t draw) const { return cue_ball_m_[At(draw)]; }
  /// The least gap of the cue ball to another ball, a nose or a jaw, m.
  double Clearance(int64_t draw) const { return clearance_m_[At(draw)]; }
  /// The pocket that the ball dropped into; -1: none.
  int PocketOf(int64_t draw, int ball) const {
    return pockets_[At(draw) * static_cast<size_t>(columns_.balls) + static_cast<size_t>(ball)];
  }

 private:
  static size_t At(int64_t draw) { return static_cast<size_t>(draw); }
  static std::span<const double> Row(const std::vector<double>& all, int64_t draw, int width) {
    return std::span(all).subspan(At(draw) * static_cast<size_t>(width),
                                  static_cast<size_t>(width));
  }

  DrawColumns columns_;
  std::vector<uint8_t> played_;
  std::vector<double> values_;
  std::vector<double> margins_;
  std::vector<double> places_;
  std::vector<uint8_t> in_play_;
  std::vector<uint8_t> cue_ball_in_play_;
  std::vector<Vec2> cue_ball_m_;
  std::vector<double> clearance_m_;
  std::vector<int8_t> pockets_;
};

/// The least gap between a ball that is in play at the end and any other, a nose or a jaw, m;
/// infinite where there is nothing else. Of what lies on the cloth it is seen from above, as the
/// event engine measures it there; of all else, and of noses that slope, it is in space.
double ClearanceOf(int ball, const goals::FinishedShot& shot, const TableSolids& solids);

struct ReportOptions {
  double confidence = 0.95;
  std::vector<double> quantiles;
  std::optional<Vec2> target_m;  ///< Absent: the cue ball's mean place.
  int representatives = 0;
  std::vector<bool> is_score;  ///< By goal.
};

/// How a goal was met.
struct GoalReport {
  double mean = 0.0;
  double deviation = 0.0;  ///< From draw to draw.
  int64_t successes = 0;   ///< 0 for a score, whose intervals are void.
  stats::ProportionInterval wilson;
  stats::ProportionInterval clopper_pearson;
};

/// Where a ball ends, over the draws after which it is in play.
struct PlaceReport {
  int ball = 0;
  int64_t in_play = 0;
  Vec2 mean_m = Vec2::Zero();
  double xx_m2 = 0.0;
  double xy_m2 = 0.0;
  double yy_m2 = 0.0;
};

struct PocketingReport {
  int ball = 0;
  int pocket = 0;
  int64_t draws = 0;
};

struct TypicalDraw {
  int64_t draw = 0;  ///< Counted from the first.
  double weight = 0.0;
};

/// A candidate in full. Sums run over the draws in their order.
struct CandidateReport {
  int64_t played = 0;  ///< Draws that could be played.
  std::vector<GoalReport> goals;
  std::vector<PlaceReport> places;
  std::vector<PocketingReport> pocketing;  ///< By ball, then pocket.
  std::vector<double> distances_m;         ///< One for each quantile; empty without such draws.
  std::vector<double> clearances_m;        ///< Likewise.
  std::vector<TypicalDraw> representatives;
  std::optional<int64_t> closest_to_failing;
};

/// Pure and thread-safe. Asks `stop` now and then; a report is of no use once it has said yes.
CandidateReport MakeReport(const ReportedDraws& draws, const ReportOptions& options,
                           StopToken stop = {});

}  // namespace carom::estimate

#endif  // CAROM_CORE_ESTIMATE_REPORT_H_
