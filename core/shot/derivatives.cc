#include "core/shot/derivatives.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/base/constants.h"
#include "core/tangent/column.h"
#include "core/tangent/tangent_player.h"

namespace carom {

namespace {

constexpr char kField[] = "derivatives";

absl::Status CheckColumns(const Scene& scene, size_t columns) {
  if (scene.settings().engine != Engine::kEventDriven) {
    return InvalidField(kField, std::string("given"),
                        "absent: only the engine EVENT_DRIVEN gives derivatives");
  }
  if (columns > kMostColumns) {
    return InvalidField(kField, std::to_string(columns) + " entries",
                        "in [0, " + std::to_string(kMostColumns) + "]");
  }
  return absl::OkStatus();
}

// What the walk along the log needs. Log and samples leave room for their derivatives.
Detail DetailForWalk(const Detail& wanted, size_t columns) {
  Detail detail = wanted;
  detail.events = detail.event_states = detail.hops = true;
  detail.candidates = wanted.events && wanted.candidates;
  constexpr int64_t kEventBytes = sizeof(Event) + 2 * sizeof(EventStates);
  const auto column_bytes = static_cast<int64_t>(sizeof(double) * columns);
  const int64_t tangent_bytes =
      (wanted.events ? column_bytes : 0) +
      (wanted.event_states ? 2 * static_cast<int64_t>(TangentRecord::kRows) * column_bytes : 0);
  detail.max_log_bytes = wanted.max_log_bytes / (kEventBytes + tangent_bytes) * kEventBytes;
  // A state has a column of nine more numbers for each derivative.
  detail.max_samples = wanted.max_samples / static_cast<int64_t>(1 + columns);
  return detail;
}

// From the log of every contact to the one that tells presses: a press has the time of its first
// contact and the states after its last.
void FoldTangents(const std::vector<size_t>& places, size_t events, TangentRecord& tangents) {
  const size_t columns = tangents.columns;
  const size_t rows = 2 * TangentRecord::kRows * columns;
  const auto take = [](std::vector<double>& from, size_t at, size_t to, size_t size) {
    if (from.empty()) return;
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(at * size), size,
                from.begin() + static_cast<std::ptrdiff_t>(to * size));
  };
  for (size_t i = 0, kept = 0; i < places.size(); ++i) {
    if (places[i] == kept) take(tangents.event_times, i, kept++, columns);
    take(tangents.event_states, i, places[i], rows);
  }
  if (!tangents.event_times.empty()) tangents.event_times.resize(events * columns);
  if (!tangents.event_states.empty()) tangents.event_states.resize(events * rows);
  for (BallTangent& ball : tangents.balls) {
    if (ball.event < 0) continue;
    const auto event = static_cast<size_t>(ball.event);
    ball.event = static_cast<int>(event < places.size() ? places[event] : events);
  }
}

// Derivatives of events end where those of their balls do: with the first contact of a press.
void ClearEndedEvents(const Record& record, TangentRecord& tangents) {
  const auto clear = [](std::vector<double>& from, size_t event, size_t size) {
    if (from.empty()) return;
    std::fill_n(from.begin() + static_cast<std::ptrdiff_t>(event * size), size, 0.0);
  };
  auto press = record.presses.begin();
  for (size_t i = 0; i < record.events.size(); ++i) {
    Event event = record.events[i];
    if (event.kind == EventKind::kPress) event.kind = (press++)->of;
    for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
      const auto [end, from] = tangents.balls[ball];
      const bool ended = end != TangentEnd::kNone && from <= static_cast<int>(i);
      if (!ended || !event.Involves(static_cast<int16_t>(ball))) continue;
      clear(tangents.event_times, i, tangents.columns);
      clear(tangents.event_states, i, 2 * TangentRecord::kRows * tangents.columns);
    }
  }
}

// And so do those of samples, from the first contact of the press on.
void ClearSamplesInPresses(const Record& record, const Detail& detail, TangentRecord& tangents) {
  if (tangents.samples.empty()) return;
  const size_t times = record.sample_times_s.size();
  const size_t sampled = record.samples.size() / times;
  const size_t rows = TangentRecord::kRows * tangents.columns;
  size_t place = 0;
  for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
    if ((detail.sample_balls >> ball & 1u) == 0) continue;
    const size_t column = place++;
    const int end = tangents.balls[ball].event;
    if (end < 0 || static_cast<size_t>(end) >= record.events.size()) continue;
    for (size_t time = 0; time < times; ++time) {
      if (record.sample_times_s[time] < record.events[static_cast<size_t>(end)].time_s) continue;
      const size_t first = (time * sampled + column) * rows;
      std::fill_n(tangents.samples.begin() + static_cast<std::ptrdiff_t>(first), rows, 0.0);
    }
  }
}

}  // namespace

