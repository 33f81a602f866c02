// How high the balls of a cradle go: smooth-24.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/laws/normal/normal_law.h"
#include "tests/papers/smooth/cradle_experiments.h"
#include "tests/papers/smooth/cradle_setup.h"
#include "tests/papers/smooth/system_run.h"
#include "tests/testing/degrees.h"

namespace carom::papers {
namespace {

// Velocities after ball 1 with v = 1 has struck the others, which stand in a line: it touches ball
// 2, and behind that there are gaps of this many greatest compressions of two balls. catalogue
// D-09, D-12, which have none for four balls.
struct Chain {
  int count;
  double gap;
  std::vector<double> velocities;
};

const Chain kChains[] = {
    {2, 0.0, {0.0, 1.0}},
    {3, 0.0, {-0.070952353651, 0.076403039071, 0.994549314580}},
    {4, 0.0, {}},
    {5, 0.0, {-0.071085017086, -0.030273764097, -0.014463629032, 0.127044986070, 0.988777424145}},
    {5, 0.01, {-0.067975933394, -0.027855464505, -0.012938658472, 0.118638302594, 0.990131753778}},
    {5, 0.1, {-0.045446022369, -0.012649973020, -0.003839401940, 0.065185291216, 0.996750106112}},
};

// Balls of mass, stiffness and radius 1 in a line, without gravity.
std::vector<double> Strike(int count, double gap) {
  const double deepest = std::pow(0.625, 0.4);
  MultibodySpec spec;
  spec.gravity_m_s2.setZero();
  std::vector<BodyMotion> start(static_cast<std::size_t>(count));
  start[0].velocity_m_s = Vec3(1.0, 0.0, 0.0);
  for (int i = 0; i < count; ++i) {
    spec.bodies.push_back(RigidBody{});
    if (i == 0) continue;
    const double gaps = i < 2 ? 0.0 : gap * deepest * (i - 1);
    start[static_cast<std::size_t>(i)].position_m = Vec3(2.0 * i + gaps, 0.0, 0.0);
    spec.contacts.push_back({.sphere = i - 1,
                             .radius_m = 1.0,
                             .other = i,
                             .surface = BallSurface{1.0},
                             .normal = MakeNormalForce(HertzLaw{}, 1.0),
                             .friction = {}});
  }
  MultibodySystem system(spec);
  std::vector<double> velocities(start.size());
  RunSystem(system, start, 60.0, 1.0, [&](double /*t*/, std::span<const double> y) {
    for (std::size_t i = 0; i < velocities.size(); ++i) {
      velocities[i] = ReadBody(y, static_cast<int>(i)).velocity_m_s.x();
    }
  });
  return velocities;
}

double Sum(const std::vector<double>& values, int power) {
  double sum = 0.0;
  for (const double value : values) sum += power == 1 ? value : value * value;
  return sum;
}

void JudgeChain(const Chain& chain, Findings& findings) {
  const std::vector<double> ours = Strike(chain.count, chain.gap);
  std::vector<std::string> row = {Text(chain.count), Text(chain.gap)};
  for (const double velocity : ours) row.push_back(Text(velocity));
  row.resize(7, "nan");
  findings.sheet().AddRow(row);
  const std::string of = Text(chain.count) + " balls in a line, gaps " + Text(chain.gap) + ": ";
  for (std::size_t i = 0; i < chain.velocities.size(); ++i) {
    Band velocity = Around(chain.velocities[i], {1e-7, "", "digits"});
    velocity.wrong = 1.0;  // Of the first of two balls, which stops: it would go on.
    findings.SelfCheck(of + "speed of ball " + Text(static_cast<double>(i) + 1.0),
                       {Source::kCatalogue, "D-09, D-12"}, {{ours[i], velocity}});
  }
  const double lost = std::max(std::fabs(Sum(ours, 1) - 1.0), std::fabs(Sum(ours, 2) - 1.0));
  findings.Tells(
      of + "height of the last ball over the dropping height",
      {"the ball at the opposing end is kicked off and reaches about the same dropping height",
       "5"},
      Text(ours.back() * ours.back()) + ", Hertz between equal balls; \"about\" has no bound");
  findings.SelfCheck(of + "momentum and energy", {Source::kClosedForm, "kept"},
                     {{lost, SizeWithin({1e-8, "", "integration at 1e-10"})}});
}

// catalogue D-13
void JudgePendulums(Findings& findings) {
  NewtonsCradle cradle = PaperCradle();
  cradle.duration_s = 0.5;
  MechanismRecord record;
  if (!RunNewtonsCradle(cradle, {}, StopToken(), record).ok()) {
    return findings.Failed("cradle", "refused");
  }
  constexpr double kApexes_deg[] = {2.10842, 0.89795, 0.42911, 3.76865, 29.65554};
  const double drop = cradle.rod_length_m * (1.0 - std::cos(cradle.release_angle_rad));
  for (int ball = 1; ball <= 5; ++ball) {
    const std::string name = "ball_" + std::to_string(ball);
    const double apex_deg = RadiansToDegrees(FigureNamed(record, "apex_" + name + "_rad"));
    findings.SelfCheck("apex of " + name + " after release at 30 deg", {Source::kCatalogue, "D-13"},
                       {{apex_deg, Around(kApexes_deg[ball - 1], {0.01, "deg", "digits"})}});
  }
  findings.Reproduced(
      "height of the last pendulum over the drop", {"reaches about the same dropping height", "5"},
      {{FigureNamed(record, "apex_height_ball_5_m") / drop,
        Around(0.98877742 * 0.98877742,
               {1e-4, "", "the strings move the balls a little while they touch"})}},
      {Source::kCatalogue, "D-09"});
  const double energy = 0.06422266 * cradle.gravity_m_s2 * drop;
  findings.SelfCheck("greatest energy error over the swing's energy",
                     {Source::kClosedForm, "elastic contacts"},
                     {{FigureNamed(record, "greatest_balance_residual_J") / energy,
                       SizeWithin({1e-8, "", "integration at 1e-10"})}});
  findings.NotCheckable("heights of Fig 14",
                        {"Evolution of Z-axis position of the ball released, throughout the "
                         "simulation",
                         "Fig 14"},
                        "sizes, stiffness and release height");
}

}  // namespace

void CradleHeights(Findings& findings) {
  findings.sheet() = Sheet({"balls", "gap", "v1", "v2", "v3", "v4", "v5"});
  for (const Chain& chain : kChains) JudgeChain(chain, findings);
  JudgePendulums(findings);
}

}  // namespace carom::papers
