#include "tests/bench/scenes.h"

#include <cstdlib>
#include <iostream>

#include "core/base/hash.h"
#include "core/event/engine.h"
#include "core/shot/simulate.h"
#include "tests/bench/timing.h"
#include "tests/testing/allocations.h"

namespace carom::bench {
namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kShots = 500;
constexpr uint64_t kCompliantShots = 1;  // Of half a second.

// One simulator and what it plays. Shots are generated ahead: only the simulation is timed.
class Player {
 public:
  explicit Player(const BenchScene& bench) : scene_(bench.scene.MakeScene()), shots_(bench.shots) {
    for (uint64_t i = 0; i < bench.shots; ++i) bench.scene.Generate(kSeed, i, shots_[i]);
    workspace_.event_engine().CountInto(&counts_);
  }

  void PlayRound() {
    const Detail final_only;
    BitHash hash;
    events_ = 0;
    for (const Shot& shot : shots_) {
      const auto status = Simulate(scene_, shot, final_only, StopToken(), workspace_, record_);
      if (!status.ok()) {
        std::cerr << "carom-bench: " << status.message() << "\n";
        std::exit(1);
      }
      events_ += static_cast<uint64_t>(record_.event_count);
      hash.Add(record_.hash);
    }
    hash_ = hash.Value();
  }

  /// Counting costs time: only the first round counts.
  void StopCounting() { workspace_.event_engine().CountInto(nullptr); }

  uint64_t events() const { return events_; }
  uint64_t hash() const { return hash_; }
  const SearchCounts& counts() const { return counts_; }

 private:
  Scene scene_;
  std::vector<Shot> shots_;
  Workspace workspace_;
  Record record_;
  SearchCounts counts_;
  uint64_t events_ = 0;
  uint64_t hash_ = 0;
};

void AddCounts(const SearchCounts& counts, double events, SceneResult& result) {
  const auto an_event = [events](int64_t count) { return static_cast<double>(count) / events; };
  result.rows = an_event(counts.rows);
  result.pairs = an_event(counts.pairs);
  result.candidates = an_event(counts.candidates);
  result.solved = an_event(counts.solved);
  result.table_searches = an_event(counts.table_searches);
}

}  // namespace

std::vector<BenchScene> BenchScenes() {
  std::vector<BenchScene> scenes;
  for (const NamedScene& scene : NamedScenes()) scenes.push_back({scene, kShots});
  // As camera tracks of carom shots show it: 0.041 to 0.086 m/s^2 from 0.2 to 2.3 m/s.
  for (const char* const name : {"nine_ball_break", "one_ball_three_cushions"}) {
    NamedScene scene = *FindNamedScene(name);
    scene.name += "_rolling_factor";
    for (const FactorTable::Point& point : {FactorTable::Point{0.2, 1.0},
                                            {0.4, 1.07},
                                            {0.65, 1.12},
                                            {1.0, 1.27},
                                            {1.5, 1.66},
                                            {2.3, 2.1}}) {
      scene.settings.environment.cloth.rolling_factor.Add(point);
    }
    scenes.push_back({scene, kShots});
  }
  for (const char* const name : {"nine_ball_break", "eight_ball_break"}) {
    NamedScene scene = *FindNamedScene(name);
    scene.name += "_compliant";
    scene.settings.engine = Engine::kCompliant;
    scenes.push_back({scene, kCompliantShots});
  }
  return scenes;
}

SceneResult Measure(const BenchScene& bench, double seconds) {
  Player player(bench);
  std::vector<double> wall_s;
  std::vector<double> processor_s;
  int64_t allocations = 0;
  double spent_s = 0.0;
  do {
    const int64_t allocations_before = testing::AllocationCount();
    const Clocks begin = Clocks::Now();
    player.PlayRound();
    const Clocks round = Clocks::Now().Since(begin);
    allocations = testing::AllocationCount() - allocations_before;
    player.StopCounting();
    spent_s += round.wall_s;
    wall_s.push_back(round.wall_s);
    processor_s.push_back(round.processor_s);
  } while (spent_s < seconds || (seconds > 0.0 && wall_s.size() < 2));
  if (wall_s.size() > 1) {
    wall_s.erase(wall_s.begin());
    processor_s.erase(processor_s.begin());
  }
  SceneResult result;
  result.rounds = wall_s.size();
  result.shots = bench.shots;
  result.events = player.events();
  result.wall_s = Median(wall_s);
  result.processor_s = Median(processor_s);
  result.hash = player.hash();
  result.allocations = static_cast<double>(allocations) / static_cast<double>(bench.shots);
  AddCounts(player.counts(), static_cast<double>(result.events), result);
  return result;
}

}  // namespace carom::bench
