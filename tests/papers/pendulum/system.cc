// The system and its equations: pendulum-01, -02, -03, -11, -20.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/models/pendulum/double_pendulum.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/impulse_plane.h"
#include "tests/papers/pendulum/setup.h"

namespace carom::papers {
namespace {

// Section 4's pendulum in the paper's letters; dampers as in (3).
namespace letters {
constexpr double m1 = 3.2, m2 = 3.8, l1 = 0.5, l2 = 0.6, r = 0.05, lc = 0.3627, I1 = 6.76e-2,
                 I2 = 0.164, D = 0.9, g = 9.81;
constexpr double c1 = 0.3, c2 = 0.2;
}  // namespace letters

using Numbers = std::vector<double>;

// (3): the numbers of a_11 and q_1, then the signs of Q.
const Numbers kPrinted3 = {4.0, 2.0, -1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0, -1.0};

// dE/dt by (3) as printed, less M_1 w_1 + M_2 w_2 - c_1 w_1^2 - c_2 (w_1 - w_2)^2; the energy is
// that of rods whose centres C_1, C_2 move as geometry has it.
double PowerResidual(const PendulumState& state, double M1, double M2, const Numbers& n) {
  using namespace letters;
  const double psi = state.angle_rad.x() - state.angle_rad.y();
  const double w1 = state.rate_rad_s.x();
  const double w2 = state.rate_rad_s.y();
  const double a11 = I1 + l1 * l1 * (m1 / n[0] + m2);
  const double a22 = I2 + lc * lc * m2;
  const double a12 = l1 * lc * m2 * std::cos(psi);
  const double q1 = M1 + n[2] * (c1 + c2) * w1 + n[3] * c2 * w2 +
                    n[4] * l1 * lc * m2 * std::sin(psi) * w2 * w2 +
                    n[5] * (m1 / n[1] + m2) * g * l1 * std::sin(state.angle_rad.x());
  const double q2 = M2 + n[6] * c2 * (w1 + n[7] * w2) +
                    n[8] * l1 * lc * m2 * std::sin(psi) * w1 * w1 +
                    n[9] * m2 * g * lc * std::sin(state.angle_rad.y());
  const double determinant = a11 * a22 - a12 * a12;
  const double e1 = (a22 * q1 - a12 * q2) / determinant;
  const double e2 = (a11 * q2 - a12 * q1) / determinant;
  // Along a rod at psi, and across it: a point at r moves with r w across, r w' across, -r w^2
  // along.
  const auto along = [](double angle) { return Vec2(std::sin(angle), -std::cos(angle)); };
  const auto across = [](double angle) { return Vec2(std::cos(angle), std::sin(angle)); };
  const Vec2 up(0.0, 1.0);
  const double first = state.angle_rad.x();
  const double second = state.angle_rad.y();
  const Vec2 joint_v = l1 * w1 * across(first);
  const Vec2 joint_a = l1 * (e1 * across(first) - w1 * w1 * along(first));
  const Vec2 centre_v = joint_v + lc * w2 * across(second);
  const Vec2 centre_a = joint_a + lc * (e2 * across(second) - w2 * w2 * along(second));
  const double power = m1 * (0.5 * joint_v).dot(0.5 * joint_a + g * up) +
                       m2 * centre_v.dot(centre_a + g * up) + I1 * w1 * e1 + I2 * w2 * e2;
  return power - (M1 * w1 + M2 * w2 - c1 * w1 * w1 - c2 * (w1 - w2) * (w1 - w2));
}

// |A| by (6) as printed.
double PrintedDeterminant(double psi, const Numbers& n) {
  using namespace letters;
  return I1 * (I2 + lc * lc * m2) +
         n[0] / n[1] * l1 * l1 * (I2 * m1 + n[2] * I2 * m2 + lc * lc * m1 * m2) +
         n[3] * l1 * l1 * lc * lc * m2 * m2 * std::pow(std::sin(psi), 2.0);
}
const Numbers kPrinted6 = {1.0, 4.0, 4.0, 1.0};

// Eq. (30): where the printed test lets the disc stick, what friction would have to bear, |T|/(mu
// F).
std::vector<double> EffortsByPrint(const MechanismRecord& record) {
  const PendulumEquations equations(PaperPendulum(0.15));
  std::vector<double> efforts;
  for (int i = 0; i < CountOf(record); ++i) {
    const PendulumImpact ours = ResolveDiscImpact(equations, StateBefore(record, i));
    const ImpulsePlane plane = {ours.alpha,
                                ours.gamma,
                                ours.epsilon,
                                ours.velocity_before_m_s.x(),
                                ours.velocity_before_m_s.y(),
                                0.15,
                                0.9};
    const ImpulsePath path = DrawPath(plane, StickTest::kPrinted);
    if (path.points.size() < 3) continue;  // The slip does not vanish.
    const double slope =
        (path.points[2].t - path.points[1].t) / (path.points[2].f - path.points[1].f);
    const bool sticks = std::fabs(slope + ours.epsilon / ours.alpha) < 1e-9;
    if (sticks) efforts.push_back(std::fabs(slope) / 0.15);
  }
  return efforts;
}

}  // namespace

void PendulumConditions(Findings& findings) {
  using namespace letters;
  const auto lowest = [](double distance) {
    CounterRandom random(1, 0);
    double worst_m = -distance;
    for (int i = 0; i < 100000; ++i) {
      const double first = l1 * std::cos(random.Uniform(-kPi, kPi));
      const double second = std::cos(random.Uniform(-kPi, kPi));
      if (distance - first - (l2 + r) * second - r < 0.0) continue;
      worst_m = std::max({worst_m, first - distance, first + l2 * second - distance});
    }
    return worst_m;
  };
  findings.Measure("pendulum-01", lowest(D));
  findings.Plant("pendulum-01", "an obstacle within l_1, against (1)", {{lowest(0.9 * l1)}});
}

void PendulumEquationsOfMotion(Findings& findings) {
  findings.MeasureFormula("pendulum-02", kPrinted3, [](const Numbers& n) {
    CounterRandom random(2, 0);
    double worst_W = 0.0;
    for (int i = 0; i < 1000; ++i) {
      const PendulumState state = RandomState(random);
      const double M1 = random.Uniform(-5.0, 5.0);
      const double M2 = random.Uniform(-5.0, 5.0);
      worst_W = std::max(worst_W, std::fabs(PowerResidual(state, M1, M2, n)));
    }
    return std::vector<Quantity>{{worst_W}};
  });
}

void PendulumMassMatrix(Findings& findings) {
  using namespace letters;
  findings.MeasureFormula("pendulum-03a", kPrinted6, [](const Numbers& n) {
    CounterRandom random(52, 0);
    double worst = 0.0;
    for (int i = 0; i < 1000; ++i) {
      const double psi = random.Uniform(-kPi, kPi);
      const double a12 = l1 * lc * m2 * std::cos(psi);
      const double direct = (I1 + l1 * l1 * (m1 / 4.0 + m2)) * (I2 + lc * lc * m2) - a12 * a12;
      worst = std::max(worst, std::fabs(PrintedDeterminant(psi, n) / direct - 1.0));
    }
    return std::vector<Quantity>{{worst}};
  });
  double least = 1e9;
  for (int i = 0; i < 10000; ++i) {
    least = std::min(least, PrintedDeterminant(kTwoPi * i / 10000.0, kPrinted6));
  }
  findings.Measure("pendulum-03b", least);
}

void PendulumParameters(Findings& findings) {
  using namespace letters;
  const double energy_J = -(m1 / 2.0 + m2) * g * l1 - m2 * g * lc;
  findings.Measure("pendulum-11",
                   {{energy_J, "", m2 * g * 0.5e-4 + std::fabs(energy_J) / g * 0.5e-2}});
}

void PendulumMisprints(Findings& findings) {
  const auto record = Swing(PaperPendulum(0.15), {}, findings);
  if (!record) return;
  double most = 0.0;
  for (const double effort : EffortsByPrint(*record)) most = std::max(most, effort);
  findings.Measure("pendulum-20a", {{most, "greatest"}});
  findings.Tell("pendulum-20d", "(1) bounds the constant D alone");
}

}  // namespace carom::papers
