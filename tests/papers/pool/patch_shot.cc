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

int CountOf(const Record& record, EventKind kind) {
  return static_cast<int>(std::count_if(record.events.begin(), record.events.end(),
                                        [&](const Event& event) { return event.kind == kind; }));
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
  const std::string events = std::to_string(CountOf(patch, EventKind::kCueStrike)) + " cue, " +
                             std::to_string(CountOf(patch, EventKind::kBallBall)) + " balls, " +
                             std::to_string(CountOf(patch, EventKind::kBallCushion)) + " cushion";
  findings.Reproduces("impacts of one shot on the patch", "in the future", events,
                      CountOf(patch, EventKind::kCueStrike) == 1 &&
                          CountOf(patch, EventKind::kBallBall) >= 1 &&
                          CountOf(patch, EventKind::kBallCushion) >= 2);
  findings.Reproduces("it ends", "in the future",
                      patch.stop_reason == StopReason::kAtRest
                          ? "at rest after " + Text(patch.end_time_s) + " s"
                          : "not at rest",
                      patch.stop_reason == StopReason::kAtRest);
  findings.Reproduces("the same with friction at one point, after 8 s", "no law for rolling",
                      "still at " + Text(point.final_states[0].velocity.norm()) + " m/s",
                      point.stop_reason == StopReason::kTimeLimit);
}

}  // namespace carom::papers
