#ifndef CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_H_
#define CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_H_

#include <Eigen/Core>

#include "absl/status/status.h"
#include "core/base/constants.h"
#include "core/base/parameters.h"
#include "core/base/stop_token.h"
#include "core/laws/ranges.h"
#include "core/laws/routh_impact.h"
#include "core/models/mechanism_run.h"
#include "core/record/record.h"

namespace carom {

/// A double pendulum that strikes a rough level obstacle below its pivot, with Routh's impacts:
/// [Double pendulum], Fig. 1. Rod 1 hangs from O and ends in the joint A; rod 2 hangs from A and
/// carries a disc, whose centre lies l2 + r from A and which alone can touch the obstacle. Angles
/// are those of the rods with the downward vertical; growing angles turn the rods to negative x (x
/// across, z up, O at the origin, the obstacle at z = -D).
///
/// Defaults are those of section 4, with the friction of its second simulation. The duration is
/// inferred from the number of impacts that it gives.
struct DoublePendulum {
  double rod_1_mass_kg = 3.2;           ///< m1 > 0, its centre in the middle of the rod.
  double rod_2_mass_kg = 3.8;           ///< m2 > 0, the disc included.
  double rod_1_length_m = 0.5;          ///< l1 > 0.
  double rod_2_length_m = 0.6;          ///< l2 > 0.
  double disc_radius_m = 0.05;          ///< r > 0.
  double rod_2_centre_m = 0.3627;       ///< lc in [0, l2 + 2 r], from A to the centre of mass.
  double rod_1_inertia_kg_m2 = 0.0676;  ///< I1 > 0, about the centre of mass.
  double rod_2_inertia_kg_m2 = 0.164;   ///< I2 > 0, likewise.

  double obstacle_distance_m = 0.9;  ///< D, in (l1, l1 + l2 + 2 r), Eq. (1).
  double restitution = 0.9;          ///< k in [0, 1], Poisson's.
  double friction = 0.15;            ///< mu in [0, 10].

  double joint_1_damping_N_m_s = 0.0;  ///< c1 >= 0, at O.
  double joint_2_damping_N_m_s = 0.0;  ///< c2 >= 0, at A.
  /// M_i(t) = M0i cos(Omega_i t), from outside: both act on their rod only, as in Eq. (3).
  double torque_1_N_m = 0.0;              ///< M01.
  double torque_1_frequency_rad_s = 0.0;  ///< Omega1.
  double torque_2_N_m = 0.0;              ///< M02.
  double torque_2_frequency_rad_s = 0.0;  ///< Omega2.
  double gravity_m_s2 = 9.81;             ///< >= 0.

  double angle_1_rad = DegreesToRadians(140.0);  ///< psi1(0).
  double angle_2_rad = DegreesToRadians(-90.0);  ///< psi2(0).
  double angular_velocity_1_rad_s = 1.2;
  double angular_velocity_2_rad_s = -0.5;

  double duration_s = 6.0;
  IntegrationSpec integration = {.relative_tolerance = 1e-13, .absolute_tolerance = 1e-13};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("rod_1_mass_kg", self.rod_1_mass_kg, {1e-9, 1e9});
    visit("rod_2_mass_kg", self.rod_2_mass_kg, {1e-9, 1e9});
    visit("rod_1_length_m", self.rod_1_length_m, {1e-9, 1e9});
    visit("rod_2_length_m", self.rod_2_length_m, {1e-9, 1e9});
    visit("disc_radius_m", self.disc_radius_m, {1e-9, 1e9});
    Related(visit, "rod_2_centre_m", self.rod_2_centre_m,
            {0.0, self.rod_2_length_m + 2.0 * self.disc_radius_m});
    visit("rod_1_inertia_kg_m2", self.rod_1_inertia_kg_m2, {1e-9, 1e9});
    visit("rod_2_inertia_kg_m2", self.rod_2_inertia_kg_m2, {1e-9, 1e9});
    visit("obstacle_distance_m", self.obstacle_distance_m);
    visit("restitution", self.restitution, kRestitutionRange);
    visit("friction", self.friction, kFrictionRange);
    visit("joint_1_damping_N_m_s", self.joint_1_damping_N_m_s, {0.0, 1e9});
    visit("joint_2_damping_N_m_s", self.joint_2_damping_N_m_s, {0.0, 1e9});
    visit("torque_1_N_m", self.torque_1_N_m, {-1e9, 1e9});
    visit("torque_1_frequency_rad_s", self.torque_1_frequency_rad_s, {-1e6, 1e6});
    visit("torque_2_N_m", self.torque_2_N_m, {-1e9, 1e9});
    visit("torque_2_frequency_rad_s", self.torque_2_frequency_rad_s, {-1e6, 1e6});
    visit("gravity_m_s2", self.gravity_m_s2, {0.0, 1e9});
    // Beyond, the last digits of sine and cosine suffer.
    visit("angle_1_rad", self.angle_1_rad, {-1e5, 1e5});
    visit("angle_2_rad", self.angle_2_rad, {-1e5, 1e5});
    visit("angular_velocity_1_rad_s", self.angular_velocity_1_rad_s, {-1e6, 1e6});
    visit("angular_velocity_2_rad_s", self.angular_velocity_2_rad_s, {-1e6, 1e6});
    visit("duration_s", self.duration_s, kDurationRange);
  }
};

