#include "core/models/pendulum/double_pendulum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"

namespace carom {
namespace {

constexpr double kDeepestTouch_m = 1e-9;

absl::Status CheckGeometry(const DoublePendulum& p) {
  const double disc_end_m = p.rod_2_length_m + 2.0 * p.disc_radius_m;
  // Eq. (1). NaN fails it too.
  const double reach_m = p.rod_1_length_m + disc_end_m;
  const double distance_m = p.obstacle_distance_m;
  if (!(distance_m > p.rod_1_length_m && distance_m < reach_m)) {
    return InvalidField(
        "obstacle_distance_m", distance_m,
        absl::StrCat("in (", FormatNumber(p.rod_1_length_m), ", ", FormatNumber(reach_m),
                     "), out of the joint's reach and "
                     "within the disc's"));
  }
  const double gap_m = PendulumEquations(p).Gap({p.angle_1_rad, p.angle_2_rad});  // Eq. (2)
  if (gap_m >= -kDeepestTouch_m) return absl::OkStatus();
  return InvalidField("angle_2_rad", p.angle_2_rad,
                      absl::StrCat("such that the disc is above the obstacle, not ",
                                   FormatNumber(-gap_m), " m inside it"));
}

}  // namespace

absl::Status Validate(const DoublePendulum& pendulum, const MechanismDetail& detail) {
  if (absl::Status bad = CheckParameters(pendulum); !bad.ok()) return bad;
  if (absl::Status bad = CheckGeometry(pendulum); !bad.ok()) return bad;
  return ValidateRun(pendulum.duration_s, pendulum.integration, detail);
}

namespace {

// What one row of impacts tells.
struct PendulumImpactRow {
  Eigen::Vector2d angle_rad = Eigen::Vector2d::Zero();
  PendulumImpact impact;
  double energy_before_J = 0.0;
  double energy_after_J = 0.0;

  void operator()(ChannelWriter& to) const {
    to.Add("rod_1", "angle_rad", angle_rad.x());
    to.Add("rod_2", "angle_rad", angle_rad.y());
    to.Add("rod_1", "angular_velocity_before_rad_s", impact.rate_before_rad_s.x());
    to.Add("rod_2", "angular_velocity_before_rad_s", impact.rate_before_rad_s.y());
    to.Add("rod_1", "angular_velocity_after_rad_s", impact.rate_after_rad_s.x());
    to.Add("rod_2", "angular_velocity_after_rad_s", impact.rate_after_rad_s.y());
    to.Add("contact", "slip_before_m_s", impact.velocity_before_m_s.x());
    to.Add("contact", "closing_before_m_s", impact.velocity_before_m_s.y());
    to.Add("contact", "slip_after_m_s", impact.velocity_after_m_s.x());
    to.Add("contact", "closing_after_m_s", impact.velocity_after_m_s.y());
    to.Add("contact", "alpha_1_kg", impact.alpha);
    to.Add("contact", "gamma_1_kg", impact.gamma);
    to.Add("contact", "epsilon_1_kg", impact.epsilon);
    to.Add("contact", "compression_impulse_N_s", impact.compression_impulse);
    to.Add("contact", "normal_impulse_N_s", impact.normal_impulse);
    to.Add("contact", "friction_impulse_N_s", impact.friction_impulse);
    to.Add("joint_O", "impulse_R_N_s", impact.joint_impulses.r);
    to.Add("joint_O", "impulse_P_N_s", impact.joint_impulses.p);
    to.Add("joint_A", "impulse_H_N_s", impact.joint_impulses.h);
    to.Add("joint_A", "impulse_V_N_s", impact.joint_impulses.v);
    to.Add("system", "energy_before_J", energy_before_J);
    to.Add("system", "energy_after_J", energy_after_J);
    to.Add("contact", "path", static_cast<double>(impact.path));
  }
};

constexpr double kShortestFlight_s = 1e-6;  // Shorter ones belong to impacts that accumulate.
constexpr double kLeastRise = 1e-14;        // Of D: what rounding of the gap would swallow.
constexpr double kTouch = 1e-12;            // Of D.
constexpr double kBehind = 1e-3;            // Of D.

// The last three components only accumulate, J.
enum Component { kAngle1, kAngle2, kRate1, kRate2, kWork, kDamped, kLost, kComponentCount };

PendulumState StateOf(std::span<const double> y) {
  PendulumState state;
  state.angle_rad << y[kAngle1], y[kAngle2];
  state.rate_rad_s << y[kRate1], y[kRate2];
  return state;
}

class PendulumSystem final : public OdeSystem {
 public:
  PendulumSystem(const DoublePendulum& pendulum, MechanismRecord& record)
      : equations_(pendulum), distance_m_(pendulum.obstacle_distance_m), record_(record) {
    start_[kAngle1] = pendulum.angle_1_rad;
    start_[kAngle2] = pendulum.angle_2_rad;
    start_[kRate1] = pendulum.angular_velocity_1_rad_s;
    start_[kRate2] = pendulum.angular_velocity_2_rad_s;
    const PendulumState state = StateOf(start_);
    start_energy_J_ = equations_.Energy(state);
    lies_at_start_ =
        equations_.Gap(state.angle_rad) <= 0.0 && Closing(state) >= 0.0 && !RisesAgain(0.0, state);
  }

