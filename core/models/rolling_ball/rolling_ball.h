#ifndef CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_H_
#define CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_H_

#include <array>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/laws/friction/contensou.h"
#include "core/math/ivp/integrator.h"
#include "core/models/mechanism_run.h"
#include "core/record/record.h"

namespace carom {

/// A rigid ball that slides, spins and rolls on a deformable table, which it never leaves:
/// [Contensou ball] section 3 (the paper's full name is in contensou_friction.h). Frame W.
///
/// Defaults are section 3.2's, with the start of Fig. 6. The paper's further initial values
/// "alpha_x,y,z(0) = 0" are not defined; we take them for angles of the ball. A sphere's
/// orientation has no effect on its motion, and is left out.
struct RollingBall {
  double ball_radius_m = 0.02;  ///< r, in [1e-4, 10]; not below the patch's.
  /// In [1e-6, 1e6]. Not in the paper: it cancels from the motion, and scales energies only.
  double mass_kg = 0.057;
  double gravity_m_s2 = 9.81;  ///< In [0, 1000].
  ContensouPatch patch;        ///< Contact with the table, which alone deforms.

  Vec2 position_m = Vec2::Zero();
  Vec2 velocity_m_s = Vec2(0.0, 1.0);
  Vec3 spin_rad_s = Vec3(-50.0, 0.0, 0.0);

  double duration_s = 12.0;
  /// Smoothed friction is stiff while the ball rolls: slip decays at 3.5 mu g / (eps_t a), 2.3e5
  /// 1/s with the defaults, which limits explicit methods to steps of 1e-5 s. catalogue B-17
  IntegrationSpec integration = {.method = IvpMethod::kRadauIia5, .largest_step_s = 0.1};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("ball_radius_m", self.ball_radius_m, {1e-4, 10.0});
    visit("mass_kg", self.mass_kg, {1e-6, 1e6});
    visit("gravity_m_s2", self.gravity_m_s2, {0.0, 1e3});
    visit("position_m", self.position_m, {-1e6, 1e6});
    visit("velocity_m_s", self.velocity_m_s, {-1e3, 1e3});
    visit("spin_rad_s", self.spin_rad_s, {-1e6, 1e6});
    visit("duration_s", self.duration_s, kDurationRange);
  }
};

/// Below this speed, m/s, the ball counts as stopped in the figure "stop_time_s".
inline constexpr double kStoppedSpeed_m_s = 1e-3;

/// INVALID_ARGUMENT with the field's path for a value outside its range.
absl::Status Validate(const RollingBall& ball, const MechanismDetail& detail);

/// Rolls a ball until it rests (kAtRest: no speed of the patch above 1e-8 m/s) or the time is over.
/// With patch.slip_smoothing_per_s = 0, the limit, the patch sticks: RunWithStick(), which see.
/// Errors are those of Validate().
///
/// Body: "ball". Events: none with smoothed friction, which has no instant at which sliding ends.
/// Samples: position, velocity, spin, slip, kinetic energy, and the energy that friction has
/// dissipated. Figures: "stop_time_s", the last time at which the speed fell through 1e-3 m/s, and
/// "rest_x_m" and "rest_y_m", if it has stopped; "greatest_balance_residual_J", of the energies.
absl::Status Simulate(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record);

/// Position and velocity in the plane, spin in space.
struct RollingBallState {
  Vec2 position_m = Vec2::Zero();
  Vec2 velocity_m_s = Vec2::Zero();
  Vec3 spin_rad_s = Vec3::Zero();
};

struct RollingBallRates {
  Vec2 acceleration_m_s2 = Vec2::Zero();
  Vec3 spin_rate_rad_s2 = Vec3::Zero();
  double friction_power_W = 0.0;  ///< What friction and rolling resistance take away; mostly > 0.
};

/// The equations of motion (18), (21)-(27) of [Contensou ball].
class RollingBallEquations {
 public:
  explicit RollingBallEquations(const RollingBall& ball)
      : radius_m_(ball.ball_radius_m),
        mass_kg_(ball.mass_kg),
        gravity_m_s2_(ball.gravity_m_s2),
        patch_(ball.patch) {}

