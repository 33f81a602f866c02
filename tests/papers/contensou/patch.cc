// Pressure, integral and approximations: contensou-01 to -08, -11, -15, -25.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/laws/friction/contensou.h"
#include "core/laws/friction/contensou_friction.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"

namespace carom::papers {
namespace {

using testing::SlipAt;

Vec2 Direction(double angle) { return Vec2(std::cos(angle), std::sin(angle)); }

// The centre of the pressure (1), by quadrature.
Vec2 CentreOf(const Vec2& shift) {
  const auto along = [&](int k) {
    return testing::OverDisk([&](const Vec2& at) { return ScaledPressure(at, shift) * at[k]; });
  };
  return Vec2(along(0), along(1));
}

// theta, phi, d, gamma at random.
struct RandomMotion {
  explicit RandomMotion(CounterRandom& random)
      : theta(random.Uniform(-kPi, kPi)),
        phi(random.Uniform(-kPi, kPi)),
        d(random.Uniform()),
        gamma(random.Uniform(-kPi, kPi)) {}
  double theta, phi, d, gamma;
};

PatchFriction Integral(double theta, double phi, double d, double gamma) {
  return IntegralFriction(SlipAt(theta, phi, d, gamma), 0.0);
}

using Numbers = std::vector<double>;

// Eq. (13) as printed, in the angles, with the numbers of (12) and the signs of the numerators.
PatchFriction AngleForm(const RandomMotion& draw, const ContensouBlend& blend, const Numbers& n) {
  const double c = std::cos(draw.theta);
  const double s = std::sin(draw.theta);
  const double d_c = draw.d * std::cos(draw.gamma);
  const double d_s = draw.d * std::sin(draw.gamma);
  const auto divisor = [&](const SlipSpinBlend& f) {
    return Pow(Pow(std::fabs(c), f.m) + Pow(f.b, f.m) * Pow(std::fabs(s), f.m), 1.0 / f.m);
  };
  const double b_t = blend.force.b;
  const Vec2 force(c * std::cos(draw.phi) + n[0] * b_t * n[1] / n[2] * kPi * d_s * s,
                   c * std::sin(draw.phi) + b_t * n[3] / n[4] * kPi * d_c * s);
  const double moment = blend.moment.b * n[5] / n[6] * kPi * s +
                        n[7] * d_s / n[8] * c * std::cos(draw.phi) +
                        d_c / n[9] * c * std::sin(draw.phi);
  return {force / divisor(blend.force), moment / divisor(blend.moment)};
}

// Both blends: (10) less (13), greatest.
std::vector<Quantity> OffAngleForm(const Numbers& n) {
  CounterRandom random(6, 0);
  double worst = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const RandomMotion draw(random);
    const PatchSlip slip = SlipAt(draw.theta, draw.phi, draw.d, draw.gamma);
    for (const ContensouBlend& blend : {kFourParameterBlend, kTwoParameterBlend}) {
      const PatchFriction ours = ApproximateFriction(slip, blend, 0.0);
      worst = std::max(worst, Distance(AngleForm(draw, blend, n), ours));
    }
  }
  return {{worst}};
}

// (1) as printed.
double PrintedPressure(const Vec2& at, const Vec2& shift, const Numbers& n) {
  const double square =
      n[2] - std::pow(std::fabs(at.x()), n[3]) - std::pow(std::fabs(at.y()), n[4]);
  return n[0] / (n[1] * kPi) * std::sqrt(std::max(square, 0.0)) * (n[5] + shift.dot(at));
}

double Moment(const Vec2& shift, int i, int j, int k) {
  return testing::OverDisk([&](const Vec2& at) {
    const double power = k == 0 ? 1.0 : k == 1 ? 1.0 / at.norm() : at.norm();
    return ScaledPressure(at, shift) * (i == 1 ? at.x() : 1.0) * (j == 1 ? at.y() : 1.0) * power;
  });
}

}  // namespace

