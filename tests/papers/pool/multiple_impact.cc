// Contacts that last together, and how long contacts last: pool-08, smooth-21.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/event/setup.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"

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
  double indentation_m = 0.0;
  double normal_N = 0.0;
  double friction_N = 0.0;
};

Peaks PeaksOf(const Record& record, const std::string& name, Sheet* sheet) {
  Peaks peaks;
  for (const ContactHistory& history : record.contacts) {
    if (NameOf(history) != name) continue;
    for (int i = 0; i < history.row_count; ++i) {
      const auto& row = record.contact_rows[static_cast<std::size_t>(history.first_row + i)];
      peaks.indentation_m = std::max(peaks.indentation_m, row.indentation_m);
      peaks.normal_N = std::max(peaks.normal_N, row.normal_force_N);
      peaks.friction_N = std::max(peaks.friction_N, row.friction_force_N);
      sheet->Add(name, 1e3 * row.time_s, row.indentation_m, row.rate_m_s, row.normal_force_N,
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
Played OneShot(CompliantStart start) {
  Game game;
  game.settings = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio);
  game.settings.start = start;
  const bool seated = start == CompliantStart::kSeated;
  game.AddBall(0.6, 0.3, seated ? kPaperBall.radius_m : kCueBallHeight_m, Vec3(0.0, 3.0, 0.0));
  game.AddBall(0.6, 0.45);
  game.duration_s = 0.5;
  return PlayGame(game);
}

// Number and mean length, s, of the contacts of a kind.
std::array<double, 2> LengthsOf(const Played& played, EventKind kind) {
  std::array<double, 2> lengths = {};
  for (const GameContact& contact : played.contacts) {
    if (contact.meaning.kind != kind) continue;
    lengths[0] += 1.0;
    lengths[1] += contact.end_s - contact.begin_s;
  }
  if (lengths[0] > 0.0) lengths[1] /= lengths[0];
  return lengths;
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
    findings.Tells(std::string(name) + ": greatest delta, F_N, F_T",
                   {"top view with the values of ball-ball and ball-cushion penetration", "Fig 1"},
                   Text(1e6 * peaks.indentation_m) + " um, " + Text(peaks.normal_N) + " N, " +
                       Text(peaks.friction_N) + " N");
  }
  const ContactHistory* balls = FirstHistory(*record, "ball-ball");
  const ContactHistory* cushion = FirstHistory(*record, "object cushion");
  if (balls == nullptr || cushion == nullptr) return findings.Failed("contacts", "one is missing");
  findings.Reproduced(
      "ball-ball and ball-cushion contact last together",
      {"Example of a multiple impact: a cue ball contacting with the blue one and the latter "
       "penetrating in the cushion",
       "Fig 1"},
      {{1e3 * (balls->end_time_s - cushion->begin.time_s),
        Above(0.0, 1.0, "ms", "the sign: one before the other would be negative")}},
      {Source::kReferenceRun, "3 m/s, 20 um from the cushion"});
  findings.SetPanels(
      {PlotOf("Indentation: cue ball, object ball, cushion", "indentation_m", "m",
              {"ball-ball", "object cushion", "cue cloth", "object cloth"}),
       PlotOf("Normal force", "F_N", "N", {"ball-ball", "object cushion", "object cloth"}),
       PlotOf("Friction", "F_T", "N", {"ball-ball", "object cushion", "object cloth"})});
}

void SmoothDurations(Findings& findings) {
  findings.sheet() = Sheet({"start", "contact", "begin_s", "length_s"});
  std::array<double, 2> cloth_contacts = {};
  for (const CompliantStart start : {CompliantStart::kSeated, CompliantStart::kAsPlaced}) {
    const bool seated = start == CompliantStart::kSeated;
    const std::string name = seated ? "seated" : "as placed";
    const Played played = OneShot(start);
    for (const GameContact& contact : played.contacts) {
      findings.sheet().Add(name, Name(contact.meaning.kind), contact.begin_s,
                           contact.end_s - contact.begin_s);
    }
    const GameContact* ball = FindContact(played, EventKind::kBallBall, 0);
    const double first_hit_s = ball == nullptr ? 0.0 : ball->begin_s;
    for (const GameContact& contact : played.contacts) {
      if (contact.meaning.kind != EventKind::kBallSlate || contact.meaning.ball != 0) continue;
      if (contact.begin_s < first_hit_s) cloth_contacts[seated ? 0 : 1] += 1.0;
    }
    const auto [balls, ball_s] = LengthsOf(played, EventKind::kBallBall);
    const auto [cushions, cushion_s] = LengthsOf(played, EventKind::kBallCushion);
    findings.Reproduced(name + ": mean length of contacts",
                        {"an intermittent one (between the balls themselves and these and the "
                         "cushions)",
                         "4"},
                        {{1e3 * ball_s, Between(0.2, 0.4, "ms", "Hertz's pulses"),
                          "of " + Text(balls) + " between balls"},
                         {1e3 * cushion_s, Between(2.0, 9.0, "ms", "rubber: some, two to nine"),
                          "of " + Text(cushions) + " with a cushion"}},
                        {Source::kClosedForm, "lengths of pulses, C-06"});
  }
  findings.Choice(
      "contacts with the cloth that begin before the first hit",
      {"a permanent contact (between the balls and the cloth, as long as the ball is not hit so "
       "that it is lifted off the ground)",
       "4"},
      {cloth_contacts[0], Exactly(0.0), "seated"},
      {cloth_contacts[1], Above(2.0, 1e4, "", "it bounces; 0 or 1 if it stayed"),
       "as placed, 1 um above the cloth"},
      "a ball that is put above the cloth bounces on it for ever: Hertz's law loses nothing. 3.4 "
      "of the pool paper places it so");
}

}  // namespace carom::papers
