#include "core/models/rolling_ball/rolling_ball.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "core/base/field_error.h"
#include "core/base/parameters.h"

namespace carom {

namespace {

absl::Status CheckPatch(const RollingBall& ball) {
  const ContensouPatch& patch = ball.patch;
  if (absl::Status bad = CheckParameters(patch); !bad.ok()) return UnderPath("patch", bad);
  const Interval below_ball{0.0, ball.ball_radius_m};
  if (!below_ball.Contains(patch.radius_m)) {
    return InvalidField("patch.radius_m", patch.radius_m, "at most the ball's");
  }
  // The patch does not move over the surface of a rigid ball.
  if (patch.other_lean != 0.0) {
    return InvalidField("patch.other_lean", patch.other_lean, "0, since this ball is rigid");
  }
  return patch.slip_smoothing_per_s == 0.0 ? ValidateStick(ball) : absl::OkStatus();
}

}  // namespace

absl::Status Validate(const RollingBall& ball, const MechanismDetail& detail) {
  if (absl::Status bad = CheckParameters(ball); !bad.ok()) return bad;
  if (absl::Status bad = CheckPatch(ball); !bad.ok()) return bad;
  return ValidateRun(ball.duration_s, ball.integration, detail);
}

namespace {

constexpr double kRestSpeed_m_s = 1e-8;

class SmoothedBall final : public RollingBallSystem {
 public:
  SmoothedBall(const RollingBall& ball, MechanismRecord& record)
      : RollingBallSystem(ball), record_(record) {}

  int guard_count() const override { return kGuardCount; }

  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    const RollingBallState state = RollingBallStateOf(y);
    const RollingBallRates rates = Rates(state);
    GuardSpeed(state, rates, value[kAsFastAsBefore], rate[kAsFastAsBefore]);
    // The ball's own speed and those of its surface.
    const Vec2& v = state.velocity_m_s;
    const double r2 = equations_.radius_m() * equations_.radius_m();
    value[kMoves] =
        v.squaredNorm() + r2 * state.spin_rad_s.squaredNorm() - kRestSpeed_m_s * kRestSpeed_m_s;
    // A ball at rest stays there. It comes to rest at once, which the integrator sees as a fall of
    // the guard.
    rate[kMoves] = value[kMoves] > 0.0 ? 2.0 * v.dot(rates.acceleration_m_s2) +
                                             2.0 * r2 * state.spin_rad_s.dot(rates.spin_rate_rad_s2)
                                       : -1.0;
  }

  bool OnGuards(double t, std::span<double> /*y*/, std::span<const int> crossed) override {
    if (crossed.front() == kAsFastAsBefore) PassStoppedSpeed(t);
    if (crossed.back() != kMoves) return true;
    record_.stop_reason = StopReason::kAtRest;
    return false;
  }

 private:
  // Guards, which hold while they are above 0: the ball is as fast as before; something still
  // moves.
  enum Guard { kAsFastAsBefore, kMoves, kGuardCount };

  RollingBallRates Rates(const RollingBallState& state) const override {
    return equations_.Rates(state);
  }

  MechanismRecord& record_;
};

}  // namespace

absl::Status Simulate(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record) {
  if (ball.patch.slip_smoothing_per_s == 0.0) return RunWithStick(ball, detail, stop, record);
  if (absl::Status bad = Validate(ball, detail); !bad.ok()) return bad;
  record.Clear();
  record.bodies = {"ball"};
  SmoothedBall system(ball, record);
  std::array<double, kRollingBallRunSize> y = system.start();
  return RunMechanism(system, y, ball.duration_s, ball.integration, detail, stop, record);
}

namespace {

std::array<double, kRollingBallRunSize> StartOf(const RollingBall& ball) {
  std::array<double, kRollingBallRunSize> start = {};
  WriteRollingBall(ball.position_m, ball.velocity_m_s, ball.spin_rad_s, start);
  return start;
}

}  // namespace

RollingBallSystem::RollingBallSystem(const RollingBall& ball)
    : equations_(ball),
      start_(StartOf(ball)),
      start_energy_J_(equations_.Energy(RollingBallStateOf(start_))),
      fast_(ball.velocity_m_s.norm() > kStoppedSpeed_m_s) {}

void RollingBallSystem::Slope(double /*t*/, std::span<const double> y, std::span<double> slope) {
  const RollingBallState state = RollingBallStateOf(y);
  const RollingBallRates rates = Rates(state);
  WriteRollingBall(state.velocity_m_s, rates.acceleration_m_s2, rates.spin_rate_rad_s2, slope);
  slope[kFrictionWork] = rates.friction_power_W;
}

EnergyAccount RollingBallSystem::Account(std::span<const double> y) const {
  return {.kinetic = equations_.Energy(RollingBallStateOf(y)),
          .lost_to_friction = y[kFrictionWork]};
}

