#include "core/shot/margin.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/constants.h"

namespace carom {
namespace {

// How far places move for a difference, m, and velocities in m/s. Margins are distances to circles,
// segments and lines of motion, which bend over millimetres at least.
constexpr double kMove = 0x1p-20;
// One-sided differences that differ by a hundredth of this are those of a kink.
constexpr double kBend = 0.01;

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

  // By `step` of a column, which may be of the place of a ball at the start.
  void MoveAlong(const TangentRecord& tangents, const FieldPath& path, size_t column, double step) {
    for (size_t ball = 0; ball < record_.final_states.size(); ++ball) {
      for (size_t axis = 0; axis < 3; ++axis) {
        record_.final_states[ball].position[Eigen::Index(axis)] =
            shot_.record.final_states[ball].position[Eigen::Index(axis)] +
            step * tangents.FinalState(ball, axis, column);
      }
    }
    for (size_t drop = 0; drop < record_.outcome.pocketed.size(); ++drop) {
      Departure& moved = record_.outcome.pocketed[drop];
      const Departure& as_it_was = shot_.record.outcome.pocketed[drop];
      for (size_t axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<Eigen::Index>(axis);
        moved.position_m[a] = as_it_was.position_m[a] + step * tangents.Drop(drop, axis, column);
        moved.velocity_m_s[a] =
            as_it_was.velocity_m_s[a] + step * tangents.Drop(drop, 3 + axis, column);
      }
    }
    if (!path.BeginsWith("balls") || path.size() != 3 || !path[1].Is("position_m")) return;
    const Eigen::Index axis = path[2].Is("x") ? 0 : path[2].Is("y") ? 1 : 2;
    const size_t ball = static_cast<size_t>(path[0].index);
    start_[ball].position[axis] = shot_.start[ball].position[axis] + step;
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

 private:
  const goals::Goal& goal_;
  const goals::FinishedShot& shot_;
  Record record_;  // What a judgement reads of it.
  std::vector<BallState> start_;
};

// The greatest rate of what the margin may depend on.
double LargestRate(const TangentRecord& tangents, size_t column) {
  double largest = 1.0;
  for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
    for (size_t row = 0; row < 3; ++row) {
      largest = std::max(largest, std::abs(tangents.FinalState(ball, row, column)));
    }
  }
  const size_t drops = tangents.drops.size() / (TangentRecord::kRows * tangents.columns);
  for (size_t drop = 0; drop < drops; ++drop) {
    for (size_t row = 0; row < 6; ++row) {
      largest = std::max(largest, std::abs(tangents.Drop(drop, row, column)));
    }
  }
  return largest;
}

// Until `stop` asks: a goal may have hundreds of polygons.
void Differentiate(MovedShot& moved, double margin_m, const std::vector<FieldPath>& columns,
                   const TangentRecord& tangents, const StopToken& stop, double* slopes) {
  for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
    if (stop.StopRequested()) return;
    if (tangents.balls[ball].end != TangentEnd::kNone && moved.DependsOn(ball, margin_m)) return;
  }
  for (size_t column = 0; column < tangents.columns && !stop.StopRequested(); ++column) {
    const double step = kMove / LargestRate(tangents, column);
    const auto margin_at = [&](double by) {
      moved.MoveAlong(tangents, columns[column], column, by);
      return moved.Margin();
    };
    const double up = margin_at(step) - margin_m;
    const double down = margin_at(-step) - margin_m;
    moved.MoveAlong(tangents, columns[column], column, 0.0);
    if (std::abs(up + down) > kBend * std::max(std::abs(up - down), kBend * kMove)) continue;
    slopes[column] = (up - down) / (2.0 * step);
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