absl::Status SimulateWithDerivatives(const Scene& scene, const Shot& shot, const Detail& detail,
                                     const std::vector<FieldPath>& columns, StopToken stop,
                                     Workspace& workspace, Record& record,
                                     TangentRecord& tangents) {
  record.Clear();
  if (auto bad = CheckColumns(scene, columns.size()); !bad.ok()) return bad;
  TangentPlayer& player = workspace.tangent_player();
  const auto found = player.columns().Find(columns, scene.world().settings, shot);
  if (!found.ok()) return found.status();
  const Detail walked = DetailForWalk(detail, columns.size());
  if (auto bad = Simulate(scene, shot, walked, stop, workspace, record); !bad.ok()) return bad;
  if (record.stop_reason == StopReason::kCancelled) return absl::OkStatus();
  const bool moved = scene.settings().environment.overlap == OverlapPolicy::kSeparate;
  const Shot& played = moved ? workspace.separated_shot() : shot;
  player.Play(scene.world(), played, record, detail, **found, tangents);
  if (detail.hops) return absl::OkStatus();
  if (!record.presses.empty()) {
    std::vector<size_t> places;
    FoldPresses(record, &places);
    FoldTangents(places, record.events.size(), tangents);
    ClearEndedEvents(record, tangents);
    ClearSamplesInPresses(record, detail, tangents);
  }
  record.group_leads.clear();
  if (!detail.event_states || !detail.events) record.event_states.clear();
  if (!detail.events) {
    record.events.clear();
    record.presses.clear();
  }
  return absl::OkStatus();
}

namespace {

// How far places move for a difference, m, and velocities in m/s.
constexpr double kMove = 0x1p-20;
// One-sided differences may be unlike by a hundredth, or by 4500 times the rounding of metres.
constexpr double kBend = 0.01;
constexpr double kUnseen_m = 1e-12;
// Elsewhere a move by this part tells a bend, whose second difference is as the square of the move,
// from a kink, where it is as the move: what is below the middle of both is of a bend.
constexpr double kFiner = 0x1p-4;

// A finished shot of which numbers are moved: final places, and the states of balls that go down.
class MovedShot {
 public:
  MovedShot(const goals::Goal& goal, const goals::FinishedShot& shot)
      : goal_(goal), shot_(shot), start_(shot.start.begin(), shot.start.end()) {
    record_.final_states = shot.record.final_states;
    record_.outcome = shot.record.outcome;
    record_.end_time_s = shot.record.end_time_s;
  }

  double Margin() const { return goals::Judge(goal_, {record_, start_, shot_.table}).margin_m; }

  // Finds the balls on where which the margin depends. Only these move: those of a break move by
  // 1e9 m where others move by 1 m. False where one of them has no derivatives, or `stop` asks.
  bool FindMoving(const TangentRecord& tangents, double margin_m, const StopToken& stop) {
    for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
      if (stop.StopRequested()) return false;
      if (!DependsOn(ball, margin_m)) continue;
      if (tangents.balls[ball].end != TangentEnd::kNone) return false;
      moving_.push_back(ball);
    }
    return true;
  }

  // By `step` of a column, which may be of the place of a ball at the start.
  void MoveAlong(const TangentRecord& tangents, const FieldPath& path, size_t column, double step) {
    for (const size_t ball : moving_) {
      for (size_t axis = 0; axis < 3; ++axis) {
        record_.final_states[ball].position[Eigen::Index(axis)] =
            shot_.record.final_states[ball].position[Eigen::Index(axis)] +
            step * tangents.FinalState(ball, axis, column);
      }
    }
    for (size_t drop = 0; drop < record_.outcome.pocketed.size(); ++drop) {
      if (!Moves(record_.outcome.pocketed[drop])) continue;
      Departure& moved = record_.outcome.pocketed[drop];
      const Departure& as_it_was = shot_.record.outcome.pocketed[drop];
      for (size_t axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<Eigen::Index>(axis);
        moved.position_m[a] = as_it_was.position_m[a] + step * tangents.Drop(drop, axis, column);
        moved.velocity_m_s[a] =
            as_it_was.velocity_m_s[a] + step * tangents.Drop(drop, 3 + axis, column);
      }
    }
    if (!IsPlace(path)) return;
    const Eigen::Index axis = path[2].Is("x") ? 0 : path[2].Is("y") ? 1 : 2;
    const size_t ball = static_cast<size_t>(path[0].index);
    start_[ball].position[axis] = shot_.start[ball].position[axis] + step;
  }

