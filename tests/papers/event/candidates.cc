// The choice of the next event: event-16.

#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

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

// "ball-ball 0-1"
std::string Describe(const Event& event) {
  std::string text = Name(event.kind) + " " + std::to_string(event.ball);
  if (event.other >= 0) text += "-" + std::to_string(event.other);
  return text;
}

// What the first event of the shot was chosen from; also into the sheet. Ball 0 is A, 1 B, 2 C.
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

// Plays a scene of ball A among B and C, writes its path and its balls, and tells the candidates of
// the first event.
std::vector<Event> PlayScene(const std::string& name, Setup& setup, Findings& findings) {
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
  for (size_t ball = 1; ball < balls; ++ball) {
    AddCircle(name + (ball == 1 ? " B" : " C"), setup.shot.start[ball].position.head<2>(),
              findings.sheet());
  }
  const std::vector<Event> first = FirstCandidates(name, *record, findings.sheet());
  if (first.empty() || record->events.empty() || !(first[0] == record->events[0])) {
    findings.Failed(name, "the first event is not the earliest candidate");
    return {};
  }
  return first;
}

bool Has(const std::vector<Event>& events, EventKind kind, int16_t other) {
  for (const Event& event : events) {
    if (event.kind == kind && event.other == other) return true;
  }
  return false;
}

}  // namespace

void Candidates(Findings& findings) {
  findings.sheet() = Sheet({"series", "x_m", "y_m", "event", "time_s"});
  Plot plot{"Fig 9: A among B and C; a curve round B into C", "x, m", "y, m", {}};
  plot.same_scale = true;
  for (const char* name : {"straight", "curve"}) {
    for (const char* part : {" path of A", " B", " C"}) {
      const std::string series = std::string(name) + part;
      plot.curves.push_back({series, "x_m", "y_m", "series", series, "lines"});
    }
  }
  findings.SetPlot(plot);

  // A slides straight at B, with C behind it: three candidates.
  Setup straight;
  straight.AddBall({0.0, 0.3}, {2.0, 0.0});
  straight.AddBall({0.2, 0.31});
  straight.AddBall({0.4, 0.29});
  const std::vector<Event> all = PlayScene("straight", straight, findings);
  const bool three = all.size() == 3 && Has(all, EventKind::kSlidingToRolling, -1) &&
                     Has(all, EventKind::kBallBall, 1) && Has(all, EventKind::kBallBall, 2);
  findings.Reproduces("candidates of A", "to rolling, A-B, A-C; the earliest wins", Describe(all),
                      three && all[0].other == 1);

  // As drawn, A rolls before it could reach B.
  Setup drawn;
  drawn.AddBall({0.0, 0.3}, {1.0, 0.0});
  drawn.AddBall({0.5, 0.31});
  drawn.AddBall({0.8, 0.29});
  drawn.detail.candidates = true;
  const auto record = Play(drawn, findings);
  if (!record) return;
  const std::vector<Event> only = FirstCandidates("as drawn", *record, findings.sheet());
  findings.Differs("as drawn, with B and C far away", "three candidates, the transition is first",
                   Describe(only), only.size() == 1 && only[0].kind == EventKind::kSlidingToRolling,
                   "a search ends with the phase: what comes after the transition is no candidate, "
                   "as the paper itself says of intervening events");

  // E-05: a masse curve that passes B and meets C.
  Setup curve;
  curve.AddBall({0.0, 0.0}, {1.5, 0.0}, {-40.0, -25.0, 60.0});
  curve.AddBall({0.2, -0.055});
  curve.AddBall({0.42, 0.11});
  const std::vector<Event> round = PlayScene("curve", curve, findings);
  findings.Reproduces("a curve around B", "C may be next, B not", Describe(round),
                      !Has(round, EventKind::kBallBall, 1) && !round.empty() &&
                          round[0].kind == EventKind::kBallBall && round[0].other == 2);
}

}  // namespace carom::papers