bool RollingBallSystem::AfterStep(double /*t*/, std::span<double> y) {
  const double residual_J = Account(y).Total() - start_energy_J_;
  greatest_residual_J_ = std::max(greatest_residual_J_, std::fabs(residual_J));
  return false;
}

void RollingBallSystem::WriteSample(double /*t*/, std::span<const double> y,
                                    ChannelWriter& to) const {
  const RollingBallState state = RollingBallStateOf(y);
  const Vec2 slip = equations_.Slip(state);
  to.Add("ball", "position_x_m", state.position_m.x());
  to.Add("ball", "position_y_m", state.position_m.y());
  to.Add("ball", "velocity_x_m_s", state.velocity_m_s.x());
  to.Add("ball", "velocity_y_m_s", state.velocity_m_s.y());
  to.Add("ball", "spin", "rad_s", state.spin_rad_s);
  to.Add("ball", "slip_x_m_s", slip.x());
  to.Add("ball", "slip_y_m_s", slip.y());
  to.Add("ball", "energy_J", equations_.Energy(state));
  to.Add("ball", "friction_work_J", y[kFrictionWork]);
  to.Add(EnergyRowOf(Account(y), start_energy_J_));
}

void RollingBallSystem::WriteAccelerations(double /*t*/, std::span<const double> y,
                                           ChannelWriter& to) const {
  const RollingBallRates rates = Rates(RollingBallStateOf(y));
  to.Add("ball", "acceleration_x_m_s2", rates.acceleration_m_s2.x());
  to.Add("ball", "acceleration_y_m_s2", rates.acceleration_m_s2.y());
  to.AddAngularAcceleration("ball", rates.spin_rate_rad_s2);
}

void RollingBallSystem::WriteFigures(std::span<const double> y,
                                     std::vector<Figure>& figures) const {
  if (!fast_) {
    figures.push_back({"stop_time_s", stop_time_s_});
    figures.push_back({"rest_x_m", y[0]});
    figures.push_back({"rest_y_m", y[1]});
  }
  figures.push_back({"greatest_balance_residual_J", greatest_residual_J_});
}

void RollingBallSystem::GuardSpeed(const RollingBallState& state, const RollingBallRates& rates,
                                   double& value, double& rate) const {
  const double sign = fast_ ? 1.0 : -1.0;
  value = sign * (state.velocity_m_s.squaredNorm() - kStoppedSpeed_m_s * kStoppedSpeed_m_s);
  rate = sign * (2.0 * state.velocity_m_s.dot(rates.acceleration_m_s2));
}

namespace {

constexpr int kMaxIterations = 30;
constexpr int kMaxHalvings = 10;
constexpr double kDifference_rad_s = 1e-3;

// Rolls balls that differ in the two components sought, u.
class Search {
 public:
  Search(const RollingBall& ball, const SpinAim& aim, StopToken stop)
      : ball_(ball), aim_(aim), stop_(stop) {}

  Vec3 SpinOf(const Vec2& u) const {
    Vec3 spin = ball_.spin_rad_s;
    spin[(aim_.held_axis + 1) % 3] = u.x();
    spin[(aim_.held_axis + 2) % 3] = u.y();
    return spin;
  }

  // Rest point less target; none when the ball does not stop.
  std::optional<Vec2> Miss(const Vec2& u) {
    if (Over()) return std::nullopt;
    RollingBall ball = ball_;
    ball.spin_rad_s = SpinOf(u);
    ++runs_;
    if (!Simulate(ball, {}, stop_, record_).ok()) return std::nullopt;
    std::optional<double> x_m;
    std::optional<double> y_m;
    for (const Figure& figure : record_.figures) {
      if (figure.name == "rest_x_m") x_m = figure.value;
      if (figure.name == "rest_y_m") y_m = figure.value;
    }
    if (!x_m || !y_m) return std::nullopt;
    return Vec2(Vec2(*x_m, *y_m) - aim_.target_m);
  }

  // Newton's method from `u`.
  std::optional<AimedSpin> Polish(Vec2 u) {
    std::optional<Vec2> miss = Miss(u);
    for (int iteration = 0; miss && iteration <= kMaxIterations; ++iteration) {
      if (miss->norm() <= aim_.tolerance_m) {
        return AimedSpin{SpinOf(u), *miss + aim_.target_m, miss->norm(), iteration};
      }
      const std::optional<Vec2> step = NewtonStep(u, *miss);
      if (!step) break;
      miss = Descend(u, *step, miss->norm());
    }
    return std::nullopt;
  }

  bool Cancelled() const { return stop_.StopRequested(); }
  bool Over() const { return Cancelled() || runs_ >= aim_.max_runs; }
  int runs() const { return runs_; }