  // The greatest rate of what moves, the place of a ball at the start included.
  double LargestRate(const TangentRecord& tangents, const FieldPath& path, size_t column) const {
    double largest = IsPlace(path) ? 1.0 : 0.0;
    for (const size_t ball : moving_) {
      for (size_t row = 0; row < 3; ++row) {
        largest = std::max(largest, std::abs(tangents.FinalState(ball, row, column)));
      }
    }
    for (size_t drop = 0; drop < record_.outcome.pocketed.size(); ++drop) {
      if (!Moves(record_.outcome.pocketed[drop])) continue;
      for (size_t row = 0; row < 6; ++row) {
        largest = std::max(largest, std::abs(tangents.Drop(drop, row, column)));
      }
    }
    return largest;
  }

 private:
  static bool IsPlace(const FieldPath& path) {
    return path.BeginsWith("balls") && path.size() == 3 && path[1].Is("position_m");
  }
  bool Moves(const Departure& drop) const {
    return std::find(moving_.begin(), moving_.end(), Index(drop.ball)) != moving_.end();
  }

  // Whether the margin depends on where this ball is at the end.
  bool DependsOn(size_t ball, double margin_m) {
    const auto differs = [&](Vec3& vector) {
      for (Eigen::Index axis = 0; axis < 2; ++axis) {
        const double number = vector[axis];
        for (const double step : {kMove, -kMove}) {
          vector[axis] = number + step;
          const double moved_m = Margin();
          vector[axis] = number;
          if (moved_m != margin_m) return true;
        }
      }
      return false;
    };
    if (differs(record_.final_states[ball].position)) return true;
    for (Departure& drop : record_.outcome.pocketed) {
      if (Index(drop.ball) == ball && differs(drop.position_m)) return true;
    }
    return false;
  }

  const goals::Goal& goal_;
  const goals::FinishedShot& shot_;
  Record record_;  // What a judgement reads of it.
  std::vector<BallState> start_;
  std::vector<size_t> moving_;
};

// The slope of a margin, of which `change` gives what a step adds; NaN at a kink.
template <class Change>
double SlopeAlong(double step, const Change& change) {
  double slope = kNan;
  const auto bend = [&](double by) {
    const double up = change(by);
    const double down = change(-by);
    slope = (up - down) / (2.0 * by);
    return std::abs(up + down);
  };
  const double wide = bend(step);
  if (wide <= std::max(2.0 * kBend * step * std::abs(slope), kUnseen_m)) return slope;
  const double bends_m = wide * kFiner * std::sqrt(kFiner);
  return bend(kFiner * step) < bends_m ? slope : kNan;
}

// Until `stop` asks: a goal may have hundreds of polygons.
void Differentiate(MovedShot& moved, double margin_m, const std::vector<FieldPath>& columns,
                   const TangentRecord& tangents, const StopToken& stop, double* slopes) {
  if (!moved.FindMoving(tangents, margin_m, stop)) return;
  for (size_t column = 0; column < tangents.columns && !stop.StopRequested(); ++column) {
    const double rate = moved.LargestRate(tangents, columns[column], column);
    slopes[column] = rate == 0.0 ? 0.0 : SlopeAlong(kMove / rate, [&](double step) {
      moved.MoveAlong(tangents, columns[column], column, step);
      return moved.Margin() - margin_m;
    });
    moved.MoveAlong(tangents, columns[column], column, 0.0);
  }
}

}  // namespace

bool DifferentiateMargins(const std::vector<goals::Goal>& goals, const goals::FinishedShot& shot,
                          const std::vector<FieldPath>& columns, const TangentRecord& tangents,
                          const StopToken& stop, MarginReport& report) {
  report.values_m.clear();
  report.slopes.assign(goals.size() * tangents.columns, kNan);
  for (size_t i = 0; i < goals.size(); ++i) {
    MovedShot moved(goals[i], shot);
    const double margin_m = report.values_m.emplace_back(moved.Margin());
    if (!std::isfinite(margin_m)) continue;
    Differentiate(moved, margin_m, columns, tangents, stop, &report.slopes[i * tangents.columns]);
    if (stop.StopRequested()) return false;
  }
  return true;
}

}  // namespace carom
