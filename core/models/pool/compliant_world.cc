#include "core/models/pool/compliant_world.h"

#include <cmath>
#include <cstddef>
#include <string>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/models/pool/pool_table.h"
#include "core/solid/plane_geometry.h"
#include "core/table/validate.h"

namespace carom {
namespace {

// Deepest penetration that a start may have, m.
double MostPenetration(const PoolMeaning& meaning) {
  return meaning.kind == EventKind::kBallBall ? 1e-5 : 1e-3;
}

std::string PartOf(EventKind kind) {
  switch (kind) {
    case EventKind::kBallSlate:
      return "the cloth";
    case EventKind::kPocketRim:
      return "a pocket's liner";
    default:
      return "a cushion";
  }
}

// In the reduced model nothing brings a ball down.
absl::Status ValidateHeight(const BallState& state, double radius_m) {
  constexpr double kOnCloth_m = 1e-4;
  if (std::fabs(state.position.z() - radius_m) > kOnCloth_m) {
    return InvalidField("position_m", state.position, "on the cloth: `horizontal` freezes heights");
  }
  if (state.velocity.z() != 0.0) {
    return InvalidField("velocity_m_s", state.velocity,
                        "without a vertical part: `horizontal` freezes heights");
  }
  return absl::OkStatus();
}

absl::Status ValidateState(const CompliantWorld& world, const BallState& state, double radius_m) {
  absl::Status bad = CheckNumbers(state);
  if (bad.ok() && world.settings.horizontal) bad = ValidateHeight(state, radius_m);
  const std::vector<Vec2>& outline = world.table.bed_outline_m;
  if (bad.ok() && !outline.empty() && !InsidePolygon(state.position.head<2>(), outline)) {
    bad = InvalidField("position_m", state.position, "inside the bed's outline");
  }
  const bool circles =
      world.settings.horizontal || world.environment.pocket_model == PocketModel::kCircle;
  const bool low = state.position.z() <= radius_m + kClothTolerance_m;
  return bad.ok() && circles && low ? CheckNotOverPocket(state, world.table) : bad;
}

}  // namespace

absl::Status ValidateCompliantStart(const CompliantWorld& world,
                                    const std::vector<BallState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!InPlay(states[i].motion)) continue;
    absl::Status bad = ValidateState(world, states[i], world.balls[i].radius_m);
    if (!bad.ok()) return UnderPath("balls", i, bad);
  }
  if (auto status = ValidateWeldedStart(world, states); !status.ok()) {
    return UnderPath("settings.compliant", status);
  }
  const PoolTableModel model =
      MakePoolTable(world.table, world.environment, world.settings, world.balls);
  const BodyMotion ground;
  const auto motion_of = [&](int ball) {
    BodyMotion motion;
    motion.position_m = states[Index(ball)].position;
    return motion;
  };
  for (std::size_t p = 0; p < model.contacts.size(); ++p) {
    const PoolMeaning& meaning = model.contacts[p];
    const ContactPair& pair = model.spec.contacts[p];
    if (!InPlay(states[Index(meaning.ball)].motion)) continue;
    const bool two = meaning.kind == EventKind::kBallBall;
    if (two && !InPlay(states[Index(meaning.other)].motion)) continue;
    const double gap =
        GapOf(pair, motion_of(meaning.ball), two ? motion_of(meaning.other) : ground).gap_m;
    if (gap >= -MostPenetration(meaning)) continue;
    const std::string what = two ? "ball " + std::to_string(meaning.other) : PartOf(meaning.kind);
    return InvalidField("balls[" + std::to_string(meaning.ball) + "].position_m",
                        states[Index(meaning.ball)].position,
                        "out of " + what + ", by " + FormatNumber(-gap) + " m");
  }
  return absl::OkStatus();
}

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
Weld PairOf(const BallWeld& weld, std::span<const BallSpec> balls,
            std::span<const BodyMotion> start) {
  const Vec3 apart = start[Index(weld.second)].position_m - start[Index(weld.first)].position_m;
  const double distance = apart.norm();
  const double gap =
      distance - balls[Index(weld.first)].radius_m - balls[Index(weld.second)].radius_m;
  const Vec3 arm = apart * ((balls[Index(weld.first)].radius_m + 0.5 * gap) / distance);
  return {.body_a = weld.first, .arm_a = arm, .body_b = weld.second, .arm_b = arm - apart};
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
  for (const BallWeld& weld : world.settings.welds) {
    model.spec.constraints.push_back(PairOf(weld, world.balls, start));
  }
  return model;
}

}  // namespace carom
