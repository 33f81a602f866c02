// Steps that adapt to the balls' speeds or distances: event-05.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "core/shot/named_scene.h"
#include "tests/papers/event/discrete.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

struct Rule {
  const char* name;
  StepRule rule;
};
constexpr Rule kRules[] = {{"fixed", StepRule::kFixed},
                           {"by speed", StepRule::kBySpeed},
                           {"by distance", StepRule::kByDistance}};

// Steps that let balls of up to `speed_m_s` overlap by no more than depth_m.
Stepping MakeStepping(StepRule rule, double depth_m, double speed_m_s, double until_s) {
  Stepping stepping;
  stepping.rule = rule;
  stepping.depth_m = depth_m;
  stepping.step_s = rule == StepRule::kFixed ? depth_m / speed_m_s : 0.02;
  stepping.until_s = until_s;
  return stepping;
}

// How deep the bodies of the engine's impacts overlap: what rounding leaves.
double DeepestOverlap(const Record& record) {
  double deepest_m = 0.0;
  for (size_t k = 0; k < record.events.size(); ++k) {
    if (record.events[k].kind != EventKind::kBallBall) continue;
    const Vec3 apart =
        record.event_states[2 * k].before.position - record.event_states[2 * k + 1].before.position;
    deepest_m = std::max(deepest_m, std::abs(apart.norm() - 2.0 * kBallRadius_m));
  }
  return deepest_m;
}

// Steps of one rule at the depths R/10, R/100 and R/1000; returns those at R/100.
double StepsOfRule(const std::string& name, const Scene& scene, const Shot& shot, const Rule& rule,
                   double speed_m_s, double until_s, Findings& findings) {
  double steps_at_hundredth = 0.0;
  for (const double part : {10.0, 100.0, 1000.0}) {
    const auto begin = std::chrono::steady_clock::now();
    const SteppedShot stepped =
        PlayInSteps(scene, shot, MakeStepping(rule.rule, kBallRadius_m / part, speed_m_s, until_s));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    findings.sheet().Add(name + ": " + rule.name, stepped.steps, stepped.deepest_overlap_m,
                         kBallRadius_m / part, elapsed.count());
    if (part == 100.0) steps_at_hundredth = static_cast<double>(stepped.steps);
  }
  return steps_at_hundredth;
}

void CompareRules(const std::string& name, const Scene& scene, const Shot& shot, double speed_m_s,
                  double until_s, Findings& findings) {
  const auto record = Play(scene, shot, LogWithStates(), findings);
  if (!record) return;
  std::vector<double> steps;
  for (const Rule& rule : kRules) {
    steps.push_back(StepsOfRule(name, scene, shot, rule, speed_m_s, until_s, findings));
  }
  findings.sheet().Add(name + ": engine", record->event_count, DeepestOverlap(*record), 0.0, 0.0);
  findings.Measure("event-05b", {{steps[1] / steps[0], name}});
  findings.Measure("event-05a", {{steps[2] / steps[0], name}});
}

}  // namespace

void AdaptiveSteps(Findings& findings) {
  findings.sheet() =
      Sheet({"curve", "steps", "deepest_overlap_m", "overlap_aimed_at_m", "seconds"});
  Setup two_balls;
  two_balls.AddRolling({-0.4, 0.0}, {1.5, 0.0});
  two_balls.AddBall({0.0, 0.02});
  const auto scene = two_balls.MakeScene();
  if (!scene.ok()) return findings.Failed("scene", std::string(scene.status().message()));
  CompareRules("two balls", *scene, two_balls.shot, 1.5, 20.0, findings);

  const NamedScene* nine_ball = FindNamedScene("nine_ball_break");
  Shot shot;
  nine_ball->Generate(1, 0, shot);
  // After a head-on stroke the ball is faster than the cue: 2 M / (M + m) at the most.
  CompareRules("break", nine_ball->MakeScene(), shot, 1.54 * shot.strike->speed_m_s, 4.0, findings);

  Plot plot{"Overlap against cost", "steps, or events of the engine", "deepest overlap, m", {}};
  plot.log_x = plot.log_y = true;
  for (const char* name : {"two balls", "break"}) {
    for (const char* rule : {"fixed", "by speed", "by distance", "engine"}) {
      const std::string curve = std::string(name) + ": " + rule;
      plot.curves.push_back({curve, "steps", "deepest_overlap_m", "curve", curve});
    }
  }
  findings.SetPlot(plot);
}

}  // namespace carom::papers