void PressureSurface(Findings& findings) {
  const Vec2 shift = Direction(1.0);  // d = 1, gamma = 1
  findings.sheet() = Sheet({"x", "y", "pressure"});
  for (int i = -20; i <= 20; ++i) {
    for (int j = -20; j <= 20; ++j) {
      const Vec2 at(0.05 * i, 0.05 * j);
      findings.sheet().Add(at.x(), at.y(), ScaledPressure(at, shift));
    }
  }
  Plot plot{"Fig 2: pressure for d = 1, gamma = 1", "x / a", "y / a", {}};
  plot.curves.push_back({"sigma", "x", "y"});
  plot.curves.back().z = "pressure";
  plot.surface_points = 41;
  findings.SetPlot(plot);
  findings.MeasureFormula("contensou-01", {3.0, 2.0, 1.0, 2.0, 2.0, 1.0}, [&](const Numbers& n) {
    double worst = 0.0;
    for (int k = 0; k <= 10; ++k) {
      const Vec2 lean = 0.1 * k * shift;
      const double whole =
          testing::OverDisk([&](const Vec2& at) { return PrintedPressure(at, lean, n); });
      worst = std::max(worst, std::fabs(whole - 1.0));
    }
    return std::vector<Quantity>{{worst}};
  });
}

void RollingResistance(Findings& findings) {
  findings.MeasureFormula("contensou-02", {1.0, 5.0, -1.0, 5.0}, [](const Numbers& n) {
    double worst = 0.0;
    for (int i = 0; i <= 4; ++i) {
      for (int j = 0; j < 12; ++j) {
        const Vec2 d = 0.25 * i * Direction(kTwoPi * j / 12.0);
        const Vec2 s = CentreOf(d);
        const Vec2 printed(n[0] / n[1] * d.y(), n[2] / n[3] * d.x());
        worst = std::max(worst, (Vec2(s.y(), -s.x()) - printed).norm());
      }
    }
    return std::vector<Quantity>{{worst}};
  });
}

void TwoDeformableBodies(Findings& findings) {
  CounterRandom random(3, 0);
  double worst = 0.0;
  for (int k = 0; k < 50; ++k) {
    const Vec2 one = 0.5 * random.Uniform() * Direction(random.Uniform(-kPi, kPi));
    const Vec2 other = 0.5 * random.Uniform() * Direction(random.Uniform(-kPi, kPi));
    worst = std::max(worst, (CentreOf(one + other) - CentreOf(one) - CentreOf(other)).norm());
  }
  findings.Measure("contensou-03", worst);
}

void IntegrandsByAngles(Findings& findings) {
  const Numbers signs = {-1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 1.0};
  findings.MeasureFormula("contensou-04", signs, [](const Numbers& n) {
    CounterRandom random(4, 0);
    double worst = 0.0;
    for (int k = 0; k < 1000; ++k) {
      const double lambda = std::pow(10.0, random.Uniform(-3.0, 3.0));
      const double theta = random.Uniform(-kPi, kPi);
      const double phi = random.Uniform(-kPi, kPi);
      const Vec2 at = std::sqrt(random.Uniform()) * Direction(random.Uniform(-kPi, kPi));
      const double x = at.x();
      const double y = at.y();
      const double spin = lambda * std::sin(theta);  // (6), (7)
      const Vec2 slip = lambda * std::cos(theta) * Direction(phi);
      const Vec2 v = slip + spin * Vec2(-y, x);  // (5)
      const double moment = spin * (x * x + y * y) + slip.y() * x - slip.x() * y;
      const double c = std::cos(theta) * std::cos(phi);  // (8)
      const double s = std::cos(theta) * std::sin(phi);
      const double n1 = c + n[0] * y * std::sin(theta);
      const double n2 = s + n[1] * x * std::sin(theta);
      const double n3 = n[2] * (x * x + y * y) * std::sin(theta) + n[3] * x * s + n[4] * y * c;
      const double d = std::hypot(c + n[5] * y * std::sin(theta), s + n[6] * x * std::sin(theta));
      worst = std::max(
          {worst, (v / v.norm() - Vec2(n1, n2) / d).norm(), std::fabs(moment / v.norm() - n3 / d)});
    }
    return std::vector<Quantity>{{worst}};
  });
}

