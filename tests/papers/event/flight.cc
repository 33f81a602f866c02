// Experiments on balls that leave the cloth: event-11, event-12 and event-24.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

// Heights of the balls' lowest points against time.
void AddHeights(const Record& record, const std::vector<std::string>& names, Sheet& sheet) {
  for (size_t row = 0; row < record.sample_times_s.size(); ++row) {
    for (size_t ball = 0; ball < names.size(); ++ball) {
      const BallState& state = record.samples[row * names.size() + ball];
      sheet.Add(record.sample_times_s[row], names[ball], state.position.x(),
                state.position.z() - kBallRadius_m, Name(state.motion));
    }
  }
}

Plot HeightPlot(const std::string& title, const std::vector<std::string>& names) {
  Plot plot{title, "time, s", "height of the lowest point, m", {}};
  for (const std::string& name : names) {
    plot.curves.push_back({name, "time_s", "height_m", "ball", name, "lines lw 2"});
  }
  return plot;
}

// What happened to `ball` at the time of the first event of a kind, in order.
std::string ChainAt(const Record& record, EventKind kind, int16_t ball) {
  const Event* first = FirstOf(record, kind);
  std::string chain;
  for (size_t k = 0; first != nullptr && k < record.events.size(); ++k) {
    const Event& event = record.events[k];
    if (event.time_s != first->time_s || !event.Involves(ball)) continue;
    const size_t side = event.ball == ball ? 0 : 1;
    const EventStates& states = record.event_states[2 * k + side];
    if (chain.empty()) chain = Name(states.before.motion);
    chain += ", " + Name(event.kind) + ", " + Name(states.after.motion);
  }
  return chain;
}

void SampleUntil(double end_s, double period_s, Setup& setup) {
  setup.detail.samples = true;
  setup.detail.sample_period_s = period_s;
  setup.environment().stop.at_time_s = end_s;
}

// Time from an event to the next slate of a ball; NaN if there is none.
double ToSlate(const Record& record, EventKind kind, int16_t ball) {
  const Event* first = FirstOf(record, kind);
  for (const Event& event : record.events) {
    if (first == nullptr || event.time_s < first->time_s) continue;
    if (event.kind == EventKind::kBallSlate && event.ball == ball) {
      return event.time_s - first->time_s;
    }
  }
  return std::nan("");
}

// Height of a ball's lowest point a while after an event.
double HeightAfter(const Record& record, EventKind kind, size_t ball, double later_s) {
  const Event* first = FirstOf(record, kind);
  const size_t balls = record.final_states.size();
  for (size_t row = 0; first != nullptr && row < record.sample_times_s.size(); ++row) {
    if (record.sample_times_s[row] < first->time_s + later_s) continue;
    return record.samples[row * balls + ball].position.z() - kBallRadius_m;
  }
  return std::nan("");
}

constexpr double kLater_s = 0.01;

}  // namespace

void AirborneOnTableBall(Findings& findings) {
  findings.sheet() = Sheet({"time_s", "ball", "x_m", "height_m", "state"});
  Setup setup;
  setup.AddAirborne({-0.1, 0.0, 0.12}, {2.0, 0.0, -1.0});
  setup.AddBall({0.0, 0.0});
  SampleUntil(0.5, 0.002, setup);
  const std::vector<std::string> names = {"falling ball", "ball on the table"};
  findings.SetPlot(HeightPlot("A ball in flight falls onto one on the table", names));
  const auto record = Play(setup, findings);
  if (!record) return;
  AddHeights(*record, names, findings.sheet());
  findings.Measure("event-11a",
                   {{HeightAfter(*record, EventKind::kBallBall, 0, kLater_s), "the falling ball"},
                    {HeightAfter(*record, EventKind::kBallBall, 1, kLater_s), "the other"}});
  findings.Tell("event-11a", ChainAt(*record, EventKind::kBallBall, 0) + "; " +
                                 ChainAt(*record, EventKind::kBallBall, 1));
  findings.Measure("event-11b", ToSlate(*record, EventKind::kBallBall, 1));
}

void CushionSlateAirborne(Findings& findings) {
  findings.sheet() = Sheet({"time_s", "ball", "x_m", "height_m", "state"});
  Setup setup;
  setup.environment().flight = Flight::kOn;
  setup.AddBall({0.0, 0.0}, {4.0, 0.0});
  setup.AddNose({0.2, -1.0}, {0.2, 1.0});
  SampleUntil(0.4, 0.002, setup);
  findings.SetPlot(HeightPlot("A sliding ball at a cushion, 4 m/s", {"ball"}));
  const auto record = Play(setup, findings);
  if (!record) return;
  AddHeights(*record, {"ball"}, findings.sheet());
  findings.Measure("event-12a", HeightAfter(*record, EventKind::kBallCushion, 0, kLater_s));
  findings.Tell("event-12a", ChainAt(*record, EventKind::kBallCushion, 0));
  findings.Measure("event-12b", ToSlate(*record, EventKind::kBallCushion, 0));
}

void OffTheTable(Findings& findings) {
  findings.sheet() = Sheet({"nose", "time_s", "event", "state_after", "x_m", "height_m"});
  for (const NoseContact contact : {NoseContact::kLine, NoseContact::kPlane}) {
    const bool line = contact == NoseContact::kLine;
    Setup setup;
    setup.environment().nose_contact = contact;
    setup.AddAirborne({0.0, 0.0, 0.05}, {4.0, 0.0, 1.5});
    for (const double x : {-0.5, 0.5}) setup.AddNose({x, -0.5}, {x, 0.5});
    setup.table.bed_outline_m = {{-0.7, -0.7}, {0.7, -0.7}, {0.7, 0.7}, {-0.7, 0.7}};
    const auto record = Play(setup, findings);
    if (!record) return;
    for (size_t k = 0; k < record->events.size(); ++k) {
      const BallState& after = record->event_states[2 * k].after;
      findings.sheet().Add(line ? "line" : "plane", record->events[k].time_s,
                           Name(record->events[k].kind), Name(after.motion), after.position.x(),
                           after.position.z() - kBallRadius_m);
    }
    const int left = CountOf(*record, EventKind::kLeftTable);
    if (line) findings.Measure("event-24", left);
    if (!line) findings.Plant("event-24", "a plane", {{static_cast<double>(left)}});
  }
}

}  // namespace carom::papers
