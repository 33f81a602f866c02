#include "core/estimate/reported_draws.h"

#include <algorithm>
#include <limits>

#include "core/solid/ball.h"
#include "core/table/ball.h"

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

}  // namespace carom::estimate
