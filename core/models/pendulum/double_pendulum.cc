#include "core/models/pendulum/double_pendulum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/models/pendulum/double_pendulum_equations.h"
#include "core/record/energy_account.h"
#include "core/record/mechanism_record.h"

namespace carom {
namespace {

constexpr double kDeepestTouch_m = 1e-9;

absl::Status CheckGeometry(const DoublePendulum& p) {
  const double disc_end_m = p.rod_2_length_m + 2.0 * p.disc_radius_m;
  const Interval on_rod_2{0.0, disc_end_m};
  if (!on_rod_2.Contains(p.rod_2_centre_m)) {
    return InvalidField("rod_2_centre_m", p.rod_2_centre_m, Describe(on_rod_2));
  }
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
  if (absl::Status bad = ValidateRun(pendulum.duration_s, pendulum.integration); !bad.ok()) {
    return bad;
  }
  return ValidateDetail(detail, pendulum.duration_s);
}

namespace {

/// What one row of samples tells.
struct PendulumSample {
  PendulumState state;
  JointForces joint_forces;  ///< N.
  double energy_J = 0.0;
  double gap_m = 0.0;
  double torque_work_J = 0.0;
  double damped_J = 0.0;
  double lost_in_impacts_J = 0.0;
  EnergyRow energies = {};
};

std::vector<Channel> PendulumSampleChannels();
void FillRow(const PendulumSample& sample, std::span<double> row);

/// What one row of impacts tells.
struct PendulumImpactRow {
  Eigen::Vector2d angle_rad = Eigen::Vector2d::Zero();
  PendulumImpact impact;
  double energy_before_J = 0.0;
  double energy_after_J = 0.0;
};

std::vector<Channel> PendulumImpactChannels();
void FillRow(const PendulumImpactRow& impact, std::span<double> row);

// A channel, and where its numbers come from.
template <class Source>
struct Column {
  const char* body;
  const char* quantity;
  double (*value)(const Source& from);
};

constexpr Column<PendulumSample> kSampleColumns[] = {
    {"rod_1", "angle_rad", [](const auto& s) { return s.state.angle_rad.x(); }},
    {"rod_2", "angle_rad", [](const auto& s) { return s.state.angle_rad.y(); }},
    {"rod_1", "angular_velocity_rad_s", [](const auto& s) { return s.state.rate_rad_s.x(); }},
    {"rod_2", "angular_velocity_rad_s", [](const auto& s) { return s.state.rate_rad_s.y(); }},
    {"system", "energy_J", [](const auto& s) { return s.energy_J; }},
    {"contact", "gap_m", [](const auto& s) { return s.gap_m; }},
    {"joint_O", "force_R_N", [](const auto& s) { return s.joint_forces.r; }},
    {"joint_O", "force_P_N", [](const auto& s) { return s.joint_forces.p; }},
    {"joint_A", "force_H_N", [](const auto& s) { return s.joint_forces.h; }},
    {"joint_A", "force_V_N", [](const auto& s) { return s.joint_forces.v; }},
    {"system", "torque_work_J", [](const auto& s) { return s.torque_work_J; }},
    {"system", "damped_J", [](const auto& s) { return s.damped_J; }},
    {"system", "lost_in_impacts_J", [](const auto& s) { return s.lost_in_impacts_J; }}};

constexpr Column<PendulumImpactRow> kImpactColumns[] = {
    {"rod_1", "angle_rad", [](const auto& i) { return i.angle_rad.x(); }},
    {"rod_2", "angle_rad", [](const auto& i) { return i.angle_rad.y(); }},
    {"rod_1", "angular_velocity_before_rad_s",
     [](const auto& i) { return i.impact.rate_before_rad_s.x(); }},
    {"rod_2", "angular_velocity_before_rad_s",
     [](const auto& i) { return i.impact.rate_before_rad_s.y(); }},
    {"rod_1", "angular_velocity_after_rad_s",
     [](const auto& i) { return i.impact.rate_after_rad_s.x(); }},
    {"rod_2", "angular_velocity_after_rad_s",
     [](const auto& i) { return i.impact.rate_after_rad_s.y(); }},
    {"contact", "slip_before_m_s", [](const auto& i) { return i.impact.velocity_before_m_s.x(); }},
    {"contact", "closing_before_m_s",
     [](const auto& i) { return i.impact.velocity_before_m_s.y(); }},
    {"contact", "slip_after_m_s", [](const auto& i) { return i.impact.velocity_after_m_s.x(); }},
    {"contact", "closing_after_m_s", [](const auto& i) { return i.impact.velocity_after_m_s.y(); }},
    {"contact", "alpha_1_kg", [](const auto& i) { return i.impact.alpha; }},
    {"contact", "gamma_1_kg", [](const auto& i) { return i.impact.gamma; }},
    {"contact", "epsilon_1_kg", [](const auto& i) { return i.impact.epsilon; }},
    {"contact", "compression_impulse_N_s",
     [](const auto& i) { return i.impact.compression_impulse; }},
    {"contact", "normal_impulse_N_s", [](const auto& i) { return i.impact.normal_impulse; }},
    {"contact", "friction_impulse_N_s", [](const auto& i) { return i.impact.friction_impulse; }},
    {"joint_O", "impulse_R_N_s", [](const auto& i) { return i.impact.joint_impulses.r; }},
    {"joint_O", "impulse_P_N_s", [](const auto& i) { return i.impact.joint_impulses.p; }},
    {"joint_A", "impulse_H_N_s", [](const auto& i) { return i.impact.joint_impulses.h; }},
    {"joint_A", "impulse_V_N_s", [](const auto& i) { return i.impact.joint_impulses.v; }},
    {"system", "energy_before_J", [](const auto& i) { return i.energy_before_J; }},
    {"system", "energy_after_J", [](const auto& i) { return i.energy_after_J; }},
    {"contact", "path", [](const auto& i) { return static_cast<double>(i.impact.path); }}};

template <class Columns>
std::vector<Channel> ChannelsOf(const Columns& columns) {
  std::vector<Channel> channels;
  for (const auto& column : columns) channels.push_back({column.body, column.quantity});
  return channels;
}

template <class Columns, class Source>
void Fill(const Columns& columns, const Source& source, std::span<double> row) {
  std::size_t i = 0;
  for (const auto& column : columns) row[i++] = column.value(source);
}

std::vector<Channel> PendulumSampleChannels() {
  std::vector<Channel> channels = ChannelsOf(kSampleColumns);
  AddEnergyChannels(channels);
  return channels;
}

void FillRow(const PendulumSample& sample, std::span<double> row) {
  Fill(kSampleColumns, sample, row);
  std::copy(sample.energies.begin(), sample.energies.end(),
            row.end() - std::ssize(sample.energies));
}

std::vector<Channel> PendulumImpactChannels() { return ChannelsOf(kImpactColumns); }

void FillRow(const PendulumImpactRow& impact, std::span<double> row) {
  Fill(kImpactColumns, impact, row);
}

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