/// INVALID_ARGUMENT with the field's path: a value outside its range above, an obstacle that cannot
/// be reached (1), a start inside it (2); a start inside by less than a nanometre is taken as a
/// touch.
absl::Status Validate(const DoublePendulum& pendulum, const MechanismDetail& detail);

/// Runs a pendulum; errors are those of Validate(). Bodies: "rod_1", "rod_2". Events:
/// kObstacleImpact of body 1 on obstacle 0. Samples: angles and angular velocities, energy (0 with
/// both rods level), gap, forces at the joints (signs of Fig. 3, see JointForces), work of the
/// torques, and the energy dissipated in joints and impacts. Impacts: angles, angular velocities,
/// slip and closing velocity before and after, alpha, gamma and epsilon of Eqs. (34), (35),
/// impulses at contact and joints, energies, and the path, a RouthPath. Figures: impacts, greatest
/// residual of Eqs. (21)-(26), greatest residual of the energy's balance.
///
/// Impacts that accumulate in time (inelastic collapse), and a disc that would stay on the obstacle
/// (which a model of impacts only cannot represent), end the run with kEventsAccumulate. The figure
/// "accumulation_time_s" then gives the time of the last impact.
absl::Status Simulate(const DoublePendulum& pendulum, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record);

/// Angles psi and angular velocities omega of the two rods.
struct PendulumState {
  Eigen::Vector2d angle_rad = Eigen::Vector2d::Zero();
  Eigen::Vector2d rate_rad_s = Eigen::Vector2d::Zero();
};

/// Forces at the joints (or their impulses in an impact), with the signs of Fig. 3 and
/// Eqs. (13)-(16): at O, R on rod 1 towards -x and P upwards; at A, H on rod 1 along x and V on rod
/// 1 upwards, the opposite on rod 2.
struct JointForces {
  double r = 0.0;
  double p = 0.0;
  double h = 0.0;
  double v = 0.0;
};

/// Motion of the pendulum between impacts, [Double pendulum] section 3.1 and Eqs. (2), (7), (31).
/// Pure and thread-safe; keeps a copy of the spec.
class PendulumEquations {
 public:
  explicit PendulumEquations(const DoublePendulum& spec) : spec_(spec) {}

  const DoublePendulum& spec() const { return spec_; }

  /// A of Eq. (3), kg m^2; its determinant is Eq. (6).
  Eigen::Matrix2d MassMatrix(const Eigen::Vector2d& angle_rad) const;

  /// x of A x = b.
  Eigen::Vector2d SolveMass(const Eigen::Vector2d& angle_rad, const Eigen::Vector2d& b) const;

  /// Eq. (5), rad/s^2.
  Eigen::Vector2d Accelerations(double t, const PendulumState& state) const;

  /// M1(t) and M2(t), N m.
  Eigen::Vector2d Torques(double t) const;

  /// Kinetic and potential; 0 at rest with both rods level. J.
  double Energy(const PendulumState& state) const { return Kinetic(state) + Potential(state); }
  double Kinetic(const PendulumState& state) const;
  double Potential(const PendulumState& state) const;

  /// Power that the torques supply and that the joints' damping dissipates, W.
  double TorquePower(double t, const PendulumState& state) const;
  double DampingPower(const PendulumState& state) const;

  /// f of Eq. (7), m: of the disc's lowest point above the obstacle.
  double Gap(const Eigen::Vector2d& angle_rad) const;

  /// (s, c) of Eq. (27) = J omega, m/s: that point's velocity along x and z, so that f' = c.
  Eigen::Matrix2d ContactJacobian(const Eigen::Vector2d& angle_rad) const;

  /// f'' = c', m/s^2.
  double GapAcceleration(double t, const PendulumState& state) const;

  /// In flight, N. Differs from Eqs. (13)-(16), which rightly omit gravity because they are for
  /// impulses; Figs. 8 and 9 need it.
  JointForces Reactions(double t, const PendulumState& state) const;

 private:
  DoublePendulum spec_;
};

/// One impact of the disc on the obstacle, [Double pendulum] sections 3.3 and 3.4. Velocities (s,
/// c) of the contact point are linear in the impulses (T, F), Eqs. (34), (35).
struct PendulumImpact {
  Eigen::Vector2d rate_before_rad_s = Eigen::Vector2d::Zero();
  Eigen::Vector2d rate_after_rad_s = Eigen::Vector2d::Zero();
  Eigen::Vector2d velocity_before_m_s = Eigen::Vector2d::Zero();  ///< (s, c).
  Eigen::Vector2d velocity_after_m_s = Eigen::Vector2d::Zero();
  double alpha = 0.0;  ///< 1/kg, as gamma and epsilon.
  double gamma = 0.0;
  double epsilon = 0.0;
  double compression_impulse = 0.0;  ///< F_m, N s.
  double normal_impulse = 0.0;       ///< F_f, N s, on the disc upwards.
  double friction_impulse = 0.0;     ///< T_f, N s, on the disc along x.
  JointForces joint_impulses;        ///< N s.
  double energy_lost_J = 0.0;
  RouthPath path = RouthPath::kSlip;
};

/// What the law makes of the disc on the obstacle. Requires an approach, c < 0. Pure.
PendulumImpact ResolveDiscImpact(const PendulumEquations& equations, const PendulumState& state);

/// Largest |left - right| of Eqs. (21)-(26), N s and N m s: how well an impact obeys the laws of
/// Newton and Euler.
double ImpactResidual(const PendulumEquations& equations, const Eigen::Vector2d& angle_rad,
                      const PendulumImpact& impact);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_H_