  std::array<double, kComponentCount> start() const { return start_; }

  int size() const override { return kComponentCount; }

  void Slope(double t, std::span<const double> y, std::span<double> slope) override {
    const PendulumState state = StateOf(y);
    const Eigen::Vector2d acceleration = equations_.Accelerations(t, state);
    slope[kAngle1] = y[kRate1];
    slope[kAngle2] = y[kRate2];
    slope[kRate1] = acceleration.x();
    slope[kRate2] = acceleration.y();
    slope[kWork] = equations_.TorquePower(t, state);
    slope[kDamped] = equations_.DampingPower(state);
    slope[kLost] = 0.0;
  }

  int guard_count() const override { return kGuardCount; }

  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    const PendulumState state = StateOf(y);
    value[kGapOpen] = equations_.Gap(state.angle_rad);
    rate[kGapOpen] = Closing(state);
    value[kNotLying] = lies_at_start_ ? 0.0 : value[kGapOpen] + kBehind * distance_m_;
    rate[kNotLying] = lies_at_start_ ? -1.0 : rate[kGapOpen];
  }

  bool OnGuards(double t, std::span<double> y, std::span<const int> crossed) override {
    AfterStep(t, y);
    double bounce = 0.0;  // Speed kept of the approach.
    if (crossed.front() == kGapOpen && Closing(StateOf(y)) < 0.0) bounce = Impact(t, y);
    if (crossed.front() == kGapOpen && RisesAgain(t, StateOf(y))) return true;
    if (bounce < 1.0) accumulation_time_s_ = t + Flight(t, StateOf(y)) / (1.0 - bounce);
    record_.stop_reason = StopReason::kEventsAccumulate;
    return false;
  }

  // The balance of energy since the start.
  bool AfterStep(double /*t*/, std::span<double> y) override {
    const double residual_J = Account(y).Total() - start_energy_J_;
    balance_residual_J_ = std::max(balance_residual_J_, std::fabs(residual_J));
    return false;
  }

  // Steps after an impact go no further than the top of the flight, from where on the gap is open.
  double LimitStep(double t, std::span<const double> y, double step) override {
    const PendulumState state = StateOf(y);
    if (equations_.Gap(state.angle_rad) > kTouch * distance_m_ || Closing(state) <= 0.0) {
      return step;
    }
    if (equations_.GapAcceleration(t, state) >= 0.0) return step;
    return std::min(step, 0.5 * std::max(Flight(t, state), kShortestFlight_s));
  }

  void WriteSample(double t, std::span<const double> y, ChannelWriter& to) const {
    const PendulumState state = StateOf(y);
    const JointForces forces_N = equations_.Reactions(t, state);
    to.Add("rod_1", "angle_rad", state.angle_rad.x());
    to.Add("rod_2", "angle_rad", state.angle_rad.y());
    to.Add("rod_1", "angular_velocity_rad_s", state.rate_rad_s.x());
    to.Add("rod_2", "angular_velocity_rad_s", state.rate_rad_s.y());
    to.Add("system", "energy_J", equations_.Energy(state));
    to.Add("contact", "gap_m", equations_.Gap(state.angle_rad));
    to.Add("joint_O", "force_R_N", forces_N.r);
    to.Add("joint_O", "force_P_N", forces_N.p);
    to.Add("joint_A", "force_H_N", forces_N.h);
    to.Add("joint_A", "force_V_N", forces_N.v);
    to.Add("system", "torque_work_J", y[kWork]);
    to.Add("system", "damped_J", y[kDamped]);
    to.Add("system", "lost_in_impacts_J", y[kLost]);
    to.Add(EnergyRowOf(Account(y), start_energy_J_));
  }

