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
  const Tolerance rounding = {1e-14, "N/m", "rounding"};
  findings.Misprint(
      "lambda of a hanging mass", {"[M D^T; D 0] {q''; lambda} = {g; gamma}", "(2.20)"},
      {{printed[3], Around(kGravity_m_s2 / kLength_m, rounding), "as printed"},
       {ours, Around(-kGravity_m_s2 / kLength_m, rounding), "by (2.18), (2.19)"},
       {(printed.head<3>() - meant.head<3>()).norm(),
        SizeWithin({1e-14, "m/s^2", "rounding"}, kGravity_m_s2), "difference of q''"}},
      "(2.18)-(2.19) say M q'' = g + D^T lambda: -D^T belongs into (2.20). The motion is the same, "
      "reactions change their sign");
}

constexpr double kPenalty_kg = 100.0;

// (2.21) at a pendulum on a rod of 1 m: the changes of q'' that (2.22) watches.
std::vector<double> PenaltyChanges(int count) {
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
  // M + penalty D^T D turns a change along D into one that is 1 + penalty D D^T times smaller, and
  // D D^T is L^2 = 1 m^2 to a mass of 1 kg.
  const double needed = 1.0 + std::log(changes[0] / kTolerance) / std::log1p(kPenalty_kg);
  findings.Misprint(
      "iterations of (2.21) until (2.22) stops them", {"||q''_i+1 - q''_i|| = epsilon", "(2.22)"},
      {{static_cast<double>(equal), Exactly(0.0), "of 1000 with =, those that stop"},
       {static_cast<double>(first_below), Exactly(std::ceil(needed)), "with <="}},
      "a tolerance is a bound",
      {Source::kClosedForm, "each change is 1 + penalty D D^T times smaller than the last"});
}

// Of the numbers of a system's state: those that carry kinetic energy, and those of position and
// orientation.
struct Sizes {
  int velocities = 0;
  int coordinates = 0;
};

Sizes SizesOf(const ConstrainedSystem& parts) {
  MultibodySystem system(parts.spec);
  const std::vector<double> rest = system.Start(parts.start);
  Sizes sizes;
  for (std::size_t i = 0; i + 2 < rest.size(); ++i) {  // The last two are energies that were lost.
    std::vector<double> y = rest;
    y[i] += 1.0;
    ++(system.Energy(y).kinetic > 0.0 ? sizes.velocities : sizes.coordinates);
  }
  return sizes;
}

void SizesOfMatrices(Findings& findings) {
  const ConstrainedSystem table = WeldedTable(ConstraintMethod::kLagrangeMultipliers, false);
  ConstrainedSystem at_rest = table;
  for (BodyMotion& body : at_rest.start) {
    body.velocity_m_s.setZero();
    body.spin_rad_s.setZero();
  }
  const Sizes sizes = SizesOf(at_rest);
  findings.Misprint(
      "numbers of the state of 8 bodies", {"M q'' = g", "(2.12)"},
      {{static_cast<double>(sizes.velocities), Exactly(48.0), "that M gives kinetic energy to"},
       {static_cast<double>(sizes.coordinates), Exactly(56.0), "of q by (2.8)"}},
      "M_i = diag(m I, J) of (2.14) is 6x6 and acts on (v', omega'), not on q'' of 7",
      {Source::kClosedForm, "6 and 7 for each body"});
}

// 4: 2 s; 4.2: 3 s. Balls have long rolled by then: a stunned ball slides for 2 v/(7 mu g).
void DurationOfTest2(Findings& findings) {
  for (const double speed_mph : {3.0, 7.0}) {
    const double speed = speed_mph * 0.44704;
    const double slides_s = 2.0 * speed / (7.0 * 0.2 * kGravity_m_s2);
    findings.Tells("test 2 at " + Text(speed_mph) + " mph, 2 s in 4 and 3 s in 4.2",
                   {"The analysis time was 3 s", "4.2"},
                   "both balls roll after " + Text(slides_s) + " s, before either");
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
  findings.Misprint(
      "restitution of the contact with",
      {"a simple Hertzian model has proved to be the best choice to define the "
       "permanent contact between the balls and the cushion",
       "5"},
      {{cloth, Around(1.0, {1e-6, "", "integration"}), "the cloth"},
       {cushion, Around(0.87797483999795, {1e-6, "", "integration"}), "the cushions, Table 2"}},
      "Hertz's law loses nothing: 3.3 gives it to the cloth, and LN to the cushions",
      {Source::kCatalogue, "C-03 for LN's 0.85; 1 for Hertz"});
  findings.Tells("force of Hertz's law",
                 {"energy dissipation due to elongation can be omitted", "3.3"},
                 "it is a force of indentation: a contact does not pull, so nothing is elongated");
}

// Seen by reading.
void Words(Findings& findings) {
  findings.Tells("Fig 11, caption", {"depending on the value of F chosen", "Fig 11"},
                 "the curves are told apart by the gap alpha; F is a ball's force nowhere");
  findings.Tells("bodies", {"Bodies will be defined by their relative coordinates", "3.1"},
                 "2.1 and the next sentence use r and Euler parameters of each body");
  findings.Tells("cushion test", {"see Fig. 6d, e", "3.4"},
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
