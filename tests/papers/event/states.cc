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

#include "core/shot/named_scene.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"
#include "tests/testing/shots/random_shot.h"
#include "tests/testing/state_machine.h"

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

// How often one of the paper's kinds happened.
int64_t CountIn(EventKind kind, const Census& census) {
  int64_t sum = 0;
  for (const auto& [cell, count] : census.cells) sum += std::get<0>(cell) == kind ? count : 0;
  return sum;
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
  findings.SelfCheck("events outside the one table of states, of " + of + ", " +
                         std::to_string(flights) + " of them a flight that meets the slate",
                     {Source::kClosedForm, "tests/testing/state_machine.h"},
                     {{static_cast<double>(outside), Exactly(0.0)}});
  findings.Choice(
      "20 nine-ball breaks: balls on the table that a ball-ball impact makes airborne",
      {"a table-bound ball cannot become airborne due to a ball-ball collision", "(2), Fig 2"},
      {static_cast<double>(LiftedInBreaks(0.0, findings)), Exactly(0.0), "without friction"},
      {static_cast<double>(LiftedInBreaks(0.06, findings)),
       Above(1.0, 0.0, "", "0 if friction lifted none"), "with a friction of 0.06"},
      "friction between balls acts vertically too, and lifts a ball at once");
  findings.Tells("cells seen beyond Figs 2, 4 and 6",
                 beyond_paper +
                     ": a slow bounce ends in any state of the cloth, and an impact may leave a "
                     "ball at rest or spinning");
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
  const auto count = static_cast<double>(states.size());
  const Printed paper = {"there are $5^4 = 1024$ transitions", "(2)"};
  const PrintedNumber printed = NumberIn(paper);
  findings.Misprint(
      "transitions that can be conceived between the states that balls were seen in", paper,
      {{count, Exactly(5.0), "states seen"},
       {count * (count - 1.0), Exactly(20.0), "ordered pairs of them"},
       {std::pow(count, 4.0), Exactly(625.0), "states^4"},
       {std::pow(count, 4.0) - printed.value, Exactly(-399.0), "less what is printed"}},
      "5^4 is 625, 1024 is 4^5, and ordered pairs of five states are 5 x 4");
  findings.Tells("pairs of different states that events of any kind joined",
                 std::to_string(all.size()));
  findings.Reproduced("transitions seen without an impact", {"only 4 occur naturally", "(2)"},
                      {{static_cast<double>(natural.size()), Exactly(4.0)}});
}

void SevenEvents(Findings& findings) {
  findings.sheet() = Sheet({"event", "in_the_paper", "is_transition", "seen"});
  const Census& census = TakeCensus();
  int collisions = 0;
  int transitions = 0;
  int64_t rarest = census.events;
  std::string beyond;
  for (int k = 0; k <= static_cast<int>(EventKind::kSupportedToAirborne); ++k) {
    const auto kind = static_cast<EventKind>(k);
    const int64_t seen = CountIn(kind, census);
    findings.sheet().Add(Name(kind), KindIsPapers(kind) ? 1 : 0, IsTransition(kind) ? 1 : 0, seen);
    if (!KindIsPapers(kind)) {
      beyond += (beyond.empty() ? "" : ", ") + Name(kind);
      continue;
    }
    ++(IsTransition(kind) ? transitions : collisions);
    rarest = std::min(rarest, seen);
  }
  const Printed paper = {
      "In total, there are 7 events, 3 of which are collisions, 4 of which are transitions.",
      "(2)"};
  findings.Reproduced("our kinds that are the paper's", paper,
                      {{static_cast<double>(collisions + transitions), Exactly(7.0), "in all"},
                       {static_cast<double>(collisions), Exactly(3.0), "collisions"},
                       {static_cast<double>(transitions), Exactly(4.0), "transitions"}});
  findings.SelfCheck(
      "how often the rarest of them happens in " + std::to_string(census.shots) + " random shots",
      {Source::kReferenceRun, "the census of event-10"},
      {{static_cast<double>(rarest), Above(1.0, 0.0, "", "each happens; 0 if one did not")}});
  findings.Tells("our kinds beyond the paper's", beyond);
}

}  // namespace carom::papers
