// What is printed wrongly: pool-37. (2.27) and (2.28) have a row of their own.

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/constraint_experiments.h"
#include "tests/papers/pool/game.h"
#include "tests/testing/pulse.h"

namespace carom::papers {
namespace {

constexpr double kGravity_m_s2 = 9.81;

// (2.20) for a mass of 1 kg that hangs on a rod: q'' and lambda, with D^T as printed or, as
// (2.18)-(2.19) have it, -D^T.
Eigen::Vector4d SolveHanging(double length_m, double sign) {
  const ConstrainedSystem parts =
      PendulumOnRod(ConstraintMethod::kLagrangeMultipliers, 0.0, length_m);
  const ConstraintRows at = Evaluate(parts.spec.constraints[0], parts.start);
  const Eigen::RowVector3d d = at.jacobian_a.row(0).head<3>();
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topRightCorner<3, 1>() = sign * d.transpose();
  matrix.bottomLeftCorner<1, 3>() = d;
  matrix(3, 3) = 0.0;
  const Eigen::Vector4d right(0.0, 0.0, -kGravity_m_s2, at.gamma[0]);
  return matrix.fullPivLu().solve(right);
}

// catalogue D-20
void SignOfMultiplier(Findings& findings) {
  constexpr double kLength_m = 2.0;
  const Eigen::Vector4d printed = SolveHanging(kLength_m, 1.0);
  const Eigen::Vector4d meant = SolveHanging(kLength_m, -1.0);
  const ConstrainedSystem parts =
      PendulumOnRod(ConstraintMethod::kLagrangeMultipliers, 0.0, kLength_m);
  MultibodySystem system(parts.spec);
  system.AccelerationsAt(0.0, system.Start(parts.start));
  const double ours = system.constraints()->Multipliers(0)[0];
  findings.Reproduces("(2.20) as printed, lambda of a hanging mass, N/m", "+D^T",
                      kGravity_m_s2 / kLength_m, printed[3], 1e-14);
  findings.Differs("(2.20), the sign of lambda", "+D^T: " + Text(printed[3]),
                   -kGravity_m_s2 / kLength_m, ours, 1e-14,
                   "(2.18)-(2.19) say M q'' = g + D^T lambda: the reaction is D^T lambda");
  findings.Differs("difference of q'' between the two", "none", 0.0,
                   (printed.head<3>() - meant.head<3>()).norm(), 1e-14,
                   "the motion is the same, reactions change their sign");
}

// (2.21) at a pendulum at 60 degrees: the changes of q'' that (2.22) watches.
std::vector<double> PenaltyChanges(int count) {
  constexpr double kPenalty_kg = 100.0;
  const ConstrainedSystem parts = PendulumOnRod(ConstraintMethod::kAugmentedLagrangian, 1.0);
  const ConstraintRows at = Evaluate(parts.spec.constraints[0], parts.start);
  const Eigen::Vector3d d = at.jacobian_a.row(0).head<3>();
  const Eigen::Matrix3d system = Eigen::Matrix3d::Identity() + kPenalty_kg * d * d.transpose();
  Eigen::Vector3d acceleration(0.0, 0.0, -kGravity_m_s2);
  std::vector<double> changes;
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d right = acceleration + kPenalty_kg * d * at.gamma[0];
    const Eigen::Vector3d next = system.inverse() * right;
    changes.push_back((next - acceleration).norm());
    acceleration = next;
  }
  return changes;
}

void StopOfIterations(Findings& findings) {
  constexpr double kTolerance = 1e-9;
  const std::vector<double> changes = PenaltyChanges(1000);
  int equal = 0;
  int first_below = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (changes[i] == kTolerance) ++equal;
    if (first_below == 0 && changes[i] <= kTolerance) first_below = static_cast<int>(i) + 1;
  }
  findings.Differs("(2.22): of 1000 iterations of (2.21), those whose change is 1e-9", "= epsilon",
                   0.0, equal, 0.0, "the iteration would never end");
  findings.Differs("(2.22) with <=: iterations", "= epsilon", Text(first_below),
                   first_below > 0 && first_below < 20, "a tolerance is a bound");
}

