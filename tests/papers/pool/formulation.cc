// Orientations, equations of motion and their misprints: pool-01, -02, -07, -37.

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/body.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/game.h"
#include "tests/testing/zxz_angles.h"

namespace carom::papers {
namespace {

// A body turns with this spin, rad/s, from t = 0 to 2 s; at t = 1 s its theta is least.
const Vec3 kSpin(1.0, 0.0, 0.5);
constexpr double kTurnDuration_s = 2.0;

// Its rotation at t when it passes theta = 0 by `miss_rad`: the exact one.
Eigen::Matrix3d Exact(double t, double miss_rad) {
  const double turned = kSpin.norm() * (t - 1.0);
  return (Eigen::AngleAxisd(turned, kSpin.normalized()) *
          Eigen::AngleAxisd(miss_rad, Vec3::UnitY()))
      .toRotationMatrix();
}

// (psi, theta, sigma)' = B^-1 omega of (2.4).
class Angles final : public OdeSystem {
 public:
  int size() const override { return 3; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    const Eigen::Matrix3d inverse = ZxzRateMatrix(y[0], y[1]).inverse();
    const Vec3 rates = inverse * kSpin;
    for (int i = 0; i < 3; ++i) slope[static_cast<std::size_t>(i)] = rates[i];
  }
};

class Parameters final : public OdeSystem {
 public:
  int size() const override { return 4; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    const EulerParameters rate = EulerParameterRate({y[0], y[1], y[2], y[3]}, kSpin);
    for (int i = 0; i < 4; ++i) slope[static_cast<std::size_t>(i)] = rate[i];
  }
};

IvpResult Turn(OdeSystem& system, double t0, std::span<double> y) {
  IvpOptions options;
  options.relative_tolerance = 1e-12;
  options.absolute_tolerance = 1e-13;
  options.largest_step_s = 0.1;
  options.max_evaluations = 10'000'000;
  IvpObserver nobody;
  return Integrator().Run(system, t0, y, kTurnDuration_s, options, {}, nobody);
}

// (2.4) as printed, whose signs and factors are `n`, row by row.
Eigen::Matrix3d PrintedRotation(double psi, double theta, double sigma,
                                const std::vector<double>& n) {
  const double cp = std::cos(psi), sp = std::sin(psi), ct = std::cos(theta), st = std::sin(theta),
               cs = std::cos(sigma), ss = std::sin(sigma);
  Eigen::Matrix3d a;
  a << n[0] * cp * cs + n[1] * sp * ct * ss, n[2] * cp * ss + n[3] * sp * ct * cs, sp * st,
      n[4] * sp * cs + n[5] * cp * ct * ss, n[6] * sp * ss + n[7] * cp * ct * cs, -cp * st, st * ss,
      st * cs, ct;
  return a;
}

// At theta = 0 it depends on psi + sigma alone.
std::vector<Quantity> AnglesApart(const std::vector<double>& n) {
  CounterRandom random(1, 0);
  double worst = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const double sum = random.Uniform(-kPi, kPi);
    const auto turned = [&](double psi) { return PrintedRotation(psi, 0.0, sum - psi, n); };
    const Eigen::Matrix3d apart =
        turned(random.Uniform(-kPi, kPi)) - turned(random.Uniform(-kPi, kPi));
    worst = std::max(worst, apart.cwiseAbs().maxCoeff());
  }
  return {{worst}};
}

// Ends where the bob comes down through the lowest point.
class Quarter final : public MultibodySystem {
 public:
  using MultibodySystem::MultibodySystem;
  int guard_count() const override { return 1; }
  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    const BodyMotion bob = ReadBody(y, 0);
    value[0] = bob.position_m.x();
    rate[0] = bob.velocity_m_s.x();
  }
  bool OnGuards(double /*t*/, std::span<double> /*y*/, std::span<const int> /*crossed*/) override {
    return false;
  }
};

double PeriodOfPendulum(double angle_rad) {
  return 4.0 * std::comp_ellint_1(std::sin(0.5 * angle_rad)) / std::sqrt(kGravity_m_s2);
}

