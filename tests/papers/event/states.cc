// Experiments on what may follow what: event-10, event-15 and event-28.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/base/random.h"
#include "core/shot/named_scene.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"
#include "tests/testing/shots/random_shot.h"

namespace carom::papers {
namespace {

using Cell = std::tuple<EventKind, MotionState, MotionState>;

// What happened to the balls of many random shots.
struct Census {
  std::map<Cell, int64_t> cells;
  int64_t still_pairs = 0;  // Ball-ball impacts in which neither ball translates.
};

// The fuzzers' shot with flight: three of four may leave the cloth, half of those fall into
// pockets.
Scene WithFlight(const Scene& scene, uint64_t index) {
  auto settings = std::make_shared<Settings>(scene.settings());
  settings->environment.limits.max_events = 5000;
  if (index % 4 != 0) settings->environment.flight = Flight::kOn;
  if (index % 4 > 1) settings->environment.pocket_model = PocketModel::kDrop;
  auto with_flight =
      Scene::Make(std::make_shared<Table>(scene.table()), std::move(settings), scene.balls());
  return with_flight.ok() ? *std::move(with_flight) : scene;
}

void Count(const Record& record, Census& census) {
  for (size_t k = 0; k < record.events.size(); ++k) {
    const Event& event = record.events[k];
    const size_t sides = event.kind == EventKind::kBallBall ? 2 : 1;
    bool moves = false;
    for (size_t side = 0; side < sides; ++side) {
      const EventStates& states = record.event_states[2 * k + side];
      ++census.cells[{event.kind, states.before.motion, states.after.motion}];
      moves = moves || Translates(states.before.motion);
    }
    census.still_pairs += sides == 2 && !moves ? 1 : 0;
  }
}

const Census& TakeCensus() {
  static const Census census = [] {
    constexpr uint64_t kSeed = 10;
    constexpr uint64_t kShots = 2000;
    Census counts;
    Workspace workspace;
    Record record;
    for (uint64_t index = 0; index < kShots; ++index) {
      const auto random = testing::MakeRandomShot(kSeed, index);
      if (!random) continue;
      const Scene scene = WithFlight(random->scene, index);
      const auto status =
          Simulate(scene, random->shot, LogWithStates(), StopToken(), workspace, record);
      if (!status.ok()) continue;
      Count(record, counts);
    }
    return counts;
  }();
  return census;
}

// Nine-ball breaks with flight, of equal balls: those on the table that a ball-ball impact lifts.
int LiftedInBreaks(double ball_friction, Findings& findings) {
  const NamedScene* nine_ball = FindNamedScene("nine_ball_break");
  const Scene scene = nine_ball->MakeScene();
  auto settings = std::make_shared<Settings>(scene.settings());
  settings->environment.flight = Flight::kOn;
  settings->laws.ball_ball = FrictionalBallBall{0.93, ConstantFriction{ball_friction}};
  const auto flying =
      Scene::Make(std::make_shared<Table>(scene.table()), std::move(settings), scene.balls());
  if (!flying.ok()) return -1;
  int lifted = 0;
  for (uint64_t index = 0; index < 20; ++index) {
    Shot shot;
    nine_ball->Generate(1, index, shot);
    const auto record = Play(*flying, shot, LogWithStates(), findings);
    if (!record) return -1;
    for (size_t k = 0; k < record->events.size(); ++k) {
      if (record->events[k].kind != EventKind::kBallBall) continue;
      for (size_t side = 0; side < 2; ++side) {
        const EventStates& states = record->event_states[2 * k + side];
        lifted += states.before.motion != MotionState::kAirborne &&
                          states.after.motion == MotionState::kAirborne
                      ? 1
                      : 0;
      }
    }
  }
  return lifted;
}

// One of the five states that the paper knows.
bool IsPapers(MotionState motion) { return motion <= MotionState::kAirborne; }

}  // namespace

void StatesInAndOut(Findings& findings) {
  findings.sheet() = Sheet({"in", "event", "out", "count"});
  const Census& census = TakeCensus();
  int64_t after_cushion = 0;
  int64_t before_slate = 0;
  int64_t after_slate = 0;
  for (const auto& [cell, count] : census.cells) {
    const auto& [kind, in, out] = cell;
    findings.sheet().Add(Name(in), Name(kind), Name(out), count);
    const auto slides_or_flies = [](MotionState motion) {
      return motion == MotionState::kSliding || motion == MotionState::kAirborne;
    };
    if (kind == EventKind::kBallCushion && !slides_or_flies(out)) after_cushion += count;
    if (kind != EventKind::kBallSlate) continue;
    if (!slides_or_flies(in)) before_slate += count;
    if (!slides_or_flies(out)) after_slate += count;
  }
  for (const double friction : {0.0, 0.06}) {
    findings.Tell("event-10a", "with a friction of " + Text(friction) + " between balls " +
                                   std::to_string(LiftedInBreaks(friction, findings)) +
                                   " balls are lifted in 20 nine-ball breaks");
  }
  findings.Measure("event-10b", static_cast<double>(census.still_pairs));
  findings.Tell("event-10c", "in 2000 random shots, by all laws of the engine, " +
                                 std::to_string(after_cushion) + " in other states");
  findings.Measure("event-10d", static_cast<double>(before_slate));
  findings.Tell("event-10e", "in 2000 random shots " + std::to_string(after_slate) +
                                 " in other states: a ball that lands with little slip rolls");
}

void CountOfTransitions(Findings& findings) {
  std::set<MotionState> states;
  std::set<std::pair<MotionState, MotionState>> natural;
  std::set<std::pair<MotionState, MotionState>> all;
  for (const auto& [cell, count] : TakeCensus().cells) {
    const auto& [kind, in, out] = cell;
    for (const MotionState seen : {in, out}) {
      if (IsPapers(seen)) states.insert(seen);
    }
    if (in == out || !IsPapers(in) || !IsPapers(out)) continue;
    all.insert({in, out});
    if (IsTransition(kind)) natural.insert({in, out});
  }
  findings.sheet() = Sheet({"in", "out", "natural", "by_an_impact_or_natural"});
  for (const auto& pair : all) {
    findings.sheet().Add(Name(pair.first), Name(pair.second), natural.count(pair), 1);
  }
  findings.Measure("event-15a", std::pow(static_cast<double>(states.size()), 4.0));
  findings.Measure("event-15b", static_cast<double>(natural.size()));
  findings.Tell("event-15b", "events of any kind joined " + std::to_string(all.size()) + " pairs");
}

void SevenEvents(Findings& findings) {
  findings.sheet() = Sheet({"event", "seen"});
  std::map<EventKind, int> seen;
  for (int index = 0; index < 200; ++index) {
    CounterRandom random(28, static_cast<uint64_t>(index));
    const auto any = [&](double size) { return random.Uniform(-size, size); };
    Setup setup;
    setup.environment().flight = Flight::kOn;
    setup.environment().nose_contact = NoseContact::kPlane;  // No ball leaves the table.
    for (const double x : {-1.0, 1.0}) setup.AddNose({x, -0.5}, {x, 0.5});
    for (const double y : {-0.5, 0.5}) setup.AddNose({-1.0, y}, {1.0, y});
    setup.AddBall({-0.5, any(0.3)}, {3.0, any(1.0)}, {any(80.0), any(80.0), any(80.0)});
    setup.AddBall({0.0, any(0.3)});
    setup.AddBall({0.5, any(0.3)});
    const auto record = Play(setup, findings);
    for (size_t k = 0; record && k < record->events.size(); ++k) ++seen[record->events[k].kind];
  }
  for (const auto& [kind, count] : seen) findings.sheet().Add(Name(kind), count);
  findings.Measure("event-28", static_cast<double>(seen.size()));
}

}  // namespace carom::papers