// (9): f(theta, phi, gamma) less a sign times f of a turned motion, whose turns are in parts of pi.
void FourSymmetries(Findings& findings) {
  struct Symmetry {
    const char* claim;
    Numbers printed;  // The sign; theta's factor; by what theta, phi and gamma are turned.
    bool forces, moment;
  };
  for (const auto& [claim, printed, forces, moment] :
       {Symmetry{"contensou-05a", {-1.0, 1.0, 1.0, 0.0, 0.0}, true, true},
        Symmetry{"contensou-05b", {-1.0, -1.0, 0.0, 1.0, 0.0}, true, true},
        Symmetry{"contensou-05c", {1.0, -1.0, 0.0, 0.0, 1.0}, true, false},
        Symmetry{"contensou-05d", {-1.0, -1.0, 0.0, 0.0, 1.0}, false, true}}) {
    const bool of_forces = forces;
    const bool of_moment = moment;
    findings.MeasureFormula(claim, printed, [=](const Numbers& n) {
      CounterRandom random(5, 0);
      double worst = 0.0;
      for (int k = 0; k < 1000; ++k) {
        const RandomMotion w(random);
        const PatchFriction f = Integral(w.theta, w.phi, w.d, w.gamma);
        const PatchFriction g =
            Integral(n[1] * w.theta + n[2] * kPi, w.phi + n[3] * kPi, w.d, w.gamma + n[4] * kPi);
        if (of_forces) worst = std::max(worst, (f.force - n[0] * g.force).norm());
        if (of_moment) worst = std::max(worst, std::fabs(f.moment - n[0] * g.moment));
      }
      return std::vector<Quantity>{{worst}};
    });
  }
}

void IntegralSurfaces(Findings& findings) {
  findings.sheet() = Sheet({"theta_deg", "gamma_deg", "T_x", "T_y", "M"});
  for (int i = -18; i <= 18; ++i) {
    for (int j = 0; j <= 36; ++j) {
      const PatchFriction f =
          Integral(DegreesToRadians(5.0 * i), 0.0, 1.0, DegreesToRadians(5.0 * j));
      findings.sheet().Add(5 * i, 5 * j, f.force.x(), f.force.y(), f.moment);
    }
  }
  std::vector<Plot> panels;
  for (const char* quantity : {"T_x", "T_y", "M"}) {
    Plot plot{
        std::string("Fig 3: ") + quantity + " for d = 1, phi = 0", "theta, deg", "gamma, deg", {}};
    plot.curves.push_back({quantity, "theta_deg", "gamma_deg"});
    plot.curves.back().z = quantity;
    plot.surface_points = 37;
    panels.push_back(plot);
  }
  findings.SetPanels(panels);
}

void FivePressureMoments(Findings& findings) {
  const double d_c = 0.6 * std::cos(1.0);
  const double d_s = 0.6 * std::sin(1.0);
  const Vec2 shift(d_c, d_s);
  const double by_quadrature[] = {Moment(shift, 0, 1, 1), Moment(shift, 1, 0, 1),
                                  Moment(shift, 0, 0, -1), Moment(shift, 0, 1, 0),
                                  Moment(shift, 1, 0, 0)};
  const Numbers printed = {3.0, 32.0, 3.0, 32.0, 3.0, 16.0, 1.0, 5.0, 1.0, 5.0};
  findings.MeasureFormula("contensou-07a", printed, [&](const Numbers& n) {
    const auto off = [&](int i, double printed_moment) {
      return std::fabs(by_quadrature[i] - printed_moment);
    };
    return std::vector<Quantity>{{off(0, n[0] / n[1] * kPi * d_s), "c_0,1,1"},
                                 {off(1, n[2] / n[3] * kPi * d_c), "c_1,0,1"},
                                 {off(2, n[4] / n[5] * kPi), "c_0,0,-1"},
                                 {off(3, n[6] / n[7] * d_s), "c_0,1,0"},
                                 {off(4, n[8] / n[9] * d_c), "c_1,0,0"}};
  });
  findings.MeasureFormula("contensou-07b", {-1.0, 3.0, 32.0, 3.0, 32.0, 3.0, 16.0, -1.0, 5.0, 5.0},
                          OffAngleForm);
}

