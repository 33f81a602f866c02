// Damped laws where a third body joins: smooth-09.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "tests/papers/smooth/contact_experiments.h"
#include "tests/papers/smooth/resin_ball.h"
#include "tests/papers/smooth/system_run.h"
#include "tests/testing/pulse.h"

namespace carom::papers {
namespace {

// Three balls: 0 may touch 1, and 2 may touch 0.
MultibodySpec Balls(const NormalLaw& law) {
  MultibodySpec spec;
  spec.bodies.assign(3, {kMass_kg, Vec3::Constant(0.4 * kMass_kg * kBall_m * kBall_m)});
  spec.gravity_m_s2.setZero();
  for (const auto& [sphere, other] : {std::pair(0, 1), std::pair(2, 0)}) {
    spec.contacts.push_back({.sphere = sphere,
                             .radius_m = kBall_m,
                             .other = other,
                             .surface = BallSurface{kBall_m},
                             .normal = MakeNormalForce(law, BallStiffness()),
                             .friction = {}});
  }
  return spec;
}

// Ball 1 comes softly against ball 0; while they touch, ball 2 strikes ball 0 from the same side
// and tears it away, faster than the two had met.
std::array<BodyMotion, 3> Start() {
  constexpr double kSoft_m_s = 0.05;
  constexpr double kHard_m_s = 1.0;
  constexpr double kDelay_s = 2e-4;
  const double angle = DegreesToRadians(118.0);
  const Vec3 towards_2(std::cos(angle), std::sin(angle), 0.0);
  std::array<BodyMotion, 3> start;
  start[1].position_m = Vec3(-2.0 * kBall_m, 0.0, 0.0);
  start[1].velocity_m_s = Vec3(kSoft_m_s, 0.0, 0.0);
  start[2].position_m = (2.0 * kBall_m + kDelay_s * kHard_m_s) * towards_2;
  start[2].velocity_m_s = -kHard_m_s * towards_2;
  return start;
}

struct Pull {
  double least_force_N = 0.0;
  double soft_ball_m_s = 0.0;
};

Pull Shoot(const NormalLaw& law, const std::string& name, Findings& findings) {
  MultibodySystem system(Balls(law));
  Pull pull;
  RunSystem(system, Start(), 1.5e-3, 1e-6, [&](double t, std::span<const double> y) {
    const double soft = system.ForcesAt(0, y).normal_N;
    const double hard = system.ForcesAt(1, y).normal_N;
    pull.least_force_N = std::min({pull.least_force_N, soft, hard});
    pull.soft_ball_m_s = ReadBody(y, 1).velocity_m_s.x();
    findings.sheet().Add(name, t, soft, hard);
  });
  return pull;
}

}  // namespace

// catalogue C-11
void SmoothThreeBodies(Findings& findings) {
  findings.sheet() = Sheet({"law", "t_s", "soft_N", "hard_N"});
  const LankaraniNikravesh free{.restitution = 0.7, .clip = false};
  const LankaraniNikravesh clipped{.restitution = 0.7};
  const Pull pulls = Shoot(free, "as printed", findings);
  const Pull never = Shoot(clipped, "clipped", findings);
  const double alone =
      testing::IntegratePulse(MakeNormalForce(free, BallStiffness()), 0.5 * kMass_kg, 1.0)
          .least_force_N;
  const Printed attractive = {
      "the value of the normal impact velocity could lead to attractive forces if three bodies "
      "collide successively",
      "2.2"};
  findings.Reproduced(
      "least force", attractive,
      {{alone, Exactly(0.0, "N"), "two bodies alone"},
       {pulls.least_force_N,
        Below(-1e-5, 0.0, "N", "a hundred times the integration's error, 1e-10 of 1 kN"),
        "a third ball tears a pair apart"}},
      {Source::kReferenceRun, "Lankarani-Nikravesh as printed"});
  findings.Extension("the same, clipped: least force", {Source::kReferenceRun, "as printed"},
                     {{never.least_force_N, Exactly(0.0, "N")}});
  findings.Reproduced(
      "speed of the ball that was left, as printed less clipped",
      {"some unexpected and/or inconsistent results can be obtained", "2.2"},
      {{std::fabs(pulls.soft_ball_m_s - never.soft_ball_m_s),
        Above(1e-8, 0.0, "m/s", "a hundred times the integration's error, 1e-10 of 1 m/s")}},
      {Source::kReferenceRun, "the same law, clipped"});
  findings.SetPlot({"A ball torn from a soft contact, c = 0.7",
                    "t, s",
                    "normal force, N",
                    {{"soft contact, as printed", "t_s", "soft_N", "law", "as printed", "lines"},
                     {"soft contact, clipped", "t_s", "soft_N", "law", "clipped", "lines"},
                     {"hard contact, as printed", "t_s", "hard_N", "law", "as printed", "lines"}}});
}

}  // namespace carom::papers
