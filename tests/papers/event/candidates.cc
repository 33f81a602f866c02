// The choice of the next event: event-16.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/motion/motion.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"
#include "tests/testing/phases.h"

namespace carom::papers {
namespace {

void AddCircle(const std::string& series, const Vec2& centre_m, Sheet& sheet) {
  constexpr int kCorners = 48;
  for (int i = 0; i <= kCorners; ++i) {
    const double angle = kTwoPi * i / kCorners;
    sheet.Add(series, centre_m.x() + kBallRadius_m * std::cos(angle),
              centre_m.y() + kBallRadius_m * std::sin(angle), "", "");
  }
}

std::string Rounded(double time_s) {
  char text[16];
  std::snprintf(text, sizeof text, "%.4f", time_s);
  return text;
}

constexpr std::array<const char*, 3> kLetters = {"A", "B", "C"};

// "ball-ball A-B"
std::string Describe(const Event& event) {
  const auto letter = [](int16_t ball) { return kLetters.at(static_cast<size_t>(ball)); };
  std::string text = Name(event.kind) + " " + letter(event.ball);
  if (event.other >= 0) text += std::string("-") + letter(event.other);
  return text;
}

// What the first event of the shot was chosen from; also into the sheet.
std::vector<Event> FirstCandidates(const std::string& scene, const Record& record, Sheet& sheet) {
  if (record.candidate_counts.empty()) return {};
  const std::vector<Event> first(record.candidates.begin(),
                                 record.candidates.begin() + record.candidate_counts[0]);
  for (const Event& event : first) {
    sheet.Add(scene + " candidate", "nan", "nan", Describe(event), event.time_s);
  }
  return first;
}

std::string Describe(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) {
    text += (text.empty() ? "" : ", ") + Describe(event) + " at " + Text(event.time_s);
  }
  return text.empty() ? "none" : text;
}

// A panel: the path of A, the balls where they lie, and where A would be at each candidate's time.
Plot PanelOf(const std::string& name, const Setup& setup, const std::vector<Event>& first,
             Sheet& sheet) {
  Plot panel{name + ": \u0394t_E of the candidates of A", "x, m", "y, m", {}};
  panel.same_scale = true;
  const auto draw = [&](const std::string& part, const char* style) {
    panel.curves.push_back({part, "x_m", "y_m", "series", name + " " + part, style});
  };
  draw("path of A", "lines lw 2");
  for (size_t ball = 0; ball < setup.balls.size(); ++ball) {
    const Vec2 place = setup.shot.start[ball].position.head<2>();
    AddCircle(name + " " + kLetters[ball], place, sheet);
    draw(kLetters[ball], "lines lw 2");
    panel.marks.push_back({kLetters[ball], place.x(), place.y()});
  }
  // A's first phase, in which all candidates lie.
  const Trajectory phase =
      BeginPhase(setup.shot.start[0], 0.0, setup.balls[0], setup.settings.environment);
  for (const Event& event : first) {
    const Vec2 place = StateAt(phase, event.time_s).position.head<2>();
    const std::string part = "A at " + Rounded(event.time_s) + " s: " + Describe(event);
    AddCircle(name + " " + part, place, sheet);
    draw(part, "lines dashtype 2");
  }
  return panel;
}

// Plays a scene of ball A among B and C, draws it, and tells the candidates of the first event.
std::vector<Event> PlayScene(const std::string& name, Setup& setup, Findings& findings,
                             std::vector<Plot>& panels) {
  setup.detail.candidates = true;
  setup.detail.samples = true;
  setup.detail.sample_period_s = 0.01;
  setup.environment().stop.at_time_s = 0.6;
  const auto record = Play(setup, findings);
  if (!record) return {};
  const size_t balls = setup.balls.size();
  for (size_t row = 0; row < record->sample_times_s.size(); ++row) {
    const BallState& a = record->samples[row * balls];
    findings.sheet().Add(name + " path of A", a.position.x(), a.position.y(), "",
                         record->sample_times_s[row]);
  }
  const std::vector<Event> first = FirstCandidates(name, *record, findings.sheet());
  if (first.empty() || record->events.empty() || !(first[0] == record->events[0])) {
    findings.Failed(name, "the first event is not the earliest candidate");
    return {};
  }
  panels.push_back(PanelOf(name, setup, first, findings.sheet()));
  return first;
}

double Count(const std::vector<Event>& events, EventKind kind, int16_t other) {
  return static_cast<double>(std::count_if(events.begin(), events.end(), [&](const Event& event) {
    return event.kind == kind && event.other == other;
  }));
}

}  // namespace

void Candidates(Findings& findings) {
  findings.sheet() = Sheet({"series", "x_m", "y_m", "event", "time_s"});
  std::vector<Plot> panels;

  // A slides straight at B, with C behind it: three candidates.
  Setup straight;
  straight.AddBall({0.0, 0.3}, {2.0, 0.0});
  straight.AddBall({0.2, 0.31});
  straight.AddBall({0.4, 0.29});
  const std::vector<Event> all = PlayScene("A-B first", straight, findings, panels);
  findings.Measure("event-16a", static_cast<double>(all.size()));
  findings.Tell("event-16a", Describe(all));

  // E-05: a masse curve that passes B and meets C.
  Setup curve;
  curve.AddBall({0.0, 0.0}, {1.5, 0.0}, {-40.0, -25.0, 60.0});
  curve.AddBall({0.2, -0.055});
  curve.AddBall({0.42, 0.11});
  const std::vector<Event> round = PlayScene("a curve around B", curve, findings, panels);
  findings.SetPanels(panels);
  const bool c_is_next = !round.empty() && round[0].other == 2;
  findings.Measure("event-16b", {{1.0 - Count(round, EventKind::kBallBall, 1), "B is missed"},
                                 {c_is_next ? 1.0 : 0.0, "C is next"}});
  findings.Tell("event-16b", Describe(round));
}

}  // namespace carom::papers