  void WriteAccelerations(double t, std::span<const double> y, ChannelWriter& to) const {
    const Eigen::Vector2d rates = equations_.Accelerations(t, StateOf(y));
    to.Add("rod_1", "angular_acceleration_rad_s2", rates.x());
    to.Add("rod_2", "angular_acceleration_rad_s2", rates.y());
  }

  void WriteFigures(std::span<const double> /*y*/, std::vector<Figure>& figures) const {
    figures.push_back({"impacts", static_cast<double>(record_.events.size())});
    figures.push_back({"greatest_impulse_residual_N_s", impulse_residual_});
    figures.push_back({"greatest_balance_residual_J", balance_residual_J_});
    if (accumulation_time_s_) figures.push_back({"accumulation_time_s", *accumulation_time_s_});
  }

 private:
  // Guards, which hold while they are above 0: the gap is open; the disc lies neither on the
  // obstacle (at the start) nor behind it (which only a flight too short to be resolved can cause).
  enum Guard { kGapOpen, kNotLying, kGuardCount };

  EnergyAccount Account(std::span<const double> y) const {
    const PendulumState state = StateOf(y);
    return {.kinetic = equations_.Kinetic(state),
            .potential = equations_.Potential(state),
            .lost_in_contacts = y[kDamped] + y[kLost],
            .given_to_loads = -y[kWork]};
  }

  double Closing(const PendulumState& state) const {
    return equations_.ContactJacobian(state.angle_rad).row(1).dot(state.rate_rad_s);
  }

  // For as long as the gap's acceleration would last, which is long compared with a short flight.
  double Flight(double t, const PendulumState& state) const {
    const double closing = Closing(state);
    return closing <= 0.0 ? 0.0 : 2.0 * closing / -equations_.GapAcceleration(t, state);
  }

  // Whether the disc leaves the obstacle by itself, for a time and by a height that can be
  // resolved.
  bool RisesAgain(double t, const PendulumState& state) const {
    const double acceleration = equations_.GapAcceleration(t, state);
    if (acceleration >= 0.0) return true;
    const double flight_s = Flight(t, state);
    const double rise_m =
        equations_.Gap(state.angle_rad) - acceleration * flight_s * flight_s / 8.0;
    return flight_s >= kShortestFlight_s && rise_m > kLeastRise * distance_m_;
  }

  double Impact(double t, std::span<double> y) {
    const PendulumState before = StateOf(y);
    const PendulumImpact impact = ResolveDiscImpact(equations_, before);
    y[kRate1] = impact.rate_after_rad_s.x();
    y[kRate2] = impact.rate_after_rad_s.y();
    y[kLost] += impact.energy_lost_J;
    AfterStep(t, y);
    impulse_residual_ =
        std::max(impulse_residual_, ImpactResidual(equations_, before.angle_rad, impact));
    Write(t, before, impact);
    return -impact.velocity_after_m_s.y() / impact.velocity_before_m_s.y();
  }

  void Write(double t, const PendulumState& before, const PendulumImpact& impact) {
    record_.events.push_back({t, EventKind::kObstacleImpact, 1, 0});
    const PendulumImpactRow row{before.angle_rad, impact, equations_.Energy(before),
                                equations_.Energy({before.angle_rad, impact.rate_after_rad_s})};
    AddRow(t, row, record_.impacts);
  }

  const PendulumEquations equations_;
  const double distance_m_;
  MechanismRecord& record_;
  std::array<double, kComponentCount> start_ = {};
  double start_energy_J_ = 0.0;
  bool lies_at_start_ = false;
  double impulse_residual_ = 0.0;
  double balance_residual_J_ = 0.0;
  std::optional<double> accumulation_time_s_;
};

}  // namespace

absl::Status Simulate(const DoublePendulum& pendulum, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record) {
  if (absl::Status bad = Validate(pendulum, detail); !bad.ok()) return bad;
  record.Clear();
  record.bodies = {"rod_1", "rod_2"};
  record.impacts.channels = ChannelsOf(PendulumImpactRow());
  PendulumSystem system(pendulum, record);
  std::array<double, kComponentCount> y = system.start();
  return RunMechanism(system, y, pendulum.duration_s, pendulum.integration, detail, stop, record);
}

}  // namespace carom
