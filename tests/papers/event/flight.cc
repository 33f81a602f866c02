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

void FlightOffRow(Setup setup, const std::string& paper, Findings& findings) {
  setup.environment().flight = Flight::kOff;
  const auto scene = setup.MakeScene();
  if (!scene.ok()) return findings.Failed("scene", std::string(scene.status().message()));
  Workspace workspace;
  Record record;
  const auto status = Simulate(*scene, setup.shot, setup.detail, StopToken(), workspace, record);
  const bool flies = status.ok() && FirstOf(record, EventKind::kBallSlate) != nullptr;
  const std::string ours = status.ok() ? "vertical velocity dropped: no slate, no flight"
                                       : std::string(status.message());
  findings.Differs("the same with flight off", paper, ours, !flies,
                   "FLIGHT_OFF keeps motion in the plane");
}

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
  // The table ball may rise from the slate into the falling one, still at the same time.
  const auto begins_and_flies = [](const std::string& chain, const std::string& begin) {
    return chain.starts_with(begin) && chain.ends_with("airborne");
  };
  constexpr char kTableBall[] = "stationary, ball-ball, sliding, ball-slate, airborne";
  const std::string table_ball = ChainAt(*record, EventKind::kBallBall, 1);
  findings.Reproduces("the table ball, all at one time", kTableBall, table_ball,
                      begins_and_flies(table_ball, kTableBall));
  constexpr char kFalling[] = "airborne, ball-ball, airborne";
  const std::string falling = ChainAt(*record, EventKind::kBallBall, 0);
  findings.Reproduces("the falling ball", kFalling, falling, begins_and_flies(falling, kFalling));
  FlightOffRow(setup, "both end up airborne", findings);
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
  const std::string chain = ChainAt(*record, EventKind::kBallCushion, 0);
  findings.Reproduces("the ball, all at one time",
                      "sliding, ball-cushion, sliding, ball-slate, airborne", chain,
                      chain == "sliding, ball-cushion, sliding, ball-slate, airborne");
  FlightOffRow(setup, "after a cushion you often see it airborne", findings);
}

void OffTheTable(Findings& findings) {
  findings.sheet() = Sheet({"nose", "time_s", "event", "state_after", "x_m", "height_m"});
  for (const NoseContact contact : {NoseContact::kLine, NoseContact::kPlane}) {
    const bool line = contact == NoseContact::kLine;
    Setup setup;
    setup.environment().nose_contact = contact;
    setup.AddAirborne({0.0, 0.0, 0.05}, {4.0, 0.0, 1.5});
    setup.AddNose({0.5, -0.5}, {0.5, 0.5});
    setup.table.bed_outline_m = {{-0.7, -0.7}, {0.7, -0.7}, {0.7, 0.7}, {-0.7, 0.7}};
    const auto record = Play(setup, findings);
    if (!record) return;
    for (size_t k = 0; k < record->events.size(); ++k) {
      const BallState& after = record->event_states[2 * k].after;
      findings.sheet().Add(line ? "line" : "plane", record->events[k].time_s,
                           Name(record->events[k].kind), Name(after.motion), after.position.x(),
                           after.position.z() - kBallRadius_m);
    }
    const Event* left = FirstOf(*record, EventKind::kLeftTable);
    const bool hit = FirstOf(*record, EventKind::kBallCushion) != nullptr;
    const std::string ours = left != nullptr
                                 ? Name(left->kind) + " at " + Text(left->time_s) + " s, then " +
                                       Name(record->final_states[0].motion)
                                 : "stays on the table";
    if (line) {
      const bool gone = left != nullptr && !hit &&
                        record->final_states[0].motion == MotionState::kLeftTable &&
                        record->stop_reason == StopReason::kAtRest;
      findings.Reproduces("a ball that flies over a nose, as a line",
                          "permits balls to fly off the table", ours, gone);
    } else {
      findings.Reproduces("the same, nose as a plane", "false-positive collision",
                          hit ? "hits the plane" : "flies through", hit);
    }
  }
}

}  // namespace carom::papers
