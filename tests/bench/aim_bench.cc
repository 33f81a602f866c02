#include "tests/bench/aim_bench.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <vector>

#include "core/aim/aim.h"
#include "core/base/random.h"
#include "core/table/catalog.h"
#include "tests/bench/timing.h"

namespace carom::bench {
namespace {

constexpr int kLayouts = 60;
constexpr size_t kLayoutBalls = 16;

Scene AimScene() {
  const BallSet& set = *FindBallSet("pool");
  return *Scene::Make(std::make_shared<Table>(FindTable("pool_9ft")->table),
                      std::make_shared<Settings>(),
                      {set.balls.begin(), set.balls.begin() + std::ptrdiff_t{kLayoutBalls}});
}

// Balls that lie anywhere, a twentieth of their diameter apart at least.
Shot RandomLayout(const Scene& scene, CounterRandom& random) {
  const double radius_m = scene.balls().front().radius_m;
  Shot shot;
  while (shot.start.size() < kLayoutBalls) {
    BallState ball;
    ball.position = {random.Uniform(-1.2, 1.2), random.Uniform(-0.58, 0.58), radius_m};
    const bool free =
        std::all_of(shot.start.begin(), shot.start.end(), [&](const BallState& other) {
          return (other.position - ball.position).norm() > 2.1 * radius_m;
        });
    if (free) shot.start.push_back(ball);
  }
  shot.strike = CueStrike{};
  shot.strike->speed_m_s = 2.0;
  return shot;
}

void PrintAims(const char* what, const Scene& scene, const aim::Options& options) {
  CounterRandom random(1, 0);
  Workspace workspace;
  std::vector<double> times_ms;
  std::vector<double> shots;
  for (int layout = 0; layout < kLayouts; ++layout) {
    const Shot shot = RandomLayout(scene, random);
    const Clocks begin = Clocks::Now();
    const auto answer = aim::FindAims(scene, shot, options, {}, workspace);
    times_ms.push_back(1e3 * Clocks::Now().Since(begin).processor_s);
    if (!answer.ok()) {
      std::cerr << "carom-bench: " << answer.status().message() << "\n";
      std::exit(1);
    }
    shots.push_back(static_cast<double>(answer->shots));
  }
  std::printf("%s,%d,%.1f,%.1f,%.0f\n", what, kLayouts, Median(times_ms),
              *std::max_element(times_ms.begin(), times_ms.end()), Median(shots));
}

}  // namespace

void PrintAimTimes() {
  const Scene scene = AimScene();
  aim::Options any;
  any.noise = estimate::IcgaNoise(1.0, scene.balls().front().radius_m);
  aim::Options called = any;
  called.call.ball = 1;
  aim::Options placed = any;
  placed.cue_ball_to = aim::CueBallPlace{{0.3, 0.2}, 0.1};
  std::puts("what,layouts,median_ms,worst_ms,median_shots");
  PrintAims("any ball", scene, any);
  PrintAims("a called ball", scene, called);
  PrintAims("any ball, and a place", scene, placed);
}

}  // namespace carom::bench
