// Contacts that last together, and how long contacts last: pool-08, smooth-21.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/event/setup.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"
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
Game OneShot(CompliantStart start) {
  Game game;
  game.settings = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio);
  game.settings.start = start;
  const bool seated = start == CompliantStart::kSeated;
  game.AddBall(0.6, 0.3, seated ? kPaperBall.radius_m : kCueBallHeight_m, Vec3(0.0, 3.0, 0.0));
  game.AddBall(0.6, 0.45);
  game.duration_s = 0.5;
  return game;
}

// Speed of approach when a contact of two balls, or of a ball with a cushion along x, begins.
double ApproachSpeed(Game game, const GameContact& contact) {
  game.duration_s = contact.begin_s;
  const std::vector<BodyMotion> balls = PlayGame(game).balls;
  const BodyMotion& ball = balls[static_cast<std::size_t>(contact.meaning.ball)];
  if (contact.meaning.kind != EventKind::kBallBall) return std::fabs(ball.velocity_m_s.y());
  const BodyMotion& other = balls[static_cast<std::size_t>(contact.meaning.other)];
  const Vec3 line = (other.position_m - ball.position_m).normalized();
  return std::fabs((ball.velocity_m_s - other.velocity_m_s).dot(line));
}

// Of the first contact of a kind: its length over that of the law's pulse alone at its speed.
double OverPulse(const Game& game, const Played& played, EventKind kind) {
  const bool balls = kind == EventKind::kBallBall;
  const GameContact* contact = FindContact(played, kind, balls ? 0 : 1, balls ? 1 : -1);
  if (contact == nullptr) return std::nan("");
  const CompliantSettings& settings = game.settings;
  const Material& ball = settings.ball_material;
  const double radius = kPaperBall.radius_m;
  const double stiffness = balls ? HertzStiffness(ball, radius, ball, radius)
                                 : HertzStiffness(ball, radius, settings.cushion_material, kFlat);
  const NormalLaw& law = balls ? settings.ball_ball.normal : settings.cushion.normal;
  const double mass_kg = balls ? 0.5 * kPaperBall.mass_kg : kPaperBall.mass_kg;
  return (contact->end_s - contact->begin_s) /
         testing::IntegratePulse(MakeNormalForce(law, stiffness), mass_kg,
                                 ApproachSpeed(game, *contact))
             .duration_s;
}

// Contacts of balls and with cushions that last until the end of the run.
int CountLasting(const Game& game, const Played& played) {
  return static_cast<int>(std::count_if(
      played.contacts.begin(), played.contacts.end(), [&](const GameContact& contact) {
        return contact.meaning.kind != EventKind::kBallSlate && contact.end_s >= game.duration_s;
      }));
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
                   Text(1e6 * peaks.penetration_m) + " um, " + Text(peaks.normal_N) + " N, " +
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
        Above(0.0, 0.0, "ms", "the sign: one before the other would be negative")}},
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
    const Game game = OneShot(start);
    const Played played = PlayGame(game);
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
    const Printed paper = {
        "an intermittent one (between the balls themselves and these and the cushions)", "4"};
    // Friction mu between the two presses a ball on the cloth, whose friction of 0.2 then is a part
    // 0.2 mu of the force in the contact.
    const auto part = [](double friction) {
      return Tolerance{0.2 * friction, "",
                       "the cloth's friction under the contact's, 0.2 mu of the force",
                       /*derived=*/true};
    };
    findings.Reproduced(
        name + ": length of the first contacts over that of the law's pulse at their speed", paper,
        {{OverPulse(game, played, EventKind::kBallBall), Around(1.0, part(0.06)), "two balls"},
         {OverPulse(game, played, EventKind::kBallCushion), Around(1.0, part(0.14)),
          "ball and cushion"},
         {static_cast<double>(CountLasting(game, played)), Exactly(0.0),
          "of " + std::to_string(played.contacts.size()) +
              " contacts, those that last to the end"}},
        {Source::kClosedForm, "(10), c = 0.93 and 0.98, integrated alone"});
  }
  findings.Choice(
      "contacts with the cloth that begin before the first hit",
      {"a permanent contact (between the balls and the cloth, as long as the ball is not hit so "
       "that it is lifted off the ground)",
       "4"},
      {cloth_contacts[0], Exactly(0.0), "seated"},
      {cloth_contacts[1], Above(1.0, 1.0, "", "it bounces; 1 if it stayed"),
       "as placed, 1 um above the cloth"},
      "a ball that is put above the cloth bounces on it for ever: Hertz's law loses nothing. 3.4 "
      "of the pool paper places it so");
}

}  // namespace carom::papers