  /// Of the lowest point, v_A = v + w x r, Eqs. (24), (25).
  Vec2 Slip(const RollingBallState& state) const {
    return state.velocity_m_s + radius_m_ * Vec2(-state.spin_rad_s.y(), state.spin_rad_s.x());
  }

  double Energy(const RollingBallState& state) const {
    return 0.5 * (mass_kg_ * state.velocity_m_s.squaredNorm() +
                  Inertia() * state.spin_rad_s.squaredNorm());
  }

  /// With the load of the patch.
  RollingBallRates Rates(const RollingBallState& state) const {
    PatchMotion motion{Slip(state), state.spin_rad_s.z()};
    motion.rolling_m_s = state.velocity_m_s;  // Eq. (27): the table deforms, the ball does not.
    return RatesUnder(patch_.Evaluate(motion, mass_kg_ * gravity_m_s2_), state);
  }

  /// Under any load. Differs from Eqs. (19), (20), where the friction force and its moment have the
  /// sign of the slip, because they oppose it; (21), (22) have the signs right.
  RollingBallRates RatesUnder(const PatchLoad& load, const RollingBallState& state) const {
    const Vec2& force = load.force_N;
    const Vec2& rolling = load.rolling_moment_N_m;
    const Vec3 moment(rolling.x() + radius_m_ * force.y(), rolling.y() - radius_m_ * force.x(),
                      load.spin_moment_N_m);
    RollingBallRates rates;
    rates.acceleration_m_s2 = force / mass_kg_;
    rates.spin_rate_rad_s2 = moment / Inertia();
    rates.friction_power_W = -force.dot(state.velocity_m_s) - moment.dot(state.spin_rad_s);
    return rates;
  }

  double radius_m() const { return radius_m_; }
  double normal_force_N() const { return mass_kg_ * gravity_m_s2_; }
  double Inertia() const { return 0.4 * mass_kg_ * radius_m_ * radius_m_; }  // B = 2/5 m r^2
  const ContensouPatch& patch() const { return patch_; }

 private:
  double radius_m_;
  double mass_kg_;
  double gravity_m_s2_;
  ContensouPatch patch_;
};

/// As the integrators store it: X, Y, v_x, v_y, w_x, w_y, w_z.
inline constexpr int kRollingBallSize = 7;

inline RollingBallState RollingBallStateOf(std::span<const double> y) {
  return {Vec2(y[0], y[1]), Vec2(y[2], y[3]), Vec3(y[4], y[5], y[6])};
}

inline void WriteRollingBall(const Vec2& first, const Vec2& second, const Vec3& third,
                             std::span<double> y) {
  y[0] = first.x();
  y[1] = first.y();
  y[2] = second.x();
  y[3] = second.y();
  y[4] = third.x();
  y[5] = third.y();
  y[6] = third.z();
}

/// What a run integrates: the motion, then the energy that friction has dissipated, J.
inline constexpr int kFrictionWork = kRollingBallSize;
inline constexpr int kRollingBallRunSize = kRollingBallSize + 1;

/// A ball that rolls, by whatever rates: what a run integrates, samples and sums up.
class RollingBallSystem : public OdeSystem {
 public:
  explicit RollingBallSystem(const RollingBall& ball);

  const std::array<double, kRollingBallRunSize>& start() const { return start_; }
  /// The last time at which the speed fell through kStoppedSpeed_m_s, s.
  double stop_time_s() const { return stop_time_s_; }
  int size() const final { return kRollingBallRunSize; }
  void Slope(double t, std::span<const double> y, std::span<double> slope) final;
  bool AfterStep(double t, std::span<double> y) final;

  void WriteSample(double t, std::span<const double> y, ChannelWriter& to) const;
  void WriteAccelerations(double t, std::span<const double> y, ChannelWriter& to) const;
  /// The figures of Simulate(); the rest point only if the ball has stopped.
  void WriteFigures(std::span<const double> y, std::vector<Figure>& figures) const;

 protected:
  virtual RollingBallRates Rates(const RollingBallState& state) const = 0;

  /// The guard that the ball is as fast as before: above kStoppedSpeed_m_s, or not.
  void GuardSpeed(const RollingBallState& state, const RollingBallRates& rates, double& value,
                  double& rate) const;
  void PassStoppedSpeed(double t) {
    fast_ = !fast_;
    if (!fast_) stop_time_s_ = t;
  }

