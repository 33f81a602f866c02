#include "core/models/pool/pool_welds.h"

#include <cmath>
#include <cstddef>
#include <string>

#include "core/base/field_error.h"
#include "core/base/index.h"

namespace carom {
namespace {

constexpr double kTouching_m = 1e-5;

std::string PathOf(std::size_t weld) { return "welds[" + std::to_string(weld) + "]"; }

std::string NamesOf(const BallWeld& weld) {
  return "balls " + std::to_string(weld.first) + " and " + std::to_string(weld.second);
}

absl::Status CheckIndex(const std::string& path, int ball, int ball_count) {
  if (ball >= 0 && ball < ball_count) return absl::OkStatus();
  return InvalidField(path, ball, "below " + std::to_string(ball_count) + ", the number of balls");
}

// Both points are the middle of the gap between the surfaces, or of their overlap.
WeldedPair PairOf(const BallWeld& weld, std::span<const BallSpec> balls,
                  std::span<const BodyMotion> start) {
  const Vec3 way = start[Index(weld.second)].position_m - start[Index(weld.first)].position_m;
  const double distance = way.norm();
  const double gap =
      distance - balls[Index(weld.first)].radius_m - balls[Index(weld.second)].radius_m;
  const Vec3 arm = way * ((balls[Index(weld.first)].radius_m + 0.5 * gap) / distance);
  return {.body_a = weld.first, .arm_a = arm, .body_b = weld.second, .arm_b = arm - way};
}

}  // namespace

absl::Status ValidateWeldedBalls(const CompliantSettings& settings, int ball_count) {
  for (std::size_t w = 0; w < settings.welds.size(); ++w) {
    const BallWeld& weld = settings.welds[w];
    absl::Status status = CheckIndex(PathOf(w) + ".first", weld.first, ball_count);
    status.Update(CheckIndex(PathOf(w) + ".second", weld.second, ball_count));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ValidateWeldedStart(const CompliantWorld& world, std::span<const BallState> states) {
  for (std::size_t w = 0; w < world.settings.welds.size(); ++w) {
    const BallWeld& weld = world.settings.welds[w];
    const BallState& first = states[Index(weld.first)];
    const BallState& second = states[Index(weld.second)];
    if (!InPlay(first.motion) || !InPlay(second.motion)) {
      return InvalidField(PathOf(w), NamesOf(weld), "both in play");
    }
    const double gap = (second.position - first.position).norm() -
                       world.balls[Index(weld.first)].radius_m -
                       world.balls[Index(weld.second)].radius_m;
    if (std::fabs(gap) <= kTouching_m) continue;
    return InvalidField(PathOf(w), NamesOf(weld) + ", " + FormatNumber(gap) + " m apart,",
                        "touching, within " + FormatNumber(kTouching_m) + " m");
  }
  return absl::OkStatus();
}

PoolTableModel MakeWeldedTable(const CompliantWorld& world, std::span<const BallState> states) {
  PoolTableModel model = MakePoolTable(world.table, world.environment, world.settings, world.balls);
  if (world.settings.welds.empty()) return model;
  const auto start = StartMotions(model, world.settings, world.balls, states);
  model.spec.constraint_options = world.settings.constraints;
  for (const BallWeld& weld : world.settings.welds) {
    model.spec.constraints.push_back(PairOf(weld, world.balls, start));
  }
  return model;
}

}  // namespace carom