void SwingPendulum(double angle_deg, Findings& findings) {
  const double angle = DegreesToRadians(angle_deg);
  const ConstrainedSystem parts = PendulumOnRod(ConstraintMethod::kLagrangeMultipliers, angle);
  Quarter system(parts.spec);
  std::vector<double> y = system.Start(parts.start);
  IvpOptions options;
  options.relative_tolerance = 1e-12;
  options.absolute_tolerance = 1e-13;
  options.largest_step_s = 0.01;
  IvpObserver nobody;
  const double quarter_s = Integrator().Run(system, 0.0, y, 3.0, options, {}, nobody).t;
  system.AccelerationsAt(quarter_s, y);
  const double tension_N =
      -system.constraints()->Multipliers(0)[0] * ReadBody(y, 0).position_m.norm();
  const std::string from = Text(angle_deg) + " deg";
  findings.Measure("pool-02a", {{std::fabs(4.0 * quarter_s - PeriodOfPendulum(angle)), from}});
  findings.Measure("pool-02b",
                   {{std::fabs(tension_N - kGravity_m_s2 * (3.0 - 2.0 * std::cos(angle))), from}});
}

// J omega' = -omega~ J omega with the J of the turned body; the signs of (2.17) by rows, and that
// of (2.16).
std::vector<Quantity> LostMomentum(const std::vector<double>& n) {
  const Vec3 moments(1.0, 2.0, 3.0);
  const auto global = [&](const Eigen::Matrix3d& a) {
    return Eigen::Matrix3d(a * moments.asDiagonal() * a.transpose());
  };
  const auto tilde = [&](const Vec3& w) {
    Eigen::Matrix3d matrix;
    matrix << 0.0, n[0] * w[2], n[1] * w[1], n[2] * w[2], 0.0, n[3] * w[0], n[4] * w[1],
        n[5] * w[0], 0.0;
    return matrix;
  };
  EulerParameters p(1.0, 0.0, 0.0, 0.0);
  Vec3 w(0.4, 1.0, -0.3);
  const Vec3 before = global(RotationMatrix(p)) * w;
  struct Rate {
    EulerParameters p;
    Vec3 w;
  };
  const auto rate = [&](const EulerParameters& at, const Vec3& spin) {
    const Eigen::Matrix3d j = global(RotationMatrix(at));
    const Vec3 turning = n[6] * (tilde(spin) * j * spin);
    return Rate{EulerParameterRate(at, spin), j.inverse() * turning};
  };
  constexpr double h = 1e-3;
  for (int i = 0; i < 5000; ++i) {  // Runge and Kutta's fourth order.
    const Rate a = rate(p, w);
    const Rate b = rate(p + 0.5 * h * a.p, w + 0.5 * h * a.w);
    const Rate c = rate(p + 0.5 * h * b.p, w + 0.5 * h * b.w);
    const Rate d = rate(p + h * c.p, w + h * c.w);
    p += h / 6.0 * (a.p + 2.0 * b.p + 2.0 * c.p + d.p);
    w += h / 6.0 * (a.w + 2.0 * b.w + 2.0 * c.w + d.w);
    p.normalize();
  }
  return {{(global(RotationMatrix(p)) * w - before).norm() / before.norm()}};
}

// (2.20) for a mass of 1 kg that hangs on a rod, with D^T as printed: what (2.18), (2.19) leave.
double LeftOfHanging() {
  const ConstrainedSystem parts = PendulumOnRod(ConstraintMethod::kLagrangeMultipliers, 0.0, 2.0);
  const ConstraintRows at = Evaluate(parts.spec.constraints[0], parts.start);
  const Eigen::RowVector3d d = at.jacobian_a.row(0).head<3>();
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topRightCorner<3, 1>() = d.transpose();
  matrix.bottomLeftCorner<1, 3>() = d;
  matrix(3, 3) = 0.0;
  const Eigen::Vector4d right(0.0, 0.0, -kGravity_m_s2, at.gamma[0]);
  const Eigen::Vector4d solved = matrix.fullPivLu().solve(right);
  return (solved.head<3>() - right.head<3>() - d.transpose() * solved[3]).norm();
}

