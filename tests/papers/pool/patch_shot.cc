// The Contensou patch under a shot with cue, ball and cushion: contensou-23.

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/papers/event/setup.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"

namespace carom::papers {
namespace {

// A cue ball with left english into a ball, both on to a cushion.
Setup CueShot(const ClothFriction& cloth) {
  Setup setup;
  setup.settings.engine = Engine::kCompliant;
  setup.settings.compliant.cloth_friction = cloth;
  setup.environment().nose_contact = NoseContact::kPlane;
  setup.environment().limits.max_time_s = 8.0;
  setup.AddNose({1.0, -2.0}, {1.0, 2.0});
  setup.AddBall({0.0, 0.0});
  setup.AddBall({0.5, 0.02});
  setup.shot.strike = CueStrike{.speed_m_s = 1.5, .side_offset = 0.3};
  return setup;
}

}  // namespace

void PatchOnTable(Findings& findings) {
  findings.sheet() = Sheet({"cloth", "ball", "x_m", "y_m", "speed_m_s", "spin_z_rad_s", "end_s"});
  const auto play = [&](const char* name, const ClothFriction& cloth) {
    const auto record = Play(CueShot(cloth), findings);
    if (!record) return Record();
    for (std::size_t i = 0; i < 2; ++i) {
      const BallState& state = record->final_states[i];
      findings.sheet().Add(name, static_cast<int>(i), state.position.x(), state.position.y(),
                           state.velocity.norm(), state.spin.z(), record->end_time_s);
    }
    return *record;
  };
  const Record patch = play("Contensou patch", PatchOfCloth{});
  const Record point = play("Ambrosio", SlipFriction(Ambrosio{.friction = 0.2}));
  if (patch.final_states.size() != 2 || point.final_states.size() != 2) return;
  findings.Tells("impacts with the patch",
                 {"They should be supplemented by models of impacts between the ball and other "
                  "objects like another billiard ball, cue or table band.",
                  "4"},
                 "the paper's outlook; the rows below are one such shot");
  const Reference shot = {Source::kReferenceRun, "a cue ball with english, a ball, a cushion"};
  const auto count = [&](const char* what, EventKind kind, double expected) {
    findings.Extension(what, shot,
                       {{static_cast<double>(CountOf(patch, kind)), Exactly(expected)}});
  };
  count("strokes of the cue on the patch", EventKind::kCueStrike, 1.0);
  count("impacts of the balls", EventKind::kBallBall, 1.0);
  count("impacts on the cushion", EventKind::kBallCushion, 2.0);
  double fastest_m_s = 0.0;
  for (const BallState& state : patch.final_states) {
    fastest_m_s = std::max(fastest_m_s, state.velocity.norm());
  }
  findings.Extension(
      "speed of the cue ball after 8 s, by friction at one point and on the patch", shot,
      {{point.final_states[0].velocity.norm(),
        Above(0.05, 0.0, "m/s", "a ball that rolls without resistance goes on"), "at one point"},
       {fastest_m_s, Exactly(0.0, "m/s"), "on the patch, both balls"}});
}

}  // namespace carom::papers
