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

absl::Status ValidateState(const BallState& state, const std::string& path) {
  constexpr double kMostSpeed_m_s = 1000.0;
  constexpr double kMostSpin_rad_s = 1e5;
  constexpr double kFarthest_m = 1e6;
  const auto within = [](const Vec3& v, double most) {
    return IsFinite(v) && v.cwiseAbs().maxCoeff() <= most;
  };
  if (!within(state.position, kFarthest_m)) {
    return InvalidField(path + "position_m", state.position, "finite, within 1e6");
  }
  if (!within(state.velocity, kMostSpeed_m_s)) {
    return InvalidField(path + "velocity_m_s", state.velocity, "finite, within 1000");
  }
  if (!within(state.spin, kMostSpin_rad_s)) {
    return InvalidField(path + "angular_velocity_rad_s", state.spin, "finite, within 1e5");
  }
  return absl::OkStatus();
}

// In the reduced model nothing brings a ball down.
absl::Status ValidateHeight(const BallState& state, double radius_m, const std::string& path) {
  constexpr double kOnCloth_m = 1e-4;
  if (std::fabs(state.position.z() - radius_m) > kOnCloth_m) {
    return InvalidField(path + "position_m", state.position,
                        "on the cloth: `horizontal` freezes heights");
  }
  if (state.velocity.z() != 0.0) {
    return InvalidField(path + "velocity_m_s", state.velocity,
                        "without a vertical part: `horizontal` freezes heights");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateCompliantStart(const CompliantWorld& world,
                                    const std::vector<BallState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!InPlay(states[i].motion)) continue;
    const std::string path = "balls[" + std::to_string(i) + "].";
    if (auto status = ValidateState(states[i], path); !status.ok()) return status;
    if (world.settings.horizontal) {
      const double radius_m = world.balls[i].radius_m;
      if (auto bad = ValidateHeight(states[i], radius_m, path); !bad.ok()) return bad;
    }
    const Vec2 centre = states[i].position.head<2>();
    if (!world.table.bed_outline_m.empty() && !InsidePolygon(centre, world.table.bed_outline_m)) {
      return InvalidField(path + "position_m", states[i].position, "inside the bed's outline");
    }
    const bool circles =
        world.settings.horizontal || world.environment.pocket_model == PocketModel::kCircle;
    const bool low = states[i].position.z() <= world.balls[i].radius_m + kClothTolerance_m;
    if (circles && low) {
      if (auto bad = CheckPockets(i, states[i], world.table); !bad.ok()) return bad;
    }
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