void ExactForPureMotions(Findings& findings) {
  CounterRandom random(8, 0);
  double worst_slip = 0.0;
  double worst_spin = 0.0;
  for (int n = 0; n < 1000; ++n) {
    const SlipSpinBlend family{random.Uniform(0.1, 3.0), random.Uniform(0.5, 9.0)};
    const Vec2 shift = SlipAt(0.0, 0.0, random.Uniform(), random.Uniform(-kPi, kPi)).shift;
    const auto error = [&](const PatchSlip& slip) {
      return Distance(ApproximateFriction(slip, {family, family}, 0.0),
                      IntegralFriction(slip, 0.0));
    };
    worst_slip = std::max(worst_slip, error({Vec2(random.Uniform(-9.0, 9.0), 1.0), 0.0, shift}));
    worst_spin = std::max(worst_spin, error({Vec2::Zero(), random.Uniform(-9.0, 9.0), shift}));
  }
  findings.Measure("contensou-08a", worst_spin);
  findings.Measure("contensou-08b", worst_slip);
  const PatchSlip both{Vec2(1.0, 0.0), 1.0, Vec2(0.3, 0.4)};
  for (const char* claim : {"contensou-08a", "contensou-08b"}) {
    findings.Plant(claim, "slip and spin together",
                   {{Distance(ApproximateFriction(both, kFourParameterBlend, 0.0),
                              IntegralFriction(both, 0.0))}});
  }
}

void ApproximationsBeside(Findings& findings) {
  findings.sheet() =
      Sheet({"theta_deg", "T_x", "T_y", "M", "T_x_a", "T_y_a", "M_a", "T_x_b", "T_y_b", "M_b"});
  Eigen::Array3d worst_a = Eigen::Array3d::Zero();
  Eigen::Array3d worst_b = Eigen::Array3d::Zero();
  const auto as_array = [](const PatchFriction& f) {
    return Eigen::Array3d(f.force.x(), f.force.y(), f.moment);
  };
  for (int k = -18; k <= 18; ++k) {
    const PatchSlip slip = SlipAt(DegreesToRadians(5.0 * k), 0.0, 0.6, 1.0);
    const Eigen::Array3d f = as_array(IntegralFriction(slip, 0.0));
    const Eigen::Array3d a = as_array(ApproximateFriction(slip, kFourParameterBlend, 0.0));
    const Eigen::Array3d b = as_array(ApproximateFriction(slip, kTwoParameterBlend, 0.0));
    findings.sheet().Add(5 * k, f[0], f[1], f[2], a[0], a[1], a[2], b[0], b[1], b[2]);
    worst_a = worst_a.max((a - f).abs());
    worst_b = worst_b.max((b - f).abs());
  }
  std::vector<Plot> panels;
  const char* names[] = {"T_x", "T_y", "M"};
  for (int q = 0; q < 3; ++q) {
    const std::string name = names[q];
    panels.push_back({"Fig 4: " + name + " for d = .6, gamma = 1",
                      "theta, deg",
                      name,
                      {{"integral", "theta_deg", name, "", "", "lines"},
                       {"four parameters", "theta_deg", name + "_a", "", "", "points"},
                       {"m = 2", "theta_deg", name + "_b", "", "", "points"}}});
    findings.Tell("contensou-11", "largest error of " + name + ": four parameters " +
                                      Text(worst_a[q]) + ", m = 2 " + Text(worst_b[q]));
  }
  findings.SetPanels(panels);
}

void SignOfFriction(Findings& findings) {
  const Vec2 slip = Direction(1.0);
  const Vec2 t = IntegralFriction({slip, 0.0, Vec2::Zero()}, 0.0).force;  // T_sx, T_sy of (5)
  const Vec2 by_19 = t;
  const Vec2 by_21 = -t;
  findings.Measure("contensou-15", (by_19 - by_21).norm());
}

void ReferencesAndWords(Findings& findings) {
  const ContensouPatch sharp{.rolling_smoothing_per_s = 0.0};
  for (const double side : {-1.0, 1.0}) {
    const Vec2 centre = CentreOf(sharp.Shift({.rolling_m_s = Vec2(side * 1e-9, 0.0)}));
    findings.Measure("contensou-25a", centre.norm());
  }
}

}  // namespace carom::papers
