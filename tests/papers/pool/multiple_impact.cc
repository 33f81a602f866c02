// Contacts that last together, and how long contacts last: pool-08, smooth-21.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/event/setup.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/game.h"
#include "tests/testing/pulse.h"

namespace carom::papers {
namespace {

// A cue ball, close to an object ball that all but touches a cushion, through the core's own door:
// the record that the wire carries.
Setup TrappedBall() {
  constexpr double kGap_m = 2e-5;
  Setup setup;
  setup.settings.engine = Engine::kCompliant;
  setup.settings.compliant = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio);
  setup.settings.compliant.start = CompliantStart::kSeated;
  setup.environment().nose_contact = NoseContact::kPlane;
  setup.environment().stop.at_time_s = 0.02;
  setup.AddNose({1.0, -1.0}, {1.0, 1.0});
  const double object = 1.0 - kBallRadius_m - kGap_m;
  const Vec2 aside(0.0, 0.01);
  setup.AddRolling(Vec2(object - 2.0 * kBallRadius_m - 0.01, 0.0) + aside, {3.0, 0.0});
  setup.AddBall({object, 0.0});
  setup.balls.assign(2, kPaperBall);
  setup.detail.contacts = true;
  return setup;
}

std::string NameOf(const ContactHistory& history) {
  if (history.begin.kind == EventKind::kBallBall) return "ball-ball";
  const std::string ball = history.begin.ball == 0 ? "cue " : "object ";
  return ball + (history.begin.kind == EventKind::kBallSlate ? "cloth" : "cushion");
}

struct Peaks {
  double penetration_m = 0.0;
  double normal_N = 0.0;
  double friction_N = 0.0;
};

Peaks PeaksOf(const Record& record, const std::string& name, Sheet* sheet) {
  Peaks peaks;
  for (const ContactHistory& history : record.contacts) {
    if (NameOf(history) != name) continue;
    for (int i = 0; i < history.row_count; ++i) {
      const auto& row = record.contact_rows[static_cast<std::size_t>(history.first_row + i)];
      peaks.penetration_m = std::max(peaks.penetration_m, row.penetration_m);
      peaks.normal_N = std::max(peaks.normal_N, row.normal_force_N);
      peaks.friction_N = std::max(peaks.friction_N, row.friction_force_N);
      sheet->Add(name, 1e3 * row.time_s, row.penetration_m, row.rate_m_s, row.normal_force_N,
                 row.friction_force_N);
    }
  }
  return peaks;
}

const ContactHistory* FirstHistory(const Record& record, const std::string& name) {
  const auto found =
      std::find_if(record.contacts.begin(), record.contacts.end(),
                   [&](const ContactHistory& history) { return NameOf(history) == name; });
  return found == record.contacts.end() ? nullptr : &*found;
}

Plot PlotOf(const std::string& title, const char* column, const char* label,
            const std::vector<const char*>& names) {
  Plot plot{title, "t, ms", label, {}};
  for (const char* name : names) {
    plot.curves.push_back({name, "t_ms", column, "contact", name, "lines"});
  }
  return plot;
}

// A ball that meets another and a cushion within 0.5 s.
Game OneShot(bool seated) {
  Game game;
  game.settings = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio);
  game.settings.start = seated ? CompliantStart::kSeated : CompliantStart::kAsPlaced;
  game.AddBall(0.6, 0.3, seated ? kPaperBall.radius_m : kCueBallHeight_m, Vec3(0.0, 3.0, 0.0));
  game.AddBall(0.6, 0.45);
  game.duration_s = 0.5;
  return game;
}

}  // namespace

void PoolMultipleImpact(Findings& findings) {
  findings.sheet() = Sheet({"contact", "t_ms", "indentation_m", "rate_m_s", "F_N", "F_T"});
  const auto record = Play(TrappedBall(), findings);
  if (!record) return;
  const std::array<const char*, 4> names = {"ball-ball", "object cushion", "cue cloth",
                                            "object cloth"};
  for (const char* name : names) {
    const Peaks peaks = PeaksOf(*record, name, &findings.sheet());
    findings.Tell("pool-08", std::string(name) + ": at most " + Text(1e6 * peaks.penetration_m) +
                                 " um, " + Text(peaks.normal_N) + " N, " + Text(peaks.friction_N) +
                                 " N of friction");
  }
  const ContactHistory* balls = FirstHistory(*record, "ball-ball");
  const ContactHistory* cushion = FirstHistory(*record, "object cushion");
  if (balls == nullptr || cushion == nullptr) return findings.Failed("contacts", "one is missing");
  findings.Measure("pool-08", 1e3 * (balls->end_time_s - cushion->begin.time_s));
  findings.SetPanels(
      {PlotOf("Indentation: cue ball, object ball, cushion", "indentation_m", "m",
              {"ball-ball", "object cushion", "cue cloth", "object cloth"}),
       PlotOf("Normal force", "F_N", "N", {"ball-ball", "object cushion", "object cloth"}),
       PlotOf("Friction", "F_T", "N", {"ball-ball", "object cushion", "object cloth"})});
}

void SmoothDurations(Findings& findings) {
  findings.sheet() = Sheet({"start", "contact", "begin_s", "length_s"});
  for (const bool seated : {true, false}) {
    const std::string start = seated ? "seated" : "1 um above the cloth, as in 3.4";
    const Game game = OneShot(seated);
    const Played played = PlayGame(game);
    const GameContact* ball = FindContact(played, EventKind::kBallBall, 0);
    const double first_hit_s = ball == nullptr ? game.duration_s : ball->begin_s;
    double longest_s = 0.0;
    double bounces = 0.0;
    for (const GameContact& contact : played.contacts) {
      findings.sheet().Add(start, Name(contact.meaning.kind), contact.begin_s,
                           contact.end_s - contact.begin_s);
      if (contact.meaning.kind != EventKind::kBallSlate) {
        longest_s = std::max(longest_s, contact.end_s - contact.begin_s);
      } else if (contact.meaning.ball == 0 && contact.begin_s < first_hit_s) {
        bounces += 1.0;
      }
    }
    findings.Measure("smooth-21a", {{bounces, start}});
    findings.Measure("smooth-21b", {{longest_s / game.duration_s, start}});
  }
}

}  // namespace carom::papers
