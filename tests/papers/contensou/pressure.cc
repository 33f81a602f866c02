// Pressure and rolling resistance: contensou-01 to contensou-03.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"

namespace carom::papers {
namespace {

Vec2 Direction(double angle) { return Vec2(std::cos(angle), std::sin(angle)); }

double LeastPressure(const Vec2& shift) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 100; ++i) {
    for (int j = 0; j < 180; ++j) {
      least = std::min(least, PatchPressure(0.01 * i * Direction(kTwoPi * j / 180.0), shift));
    }
  }
  return least;
}

}  // namespace

void PressureSurface(Findings& findings) {
  const Vec2 shift = Direction(1.0);  // d = 1, gamma = 1
  findings.sheet() = Sheet({"x", "y", "pressure"});
  for (int i = -20; i <= 20; ++i) {
    for (int j = -20; j <= 20; ++j) {
      const Vec2 at(0.05 * i, 0.05 * j);
      findings.sheet().Add(at.x(), at.y(), PatchPressure(at, shift));
    }
  }
  Plot plot{"Fig 2: pressure for d = 1, gamma = 1", "x / a", "y / a", {}};
  plot.curves.push_back({"sigma", "x", "y"});
  plot.curves.back().z = "pressure";
  plot.surface_points = 41;
  findings.SetPlot(plot);

  const double whole = testing::OverDisk([&](const Vec2& at) { return PatchPressure(at, shift); });
  findings.Reproduces("integral over the patch", "the normal force, scaled", 1.0, whole, 1e-13);
  double least = 1.0;
  for (int k = 0; k <= 10; ++k) least = std::min(least, LeastPressure(0.1 * k * Direction(1.0)));
  findings.Reproduces("least pressure for d = 0 to 1", "not said: no pressure pulls",
                      Text(least) + " N/a^2", least >= 0.0);
  const double beyond = LeastPressure(1.2 * Direction(1.0));
  findings.Reproduces("least pressure for d = 1.2", "not said: the model is for d <= 1",
                      Text(beyond) + " N/a^2", beyond < 0.0);
}

// catalogue B-01
void RollingResistance(Findings& findings) {
  constexpr double kRadius_m = 0.003;
  constexpr double kNormal_N = 2.0;
  findings.sheet() = Sheet({"d", "gamma", "x_s", "y_s", "M_rx", "M_ry"});
  double worst_centre = 0.0;
  double worst_moment = 0.0;
  for (int i = 0; i <= 4; ++i) {
    for (int j = 0; j < 12; ++j) {
      const double d = 0.25 * i;
      const Vec2 shift = d * Direction(kTwoPi * j / 12.0);
      const auto centre = [&](int k) {
        return testing::OverDisk([&](const Vec2& at) { return PatchPressure(at, shift) * at[k]; });
      };
      const Vec2 s(centre(0), centre(1));
      const ContensouPatch patch{.radius_m = kRadius_m, .lean = d, .rolling_smoothing_per_s = 0.0};
      const PatchLoad load =
          patch.Evaluate({.rolling_m_s = 0.7 * Direction(kTwoPi * j / 12.0)}, kNormal_N);
      const Vec2 moment = load.rolling_moment_N_m / (kRadius_m * kNormal_N);
      findings.sheet().Add(d, kTwoPi * j / 12.0, s.x(), s.y(), moment.x(), moment.y());
      worst_centre = std::max(worst_centre, (s - shift / 5.0).norm());
      worst_moment = std::max(worst_moment, (moment - Vec2(s.y(), -s.x())).norm());
    }
  }
  findings.Reproduces("centre of pressure less d/5 along the rolling, 60 pressures", "d / 5", 0.0,
                      worst_centre, 1e-14);
  findings.Reproduces("rolling resistance less f x e_z, (3)", "(y_s, -x_s)", 0.0, worst_moment,
                      1e-14);
}

void TwoDeformableBodies(Findings& findings) {
  findings.sheet() = Sheet({"case", "d_c", "d_s", "M_rx_N_m", "M_ry_N_m", "T_x_N", "T_y_N"});
  const auto evaluate = [&](const std::string& name, const ContensouPatch& patch,
                            const PatchMotion& motion) {
    const PatchLoad load = patch.Evaluate(motion, 1.0);
    const Vec2 shift = patch.Shift(motion);
    findings.sheet().Add(name, shift.x(), shift.y(), load.rolling_moment_N_m.x(),
                         load.rolling_moment_N_m.y(), load.force_N.x(), load.force_N.y());
    return load;
  };
  PatchMotion motion{Vec2(0.1, 0.3), 20.0, Vec2(0.8, -0.4), Vec2(0.8, -0.4)};
  const ContensouPatch single{.lean = 0.9};
  const ContensouPatch both{.lean = 0.5, .other_lean = 0.4};
  const PatchLoad one = evaluate("one body, d = .9", single, motion);
  const PatchLoad two = evaluate("two bodies, d = .5 and .4, same velocity", both, motion);
  findings.Reproduces(
      "two resistances of equal rolling velocity less the single one of their sum, N m",
      "superposition of two independent rolling resistances", 0.0,
      (one.rolling_moment_N_m - two.rolling_moment_N_m).norm(), 1e-17);
  findings.Reproduces("and of their friction, N", "d_c and d_s are their resultant", 0.0,
                      (one.force_N - two.force_N).norm(), 1e-15);
  motion.other_rolling_m_s = Vec2(0.4, 0.8);
  const PatchLoad crossed = evaluate("two bodies, rolling crosswise", both, motion);
  const PatchLoad first = evaluate("the first alone", {.lean = 0.5}, motion);
  const PatchLoad second =
      evaluate("the second alone", {.lean = 0.4},
               {motion.slip_m_s, motion.spin_rad_s, motion.other_rolling_m_s, Vec2::Zero()});
  findings.Reproduces(
      "crosswise: the resistance less the sum of both alone, N m",
      "superposition of two independent rolling resistances", 0.0,
      (crossed.rolling_moment_N_m - first.rolling_moment_N_m - second.rolling_moment_N_m).norm(),
      1e-17);
}

}  // namespace carom::papers