  void WriteSample(double t, std::span<const double> y, std::span<double> row) const {
    const PendulumState state = StateOf(y);
    FillRow(PendulumSample{state, equations_.Reactions(t, state), equations_.Energy(state),
                           equations_.Gap(state.angle_rad), y[kWork], y[kDamped], y[kLost],
                           EnergyRowOf(Account(y), start_energy_J_)},
            row);
  }

  void WriteFigures() const {
    record_.figures.push_back({"impacts", static_cast<double>(record_.events.size())});
    record_.figures.push_back({"greatest_impulse_residual_N_s", impulse_residual_});
    record_.figures.push_back({"greatest_balance_residual_J", balance_residual_J_});
    if (accumulation_time_s_) {
      record_.figures.push_back({"accumulation_time_s", *accumulation_time_s_});
    }
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
    const PendulumImpact impact = SolvePendulumImpact(equations_, before);
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
    std::vector<double> row(record_.impacts.channels.size());
    FillRow(PendulumImpactRow{before.angle_rad, impact, equations_.Energy(before),
                              equations_.Energy({before.angle_rad, impact.rate_after_rad_s})},
            row);
    record_.impacts.AddRow(t, row);
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

absl::Status RunDoublePendulum(const DoublePendulum& pendulum, const MechanismDetail& detail,
                               StopToken stop, MechanismRecord& record) {
  if (absl::Status bad = Validate(pendulum, detail); !bad.ok()) return bad;
  record.Clear();
  record.bodies = {"rod_1", "rod_2"};
  record.samples.channels = PendulumSampleChannels();
  record.impacts.channels = PendulumImpactChannels();
  PendulumSystem system(pendulum, record);
  std::array<double, kComponentCount> y = system.start();
  const SampleRow sample_row = [&](double t, std::span<const double> state, std::span<double> row) {
    system.WriteSample(t, state, row);
  };
  absl::Status unknown = RunMechanism(system, y, pendulum.duration_s, pendulum.integration, detail,
                                      stop, sample_row, record);
  if (!unknown.ok()) return unknown;
  system.WriteFigures();
  return absl::OkStatus();
}

}  // namespace carom
