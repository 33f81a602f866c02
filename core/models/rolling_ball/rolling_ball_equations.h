#ifndef CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_EQUATIONS_H_
#define CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_EQUATIONS_H_

#include <array>
#include <span>
#include <vector>

#include "core/math/ivp/integrator.h"
#include "core/models/mechanism_run.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "core/record/record.h"

namespace carom {

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

}  // namespace carom

#endif  // CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_EQUATIONS_H_
