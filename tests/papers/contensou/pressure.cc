// Pressure and rolling resistance: contensou-01 to contensou-03.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"
#include "tests/testing/patch_pressure.h"

namespace carom::papers {
namespace {

const Printed kPressure = {"sigma(x, y) = 3/(2 pi) sqrt(1 - x^2 - y^2) (1 + d_c x + d_s y)", "(1)"};

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
  findings.Reproduced("integral of the pressure over the patch, of the normal force", kPressure,
                      {{whole, Around(1.0, {1e-13, "", "rounding of the quadrature"})}},
                      {Source::kClosedForm, "sigma is the real pressure times a^2/N"});
  double least = 1.0;
  for (int k = 0; k <= 10; ++k) least = std::min(least, LeastPressure(0.1 * k * Direction(1.0)));
  // The greatest pressure is 3/(2 pi) = 0.48 N/a^2.
  findings.Reproduced("least pressure for d = 0 to 1: no pressure pulls",
                      {"0 <= d <= 1", "2.3, region D"},
                      {{least, Above(-1e-12, -0.48, "N/a^2", "a contact only pushes; rounding")}},
                      {Source::kClosedForm, "1 + d_c x + d_s y >= 1 - d"});
  const double beyond = LeastPressure(1.2 * Direction(1.0));
  // sqrt(1 - r^2) (1 - 1.2 r) is least where 2.4 r^2 - r - 1.2 = 0.
  const double r = (1.0 + std::sqrt(1.0 + 4.0 * 2.4 * 1.2)) / 4.8;
  const double expected = 3.0 / kTwoPi * std::sqrt(1.0 - r * r) * (1.0 - 1.2 * r);
  findings.Extension("least pressure for d = 1.2: the patch would pull",
                     {Source::kClosedForm, "least value of (1) along the rolling direction"},
                     {{beyond, Around(expected, {2e-4, "N/a^2", "grid of 0.01 a and 2 deg"})}});
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
  const Tolerance rounding = {1e-14, "", "rounding of the quadrature"};
  findings.Reproduced("centre of pressure by quadrature less d/5 along the rolling, 60 pressures",
                      {"M_rx = d_s / 5, M_ry = -d_c / 5", "(4)"},
                      {{worst_centre, SizeWithin(rounding)}},
                      {Source::kClosedForm, "quadrature of (1)"});
  findings.Reproduced(
      "rolling resistance less f x e_z", {"M_r = f x e_z = y_s e_x - x_s e_y", "(3)"},
      {{worst_moment, SizeWithin(rounding)}}, {Source::kClosedForm, "quadrature of (1)"});
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
  const Printed superposed = {
      "the rolling resistance can be modelled as a superposition of two independent rolling "
      "resistances",
      "2.1"};
  const Tolerance moment = {1e-17, "N m", "rounding of 2e-4 N m"};
  const PatchLoad two = evaluate("two bodies, d = .5 and .4, same velocity", both, motion);
  findings.Reproduced(
      "two resistances of equal rolling velocity less the single one of their sum", superposed,
      {{(one.rolling_moment_N_m - two.rolling_moment_N_m).norm(), SizeWithin(moment, 2e-4)}},
      {Source::kClosedForm, "(2), (4) are linear in d"});
  findings.Reproduced(
      "their friction",
      {"the quantities d_c and d_s (2) can be understood as a resultant action of them", "2.1"},
      {{(one.force_N - two.force_N).norm(), SizeWithin({1e-15, "N", "rounding of 0.2 N"}, 0.2)}},
      {Source::kClosedForm, "(10) by the resultant d_c, d_s"});
  motion.other_rolling_m_s = Vec2(0.4, 0.8);
  const PatchLoad crossed = evaluate("two bodies, rolling crosswise", both, motion);
  const PatchLoad first = evaluate("the first alone", {.lean = 0.5}, motion);
  const PatchLoad second =
      evaluate("the second alone", {.lean = 0.4},
               {motion.slip_m_s, motion.spin_rad_s, motion.other_rolling_m_s, Vec2::Zero()});
  const Vec2 sum = first.rolling_moment_N_m + second.rolling_moment_N_m;
  findings.Reproduced("two bodies that roll crosswise: the resistance less the sum of both alone",
                      superposed,
                      {{(crossed.rolling_moment_N_m - sum).norm(), SizeWithin(moment, 2e-4)}},
                      {Source::kClosedForm, "(2), (4) are linear in d"});
}

}  // namespace carom::papers