// Of 1000 iterations of (2.21) at a pendulum, those whose change is epsilon.
double IterationsThatEqual(double epsilon) {
  constexpr double kPenalty_kg = 100.0;
  const ConstrainedSystem parts = PendulumOnRod(ConstraintMethod::kAugmentedLagrangian, 1.0);
  const ConstraintRows at = Evaluate(parts.spec.constraints[0], parts.start);
  const Eigen::Vector3d d = at.jacobian_a.row(0).head<3>();
  const Eigen::Matrix3d system = Eigen::Matrix3d::Identity() + kPenalty_kg * d * d.transpose();
  Eigen::Vector3d acceleration(0.0, 0.0, -kGravity_m_s2);
  double equal = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Vector3d right = acceleration + kPenalty_kg * d * at.gamma[0];
    const Eigen::Vector3d next = system.inverse() * right;
    equal += (next - acceleration).norm() == epsilon ? 1.0 : 0.0;
    acceleration = next;
  }
  return equal;
}

// What one correction of (2.27), as printed, leaves of Phi of a rod.
double LeftByPrint(double length_m) {
  const Constraint rod = KeepDistance{.length_m = length_m};
  BodyMotion bob;
  bob.position_m = length_m * Vec3(0.6, 0.0, -0.8) + Vec3(1e-3, -5e-4, 8e-4);
  const ConstraintRows at = Evaluate(rod, std::array{bob});
  const Eigen::RowVector3d d = at.jacobian_a.row(0).head<3>();
  const double phi = at.value[0];
  const Vec3 change = -d.transpose() * d.squaredNorm() * phi;
  bob.position_m += change;
  return std::fabs(Evaluate(rod, std::array{bob}).value[0] / phi);
}

}  // namespace

void PoolOrientations(Findings& findings) {
  findings.MeasureFormula("pool-01a", {1.0, -1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0}, AnglesApart);
  Angles angles;
  std::array<double, 3> y = {kHalfPi, 0.0, -kHalfPi};
  findings.Measure("pool-01b", Turn(angles, 1.0, y).t - 1.0);
  for (const double miss : {0.0, 1e-6, 1e-3, 0.3}) {
    const Eigen::Quaterniond q(Exact(0.0, miss));
    EulerParameters p(q.w(), q.x(), q.y(), q.z());
    Parameters parameters;
    Turn(parameters, 0.0, std::span(p.data(), 4));
    const Eigen::Matrix3d apart = RotationMatrix(p) - Exact(kTurnDuration_s, miss);
    findings.Measure("pool-01c", {{apart.cwiseAbs().maxCoeff(), "past by " + Text(miss)}});
  }
}

void PoolMultipliers(Findings& findings) {
  for (const double angle_deg : {90.0, 30.0}) SwingPendulum(angle_deg, findings);
  findings.MeasureFormula("pool-02c", {-1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0}, LostMomentum);
}

void PoolDirectCorrection(Findings& findings) {
  for (const double length_m : {0.3, 1.0, 2.0}) {
    findings.Measure("pool-07a", {{LeftByPrint(length_m), Text(length_m) + " m"}});
  }
  const ConstrainedSystem parts = PendulumOnRod(ConstraintMethod::kDirectCorrection, 0.7);
  ConstraintSolver solver(parts.spec.bodies, parts.spec.constraints, parts.spec.constraint_options);
  std::vector<BodyMotion> motions = parts.start;
  motions[0].velocity_m_s = Vec3(0.3, 0.1, -0.2);
  const double before = solver.Measure(motions).velocity;
  solver.CorrectVelocities(motions);
  findings.Measure("pool-07b", solver.Measure(motions).velocity / before);
}

void PoolMisprints(Findings& findings) {
  findings.Measure("pool-37a", LeftOfHanging());
  findings.Measure("pool-37b", IterationsThatEqual(1e-9));
}

}  // namespace carom::papers
