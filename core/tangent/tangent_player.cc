#include "core/tangent/tangent_player.h"

#include <algorithm>
#include <limits>

#include "core/base/constants.h"

namespace carom {
namespace {

void Clear(std::vector<double>& rows, size_t block, size_t size) {
  if (!rows.empty())
    std::fill_n(rows.begin() + static_cast<std::ptrdiff_t>(block * size), size, 0.0);
}

// When a ball's derivative ends.
double EndTime(const BallTangent& tangent, const Record& played) {
  if (tangent.end == TangentEnd::kNone) return std::numeric_limits<double>::infinity();
  if (tangent.event < 0) return 0.0;
  const size_t event = Index(tangent.event);
  return event < played.events.size() ? played.events[event].time_s : played.end_time_s;
}

// A walk of eight columns may come further than another; all end with the first.
void ClearEnded(const Record& played, const std::vector<int>& sampled, TangentRecord& tangents) {
  const size_t rows = TangentRecord::kRows * tangents.columns;
  for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
    const BallTangent& tangent = tangents.balls[ball];
    if (tangent.end == TangentEnd::kNone) continue;
    Clear(tangents.final_states, ball, rows);
    for (size_t k = Index(std::max(tangent.event, 0)); k < played.events.size(); ++k) {
      if (!played.events[k].Involves(static_cast<int16_t>(ball))) continue;
      Clear(tangents.event_times, k, tangents.columns);
      Clear(tangents.event_states, k, 2 * rows);
    }
  }
  for (size_t drop = 0; drop < played.outcome.pocketed.size(); ++drop) {
    const int ball = played.outcome.pocketed[drop].ball;
    if (tangents.balls[Index(ball)].end != TangentEnd::kNone) Clear(tangents.drops, drop, rows);
  }
  for (size_t i = 0; i < sampled.size(); ++i) {
    const double end_s = EndTime(tangents.balls[Index(sampled[i])], played);
    for (size_t time = 0; time < played.sample_times_s.size(); ++time) {
      if (played.sample_times_s[time] < end_s) continue;
      Clear(tangents.samples, time * sampled.size() + i, rows);
    }
  }
}

}  // namespace

TangentPlayer::TangentPlayer() = default;
TangentPlayer::~TangentPlayer() = default;

void TangentPlayer::Play(const World& world, const Shot& shot, const Record& played,
                         const Detail& wanted, const std::vector<Column>& columns,
                         TangentRecord& tangents) {
  tangents.columns = columns.size();
  tangents.balls.assign(world.balls.size(), BallTangent());
  const size_t rows = TangentRecord::kRows * columns.size();
  tangents.final_states.assign(world.balls.size() * rows, 0.0);
  const size_t events = wanted.events ? played.events.size() : 0;
  tangents.event_times.assign(events * columns.size(), 0.0);
  tangents.event_states.assign(wanted.event_states ? 2 * events * rows : 0, 0.0);
  tangents.drops.assign(played.outcome.pocketed.size() * rows, 0.0);
  tangents.samples.assign(played.samples.size() * rows, 0.0);
  std::vector<int> sampled;
  for (int ball = 0; Index(ball) < world.balls.size() && !played.samples.empty(); ++ball) {
    if ((wanted.sample_balls >> ball & 1u) != 0) sampled.push_back(ball);
  }
  if (perturbations_.Prepare(world, shot, columns))
    walks_ = MakeWalks(perturbations_.columns(), perturbations_);
  const PlayedShot walked{world, shot, played, sampled};
  for (const auto& walk : walks_) walk->Begin(walked, tangents);
  response_.Begin(world, shot);
  for (int index = 0; Index(index) < played.events.size(); ++index) {
    for (const auto& walk : walks_) walk->ProcessEvent(index, response_);
  }
  for (const auto& walk : walks_) walk->Finish();
  ClearEnded(played, sampled, tangents);
}

}  // namespace carom
