// Experiments on the state of the system and the algorithm: event-01 and event-07.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/event/event_queue.h"
#include "core/motion/motion.h"
#include "core/shot/named_scene.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/marching.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

// Largest difference of place (m), velocity (m/s) and surface speed (m/s).
double Difference(const BallState& a, const BallState& b) {
  return std::max({(a.position - b.position).norm(), (a.velocity - b.velocity).norm(),
                   kBallRadius_m * (a.spin - b.spin).norm()});
}

std::vector<double> RandomTimes(double end_s, int count) {
  CounterRandom random(1, 0);
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(random.Uniform(0.0, end_s));
  std::sort(times.begin(), times.end());
  return times;
}

// Marches through the shot and compares with the engine's samples; returns the largest difference.
double CompareWithMarch(const Scene& scene, const Shot& shot, const Record& sampled, Sheet& sheet) {
  double worst = 0.0;
  size_t row = 0;
  const size_t balls = shot.start.size();
  March march = BeginMarch(scene, shot);
  const auto compare_until = [&](double time_s) {
    for (; row < sampled.sample_times_s.size() && sampled.sample_times_s[row] < time_s; ++row) {
      double difference = 0.0;
      for (size_t ball = 0; ball < balls; ++ball) {
        const BallState marched =
            StateAt(march.table[static_cast<int>(ball)], sampled.sample_times_s[row]);
        difference = std::max(difference, Difference(marched, sampled.samples[row * balls + ball]));
      }
      sheet.Add(sampled.sample_times_s[row], difference);
      worst = std::max(worst, difference);
    }
  };
  while (const auto next = NextEvent(scene.world(), march)) {
    compare_until(next->time_s);
    AdvanceAll(next->time_s, march);
    ResolveEvent(scene.world(), *next, march);
  }
  compare_until(EventQueue::kNothing.time_s);
  return worst;
}

}  // namespace

void EvaluateAtAnyTime(Findings& findings) {
  findings.sheet() = Sheet({"time_s", "greatest_difference"});
  const NamedScene* cut = FindNamedScene("two_ball_cut");
  const Scene scene = cut->MakeScene();
  Shot shot;
  cut->Generate(1, 0, shot);
  Detail detail;
  const auto whole = Play(scene, shot, detail, findings);
  if (!whole) return;
  detail.samples = true;
  detail.sample_times_s = RandomTimes(whole->end_time_s, 1000);
  const auto sampled = Play(scene, shot, detail, findings);
  if (!sampled) return;
  const double worst = CompareWithMarch(scene, shot, *sampled, findings.sheet());
  findings.Measure("event-01", worst);
}

void LoopAsPrinted(Findings& findings) {
  const NamedScene* cut = FindNamedScene("two_ball_cut");
  const Scene scene = cut->MakeScene();
  double fastest_m_s = 0.0;
  for (uint64_t index = 0; index < 20; ++index) {
    Shot shot;
    cut->Generate(1, index, shot);
    March march = BeginMarch(scene, shot);
    double end_s = 0.0;
    while (const auto next = NextEvent(scene.world(), march)) {
      AdvanceAll(next->time_s, march);
      ResolveEvent(scene.world(), *next, march);
      end_s = next->time_s;
    }
    for (int ball = 0; ball < march.ball_count; ++ball) {
      const BallState state = StateAt(march.table[ball], end_s);
      if (!InPlay(state.motion)) continue;
      fastest_m_s =
          std::max(fastest_m_s, state.velocity.norm() + kBallRadius_m * state.spin.norm());
    }
  }
  findings.Measure("event-07", fastest_m_s);
}

}  // namespace carom::papers