  const RollingBallEquations equations_;

 private:
  EnergyAccount Account(std::span<const double> y) const;

  const std::array<double, kRollingBallRunSize> start_;
  const double start_energy_J_;
  double greatest_residual_J_ = 0.0;
  bool fast_ = true;  // Whether the speed is above kStoppedSpeed_m_s.
  double stop_time_s_ = 0.0;
};

/// "Shaping the trajectory of the billiard ball": which initial spin brings the ball to rest at a
/// given point, when its initial velocity is given? Two components of the spin answer for two of
/// the target; the third is the caller's.
struct SpinAim {
  Vec2 target_m = Vec2::Zero();
  int held_axis = 2;                  ///< 0, 1 or 2: that of RollingBall::spin_rad_s is kept.
  double largest_spin_rad_s = 200.0;  ///< In (0, 1e5]: the two others are sought up to here.
  /// In [3, 100]: starts of the search per component. Solutions closer to each other than the grid
  /// may be found as one.
  int grid = 9;
  double tolerance_m = 1e-5;  ///< In [1e-9, 1]: greatest miss of a solution.
  int max_runs = 2000;  ///< In [1, 1e6]: balls to roll; then what has been found is the answer.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("target_m", self.target_m, {-1e6, 1e6});
    visit("held_axis", self.held_axis, {0, 2});
    visit("largest_spin_rad_s", self.largest_spin_rad_s, {0.0, 1e5, Interval::Ends::kOpenLow});
    visit("grid", self.grid, {3, 100});
    visit("tolerance_m", self.tolerance_m, {1e-9, 1.0});
    visit("max_runs", self.max_runs, {1, 1e6});
  }
};

struct AimedSpin {
  Vec3 spin_rad_s = Vec3::Zero();
  Vec2 rest_m = Vec2::Zero();
  double miss_m = 0.0;
  int iterations = 0;  ///< Of Newton's method.
};

struct SpinAimResult {
  /// By ascending size of the spin; empty when no start led to the target.
  std::vector<AimedSpin> solutions;
  int runs = 0;  ///< Balls rolled.
};

/// Rolls the ball from a grid of spins. Each spin whose miss is smaller than those of its
/// neighbours along one axis starts Newton's method, with slopes by differences and steps halved
/// until the miss falls. Spins from which the ball does not stop within ball.duration_s count as
/// misses.
///
/// Errors are those of Validate() and INVALID_ARGUMENT with a path below "aim."; CANCELLED when
/// `stop` asks for it. Bits depend on the arguments alone.
absl::StatusOr<SpinAimResult> AimRollingBall(const RollingBall& ball, const SpinAim& aim,
                                             StopToken stop);

/// What the ball does. Friction and rolling resistance are set-valued without smoothing: each takes
/// whatever value within its bounds keeps its own motion at zero.
enum class RollingBallPhase {
  kSlides,       ///< The patch slips or spins, the ball moves on.
  kRolls,        ///< The patch sticks.
  kTurnsOnSpot,  ///< The patch slips or spins, rolling resistance holds the centre in its place.
  kRests,
};

/// INVALID_ARGUMENT at "patch.lean" when friction cannot make a ball roll against its resistance,
/// a d > 7 r mu.
absl::Status ValidateStick(const RollingBall& ball);

/// Rolls a ball by the event-driven scheme that the smoothed laws of [Contensou ball] 2.4 stand in
/// for: the unsmoothed laws between events at which the patch or the centre sticks or breaks away.
/// The smoothing of ball.patch is ignored. So is the method of ball.integration: Dormand-Prince
/// 5(4) is used, since a ball that rolls is not stiff here. (A ball that crawls over a spinning
/// patch is stiff: 1e5 steps in a second or two.) Speeds below 1e-6 m/s are taken as zero.
///
/// The record is that of Simulate(), with the changes of phase that have an event: from sliding to
/// rolling, and from rolling or spinning to rest. Errors are those of Validate() and of
/// ValidateStick().
absl::Status RunWithStick(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                          MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_H_
