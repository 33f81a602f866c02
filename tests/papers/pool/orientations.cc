// zxz Euler angles and Euler parameters through theta = 0: pool-01.

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/body.h"
#include "tests/papers/pool/constraint_experiments.h"
#include "tests/testing/zxz_angles.h"

namespace carom::papers {
namespace {

// A body turns with this spin, rad/s, from t = 0 to 2 s; at t = 1 s its theta is least.
const Vec3 kSpin(1.0, 0.0, 0.5);
constexpr double kTurnDuration_s = 2.0;

// Its rotation at t when it passes theta = 0 by `miss_rad`: the exact one.
Eigen::Matrix3d Exact(double t, double miss_rad) {
  const double turned = kSpin.norm() * (t - 1.0);
  const Eigen::Matrix3d rotation =
      (Eigen::AngleAxisd(turned, kSpin.normalized()) * Eigen::AngleAxisd(miss_rad, Vec3::UnitY()))
          .toRotationMatrix();
  return rotation;
}

// (psi, theta, sigma)' = B^-1 omega of (2.4).
class Angles final : public OdeSystem {
 public:
  int size() const override { return 3; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    const Eigen::Matrix3d b = ZxzRateMatrix(y[0], y[1]);
    const Eigen::Matrix3d inverse = b.inverse();
    const Vec3 rates = inverse * kSpin;
    for (int i = 0; i < 3; ++i) slope[static_cast<std::size_t>(i)] = rates[i];
    condition = std::max(condition, b.norm() * inverse.norm());
    greatest_rate = std::max(greatest_rate, rates.cwiseAbs().maxCoeff());
  }
  double condition = 0.0;
  double greatest_rate = 0.0;
};

class Parameters final : public OdeSystem {
 public:
  int size() const override { return 4; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    const EulerParameters rate = EulerParameterRate({y[0], y[1], y[2], y[3]}, kSpin);
    for (int i = 0; i < 4; ++i) slope[static_cast<std::size_t>(i)] = rate[i];
    greatest_rate = std::max(greatest_rate, rate.cwiseAbs().maxCoeff());
  }
  double greatest_rate = 0.0;
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

EulerParameters StartOf(double miss_rad) {
  const Eigen::Quaterniond q(Exact(0.0, miss_rad));
  return {q.w(), q.x(), q.y(), q.z()};
}

// The zxz angles of a rotation with sin(theta) > 0.
std::array<double, 3> AnglesOf(const Eigen::Matrix3d& a) {
  return {std::atan2(a(0, 2), -a(1, 2)), std::acos(a(2, 2)), std::atan2(a(2, 0), a(2, 1))};
}

struct Passage {
  double greatest_rate = 0.0;  // rad/s
  double condition = 0.0;
  double error = 0.0;  // Greatest of the rotation matrix at the end.
  double norm_error = 0.0;
  double evaluations = 0.0;
};

double ErrorAtEnd(const EulerParameters& p, double miss_rad) {
  return (RotationMatrix(p) - Exact(kTurnDuration_s, miss_rad)).cwiseAbs().maxCoeff();
}

Passage ByAngles(double miss_rad) {
  Angles system;
  std::array<double, 3> y = AnglesOf(Exact(0.0, miss_rad));
  const IvpResult result = Turn(system, 0.0, y);
  return {system.greatest_rate, system.condition,
          ErrorAtEnd(FromZxzAngles(y[0], y[1], y[2]), miss_rad), 0.0,
          static_cast<double>(result.cost.evaluations)};
}

Passage ByParameters(double miss_rad) {
  Parameters system;
  EulerParameters p = StartOf(miss_rad);
  const IvpResult result = Turn(system, 0.0, std::span(p.data(), 4));
  const double norm_error = std::fabs(p.norm() - 1.0);
  return {system.greatest_rate, 0.0, ErrorAtEnd(p, miss_rad), norm_error,
          static_cast<double>(result.cost.evaluations)};
}

// catalogue D-21
void JudgeConversion(Findings& findings) {
  const EulerParameters p = FromZxzAngles(0.3, 0.7, -0.4);
  constexpr std::array kExpected = {0.938198741564246, 0.322108843618846, 0.117578906357756,
                                    -0.0469490678236555};
  const Tolerance rounding = {1e-14, "", "rounding"};
  EulerParameters expected;
  expected << kExpected[0], kExpected[1], kExpected[2], kExpected[3];
  findings.Reproduced("(psi, theta, sigma) = (.3, .7, -.4): Euler parameters, off by",
                      {"e_0 = cos(phi/2), e = u sen(phi/2)", "(2.5)-(2.6)"},
                      {{(p - expected).norm(), SizeWithin(rounding)}},
                      {Source::kCatalogue, "D-21"});
  findings.Reproduced("a_13 of the same", {"a_13 = s psi s theta", "(2.4)"},
                      {{RotationMatrix(p)(0, 2), Around(std::sin(0.3) * std::sin(0.7), rounding)}},
                      {Source::kClosedForm, "sin .3 sin .7"});
}

void JudgePassages(Findings& findings) {
  double worst = 0.0;
  double most_evaluations = 0.0;
  Passage last;
  for (const double miss : {0.3, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    const Passage angles = ByAngles(miss);
    const Passage parameters = ByParameters(miss);
    findings.sheet().Add(miss, angles.greatest_rate, angles.condition, angles.evaluations,
                         angles.error, parameters.greatest_rate, parameters.evaluations,
                         parameters.error, parameters.norm_error);
    worst = std::max({worst, parameters.error, parameters.norm_error});
    most_evaluations = std::max(most_evaluations, parameters.evaluations);
    last = angles;
    // sin(theta) sigma' = sin(psi) omega_x, and psi = 90 degrees where theta is least.
    findings.Reproduced(
        "greatest rate of an angle, passing theta = 0 by " + Text(miss) + " rad, times sin(miss)",
        {"when sin theta = 0, intermediate systems defined by angles psi and sigma are "
         "indistinguishable",
         "2.1"},
        {{angles.greatest_rate * std::sin(miss),
          Around(1.0, {0.02, "", "a step may miss the peak"})}},
        {Source::kClosedForm, "sin(theta) sigma' = omega_x where theta is least"});
  }
  const Printed singular = {
      "this formulation presents some singularities that make it impossible to implement it in an "
      "engineering software",
      "2.1"};
  findings.Reproduced("condition number of the angles' rates, passing by 1e-6 rad", singular,
                      {{last.condition, Above(1e5, 1.0, "", "a tenth of 1/miss")}},
                      {Source::kClosedForm, "1/sin(theta)"});
  findings.Tells("evaluations at 1e-6 rad, angles beside Euler parameters",
                 Text(last.evaluations) + " beside " + Text(most_evaluations));
  findings.Reproduced("Euler parameters: greatest error of A and of |p| in all passages",
                      {"a rotation in the three-dimensional space can always be described by a "
                       "rotation along a certain axis over a certain angle phi",
                       "2.1"},
                      {{worst, SizeWithin({1e-9, "", "integration at 1e-12"})}},
                      {Source::kClosedForm, "a steady rotation"});
}

// At theta = 0 itself, with a line of nodes that the body does not turn about.
void JudgeAtZero(Findings& findings) {
  Angles angles;
  std::array<double, 3> y = {kHalfPi, 0.0, -kHalfPi};
  const double reached_s = Turn(angles, 1.0, y).t;
  findings.Reproduced("zxz angles from theta = 0 at 1 s on: time that they come to",
                      {"when sin theta = 0", "2.1"}, {{reached_s, Exactly(1.0, "s")}},
                      {Source::kClosedForm, "1/sin(0): not one step"});
  Parameters parameters;
  EulerParameters p = NoRotation();
  Turn(parameters, 1.0, std::span(p.data(), 4));
  findings.Reproduced("Euler parameters from theta = 0 on: error of A",
                      {"describe uniquely the position and orientation of a certain body", "2.1"},
                      {{ErrorAtEnd(p, 0.0), SizeWithin({1e-9, "", "integration at 1e-12"})}},
                      {Source::kClosedForm, "a steady rotation"});
}

}  // namespace

void PoolOrientations(Findings& findings) {
  findings.sheet() =
      Sheet({"miss_rad", "angle_rate_rad_s", "condition", "angle_evaluations", "angle_error",
             "parameter_rate_1_s", "parameter_evaluations", "parameter_error", "norm_error"});
  JudgeConversion(findings);
  JudgePassages(findings);
  JudgeAtZero(findings);
}

}  // namespace carom::papers