 private:
  std::optional<Vec2> NewtonStep(const Vec2& u, const Vec2& miss) {
    Eigen::Matrix2d slope;
    for (int k = 0; k < 2; ++k) {
      const std::optional<Vec2> there = Miss(u + kDifference_rad_s * Vec2::Unit(k));
      if (!there) return std::nullopt;
      slope.col(k) = (*there - miss) / kDifference_rad_s;
    }
    const double determinant = slope.determinant();
    if (!(std::fabs(determinant) > 1e-9 * slope.squaredNorm())) return std::nullopt;
    const Vec2 step = -Vec2(slope(1, 1) * miss.x() - slope(0, 1) * miss.y(),
                            slope(0, 0) * miss.y() - slope(1, 0) * miss.x()) /
                      determinant;
    // No further than the grid reaches.
    return Vec2(step * std::min(1.0, aim_.largest_spin_rad_s / step.norm()));
  }

  // Moves u along the step, or a part of it, to where the miss is smaller; returns the miss.
  std::optional<Vec2> Descend(Vec2& u, Vec2 step, double miss_m) {
    for (int k = 0; k < kMaxHalvings && !Over(); ++k) {
      const Vec2 moved = u + step;
      const std::optional<Vec2> there = Miss(moved);
      if (there && there->norm() < miss_m && moved.cwiseAbs().maxCoeff() <= Reach()) {
        u = moved;
        return there;
      }
      step *= 0.5;
    }
    return std::nullopt;
  }

  double Reach() const { return aim_.largest_spin_rad_s; }

  const RollingBall& ball_;
  const SpinAim& aim_;
  StopToken stop_;
  MechanismRecord record_;
  int runs_ = 0;
};

// The grid of starts with their misses, row by row.
struct Grid {
  int size = 0;
  double reach_rad_s = 0.0;
  std::vector<double> miss_m;

  Vec2 At(int i, int j) const {
    const double step = 2.0 * reach_rad_s / (size - 1);
    return Vec2(-reach_rad_s + i * step, -reach_rad_s + j * step);
  }
  double Miss(int i, int j) const {
    if (i < 0 || j < 0 || i >= size || j >= size) return std::numeric_limits<double>::infinity();
    return miss_m[static_cast<std::size_t>(i * size + j)];
  }
  // Least among its neighbours along a row or a column: targets often lie in narrow valleys, whose
  // floor has several ends.
  bool IsStart(int i, int j) const {
    const double here = Miss(i, j);
    if (std::isinf(here)) return false;
    return here <= std::min(Miss(i - 1, j), Miss(i + 1, j)) ||
           here <= std::min(Miss(i, j - 1), Miss(i, j + 1));
  }
};

Grid MakeGrid(const SpinAim& aim, Search& search) {
  Grid grid{aim.grid, aim.largest_spin_rad_s, {}};
  for (int i = 0; i < grid.size; ++i) {
    for (int j = 0; j < grid.size; ++j) {
      const std::optional<Vec2> miss = search.Miss(grid.At(i, j));
      grid.miss_m.push_back(miss ? miss->norm() : std::numeric_limits<double>::infinity());
    }
  }
  return grid;
}

bool IsNew(const AimedSpin& found, const std::vector<AimedSpin>& solutions) {
  constexpr double kSame_rad_s = 0.1;
  return std::none_of(solutions.begin(), solutions.end(), [&](const AimedSpin& known) {
    return (known.spin_rad_s - found.spin_rad_s).norm() < kSame_rad_s;
  });
}

}  // namespace

absl::StatusOr<SpinAimResult> AimRollingBall(const RollingBall& ball, const SpinAim& aim,
                                             StopToken stop) {
  if (absl::Status bad = Validate(ball, {}); !bad.ok()) return bad;
  if (absl::Status bad = CheckParameters(aim); !bad.ok()) return UnderPath("aim", bad);
  Search search(ball, aim, stop);
  const Grid grid = MakeGrid(aim, search);
  SpinAimResult result;
  for (int i = 0; i < grid.size && !search.Over(); ++i) {
    for (int j = 0; j < grid.size && !search.Over(); ++j) {
      if (!grid.IsStart(i, j)) continue;
      const std::optional<AimedSpin> found = search.Polish(grid.At(i, j));
      if (found && IsNew(*found, result.solutions)) result.solutions.push_back(*found);
    }
  }
  if (search.Cancelled()) return absl::CancelledError("the caller has asked to stop");
  std::stable_sort(result.solutions.begin(), result.solutions.end(),
                   [](const AimedSpin& a, const AimedSpin& b) {
                     return a.spin_rad_s.squaredNorm() < b.spin_rad_s.squaredNorm();
                   });
  result.runs = search.runs();
  return result;
}

}  // namespace carom
