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

double Energy(const Scene& scene, const Event& event, const EventStates* states, bool after) {
  const auto of = [&](int ball, const EventStates& both) {
    return KineticEnergy(after ? both.after : both.before,
                         scene.balls()[static_cast<size_t>(ball)]);
  };
  const double energy_J = of(event.ball, states[0]);
  return event.kind == EventKind::kBallBall ? energy_J + of(event.other, states[1]) : energy_J;
}

// The log as a table; checks its order and energies.
void CheckLog(const Scene& scene, const Record& record, Findings& findings) {
  findings.sheet() =
      Sheet({"time_s", "event", "ball", "other", "energy_before_J", "energy_after_J"});
  int out_of_order = 0;
  double gained = 0.0;
  for (size_t k = 0; k < record.events.size(); ++k) {
    const Event& event = record.events[k];
    const double before_J = Energy(scene, event, &record.event_states[2 * k], false);
    const double after_J = Energy(scene, event, &record.event_states[2 * k], true);
    findings.sheet().Add(event.time_s, Name(event.kind), event.ball, event.other, before_J,
                         after_J);
    out_of_order += k > 0 && event.time_s < record.events[k - 1].time_s ? 1 : 0;
    if (event.kind != EventKind::kCueStrike) gained = std::max(gained, after_J / before_J - 1.0);
  }
  findings.Reproduced("of " + std::to_string(record.events.size()) +
                          " events of a nine-ball break, those that come before their predecessor",
                      {"By next event, I mean that **no other event precedes it**.", "(1)"},
                      {{static_cast<double>(out_of_order), Exactly(0.0)}},
                      {Source::kReferenceRun, "the event before"});
  findings.SelfCheck("greatest gain of energy in an event, relative",
                     {Source::kClosedForm, "no event feeds energy"},
                     {{std::max(gained, 0.0), SizeWithin({1e-12, "", "rounding"})}});
  double fastest_m_s = 0.0;
  for (const BallState& state : record.final_states) {
    if (!InPlay(state.motion)) continue;
    fastest_m_s = std::max(fastest_m_s, state.velocity.norm() + kBallRadius_m * state.spin.norm());
  }
  findings.Reproduced("fastest ball when it ends", {"If $\\Delta t_E = \\infty$, stop.", "(1)"},
                      {{fastest_m_s, Exactly(0.0, "m/s")}},
                      {Source::kClosedForm, "no next event where nothing moves"});
}

// The printed algorithm and the engine, event by event, on a shot with little chaos.
void CompareLogs(Findings& findings) {
  const NamedScene* cut = FindNamedScene("two_ball_cut");
  const Scene scene = cut->MakeScene();
  double worst_s = 0.0;
  size_t events = 0;
  int different = 0;
  for (uint64_t index = 0; index < 20; ++index) {
    Shot shot;
    cut->Generate(1, index, shot);
    const auto record = Play(scene, shot, LogWithStates(), findings);
    if (!record) return;
    const std::vector<Event> marched = MarchThrough(scene, shot, nullptr);
    // The engine logs the strike.
    different += marched.size() + 1 == record->events.size() ? 0 : 1;
    for (size_t k = 0; k < std::min(marched.size(), record->events.size() - 1); ++k) {
      const Event& ours = record->events[k + 1];
      different += ours.kind == marched[k].kind && ours.ball == marched[k].ball ? 0 : 1;
      worst_s = std::max(worst_s, std::abs(ours.time_s - marched[k].time_s));
      ++events;
    }
  }
  const Printed steps = {"Repeat steps 2-5.", "(1)"};
  const Reference printed = {Source::kReferenceRun, "the algorithm as printed"};
  findings.Reproduced("20 cut shots, " + std::to_string(events) + " events: those that differ",
                      steps, {{static_cast<double>(different), Exactly(0.0)}}, printed);
  findings.Reproduced("greatest difference of an event's time", steps,
                      {{worst_s, SizeWithin({1e-9, "s", "rounding, grown by impacts"}, 1.0)}},
                      printed);
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
  findings.Reproduced(
      "states of 2 balls at 1000 times, directly and by marching, greatest difference in m and m/s",
      {"The evolution algorithm calculates the system system for a desired $t$ based on the system "
       "state at an earlier time.",
       "What is the system state?"},
      {{worst, SizeWithin({1e-12, "", "rounding"})}},
      {Source::kReferenceRun, "marching from event to event"});
}

void AlgorithmAsPrinted(Findings& findings) {
  const NamedScene* nine_ball = FindNamedScene("nine_ball_break");
  const Scene scene = nine_ball->MakeScene();
  Shot shot;
  nine_ball->Generate(1, 0, shot);
  const auto record = Play(scene, shot, LogWithStates(), findings);
  if (!record) return;
  CheckLog(scene, *record, findings);
  CompareLogs(findings);
}

}  // namespace carom::papers