void SizesOfMatrices(Findings& findings) {
  const ConstrainedSystem table = WeldedTable(ConstraintMethod::kLagrangeMultipliers, false);
  const double bodies = static_cast<double>(table.spec.bodies.size());
  MultibodySystem system(table.spec);
  const double states = system.size() - 2.0;  // Without the two energies.
  findings.Differs("(2.12), (2.14): components of q'' for 8 bodies", "q has 7 a body, (2.8)",
                   6.0 * bodies, states - 7.0 * bodies, 0.0,
                   "M_i = diag(m I, J) is 6x6 and acts on (v', omega'), not on q'' of 7");
}

// 4: 2 s; 4.2: 3 s. Balls have long rolled by then: a stunned ball slides for 2 v/(7 mu g).
void DurationOfTest2(Findings& findings) {
  for (const double speed_mph : {3.0, 7.0}) {
    const double speed = speed_mph * 0.44704;
    const double slides_s = 2.0 * speed / (7.0 * 0.2 * kGravity_m_s2);
    findings.Differs(
        "4 and 4.2: test 2 at " + Text(speed_mph) + " mph, longest time until both balls roll, s",
        "2 s in 4, 3 s in 4.2", Text(slides_s), slides_s < 2.0,
        "one of the two is wrong; the deflection is read before either");
  }
}

// Energy that Hertz's law leaves between cloth and ball, and what it does to a ball that has left.
void HertzOfCloth(Findings& findings) {
  const Material& resin = *FindMaterial("phenolic_resin");
  const auto pulse = [&](const CompliantSettings& settings, bool cloth) {
    const Material& plane = cloth ? settings.cloth_material : settings.cushion_material;
    const double stiffness = HertzStiffness(resin, kPaperBall.radius_m, plane, kFlat);
    const NormalLaw& law = cloth ? settings.cloth_normal : settings.cushion.normal;
    return testing::IntegratePulse(MakeNormalForce(law, stiffness), kPaperBall.mass_kg, 1.0);
  };
  const CompliantSettings table_2 =
      PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kFrictionless);
  const double cloth = pulse(table_2, true).restitution;
  const double cushion = pulse(table_2, false).restitution;
  findings.Differs("5, where Hertz's law is used: restitution of cloth and cushions, Table 2",
                   "\"permanent contact between the balls and the cushion\"",
                   Text(cloth) + " and " + Text(cushion),
                   std::fabs(cloth - 1.0) < 1e-6 && cushion < 0.9,
                   "Hertz's law loses nothing: it is the cloth's, the cushions have LN");
  const NormalForceLaw hertz = MakeNormalForce(HertzLaw{}, 1e9);
  findings.Differs("3.3, cloth: force of Hertz's law 1 um deep and 1 um off, N",
                   "\"energy dissipation due to elongation\"",
                   Text(hertz.Force(1e-6, 0.0, 0.0)) + " and " + Text(hertz.Force(-1e-6, 0.0, 0.0)),
                   hertz.Force(1e-6, 0.0, 0.0) > 0.0 && hertz.Force(-1e-6, 0.0, 0.0) == 0.0,
                   "Hertz's force is one of indentation; nothing is elongated");
}

// Seen by reading.
void Words(Findings& findings) {
  findings.LegacyTells("Fig 11, caption", "\"value of F chosen\"",
                 "the curves are told apart by the gap alpha; F is a ball's force nowhere");
  findings.LegacyTells("3.1, bodies", "\"defined by their relative coordinates\"",
                 "2.1 and the next sentence use r and Euler parameters of each body");
  findings.LegacyTells("3.4, cushion test", "\"see Fig. 6d, e\"",
                 "Fig. 7d, e: Fig 6 shows friction laws, Fig 7 the positions of the bodies");
}

}  // namespace

void PoolMisprints(Findings& findings) {
  SignOfMultiplier(findings);
  SizesOfMatrices(findings);
  StopOfIterations(findings);
  DurationOfTest2(findings);
  HertzOfCloth(findings);
  Words(findings);
}

}  // namespace carom::papers
