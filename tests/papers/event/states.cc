// Experiments on what may follow what: event-10 and event-15.

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/event/state_machine.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"
#include "tests/testing/random_shot.h"

namespace carom::papers {
namespace {

using Cell = std::tuple<EventKind, MotionState, MotionState>;

// What happened to the balls of many random shots.
struct Census {
  std::map<Cell, int64_t> cells;
  int64_t events = 0;
  int shots = 0;
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
    for (size_t side = 0; side < sides; ++side) {
      const EventStates& states = record.event_states[2 * k + side];
      ++census.cells[{event.kind, states.before.motion, states.after.motion}];
    }
    ++census.events;
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
      ++counts.shots;
    }
    return counts;
  }();
  return census;
}

// One of the five states that the paper knows.
bool IsPapers(MotionState motion) { return motion <= MotionState::kAirborne; }

// The paper's own networks, Figs 2, 4, 6 and 7: no ball on the table takes off but through the
// slate, and the slate leaves a ball sliding or airborne. A ball struck by another that stays at
// rest, as rounding may have it, is none of its cases either.
bool InPapersNetworks(const Cell& cell) {
  using enum MotionState;
  const auto& [kind, in, out] = cell;
  switch (kind) {
    case EventKind::kBallBall:
    case EventKind::kBallCushion:
    case EventKind::kBallJaw:
      return in == kAirborne ? out == kAirborne : out == kSliding || out == kRolling;
    case EventKind::kBallSlate:
      return (in == kSliding || in == kAirborne) && (out == kSliding || out == kAirborne);
    case EventKind::kSlidingToRolling:
      return in == kSliding && out == kRolling;
    case EventKind::kRollingToSpinning:
      return in == kRolling && out == kSpinning;
    case EventKind::kRollingToStationary:
      return in == kRolling && out == kStationary;
    case EventKind::kSpinningToStationary:
      return in == kSpinning && out == kStationary;
    default:
      return false;
  }
}

bool KindIsPapers(EventKind kind) {
  return kind == EventKind::kBallBall || kind == EventKind::kBallCushion ||
         kind == EventKind::kBallSlate ||
         (kind >= EventKind::kSlidingToRolling && kind <= EventKind::kSpinningToStationary);
}

std::string Describe(const Cell& cell) {
  const auto& [kind, in, out] = cell;
  return Name(in) + " " + Name(kind) + " " + Name(out);
}

}  // namespace

void StatesInAndOut(Findings& findings) {
  findings.sheet() = Sheet({"in", "event", "out", "count", "allowed", "in_papers_figures"});
  const Census& census = TakeCensus();
  int64_t outside = 0;
  int64_t flights = 0;
  std::string beyond_paper;
  for (const auto& [cell, count] : census.cells) {
    const auto& [kind, in, out] = cell;
    const bool allowed = Allowed(in, kind, out);
    const bool in_paper = InPapersNetworks(cell);
    findings.sheet().Add(Name(in), Name(kind), Name(out), count, allowed ? 1 : 0, in_paper ? 1 : 0);
    if (!allowed) outside += count;
    if (in == MotionState::kAirborne && kind == EventKind::kBallSlate) flights += count;
    if (KindIsPapers(kind) && IsPapers(in) && IsPapers(out) && !in_paper) {
      beyond_paper += (beyond_paper.empty() ? "" : "; ") + Describe(cell);
    }
  }
  const std::string of = std::to_string(census.events) + " events of " +
                         std::to_string(census.shots) + " random shots";
  findings.Reproduces("events outside the one table of states, of " + of, "none", 0.0,
                      static_cast<double>(outside), 0.0);
  findings.Reproduces("among them balls in flight that meet the slate", "some",
                      std::to_string(flights), flights > 1000);
  findings.Differs(
      "cells seen beyond Figs 2, 4 and 6", "none", beyond_paper, !beyond_paper.empty(),
      "friction between balls and at the nose lifts a ball at once; a slow bounce ends "
      "in any state of the cloth; an impact may leave a ball at rest or spinning");
}

void CountOfTransitions(Findings& findings) {
  std::set<std::pair<MotionState, MotionState>> natural;
  std::set<std::pair<MotionState, MotionState>> all;
  for (const auto& [cell, count] : TakeCensus().cells) {
    const auto& [kind, in, out] = cell;
    if (in == out || !IsPapers(in) || !IsPapers(out)) continue;
    all.insert({in, out});
    if (IsTransition(kind)) natural.insert({in, out});
  }
  findings.sheet() = Sheet({"in", "out", "natural", "by_an_impact_or_natural"});
  for (const auto& pair : all) {
    findings.sheet().Add(Name(pair.first), Name(pair.second), natural.count(pair), 1);
  }
  findings.Differs("5^4", "1024", 625.0, 5.0 * 5.0 * 5.0 * 5.0, 0.0, "1024 is 4^5; 5^4 is 625");
  int pairs = 0;
  for (int in = 0; in < 5; ++in) {
    for (int out = 0; out < 5; ++out) pairs += in != out ? 1 : 0;
  }
  findings.Differs("conceivable transitions", "5^4", 20.0, pairs, 0.0,
                   "ordered pairs of five states: 5 x 4");
  findings.Reproduces("transitions that occur naturally", 4.0, static_cast<double>(natural.size()),
                      0.0);
  findings.Reproduces("pairs of states that events of any kind join", "not stated",
                      std::to_string(all.size()) + " of 20", all.size() >= natural.size());
}

}  // namespace carom::papers
