// A ball that bounces on a lying cylinder: smooth-12.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/multibody/multibody_system.h"
#include "tests/papers/smooth/experiments.h"
#include "tests/testing/bouncing_ball.h"

namespace carom::papers {
namespace {

using testing::BouncingBall;

constexpr double kEqualRadius_m = 0.02;  // Of both; the paper gives none.
constexpr double kDropGap_m = 0.1;

// Over a cylinder along x through the origin, with the stiffness of catalogue D-01.
MultibodySpec BallOverCylinder() {
  MultibodySpec spec;
  const double inertia = 0.4 * BouncingBall::kMass_kg * kEqualRadius_m * kEqualRadius_m;
  spec.bodies = {{BouncingBall::kMass_kg, Vec3::Constant(inertia)}};
  CylinderSurface cylinder;
  cylinder.cylinder = {.radius_m = kEqualRadius_m, .half_length_m = 0.1};
  cylinder.pose.rotation << 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0;
  spec.contacts.push_back({.radius_m = kEqualRadius_m,
                           .surface = cylinder,
                           .normal = {.stiffness = BouncingBall::kStiffness},
                           .friction = SlipFriction(Frictionless{})});
  return spec;
}

// When contacts begin and end, and the tops that follow from the speeds at their ends.
class Bounces : public ContactListener {
 public:
  void Began(int /*pair*/, double t, std::span<const BodyMotion> /*motions*/) override {
    begin_s.push_back(t);
  }
  void Ended(int /*pair*/, double t, std::span<const BodyMotion> motions) override {
    length_s.push_back(t - begin_s.back());
    const double v = motions[0].velocity_m_s.z();
    tops_m.push_back(0.5 * v * v / BouncingBall::kGravity_m_s2);
  }
  std::vector<double> begin_s;
  std::vector<double> length_s;
  std::vector<double> tops_m;
};

class Heights : public IvpObserver {
 public:
  Heights(const std::string& method, Sheet& sheet) : method_(method), sheet_(sheet) {}
  void Sample(double t, std::span<const double> y) override {
    sheet_.Add(method_, t, ReadBody(y, 0).position_m.z() - 2.0 * kEqualRadius_m);
  }

 private:
  std::string method_;
  Sheet& sheet_;
};

Bounces PlayWith(IvpMethod method, const std::string& name, Sheet& sheet) {
  Bounces bounces;
  MultibodySystem system(BallOverCylinder(), &bounces);
  BodyMotion ball;
  ball.position_m.z() = 2.0 * kEqualRadius_m + kDropGap_m;
  std::vector<double> y = system.Start({&ball, 1});
  std::vector<double> times;
  for (int i = 0; i <= 600; ++i) times.push_back(3e-3 * i);
  Heights heights(name, sheet);
  const IvpOptions options = {
      .method = method, .relative_tolerance = 1e-10, .absolute_tolerance = 1e-12};
  Integrator().Run(system, 0.0, y, 1.8, options, times, heights);
  return bounces;
}

}  // namespace

// catalogue D-01
void SmoothBounceOnCylinder(Findings& findings) {
  findings.sheet() = Sheet({"method", "t_s", "gap_m"});
  for (const auto& [method, name] : {std::pair(IvpMethod::kDormandPrince54, "ODE45"),
                                     std::pair(IvpMethod::kAdamsPece, "ODE113")}) {
    const Bounces bounces = PlayWith(method, name, findings.sheet());
    const std::string by = std::string(", ") + name + " with guards";
    if (bounces.tops_m.size() < 6) {
      findings.Failed("bounces" + by, "fewer than six");
      continue;
    }
    double worst = 0.0;
    for (const double top_m : bounces.tops_m) {
      if (std::fabs(top_m / kDropGap_m - 1.0) > std::fabs(worst)) worst = top_m / kDropGap_m - 1.0;
    }
    findings.Measure("smooth-12", {{std::fabs(worst), name}});
  }
  findings.SetPlot({"Elastic bounce on a cylinder",
                    "t, s",
                    "gap, m",
                    {{"ODE45", "t_s", "gap_m", "method", "ODE45", "lines"},
                     {"ODE113", "t_s", "gap_m", "method", "ODE113", "lines"}}});
}

}  // namespace carom::papers
